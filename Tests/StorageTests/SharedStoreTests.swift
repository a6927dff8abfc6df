// One store, two computers: each has a state folder of its own, and neither may lose what the other
// has written.

import Model
import Platform
import Storage
import Support
import Testing

@Suite(.blocking) struct SharedStoreTests {
  let scratch: Scratch
  let other: Scratch

  init() throws {
    scratch = try Scratch()
    other = try Scratch()
  }

  /// The store as another computer sees it.
  private func elsewhere() -> Store {
    Store(
      root: scratch.data, stateFolder: other.state, files: POSIXFiles(), time: ManualTime(at: now))
  }

  private let disk = MemoryFiles()

  /// The same on a disk that a test makes fail.
  private func computer(_ state: String) -> Store {
    Store(root: "/data", stateFolder: state, files: disk, time: ManualTime(at: now))
  }

  /// A run that has received these rides of files.
  private func received(_ run: Store, _ rides: [Activity]) async throws -> Store {
    try await expectEqual(run.lock(), nil)
    _ = try await run.receive(
      ImportedFiles(records: [.files: ImportedRecords(days: [], activities: rides)]))
    return run
  }

  private func save(_ run: Store) async throws {
    try await run.save(try await derived(from: run, on: today), progress: Gauge())
    await run.unlock()
  }

  private let one = [ride(1, at: now - day, source: .files)]
  private let two = [ride(2, at: now - 2 * day, source: .files)]
  private let nobody = LockHolder(process: nil, since: nil)

  @Test func `the lock of a store keeps out another computer`() async throws {
    try await save(received(store(scratch), one))
    let before = try scratch.stamps(of: scratch.data)
    let first = store(scratch)
    try await expectEqual(first.lock(), nil)
    try await expectEqual(elsewhere().lock(), nobody)
    try expectEqual(scratch.text("format"), "1\n")
    await first.unlock()
    try await expectEqual(elsewhere().lock(), nil)
    try expectEqual(scratch.stamps(of: scratch.data), before)
  }

  @Test func `a lock that cannot be used is not kept, and the next one looks at everything`()
    async throws
  {
    let old = (0..<40).map { ride($0 + 1, at: now - Int64($0) * 60 * day, source: .files) }
    try await save(received(computer("/one"), old))
    for isChanged in [false, true] {
      let run = try await received(
        computer("/one"), old + [ride(77, at: now - day, source: .files)])
      await run.unlock()
      if isChanged {
        try await save(received(computer("/two"), [ride(99, at: now - 3 * day, source: .files)]))
      }
      disk.fail([.read], on: "/data/format")
      await #expect(throws: SyncFailure.self) { try await run.lock() }
      disk.work()
      // Nobody has it.
      let other = computer("/two")
      try await expectEqual(other.lock(), nil, "\(isChanged)")
      await other.unlock()
      try await expectEqual(run.lock(), nil, "\(isChanged)")
      // What was received and not saved is gone; what others have saved is there.
      try await expectEqual(run.activities().count, isChanged ? 41 : 40, "\(isChanged)")
      await run.unlock()
    }
  }

  /// What a service has sent is kept for the time when there are locks again.
  @Test func `a store without locks is not written`() async throws {
    let account = Account(activities: rides(30))
    // The first run, of which only the data folder has no locks: it learns that when it saves.
    let first = computer("/one")
    try await expectEqual(first.lock(), nil)
    _ = try await first.beginListing(
      .strava, athlete: account.athlete, listing: Listing(full: false, since: nil))
    for page in account.pages(ListRange()) { _ = try await first.collect(page, from: .strava) }
    _ = try await first.applyListing(of: .strava, allowDeletions: true)
    disk.forgetLocks()
    let made = try await derived(from: first, on: today)
    await #expect(throws: SyncFailure.locked(.elsewhere)) {
      try await first.save(made, progress: Gauge())
    }
    await first.unlock()
    expectEqual(disk.files(below: "/data/").keys.sorted(), ["/data/format"])
    let checkpoint = disk.files(below: "/one/stores/").keys.filter { $0.contains("checkpoint") }
    expectEqual(checkpoint.count, 1)
    // Later ones learn it at once.
    for state in ["/one", "/two"] {
      await #expect(throws: SyncFailure.locked(.elsewhere)) {
        try await sync(computer(state), [account])
      }
    }
    expectEqual(disk.files(below: "/data/").count, 1)
    disk.forgetLocks(false)
    let outcome = try await sync(computer("/one"), [account])
    expectEqual([outcome.kept[.strava], outcome.counts.new], [30, 30])
  }

  /// Nothing is replaced when any of the files has changed since it was read.
  @Test func `a file that somebody else has replaced meanwhile ends the run`() async throws {
    let old = (0..<20).map { ride($0 + 1, at: now - Int64($0) * 60 * day, source: .files) }
    try await save(received(store(scratch), old))
    let edits: [@Sendable (String) -> String] = [
      { $0 + "\n" }, { String($0.dropLast()) + " " }, { $0 },
    ]
    for edit in edits {
      let run = try await received(
        store(scratch),
        old.map { ride in
          var ride = ride
          ride.name = "\(ride.name ?? "") again"
          return ride
        })
      let made = try await derived(from: run, on: today)
      try scratch.edit("activities/files/2024.ndjson", edit)
      let before = try scratch.contents(of: scratch.data)
      await #expect(throws: SyncFailure.locked(.elsewhere)) {
        try await run.save(made, progress: Gauge())
      }
      await run.unlock()
      try expectEqual(scratch.contents(of: scratch.data), before)
    }
  }

  @Test func `two first runs on one new store`() async throws {
    let first = try await received(store(scratch), one)
    let second = try await received(elsewhere(), two)
    let derived = try await derived(from: first, on: today)
    try await first.save(derived, progress: Gauge())
    await #expect(throws: SyncFailure.locked(.elsewhere)) {
      try await second.save(derived, progress: Gauge())
    }
    await first.unlock()
    await second.unlock()
    try await save(received(elsewhere(), two))
    try await expectEqual(store(scratch).activities().map(\.id), (two + one).map(\.id))
  }
}
