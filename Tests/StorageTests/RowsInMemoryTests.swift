// How many records stay in memory makes no difference.

import Model
import Platform
import Storage
import Support
import Testing

@Suite(.blocking) struct RowsInMemoryTests {
  /// Rides of nine years, of which a source sends some: each time others, some of them changed or at
  /// another time, and many that another source has as well.
  private struct Rider {
    var random: SeededRandom
    private var starts: [Int: Int64] = [:]

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func rides(of source: Source) -> [Activity] {
      (1...60).compactMap { id in
        guard random.pick(0...3) > 0 else { return nil }
        // Now and then one moves to another year.
        if starts[id] == nil || random.pick(0...15) == 0 {
          starts[id] = now - Int64(random.pick(1...3_200)) * day
        }
        let start = (starts[id] ?? now) + Int64(source == .strava ? 0 : random.pick(0...4))
        var ride = ride(id, at: start, source: source, local: random.pick([0, 3600]))
        ride.raw = source == .strava ? ride.raw : nil
        if source == .files { ride.from = FileOrigin(file: "rides.zip", member: "\(id).fit") }
        if random.pick(0...4) == 0 { ride.distanceMetres = Double(random.pick(1...90_000)) }
        return ride
      }.sorted { ($0.start, $0.id.sourceID) < ($1.start, $1.id.sourceID) }
    }
  }

  /// What a run brings to the store.
  private enum News {
    case files([Activity], RecordingQuality?)
    case account(Account, full: Bool)
  }

  private static func news(_ rider: inout Rider) -> News {
    switch rider.random.pick(0...2) {
    case 0:
      let richness = rider.random.pick([
        nil, RecordingQuality(quantities: rider.random.pick(1...7), format: .gpx),
      ])
      return .files(rider.rides(of: .files), richness)
    case 1:
      return .account(
        Account(activities: rider.rides(of: .strava)), full: rider.random.pick(0...1) == 0)
    default:
      return .account(
        Account(activities: rider.rides(of: .intervals), source: .intervals),
        full: rider.random.pick(0...1) == 0)
    }
  }

  private static func take(_ news: News, _ store: Store) async throws -> Outcome {
    switch news {
    case .account(let account, let full): return try await sync(store, [account], full: full)
    case .files(let rides, let richness):
      try await expectEqual(store.lock(), nil)
      var outcome = Outcome()
      outcome.bySource = try await store.receive(
        ImportedFiles(
          records: [.files: ImportedRecords(days: [], activities: rides, richness: richness)]))
      try await store.save(try await derived(from: store, on: today), progress: Gauge())
      outcome.counts = try await store.counts()
      await store.unlock()
      return outcome
    }
  }

  @Test(arguments: Tier.cases(0..<20, quick: 2))
  func `the same runs give the same store`(seed: Int) async throws {
    var rider = Rider(seed: UInt64(seed))
    let all = try Scratch()
    let some = try [1, 10].map { (rows: $0, scratch: try Scratch()) }
    for _ in 0..<6 {
      let news = Self.news(&rider)
      let expected = try await Self.take(news, store(all, rowsInMemory: nil))
      for (rows, scratch) in some {
        let outcome = try await Self.take(news, store(scratch, rowsInMemory: rows))
        expectEqual(outcome, expected, "\(rows) rows")
        try expectEqual(
          scratch.contents(of: scratch.data), all.contents(of: all.data), "\(rows) rows")
      }
    }
  }
}
