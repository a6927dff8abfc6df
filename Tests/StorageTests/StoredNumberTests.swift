// Numbers and dates at their extremes in every stored file: a clear answer, and never a trap.

import Codec
import Platform
import Pipeline
import Support
import Model
import Testing

@testable import Storage

@Suite(.blocking) struct StoredNumberTests {
  /// What takes the place of a number or a word.
  static let extremes = [
    "1e300", "-1e300", "1.7976931348623157e308", "-1.7976931348623157e308", "1e-320", "-0",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e19", "1e400",
    "9007199254740993", "3155760001", "-1", "0", "null", "true", "[]", "{}", "\"\"",
    "\"0001-01-01\"", "\"9999-12-31\"", "\"0001-01-01T00:00:00Z\"",
    "\"9999-12-31T23:59:59Z\"", "\"0001-01-01T00:00:00\"", "\"9999-12-31T23:59:59\"",
  ]

  private static let accounts: [Account] = {
    var strava = Account(activities: Runs.history(.strava, count: 4))
    for index in strava.activities.indices { strava.activities[index].raw = nil }
    var intervals = Account(
      activities: [], days: Runs.nights(.intervals, count: 3), source: .intervals)
    // One ride that both have.
    var twin = Runs.history(.intervals, count: 1)[0]
    twin.start = Timestamp(seconds: twin.start.seconds + 30)
    twin.raw = nil
    intervals.activities = [twin]
    return [strava, intervals]
  }()

  /// A store of few records, synced, imported into, and with a listing that was cut short.
  private static func filled() async throws -> Scratch {
    let scratch = try Scratch()
    _ = await Runs.syncing(accounts)(scratch, POSIXFiles())
    let records = ImportedRecords(
      days: Runs.nights(.appleHealth, count: 20),
      activities: Runs.history(.appleHealth, count: 2))
    await expectEqual(Runs.importing(records)(scratch, POSIXFiles()).exit, .ok)
    var cut = accounts[0]
    (cut.pageSize, cut.pagesBeforeFailure, cut.skipped) = (2, 1, 1)
    try await sync(store(scratch), [cut], full: true)
    return scratch
  }

  /// The files that hold JSON, by their paths below the scratch.
  private static func files(of scratch: Scratch) throws -> [String] {
    try scratch.contents(of: scratch.path).keys.sorted().filter {
      $0.hasSuffix("json") && !$0.hasSuffix("credentials.json")
    }
  }

  /// Every member of every kind of file, with each extreme.
  @Test(arguments: Tier.cases(extremes, quick: 2))
  func `every member at its extremes`(_ extreme: String) async throws {
    let scratch = try await Self.filled()
    let files = try Self.files(of: scratch)
    let kinds = ["activities/", "wellness/", "scores/", "routine", "prep", "cursor", "checkpoint"]
    for kind in kinds + ["thresholds", "sources"] {
      #expect(files.contains { $0.contains(kind) }, "\(kind)")
    }
    for file in files {
      let path = scratch.path + "/" + file
      let clean = try POSIXFiles().read(path) ?? []
      // The first line says all that the others do, but in a checkpoint.
      let lines = NDJSON(clean).lines.prefix(file.contains("checkpoint") ? 4 : 1)
      for place in values(in: clean, upTo: lines.last?.upperBound ?? 0) {
        var bytes = clean
        bytes.replaceSubrange(place, with: extreme.utf8)
        try POSIXFiles().replace(path, with: bytes, mode: 0o600)
        try await read(scratch, "\(file) at \(place.lowerBound)")
      }
      try POSIXFiles().replace(path, with: clean, mode: 0o600)
    }
  }

  /// Several at once, and the runs that follow.
  @Test(arguments: Tier.cases(0..<16, quick: 2))
  func `runs over extremes end with an answer`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let scratch = try await Self.filled()
    let clean = try Self.files(of: scratch).map { file in
      (
        path: scratch.path + "/" + file,
        bytes: try POSIXFiles().read(scratch.path + "/" + file) ?? []
      )
    }
    for _ in 0..<3 {
      for (path, bytes) in clean {
        var bytes = bytes
        for place in values(in: bytes, upTo: bytes.count).reversed()
        where random.pick(0...30) == 0 {
          let old = String(decoding: bytes[place], as: UTF8.self)
          let new = seed % 2 == 0 ? random.pick(Self.extremes) : possible(old, &random)
          bytes.replaceSubrange(place, with: new.utf8)
        }
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try POSIXFiles().makeFolder(folder, mode: 0o700)
        try POSIXFiles().replace(path, with: bytes, mode: 0o600)
      }
      for run in [Runs.syncing(Self.accounts), Runs.syncing(Self.accounts, full: true)] {
        let report = await run(scratch, POSIXFiles())
        #expect([.ok, .partial, .badInput, .config].contains(report.exit), "\(report.failures)")
      }
      try await read(scratch, "seed \(seed)")
    }
  }

  /// What a service sends beyond all bounds is stored as it was sent, and computed with nowhere.
  @Test func `what cannot be stored is left out`() async throws {
    let scratch = try Scratch()
    var account = Account(activities: Runs.history(.strava, count: 2))
    var rides = account.activities
    (rides[0].durationSeconds, rides[0].distanceMetres) = (.max, 1e300)
    (rides[0].load, rides[0].loadFrom) = (-1e300, .service)
    (rides[1].elapsedSeconds, rides[1].averagePowerWatts) = (-1, .infinity)
    account.activities = rides
    account.days = Runs.nights(.strava, count: 1)
    account.days[0].sleepSeconds = .min
    account.days[0].weightKilograms = .nan
    await expectEqual(Runs.syncing([account])(scratch, POSIXFiles()).exit, .ok)
    let lines = try scratch.lines("activities/strava/2026.ndjson")
    expectEqual(lines.count, 2)
    #expect(!lines[0].contains("duration_s") && !lines[0].contains("distance_m"))
    #expect(!lines[1].contains("elapsed_s") && !lines[1].contains("average_power_w"))
    #expect(lines[1].contains("duration_s"))
    let stamps = try scratch.stamps(of: scratch.data)
    let again = await Runs.syncing([account])(scratch, POSIXFiles())
    #expect(again.exit == .ok && !again.counts.hasChanges)
    try expectEqual(scratch.stamps(of: scratch.data), stamps)
  }

  /// What commands read of a store.
  private enum Reading: CaseIterable {
    case history, scores, routine, prep, thresholds, unfinished, holdings

    func read(_ store: Store) async throws(SyncFailure) {
      switch self {
      case .history: _ = try await store.activities()
      case .scores: _ = try await store.savedRows(since: today.advanced(by: -42))
      case .routine: _ = try await store.savedRoutine()
      case .prep: _ = try await store.savedPrep()
      case .thresholds: _ = try await store.thresholds()
      case .unfinished: _ = try await store.unfinished()
      case .holdings: for source in Source.allCases { _ = try await store.holdings(of: source) }
      }
    }
  }

  /// Reads all there is, as the commands do.
  private func read(_ scratch: Scratch, _ point: String) async throws {
    let store = store(scratch, mode: .readOnly)
    for reading in Reading.allCases {
      do throws(SyncFailure) {
        try await reading.read(store)
      } catch {
        // It says which file, and in files of lines which line.
        guard case .badInput(let file, let line) = error else {
          Issue.record("\(error): \(point)")
          continue
        }
        #expect(line != nil || !file.description.hasSuffix(".ndjson"), "\(point)")
      }
    }
  }

  /// An extreme that may stand where `old` does, so that it is computed with.
  private func possible(_ old: String, _ random: inout SeededRandom) -> String {
    let date = old.dropFirst().prefix(10)
    if date.count == 10, date.utf8.dropFirst(4).first == UInt8(ascii: "-") {
      let other = random.pick(["0001-01-01", "9999-12-31", "1970-01-01", "2026-11-18"])
      return "\"" + other + old.dropFirst(11)
    }
    guard let first = old.utf8.first, "-0123456789".utf8.contains(first) else { return old }
    return random.pick([
      "0", "1", "100", "3155760000", "1e-320", "9007199254740992", "-9007199254740992", "1e9",
    ])
  }

  /// Where numbers and texts stand behind a colon or in a list.
  private func values(in bytes: [UInt8], upTo end: Int) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var at = 0
    while at < end {
      guard ":[,".utf8.contains(bytes[at]), at + 1 < end else {
        at += 1
        continue
      }
      let start = at + 1
      var stop = start
      if bytes[start] == UInt8(ascii: "\"") {
        stop += 1
        while stop < end, bytes[stop] != UInt8(ascii: "\"") { stop += 1 }
        stop = min(stop + 1, end)
        // A name stands before a colon.
        if stop < end, bytes[stop] == UInt8(ascii: ":") {
          at = stop
          continue
        }
      } else {
        while stop < end, !",]}{[:\n".utf8.contains(bytes[stop]) { stop += 1 }
      }
      if stop > start { places.append(start..<stop) }
      at = max(stop, start)
    }
    return places
  }
}
