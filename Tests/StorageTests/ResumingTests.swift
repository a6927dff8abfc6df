// Listings that were cut short go on where they stopped.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct ResumingTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `what arrived before a failure is not asked for again`() async throws {
    var account = Account(activities: rides(450), pageSize: 100, pagesBeforeFailure: 3)
    let cut = try await sync(store(scratch), [account])
    expectEqual(cut.failed, [.strava])
    #expect(try scratch.contents(of: scratch.data).isEmpty)

    // A rehearsal counts what the cut listing has, and leaves it alone.
    let before = try scratch.stamps(of: scratch.path)
    account.pagesBeforeFailure = nil
    let dry = try await sync(store(scratch, mode: .readOnly), [account])
    try expectEqual(scratch.stamps(of: scratch.path), before)

    let next = try await sync(store(scratch), [account])
    expectEqual(next, dry)
    // From the second of the newest one on: that one comes again, and counts once.
    expectEqual(
      next.ranges[.strava]?.after, Timestamp(seconds: account.activities[299].start.seconds - 1))
    #expect(next.kept[.strava] == 300 && next.received[.strava] == 151 && next.counts.new == 450)

    let uncut = try Scratch()
    try await sync(store(uncut), [account])
    try expectEqual(scratch.contents(of: scratch.data), uncut.contents(of: uncut.data))
    #expect(try scratch.contents(of: scratch.state).keys.allSatisfy { !$0.contains("checkpoint") })
  }

  @Test func `rides that begin in one second are neither lost nor doubled`() async throws {
    let twins = (1...30).map { ride($0, at: now - 40 * day) }
    var account = Account(activities: twins, pageSize: 7, pagesBeforeFailure: 2)
    try await sync(store(scratch), [account])
    account.pagesBeforeFailure = nil
    try await expectEqual(sync(store(scratch), [account]).counts.new, 30)
    try expectEqual(scratch.lines("activities/strava/2026.ndjson").count, 30)
  }

  @Test func `a full listing that was cut is ended as one`() async throws {
    var account = Account(activities: rides(300), pageSize: 100)
    try await sync(store(scratch), [account])
    account.activities[50].name = "old edit"
    account.activities.remove(at: 250)
    account.pagesBeforeFailure = 1
    try await sync(store(scratch), [account], full: true)
    account.pagesBeforeFailure = nil
    let counts = try await sync(store(scratch), [account]).counts
    expectEqual([counts.changed, counts.deleted, counts.unchanged], [1, 1, 298])
  }

  @Test func `a listing that wants more than the cut one begins anew`() async throws {
    var account = Account(activities: rides(300), pageSize: 10)
    try await sync(store(scratch), [account])
    account.pagesBeforeFailure = 1
    try await sync(store(scratch), [account])
    account.pagesBeforeFailure = nil
    let full = try await sync(store(scratch), [account], full: true)
    expectEqual(full.ranges[.strava], ListRange())
    expectEqual(full.counts.unchanged, 300)
  }

  /// The cut run has said where the store begins.
  @Test func `a first listing that was cut goes on as it was begun`() async throws {
    var account = Account(activities: rides(300), pageSize: 10, pagesBeforeFailure: 1)
    let since = today.advanced(by: -60)
    try await sync(store(scratch), [account], since: since)
    account.pagesBeforeFailure = nil
    let next = try await sync(store(scratch), [account])
    expectEqual(next.kept[.strava], 10)
    #expect(account.activities.first.map { $0.day < since } == true)
    let stored = try await store(scratch, mode: .readOnly).activities()
    #expect(!stored.isEmpty && stored.allSatisfy { $0.day >= since })
    try await expectEqual(store(scratch).beginning(of: .strava), since)
  }

  @Test func `what another athlete left unfinished is not taken`() async throws {
    let ben = Account(
      athlete: Athlete(id: "8"), activities: rides(30), pageSize: 10, pagesBeforeFailure: 1)
    try await sync(store(scratch), [ben])
    let outcome = try await sync(store(scratch), [Account(activities: [ride(5, at: now - day)])])
    expectEqual(outcome.counts.new, 1)
    try expectEqual(scratch.lines("activities/strava/2026.ndjson").count, 1)
  }

  @Test(arguments: [1, 40, 300, 900])
  func `a torn checkpoint gives what can be read of it`(cut: Int) async throws {
    var account = Account(activities: rides(30), pageSize: 10, pagesBeforeFailure: 2)
    try await sync(store(scratch), [account])
    let name = try #require(
      try scratch.contents(of: scratch.state).keys.first { $0.contains("checkpoint") })
    let path = scratch.state + "/" + name
    let bytes = try POSIXFiles().read(path) ?? []
    try POSIXFiles().replace(path, with: bytes.dropLast(cut) + [0, 0, 0], mode: 0o600)
    try await sync(store(scratch), [account])
    account.pagesBeforeFailure = nil
    try await expectEqual(sync(store(scratch), [account]).counts.new, 30)
    try expectEqual(scratch.lines("activities/strava/2026.ndjson").count, 30)
  }

  @Test func `a record is kept after a quarter of a second`() async throws {
    let time = ManualTime(at: now)
    let store = store(scratch, time: time)
    try await expectEqual(store.lock(), nil)
    let account = Account(activities: rides(2))
    _ = try await store.beginListing(
      .strava, athlete: account.athlete, listing: Listing(full: false, since: nil))
    for (wait, index) in [(249, 0), (1, 1)] {
      time.advance(by: .milliseconds(wait))
      _ = try await store.collect(
        ActivityPage(activities: [account.activities[index]]), from: .strava)
      let names = try scratch.contents(of: scratch.state).keys
      expectEqual(names.contains { $0.contains("checkpoint") }, index == 1)
    }
    await store.unlock()
  }

  @Test func `many records are kept while they arrive, few are not`() async throws {
    let store = store(scratch)
    try await expectEqual(store.lock(), nil)
    let account = Account(activities: rides(1500))
    _ = try await store.beginListing(
      .strava, athlete: account.athlete, listing: Listing(full: false, since: nil))
    let first = ActivityPage(activities: Array(account.activities[..<999]))
    _ = try await store.collect(first, from: .strava)
    #expect(try scratch.contents(of: scratch.state).keys.allSatisfy { !$0.contains("checkpoint") })
    _ = try await store.collect(
      ActivityPage(activities: Array(account.activities[999..<1001])), from: .strava)
    await store.unlock()
    // The run was killed here.
    let next = try await sync(StorageTests.store(scratch), [account])
    #expect(next.received[.strava] == 500 && next.counts.new == 1500)
  }
}
