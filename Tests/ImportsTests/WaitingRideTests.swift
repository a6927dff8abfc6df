// Rides wait outside of memory, and come back as they were.

import CLibrary
import Codec
import Model
import Platform
import Support
import Synchronization
import Testing

@testable import Imports

@Suite struct WaitingRideTests {
  private static let texts = [
    nil, "", "Ride", "a\nb", "\u{0}\u{1B}[31m\"\\\u{7F}\u{2028}", "Überfahrt 🚲", "{}",
    String(repeating: "x", count: 5_000),
  ]
  private static let figures: [Double?] = [
    nil, 0, 0.1, 0.1 + 0.2, 1 / 3, -1, 250, 1e300, 1e-300, 9_007_199_254_740_992, .nan, .infinity,
  ]
  private static let whole: [Int?] = [nil, 0, 1, 59, 3_600, 3_155_760_000, .max, -1]

  /// A ride with extreme values, as any reader of files may give it.
  private static func ride(_ random: inout SeededRandom) -> FileRide {
    let start = Timestamp(seconds: Int64(random.pick(631_152_000...4_102_444_799)))
    let source = random.pick([Source.files, .garmin, .trainerroad, .strava])
    var activity = Activity(id: ActivityID(source, startingAt: start), start: start)
    activity.name = random.pick(texts)
    activity.sport = random.pick(texts)
    activity.device = random.pick(texts)
    activity.gear = random.pick(texts)
    if random.pick([true, false]) {
      activity.startLocal = LocalTime(secondsSince1970: start.seconds + 3_600)
    }
    activity.durationSeconds = random.pick(whole)
    activity.elapsedSeconds = random.pick(whole)
    activity.distanceMetres = random.pick(figures)
    activity.elevationGainMetres = random.pick(figures)
    activity.averagePowerWatts = random.pick(figures)
    activity.weightedPowerWatts = random.pick(figures)
    activity.maxPowerWatts = random.pick(figures)
    activity.measuredPower = random.pick([nil, true, false])
    activity.averageHeartRate = random.pick(figures)
    activity.maxHeartRate = random.pick(figures)
    activity.averageCadence = random.pick(figures)
    activity.energyKilojoules = random.pick(figures)
    // In the bounds of what files and services may say.
    activity.ftpWatts = random.pick([nil, 1, 250, 2_000, 1_000_000])
    func zones(_ count: Int) -> [Int] { (0..<count).map { _ in random.pick(0...1_000_000) } }
    let bests = Array((0..<random.pick(1...16)).map { 1_200 - 70 * $0 })
    let analyses = [
      nil, RideAnalysis(bestPowers: bests), RideAnalysis(powerZoneSeconds: zones(7)),
      RideAnalysis(
        bestPowers: bests, powerZoneSeconds: zones(7), heartRateZoneSeconds: zones(5)),
    ]
    activity.analysis = random.pick(analyses)
    activity.from = FileOrigin(
      file: random.pick(["a.fit", "a \"b\".zip", "ü"]), line: random.pick([nil, 1, .max]),
      member: random.pick([nil, "x/y.gpx", "in.zip!/z"]))
    let richness = RecordingQuality(
      quantities: random.pick(0...7), format: random.pick(RideFormat.allCases),
      isCut: random.pick([true, false]))
    return FileRide(
      activity: activity, richness: random.pick([nil, richness]),
      key: random.pick(["", "/a/b.zip!/c.fit", "/a\nb/🚲", "/e\u{301}"]))
  }

  @Test(arguments: [0, 10_000, 1 << 20])
  func aRideComesBackAsItWas(inMemory: Int) throws {
    var random = SeededRandom(seed: 7)
    var rides = (0..<300).map { _ in Self.ride(&random) }
    var waiting = WaitingRides(in: Spool(inMemory: inMemory))
    for ride in rides { waiting.append(ride) }
    for index in rides.indices where index % 3 == 0 {
      rides[index] = Self.ride(&random)
      waiting.replace(at: index, with: rides[index])
    }
    for (index, ride) in rides.enumerated() {
      try expectEqual(waiting.ride(at: index), ride)
      try expectEqual(waiting.key(at: index), ride.key)
    }
    // In another order than in the spool.
    waiting.heads.reverse()
    var read: [ImportedRide] = []
    try waiting.forEachRide { read.append($0) }
    expectEqual(
      read,
      rides.reversed().map { ride in
        ImportedRide(
          ride.activity, richness: ride.activity.id.source.isFiles ? ride.richness : nil)
      })
  }

  // MARK: Imports

  /// Exports of accounts, and rides that several files tell of.
  private static func files() throws -> [(name: String, bytes: [UInt8])] {
    let whole = TrueRide(seconds: 240)
    let other = TrueRide(start: whole.start + 7, seconds: 240)
    var weak = whole
    (weak.hasPower, weak.start) = (false, whole.start + 3)
    let entries = [9, 10, 8].map { StravaExport.Entry(whole, id: $0) }
    let strava = StravaExport(.english103, entries + [StravaExport.Entry(other, id: 10)])
    var rides = (0..<3).map { TrueRide(start: whole.start + $0 * 86_400, seconds: 240) }
    // Without the export, it would be of another source.
    rides[2].maker = 255
    let garmin = GarminExport(
      nights: [GarminNight(start: whole.start - 40_000)], rides: rides)
    let uploads = try ZipMaker.archive(garmin.uploads.map { ZipFile($0.name, $0.bytes) })
    let account = garmin.files + [(GarminExport.uploadsPath, uploads)]
    return [
      ("a.gpx", Array(whole.gpx().utf8)), ("b.fit", whole.fit()), ("c.fit", weak.fit()),
      ("d.tcx", Array(other.tcx().utf8)), ("e.fit", Array(weak.fit().prefix(weak.fit().count / 2))),
      ("strava.zip", try strava.archive()),
      ("garmin.zip", try ZipMaker.archive(account.map { ZipFile($0.name, $0.bytes) })),
    ]
  }

  private func reader(
    of files: [(name: String, bytes: [UInt8])], in spool: Spool = Spool()
  ) throws -> DocumentReader {
    var reader = DocumentReader(
      DocumentReader.Settings(formulas: noFormulas),
      progress: ReadingProgress(Gauge(), files: Gauge(), isStopped: { false }), spool: spool)
    for (name, bytes) in files {
      let isUsed = try reader.read(
        MemoryFile(bytes), at: DocumentLocation(file: "/rides/\(name)"))
      expect(isUsed, "\(name)")
    }
    return reader
  }

  private func rides(in spool: Spool) throws -> [Source: [ImportedRide]] {
    try rides(in: reader(of: Self.files(), in: spool))
  }

  private func rides(in reader: DocumentReader) throws -> [Source: [ImportedRide]] {
    var reader = reader
    return try reader.collection.takeRecords().mapValues { records in
      var rides: [ImportedRide] = []
      try records.rides.forEachRide { rides.append($0) }
      return rides
    }
  }

  @Test func ridesAreTheSameWhereverTheyWait() throws {
    let rides = try rides(in: Spool())
    try expectEqual(self.rides(in: Spool(inMemory: 0)), rides)
    // Rides of one start are in order of their ids.
    expectEqual(rides[.strava]?.map { String($0.activity.id.sourceID) }, ["10", "8", "9"])
    for (source, list) in rides {
      expect(list.allSatisfy { $0.activity.id.source == source }, "\(source)")
    }
    let start: Int64 = 1_773_472_502
    expectEqual(
      rides[.garmin]?.map { $0.activity.start.seconds - start }, [0, 7, 86_400, 2 * 86_400])
    expectEqual(rides[.garmin]?.compactMap(\.richness?.format), [.fit, .tcx, .fit, .fit])
    expectEqual(rides[.files]?.compactMap(\.richness?.format), [.gpx])
    expectEqual(rides[.strava]?.compactMap(\.richness), [])
  }

  /// Of each pair of a length the second file is richer; it begins 4 s, or 2 s, later.
  @Test func filesThatComeToOneStartAreOneRide() throws {
    let pairs: [(gap: Int64, seconds: Int, hasPower: Bool)] = [
      (0, 100, false), (2, 1_000, false), (4, 100, true), (4, 1_000, true),
    ]
    let files = pairs.enumerated().map { index, pair in
      var ride = TrueRide(start: 1_773_472_502 + pair.gap, seconds: pair.seconds)
      ride.hasPower = pair.hasPower
      return ("\(index).gpx", Array(ride.gpx().utf8))
    }
    let rides = try rides(in: reader(of: files))
    expectEqual(rides[.files]?.map { String($0.activity.id.sourceID) }, ["20260314T071506Z"])
    expectEqual(rides[.files]?.map(\.activity.elapsedSeconds), [1_000])
  }

  @Test func anIDThatStravaListsTwiceIsOneRide() throws {
    let entries = (0..<12).map { index in
      StravaExport.Entry(
        TrueRide(start: 1_773_472_502 + Int64(index) * 86_400, seconds: 60 + index),
        id: index % 11 + 1)
    }
    let rides = try rides(
      in: reader(of: [("strava.zip", StravaExport(.english103, entries).archive())]))
    let ids = rides[.strava]?.map { String($0.activity.id.sourceID) } ?? []
    expectEqual(ids.sorted(), (1...11).map { "\($0)" }.sorted())
  }

  @Test func ridesThatAreLostEndTheImport() throws {
    let file = Mutex<Int32>(-1)
    let spool = Spool(inMemory: 0) {
      let new = Spool.namelessFile()
      file.withLock { $0 = new ?? -1 }
      return new
    }
    var reader = try reader(of: Self.files(), in: spool)
    let records = try reader.collection.takeRecords()
    var again = try self.reader(of: Self.files(), in: spool)
    _ = file.withLock { ftruncate($0, 1) }
    let failure = SyncFailure.storage(
      StorageFailure(path: "temporary file", reason: .ioError, isReading: true))
    #expect(throws: failure) { try again.collection.takeRecords() }
    let rides = try #require(records[.files]?.rides)
    #expect(throws: failure) { try rides.forEachRide { _ in } }
    // What is not a ride any more.
    _ = file.withLock { ftruncate($0, 1 << 20) }
    #expect(throws: failure) { try rides.forEachRide { _ in } }
  }
}
