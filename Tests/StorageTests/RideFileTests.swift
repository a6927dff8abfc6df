// Rides from files in the store: which file counts, what an archive may fill, and which files are
// known.

import Model
import Platform
import Storage
import Support
import Testing

@Suite(.blocking) struct RideFileTests {
  let scratch: Scratch
  private let start: Int64 = now - 3 * day

  init() throws { scratch = try Scratch() }

  /// A ride as a file tells of it.
  private func recorded(
    _ source: Source = .garmin, after seconds: Int64 = 0, file: String,
    _ change: (inout Activity) -> Void = { _ in }
  ) -> Activity {
    let start = Timestamp(seconds: self.start + seconds)
    let name = String("\(start)".filter { $0 != "-" && $0 != ":" })
    var ride = Activity(id: ActivityID(source: source, sourceID: name), start: start)
    ride.durationSeconds = 3600
    ride.distanceMetres = 30_000
    ride.from = FileOrigin(file: file)
    change(&ride)
    return ride
  }

  private func take(
    _ rides: [Activity], _ quality: RecordingQuality? = nil, days: [WellnessDay] = [],
    index: FileIndex? = nil
  ) async throws -> Counts {
    let store = store(scratch)
    try await expectEqual(store.lock(), nil)
    let source = rides.first?.id.source ?? .garmin
    var files = ImportedFiles(
      records: [source: ImportedRecords(days: days, activities: rides, quality: quality)])
    files.index = index
    let counts = try await store.receive(files)
    try await store.save(try await derived(from: store, on: today), progress: Gauge())
    for noted in [source, .files] {
      try await store.note(noted, failure: nil, at: Timestamp(seconds: now))
    }
    await store.unlock()
    return counts[source] ?? Counts()
  }

  private func lines(_ source: Source = .garmin) throws -> [String] {
    try scratch.lines("activities/\(source.rawValue)/2026.ndjson")
  }

  private static let poor = RecordingQuality(quantities: 3, format: .gpx)
  private static let rich = RecordingQuality(quantities: 6, format: .fit)

  // MARK: Which file counts

  @Test(arguments: [false, true]) func `the richer file counts, whichever came first`(
    _ isRichFirst: Bool
  ) async throws {
    let poor = recorded(file: "a.gpx") { ($0.averageHeartRate, $0.name) = (140, "Loop") }
    let rich = recorded(after: 5, file: "b.fit") {
      ($0.averageHeartRate, $0.durationSeconds) = (141, 3590)
    }
    let files = [(poor, Self.poor), (rich, Self.rich)]
    let order = isRichFirst ? [1, 0] : [0, 1]
    for index in order { _ = try await take([files[index].0], files[index].1) }
    let line = try #require(try lines().first)
    try expectEqual(lines().count, 1)
    #expect(line.contains(#""average_heart_rate_bpm":141"#) && line.contains(#""duration_s":3590"#))
    // The other file fills the gaps.
    #expect(line.contains(#""name":"Loop""#))
    // The id and the place are those that were stored first.
    let first = files[order[0]].0
    #expect(line.contains(first.id.description) && line.contains(first.from?.file ?? "none"))
    for index in order {
      try await expectEqual(take([files[index].0], files[index].1).unchanged, 1)
    }
  }

  @Test func `six seconds apart, or of other lengths, are two rides`() async throws {
    let longer = recorded(after: 3, file: "c.fit") { $0.durationSeconds = 7200 }
    for ride in [recorded(file: "a.fit"), recorded(after: 6, file: "b.fit"), longer] {
      try await expectEqual(take([ride], Self.rich).new, 1)
    }
    try expectEqual(lines().count, 3)
  }

  @Test(arguments: [false, true]) func `of a cut file and a whole one the longer counts`(
    _ isCutFirst: Bool
  ) async throws {
    let cut = recorded(after: 1, file: "cut.fit") { $0.durationSeconds = 600 }
    let cutRichness = RecordingQuality(quantities: 7, format: .fit, isCut: true)
    let whole = recorded(file: "whole.fit")
    if isCutFirst { _ = try await take([cut], cutRichness) }
    _ = try await take([whole], Self.rich)
    if !isCutFirst { _ = try await take([cut], cutRichness) }
    try expectEqual(lines().count, 1)
    try expectEqual(lines().first?.contains(#""duration_s":3600"#), true)
  }

  @Test func `a longer summary takes the place of a recording, and recordings that of a summary`()
    async throws
  {
    let short = recorded(file: "short.fit") { $0.durationSeconds = 600 }
    let poor = recorded(file: "a.gpx") { ($0.durationSeconds, $0.distanceMetres) = (3590, 31_000) }
    let better = recorded(file: "b.gpx") { $0.distanceMetres = 32_000 }
    _ = try await take([short], Self.rich)
    _ = try await take([recorded(file: "summary.json")], nil)
    _ = try await take([poor], Self.poor)
    try expectEqual(lines().first?.contains(#""distance_m":30000,"#), true)
    _ = try await take([better], RecordingQuality(quantities: 4, format: .gpx))
    try expectEqual(lines().map { $0.contains(#""distance_m":32000,"#) }, [true])
  }

  @Test func `measurements of one day come from several files`() async throws {
    var pulse = WellnessDay(source: .garmin, date: today)
    pulse.restingHeartRate = 48
    var variability = WellnessDay(source: .garmin, date: today)
    variability.hrvRMSSD = 61
    try await expectEqual(take([], days: [pulse]).daysNew, 1)
    try await expectEqual(take([], days: [variability]).daysChanged, 1)
    let line = try #require(try scratch.lines("wellness/garmin/2026.ndjson").first)
    #expect(line.contains(#""resting_heart_rate_bpm":48,"hrv_rmssd_ms":61"#))
    try await expectEqual(take([], days: [pulse]).daysChanged, 0)
  }

  /// Files of a watch come one by one, and not always in order.
  @Test(arguments: [[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 0, 1]])
  func `of two nights of one date the longer one counts`(_ order: [Int]) async throws {
    func night(_ date: Day, from hour: Int, hours: Int, score: Double?) -> WellnessDay {
      var day = WellnessDay(source: .garmin, date: date)
      let start = LocalTime(day: date, second: 0).secondsSince1970 + Int64(hour * 3_600)
      day.sleepStart = LocalTime(secondsSince1970: start)
      day.sleepEnd = LocalTime(secondsSince1970: start + Int64(hours * 3_600))
      (day.sleepSeconds, day.sleepScore) = (hours * 3_600, score)
      return day
    }
    let yesterday = today.advanced(by: -1)
    let days = [
      night(yesterday, from: -1, hours: 7, score: 80),
      night(yesterday, from: 14, hours: 1, score: nil),
      night(today, from: -1, hours: 8, score: 90),
    ]
    for index in order { _ = try await take([], days: [days[index]]) }
    let lines = try scratch.lines("wellness/garmin/2026.ndjson")
    expectEqual(lines.map { $0.contains(#""sleep_s":25200,"#) }, [true, false])
    expectEqual(lines.map { $0.contains(#""sleep_score":80"#) }, [true, false])
  }

  // MARK: Archives of a service

  private func archived(_ id: Int, _ change: (inout Activity) -> Void = { _ in }) -> Activity {
    var ride = ride(id, at: start)
    (ride.raw, ride.load, ride.loadFrom) = (nil, nil, nil)
    ride.from = FileOrigin(file: "export.zip", member: "activities/\(id).fit.gz")
    change(&ride)
    return ride
  }

  @Test func `an archive fills what the service left out, and nothing else`() async throws {
    var sent = ride(7, at: start)
    (sent.averageCadence, sent.elevationGainMetres) = (nil, nil)
    let account = Account(activities: [sent])
    try await sync(store(scratch), [account])
    let filling = archived(7) {
      ($0.averageCadence, $0.elevationGainMetres, $0.name) = (88, 420, "another name")
    }
    // An archive that says nothing new changes no byte.
    let unfilled = try scratch.stamps(of: scratch.data + "/activities")
    try await expectEqual(take([archived(7) { $0.averageCadence = nil }]).unchanged, 1)
    try expectEqual(scratch.stamps(of: scratch.data + "/activities"), unfilled)
    try await expectEqual(take([filling]).changed, 1)
    let line = try #require(try lines(.strava).first)
    #expect(
      line.contains(#""elevation_gain_m":420"#) && line.contains(#""average_cadence_rpm":88"#))
    #expect(!line.contains("another name") && line.contains("\"raw\":{"))
    #expect(line.contains(#""from":{"file":"export.zip","member":"activities/7.fit.gz"}"#))
    // It is no change for the next sync, which asks for no more than before.
    let before = try scratch.stamps(of: scratch.data)
    let next = try await sync(store(scratch), [account])
    #expect(next.counts.unchanged == 1 && !next.counts.hasChanges)
    expectEqual(next.ranges[.strava]?.after, Timestamp(seconds: start - 30 * day))
    try expectEqual(scratch.stamps(of: scratch.data), before)
    // What the service says later counts; what it still leaves out stays.
    var edited = account
    edited.activities[0].name = "renamed"
    try await expectEqual(sync(store(scratch), [edited]).counts.changed, 1)
    let renamed = try #require(try lines(.strava).first)
    #expect(renamed.contains("renamed") && renamed.contains(#""average_cadence_rpm":88"#))
    try await expectEqual(take([filling]).unchanged, 1)
  }

  @Test func `a ride that the service does not list stays while only an archive has it`()
    async throws
  {
    try await expectEqual(
      take([archived(7), archived(8) { $0.start = .init(seconds: start + 9000) }]).new, 2)
    let account = Account(activities: [ride(7, at: start)])
    let first = try await sync(store(scratch), [account])
    #expect(first.counts.deleted == 0 && first.counts.new == 0 && first.counts.changed == 1)
    try expectEqual(lines(.strava).count, 2)
    try expectEqual(lines(.strava).first?.contains("\"raw\":{"), true)
    // Once the service has sent it, its word counts.
    let second = try await sync(store(scratch), [Account(activities: [])])
    expectEqual(second.counts.deleted, 1)
    try expectEqual(lines(.strava).map { $0.contains("strava:8") }, [true])
  }

  /// A connected folder may hold an export of an account that is listed as well: neither takes away
  /// what the other brings.
  @Test func `an archive and the service's list come in one run`() async throws {
    let run = store(scratch)
    try await expectEqual(run.lock(), nil)
    let account = Account(activities: [ride(7, at: start)])
    let archive = [archived(7), archived(8) { $0.start = .init(seconds: start + 9000) }]
    _ = try await run.receive(
      ImportedFiles(records: [.strava: ImportedRecords(days: [], activities: archive)]))
    let listing = try await run.beginListing(
      .strava, athlete: account.athlete, listing: Listing(full: false, since: nil))
    for page in account.pages(listing.rest) { _ = try await run.collect(page, from: .strava) }
    _ = try await run.applyListing(of: .strava, allowDeletions: false)
    try await expectEqual(run.counts().new, 2)
    try await run.save(try await derived(from: run, on: today), progress: Gauge())
    try await run.note(.strava, failure: nil, at: Timestamp(seconds: now))
    await run.unlock()
    try expectEqual(lines(.strava).map { $0.contains("\"raw\":{") }, [true, false])
    try await expectEqual(sync(store(scratch), [account]).counts.hasChanges, false)
  }

  // MARK: Which files are known

  @Test func `read files are known until somebody changes the rides`() async throws {
    let stamp = FileStamp(size: 12, modified: 34, inode: .max)
    let index = [PathKey("/rides/a.fit"): stamp]
    _ = try await take([recorded(file: "a.fit")], Self.rich, index: index)
    try await expectEqual(store(scratch).fileIndex(), index)
    // A sync that changes the record, because a service has the ride as well, is no stranger.
    var twin = ride(5, at: start)
    (twin.durationSeconds, twin.distanceMetres) = (3600, 30_000)
    try await sync(store(scratch), [Account(activities: [twin])])
    try expectEqual(lines().first?.contains("strava:5"), true)
    try await expectEqual(store(scratch).fileIndex(), index)
    try scratch.edit("activities/garmin/2026.ndjson") { $0 + " \n" }
    try await expectEqual(store(scratch).fileIndex(), FileIndex())
  }

  @Test func `without folders there is no index`() async throws {
    _ = try await take([recorded(file: "a.fit")], Self.rich)
    let state = try scratch.contents(of: scratch.state)
    expectEqual(state.keys.filter { $0.hasSuffix("files.ndjson") }, [])
  }

  @Test func `the index of many files is read as it was written`() async throws {
    var index: FileIndex = [:]
    for number in 0..<15_000 {
      let stamp = FileStamp(size: Int64(number), modified: -1, inode: .max)
      let path = "/rides/\(number * 7919 % 15_000)/caf\u{E9} \"\(number)\".fit"
      index[PathKey(path)] = stamp
    }
    _ = try await take([recorded(file: "a.fit")], Self.rich, index: index)
    try await expectEqual(store(scratch).fileIndex(), index)
  }

  @Test(arguments: ["", "{}\n", "{\"path\":\"a\"", "[1]\n", "\u{0}\n"])
  func `a damaged index forgets what was read`(_ text: String) async throws {
    let index: FileIndex = ["/a.fit": FileStamp(size: 1, modified: 2, inode: 3)]
    _ = try await take([recorded(file: "a.fit")], Self.rich, index: index)
    let path = try #require(
      try scratch.contents(of: scratch.state).keys.first { $0.hasSuffix("files.ndjson") })
    try Disk.write(Array(text.utf8), to: scratch.state + "/" + path)
    try await expectEqual(store(scratch).fileIndex(), FileIndex())
  }
}
