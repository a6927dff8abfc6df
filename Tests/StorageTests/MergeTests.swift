// What listings and files make of stored records, as values without a disk.

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

  private func ids(_ table: YearTable<Activity>) -> [String] { table.records.map(\.key) }

  private func listing(
    _ sent: [Activity], after: Int64? = nil, isFull: Bool = false
  ) -> ServiceMerge {
    let plan = ListingPlan(
      after: after.map { Timestamp(seconds: $0) }, isFull: isFull, since: nil)
    var merge = ServiceMerge(athlete: Athlete(id: "7"), plan: plan)
    for ride in sent { merge.collect(ride, stored: nil) }
    return merge
  }

  // MARK: Listings

  /// Whatever the order of the pages, and although one is sent twice.
  @Test func `a listing brings, changes and deletes, within its time`() throws {
    let stored = rides(4)
    var renamed = stored[2]
    renamed.name = "renamed"
    let sent = [ride(9, at: now), renamed, stored[3]]
    for pages in [sent, sent.reversed(), sent + sent] {
      var table = try table(stored)
      var merge = listing(pages, after: stored[0].start.seconds)
      let (changes, refused) = merge.apply(to: &table, allowDeletions: false)
      expectEqual(changes.records, ["2": .deleted, "3": .changed, "4": .unchanged, "9": .new])
      expectEqual(refused, nil)
      expectEqual(ids(table), ["1", "3", "4", "9"])
      expectEqual(table.records[1].name, renamed.name)
    }
  }

  @Test func `records that nobody could read delete nothing`() throws {
    var table = try table(rides(4))
    var merge = listing([])
    merge.skip(1)
    expectEqual(merge.apply(to: &table, allowDeletions: true).changes.records, [:])
    expectEqual(table.count, 4)
  }

  @Test(arguments: [(20, 20, false), (21, 21, true), (21, 42, false), (21, 41, true)])
  func `most of what was listed is not deleted without being told to`(
    _ gone: Int, _ count: Int, _ isRefused: Bool
  ) throws {
    let stored = rides(count)
    for isAllowed in [false, true] {
      var table = try table(stored)
      var merge = listing(Array(stored.dropFirst(gone)) + [ride(900, at: now)])
      let end = merge.apply(to: &table, allowDeletions: isAllowed)
      let isKept = isRefused && !isAllowed
      expectEqual(end.refused, isKept ? RefusedDeletions(count: gone, total: count) : nil)
      expectEqual(merge.isDoubted, isKept)
      // What is new is kept.
      expectEqual(table.count, isKept ? count + 1 : count - gone + 1)
    }
  }

  @Test(arguments: [false, true])
  func `a load is kept until what it comes from changes, or everything is renewed`(
    _ isFull: Bool
  ) throws {
    var stored = rides(3)
    for index in stored.indices {
      (stored[index].load, stored[index].loadFrom, stored[index].isExcluded) = (50, .power, true)
    }
    var sent = rides(3)
    sent[0].name = "renamed"
    sent[1].durationSeconds = 7200
    var table = try table(stored)
    var merge = listing(sent, isFull: isFull)
    _ = merge.apply(to: &table, allowDeletions: false)
    expectEqual(table.records.map(\.load), isFull ? [nil, nil, nil] : [50, nil, 50])
    // What the rider has said stays.
    expect(table.records.allSatisfy { $0.isExcluded })
  }

  // MARK: Files

  private func files(
    _ rides: [Activity], days: [WellnessDay] = [], of source: Source = .garmin,
    into table: inout YearTable<Activity>, _ qualities: QualityTable = [:],
    recorded: RecordingQuality? = nil, recomputes: Bool = false
  ) throws -> (changes: [String: RecordChange], qualities: QualityTable) {
    var nights = try YearTable<WellnessDay>(
      "/w", of: source, on: StoreDisk(files: MemoryFiles()))
    var merge = FileMerge(of: source, recomputes: recomputes, qualities: qualities)
    let records = ImportedRecords(days: days, activities: rides, quality: recorded)
    let end = merge.apply(records, to: &table, &nights, until: today)
    return (end.rides.records, merge.qualities)
  }

  @Test func `files delete nothing, and the same again changes nothing`() throws {
    var table = try table(rides(3, source: .garmin))
    let sent = Array(rides(3, source: .garmin).dropFirst()) + [ride(9, at: now, source: .garmin)]
    try expectEqual(
      files(sent, into: &table).changes, ["2": .unchanged, "3": .unchanged, "9": .new])
    try expectEqual(
      files(sent, into: &table).changes, ["2": .unchanged, "3": .unchanged, "9": .unchanged])
    expectEqual(ids(table), ["1", "2", "3", "9"])
  }

  @Test(arguments: [false, true])
  func `a full import renews the load of a ride whose file names an FTP`(_ isFull: Bool) throws {
    var stored = rides(2, source: .garmin)
    for index in stored.indices { (stored[index].load, stored[index].loadFrom) = (50, .power) }
    var table = try table(stored)
    var sent = rides(2, source: .garmin)
    sent[0].ftpWatts = 160
    try expectEqual(
      files(sent, into: &table, recomputes: isFull).changes, ["1": .unchanged, "2": .unchanged])
    expectEqual(table.records.map(\.load), isFull ? [nil, 50] : [50, 50])
    expectEqual(table.records.map(\.ftpWatts), isFull ? [160, nil] : [nil, nil])
  }

  /// The id stays that of the first.
  @Test(arguments: [2, 6]) func `of two files of a ride the richer counts`(_ quantities: Int) throws
  {
    var other = ride(2, at: now + 4, source: .garmin)
    (other.name, other.averageCadence) = ("other", 88)
    var table = try table([ride(1, at: now, source: .garmin)])
    let known = RecordingQuality(quantities: 4, format: .fit)
    let sent = RecordingQuality(quantities: quantities, format: .fit)
    let (changes, qualities) = try files([other], into: &table, ["1": known], recorded: sent)
    expectEqual(changes, ["1": .changed])
    expectEqual(qualities, ["1": max(known, sent)])
    expectEqual(ids(table), ["1"])
    // Either fills the gaps of the other.
    expectEqual(table.records[0].averageCadence, 88)
    expectEqual(table.records[0].name == other.name, quantities == 6)
  }

  /// Their dates are told by the newest record, but for those of a wrong clock.
  @Test(arguments: [1, -400]) func `older files only fill gaps`(_ ago: Int64) throws {
    var stored = ride(1, at: now - 5 * day, source: .appleHealth)
    stored.averageCadence = nil
    var table = try table([stored, ride(2, at: now - ago * day, source: .appleHealth)])
    var sent = ride(1, at: now - 5 * day, source: .appleHealth)
    (sent.averagePowerWatts, sent.averageCadence) = (99, 88)
    try expectEqual(files([sent], of: .appleHealth, into: &table).changes, ["1": .changed])
    expectEqual(table.records[0].averageCadence, 88)
    expectEqual(table.records[0].averagePowerWatts, ago > 0 ? 180.1 : 99)
  }

  // MARK: Tables

  @Test func `a record that moves to another year is in one file`() throws {
    let files = MemoryFiles()
    let disk = StoreDisk(files: files)
    var table = try table([ride(1, at: now), ride(2, at: now - 400 * day)])
    try table.save(on: disk, progress: Gauge())
    try expectEqual(Array(files.list("/a")), ["2025.ndjson", "2026.ndjson"])
    table.apply(puts: [ride(1, at: now - 500 * day)], removals: [])
    expectEqual(ids(table), ["1", "2"])
    expectEqual(table.find(ride(1, at: now))?.start.seconds, now - 500 * day)
    try table.save(on: disk, progress: Gauge())
    try expectEqual(Array(files.list("/a")), ["2025.ndjson"])
    let stored = try YearTable<Activity>("/a", of: .strava, on: disk)
    expectEqual(stored.records.map(\.id), table.records.map(\.id))
    table.apply(puts: [], removals: [ride(2, at: now)])
    expectEqual(ids(table), ["1"])
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
    expectEqual(ids(left).sorted(), ["1", "2"])
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
