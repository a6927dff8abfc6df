// A run without news changes nothing; one with news stores what a new store would have.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct UnchangedRunTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `news is stored as in a new store`() async throws {
    let all = rides(1500)
    var account = Account()
    for count in [500, 1000, 1500] {
      account.activities = Array(all.prefix(count))
      try await sync(store(scratch), [account])
    }
    account.activities.append(ride(9999, at: now - 100))
    account.activities[1498].name = "renamed"
    let outcome = try await sync(store(scratch), [account])
    #expect(outcome.counts.new == 1 && outcome.counts.changed == 1)
    let whole = try Scratch()
    try await sync(store(whole), [account])
    try expectEqual(scratch.contents(of: scratch.data), whole.contents(of: whole.data))
  }

  /// A clock that was wrong by a year: all rides of the last weeks of a year were in the first.
  @Test func `a file that many records leave is read once`() async throws {
    var account = Account(activities: rides(200))
    try await sync(store(scratch), [account])
    for index in account.activities.indices.dropFirst(100) {
      let start = account.activities[index].start.seconds - 365 * day
      (account.activities[index].start, account.activities[index].startLocal) = (
        Timestamp(seconds: start), nil
      )
    }
    let watched = FaultyFiles(failing: -1, with: .killed)
    try await sync(
      store(scratch, files: watched), [account], full: true)
    let reads = watched.reads.filter { $0.hasSuffix("activities/strava/2026.ndjson") }
    #expect(reads.count < 20, "\(reads.count)")
    let whole = try Scratch()
    try await sync(store(whole), [account])
    try expectEqual(scratch.contents(of: scratch.data), whole.contents(of: whole.data))
  }

  @Test func `derived files are held until one is edited or removed`() async throws {
    let account = Account(activities: rides(300))
    try await sync(store(scratch), [account])
    func isHeld() async throws -> Bool {
      let run = store(scratch, mode: .readOnly)
      return try await run.holds(try await derived(from: run, on: today), withSheets: true)
    }
    #expect(try await isHeld())
    for (name, text) in [
      ("scores/2025.ndjson", #""strain""#), ("scores/2026.ndjson", #""date""#),
      ("prep.json", "40"), ("routine.json", "from"),
    ] {
      try scratch.edit(name) { $0.replacing(text, with: "1", maxReplacements: 1) }
      // A line that is no record is said.
      if let held = try? await isHeld() { #expect(!held, "\(name)") }
      try POSIXFiles().remove(scratch.data + "/" + name)
      #expect(try await !isHeld(), "\(name)")
      let run = store(scratch)
      try await expectEqual(run.lock(), nil)
      try await run.save(try await derived(from: run, on: today), progress: Gauge())
      await run.unlock()
      #expect(try await isHeld(), "\(name)")
    }
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
