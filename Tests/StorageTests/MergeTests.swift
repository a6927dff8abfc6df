// What no run shows by itself: how many deletions are believed, and files of years at odds.

import Model
import Support
import Testing

@testable import Storage

@Suite struct MergeTests {
  private func table(_ rides: [Activity]) throws -> YearTable<Activity> {
    var table = try YearTable<Activity>("/a", of: .strava, on: StoreDisk(files: MemoryFiles()))
    table.apply(puts: rides)
    return table
  }

  @Test(arguments: [
    (4, 4, false), (5, 5, true), (20, 21, false), (21, 21, true), (21, 42, false), (21, 41, true),
  ])
  func `most of what was listed is not deleted without being told to`(
    _ gone: Int, _ count: Int, _ isRefused: Bool
  ) throws {
    let stored = rides(count)
    for isAllowed in [false, true] {
      var table = try table(stored)
      let plan = ListingPlan(after: nil, isFull: false, since: nil)
      var merge = ServiceMerge(athlete: Athlete(id: "7"), plan: plan)
      for ride in stored.dropFirst(gone) + [ride(900, at: now)] { merge.collect(ride, stored: nil) }
      let end = merge.apply(to: &table, allowDeletions: isAllowed)
      let isKept = isRefused && !isAllowed
      expectEqual(end.refused, isKept ? RefusedDeletions(count: gone, total: count) : nil)
      expectEqual(merge.isDoubted, isKept)
      // What is new is kept.
      expectEqual(table.count, isKept ? count + 1 : count - gone + 1)
    }
  }

  @Test(arguments: [false, true])
  func `a full import tells the FTP that a file names, for its load`(_ isFull: Bool) throws {
    var stored = rides(2, source: .garmin)
    for index in stored.indices { (stored[index].load, stored[index].loadFrom) = (50, .power) }
    var table = try table(stored)
    var sent = rides(2, source: .garmin)
    sent[0].ftpWatts = 160
    var nights = try YearTable<WellnessDay>(
      "/w", of: .garmin, on: StoreDisk(files: MemoryFiles()))
    var merge = FileMerge(of: .garmin, recomputes: isFull, qualities: [:])
    let records = ImportedRecords(days: [], activities: sent)
    let changes = merge.apply(records, to: &table, &nights, until: today).rides.records
    expectEqual(changes, ["1": .unchanged, "2": .unchanged])
    expectEqual(table.records.map(\.load), [50, 50])
    expectEqual(table.records.map(\.ftpWatts), isFull ? [160, nil] : [nil, nil])
  }

  /// What is stored after an import of each of the files, one after the other.
  private func stored(
    _ files: [(ride: Activity, format: RideFormat)], recomputes: Bool
  ) throws -> [Activity] {
    var table = try table([])
    var nights = try YearTable<WellnessDay>(
      "/w", of: .garmin, on: StoreDisk(files: MemoryFiles()))
    var qualities: QualityTable = [:]
    for (ride, format) in files {
      var merge = FileMerge(of: .garmin, recomputes: recomputes, qualities: qualities)
      let quality = RecordingQuality(quantities: 5, format: format)
      let records = ImportedRecords(days: [], activities: [ride], quality: quality)
      _ = merge.apply(records, to: &table, &nights, until: today)
      qualities = merge.qualities
    }
    return table.records
  }

  @Test func `best powers and zones are taken from whichever service has them`() {
    var (watch, meter) = (ride(1, at: now), ride(1, at: now, source: .intervals))
    watch.analysis = RideAnalysis(heartRateZoneSeconds: [1, 2, 3, 4, 5])
    meter.analysis = RideAnalysis(bestPowers: [300])
    expectEqual(
      Activity(of: [watch, meter]).analysis,
      RideAnalysis(bestPowers: [300], heartRateZoneSeconds: [1, 2, 3, 4, 5]))
  }

  /// The ride has the id of the first file, and the start of the best one.
  @Test func `a shorter copy that starts with a ride is none of its own`() throws {
    let files = [(Int64(3), 2_997, RideFormat.gpx), (0, 3_000, .fit), (0, 2_000, .fit)].map {
      late, seconds, format in
      var sent = ride(1, at: now - day + late, source: .garmin)
      sent.id = ActivityID(source: .garmin, sourceID: "\(sent.start.seconds)")
      sent.durationSeconds = seconds
      return (sent, format)
    }
    try expectEqual(stored(files, recomputes: false).map(\.durationSeconds), [3_000])
  }

  /// Even with `--full`, a shorter copy tells nothing of the best powers.
  @Test(arguments: [[2_908, 1_800, 2_998], [2_998, 1_800, 2_908]])
  func `of copies of a ride the longest counts, in any order`(_ seconds: [Int]) throws {
    let files = seconds.map { seconds in
      var sent = rides(1, source: .garmin)[0]
      (sent.durationSeconds, sent.elapsedSeconds) = (seconds, seconds)
      sent.analysis = RideAnalysis(bestPowers: [seconds])
      return (sent, RideFormat.gpx)
    }
    let records = try stored(files, recomputes: true)
    expectEqual(records.map(\.durationSeconds), [2_998])
    expectEqual(records.first?.analysis?.bestPowers, [2_998])
  }

  @Test(arguments: ["2025", "2026"])
  func `records that change places are in a file each, whichever cannot be written`(
    _ year: String
  ) throws {
    let files = MemoryFiles()
    let disk = StoreDisk(files: files)
    let (early, late) = (now - 400 * day, now)
    var table = try table([ride(1, at: early), ride(2, at: late)])
    try table.save(on: disk, progress: Gauge())
    table.apply(puts: [ride(1, at: late), ride(2, at: early)])
    files.fail([.replace], on: year)
    #expect(throws: SyncFailure.self) { try table.save(on: disk, progress: Gauge()) }
    files.work()
    let left = try YearTable<Activity>("/a", of: .strava, on: disk)
    expectEqual(left.records.map(\.key).sorted(), ["1", "2"])
    try table.save(on: disk, progress: Gauge())
    for file in ["/a/2025.ndjson", "/a/2026.ndjson"] {
      expectEqual(files.text(file)?.split(separator: "\n").count, 1)
    }
  }

  /// As a run leaves it that is killed while it moves a record.
  @Test(arguments: ["2025", "2027"])
  func `of a record in two files the one in the file of its own year is kept`(
    _ year: String
  ) throws {
    func line(_ name: String) -> String {
      let ids = #""id":"strava:1","source":"strava","source_id":"1""#
      return #"{\#(ids),"name":"\#(name)","start":"2026-03-01T08:00:00Z"}"# + "\n"
    }
    let files = MemoryFiles()
    files.put(line("old"), at: "/a/\(year).ndjson")
    files.put(line("new"), at: "/a/2026.ndjson")
    var table = try YearTable<Activity>("/a", of: .strava, on: StoreDisk(files: files))
    expectEqual(table.records.map(\.name), ["new"])
    try table.save(on: StoreDisk(files: files), progress: Gauge())
    try expectEqual(Array(files.list("/a")), ["2026.ndjson"])
  }
}
