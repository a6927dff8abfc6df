// A run reads only what it changes, and knows when what it remembers is out of date.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct LedgerTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `a run without news reads no record`() async throws {
    let account = Account(activities: rides(300))
    try await sync(store(scratch), [account])
    let watched = FaultyFiles(failing: -1, with: .killed)
    let outcome = try await sync(store(scratch, files: watched), [account])
    expectEqual(outcome.counts.unchanged, 15)
    expectEqual(watched.reads.filter { $0.contains("/activities/") }, [])
  }

  @Test func `a new ride makes one year be read`() async throws {
    var account = Account(activities: rides(300))
    try await sync(store(scratch), [account])
    account.activities.append(ride(999, at: now - 100))
    account.activities[298].name = "renamed"
    let watched = FaultyFiles(failing: -1, with: .killed)
    let outcome = try await sync(store(scratch, files: watched), [account])
    #expect(outcome.counts.new == 1 && outcome.counts.changed == 1)
    expectEqual(
      Set(watched.reads.filter { $0.contains("/activities/") }),
      [scratch.data + "/activities/strava/2026.ndjson"])
    // The same bytes as of a store that never had a ledger.
    let whole = try Scratch()
    try await sync(store(whole), [account])
    let text = try whole.text("activities/strava/2026.ndjson")
    try expectEqual(scratch.text("activities/strava/2026.ndjson"), text)
  }

  @Test func `without its ledger a store is the same`() async throws {
    let account = Account(activities: rides(60))
    try await sync(store(scratch), [account])
    let with = try await store(scratch, mode: .readOnly).history()
    for name in try scratch.contents(of: scratch.state).keys where name.contains("ledger") {
      try POSIXFiles().remove(scratch.state + "/" + name)
    }
    let without = try await store(scratch, mode: .readOnly).history()
    expectEqual(with.activities.map(\.id), without.activities.map(\.id))
    expectEqual(with.activities.map(\.startLocal), without.activities.map(\.startLocal))
    func figures(_ history: History) -> [[Double?]] {
      history.activities.map { [$0.load, $0.averagePowerWatts] }
    }
    expectEqual(figures(with), figures(without))
    expectEqual(with.firstDay, without.firstDay)
  }

  @Test func `ids of any length are kept`() async throws {
    let long = String(repeating: "9", count: 300)
    var odd = Activity(
      id: ActivityID(source: .strava, sourceID: long), start: Timestamp(seconds: now - day))
    odd.name = "long"
    let account = Account(activities: [odd, ride(1, at: now - 500 * day)])
    try await sync(store(scratch), [account])
    let before = try scratch.stamps(of: scratch.data)
    try await expectEqual(sync(store(scratch), [account]).counts.unchanged, 1)
    try await expectEqual(sync(store(scratch), [account], full: true).counts.unchanged, 2)
    try expectEqual(scratch.stamps(of: scratch.data), before)
  }
}
