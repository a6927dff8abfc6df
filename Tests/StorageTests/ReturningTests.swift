// A run that gives the lock back and takes it again, alone or with others in between.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct ReturningTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private let strava = Account(activities: rides(40), pageSize: 15)
  /// Other rides than Strava's.
  private let intervals = Account(
    activities: (1...12).map {
      ride($0, at: now - Int64($0) * 2 * day + 10 * 3600, source: .intervals)
    }, source: .intervals)

  private func fresh(_ mode: Store.Mode = .readWrite) -> Store { store(scratch, mode: mode) }

  /// Lists accounts to their end under the lock, which is kept.
  private func list(_ run: Store, _ accounts: [Account], full: Bool = false) async throws {
    for account in accounts {
      let start = try await run.beginListing(
        account.source, athlete: account.athlete, listing: Listing(full: full, since: nil))
      for page in account.pages(start.rest) {
        _ = try await run.receive(page, from: account.source)
      }
      if !account.days.isEmpty { _ = try await run.receive(account.days, from: account.source) }
      _ = try await run.endListing(account.source, allowDeletions: true)
    }
  }

  /// A run that has listed all and was to save when it failed.
  private func unsaved(_ accounts: [Account]) async throws -> Store {
    let run = fresh()
    try await expectEqual(run.lock(), nil)
    try await list(run, accounts)
    // As a sync does at its end.
    _ = try await run.counts()
    for account in accounts { try await run.suspendListing(account.source) }
    await run.unlock()
    return run
  }

  private func save(_ run: Store) async throws {
    try await run.save(try await derived(from: run, on: today), progress: Gauge())
    await run.unlock()
  }

  /// Takes the lock again; these sources were changed by others meanwhile.
  private func relock(_ run: Store, changed: Set<Source> = []) async throws {
    try await expectEqual(run.lock(), nil)
    await expectEqual(run.changedMeanwhile, changed)
  }

  /// Expects what a single sync of these accounts stores.
  private func expectStored(_ accounts: [Account]) async throws {
    let other = try Scratch()
    try await sync(store(other), accounts)
    try expectEqual(scratch.contents(of: scratch.data), other.contents(of: other.data))
  }

  /// Strava's rides, and a later one.
  private var newer: Account {
    var newer = strava
    newer.activities.append(ride(900, at: now - 3600))
    return newer
  }

  private func checkpoints() throws -> [String] {
    try scratch.contents(of: scratch.state).keys.filter { $0.contains("checkpoint") }
  }

  // MARK: Alone

  @Test func `what was received is saved under a later lock`() async throws {
    let run = try await unsaved([strava, intervals])
    try expectEqual(checkpoints().count, 2)
    try await relock(run)
    try await save(run)
    try await expectEqual(run.counts().new, 52)
    try await expectStored([strava, intervals])
    #expect(try checkpoints().isEmpty)
    #expect(try await sync(fresh(), [strava]).ranges[.strava]?.after != nil)
  }

  /// The operations at which a case fails are so many apart.
  static let distance = 8

  @Test(arguments: Tier.cases(0..<distance, quick: 1))
  func `a save that fails anywhere is done again, byte for byte`(from start: Int) async throws {
    let whole = try Scratch()
    try await sync(store(whole), KilledRunTests.busyAccounts(false))
    try await sync(store(whole), KilledRunTests.busyAccounts(true), full: true)
    let expected = try whole.contents(of: whole.data)
    let probe = FaultyFiles(failing: -1, with: .killed)
    let (_, first) = try await received(on: probe, in: Scratch())
    var victim = first + start
    while true {
      let scratch = try Scratch()
      let files = FaultyFiles(failing: victim, with: .failure(.diskFull))
      let (run, _) = try await received(on: files, in: scratch)
      let counts = try await run.counts()
      let made = try await derived(from: run, on: today)
      do {
        try await run.save(made, progress: Gauge())
        break
      } catch {
        let point = Comment(rawValue: files.operations[victim])
        for account in KilledRunTests.busyAccounts(true) {
          try await run.suspendListing(account.source)
        }
        await run.unlock()
        try await expectEqual(run.counts(), counts, point)
        try await expectEqual(run.lock(), nil)
        #expect(await run.changedMeanwhile.isEmpty, point)
        try await run.save(try await derived(from: run, on: today), progress: Gauge())
        await run.unlock()
        try await expectEqual(run.counts(), counts, point)
        try expectEqual(scratch.contents(of: scratch.data), expected, point)
        let next = try await sync(store(scratch), KilledRunTests.busyAccounts(true))
        #expect(next.ranges[.strava]?.after != nil, point)
        #expect(!next.counts.hasChanges, point)
      }
      victim += Self.distance
    }
    #expect(victim > first + start)
  }

  /// A second sync up to its saving, and how many changes it has made to the disk.
  private func received(
    on files: FaultyFiles, in scratch: Scratch
  ) async throws -> (run: Store, operations: Int) {
    try await sync(store(scratch), KilledRunTests.busyAccounts(false))
    let run = store(scratch, files: files)
    try await expectEqual(run.lock(), nil)
    try await list(run, KilledRunTests.busyAccounts(true), full: true)
    return (run, files.operations.count)
  }

  /// A run that has listed accounts and finds the disk full when it saves.
  private func withoutRoom(_ accounts: [Account], on files: FaultyFiles) async throws -> Store {
    let run = store(scratch, files: files)
    try await expectEqual(run.lock(), nil)
    try await list(run, accounts)
    files.isFull = true
    await #expect(throws: SyncFailure.self) { try await save(run) }
    return run
  }

  @Test func `with room again, what was received is saved or kept`() async throws {
    let files = FaultyFiles(failing: -1, with: .killed)
    let run = try await withoutRoom([strava], on: files)
    await #expect(throws: SyncFailure.self) { try await run.suspendListing(.strava) }
    await run.unlock()
    files.isFull = false
    try await relock(run)
    try await run.suspendListing(.strava)
    try expectEqual(checkpoints().count, 1)
    try await save(run)
    try await expectStored([strava])
  }

  @Test func `a checkpoint that another run has begun anew is not taken for our own`() async throws
  {
    let files = FaultyFiles(failing: -1, with: .killed)
    let run = try await withoutRoom([strava], on: files)
    await run.unlock()
    files.isFull = false
    var cut = strava
    (cut.pageSize, cut.pagesBeforeFailure) = (10, 1)
    try await sync(fresh(), [cut], full: true)
    try await relock(run, changed: [.strava])
    await run.unlock()
  }

  @Test func `a run needs no checkpoint for what it has received itself`() async throws {
    let account = Account(activities: rides(40))
    let run = store(scratch)
    try await expectEqual(run.lock(), nil)
    try await list(run, [account])
    let derived = try await derived(from: run, on: today)
    for path in try scratch.contents(of: scratch.state).keys where path.contains("checkpoint") {
      try POSIXFiles().remove(scratch.state + "/" + path)
    }
    try await run.save(derived, progress: Gauge())
    await run.unlock()
    try await expectStored([account])
  }

  @Test func `after a save that failed, too, it shows who was here`() async throws {
    try await sync(fresh(), [strava])
    let files = FaultyFiles(failing: -1, with: .killed)
    let run = try await withoutRoom([newer], on: files)
    await run.unlock()
    files.isFull = false
    try await sync(fresh(), [intervals])
    try await relock(run, changed: [.intervals])
    try await save(run)
    try await expectStored([newer, intervals])
  }

  // MARK: With others in between

  @Test func `another source that was synced meanwhile takes nothing away`() async throws {
    let run = try await unsaved([strava])
    try await sync(fresh(), [intervals])
    try await relock(run, changed: [.intervals])
    try await save(run)
    try await expectEqual(run.counts().new, 40)
    try await expectStored([strava, intervals])
    #expect(try await sync(fresh(), [intervals]).ranges[.intervals]?.after != nil)
  }

  @Test func `a source that another run has saved meanwhile is listed again`() async throws {
    let run = try await unsaved([strava])
    var newer = newer
    newer.activities[39].name = "Renamed meanwhile"
    try await sync(fresh(), [newer])
    try await relock(run, changed: [.strava])
    try await expectEqual(run.counts(), Counts())
    // Without another listing nothing of the old one comes back.
    try await expectEqual(run.activities().count, 41)
    try await list(run, [newer])
    try await save(run)
    #expect(try await !run.counts().hasChanges)
    try await expectStored([newer])
  }

  @Test func `a listing that another run went on with begins where that one stopped`()
    async throws
  {
    let run = try await unsaved([strava])
    var newer = newer
    newer.activities.append(ride(901, at: now - 60))
    (newer.pageSize, newer.pagesBeforeFailure) = (2, 1)
    try await sync(fresh(), [newer])
    try await relock(run, changed: [.strava])
    let start = try await run.beginListing(
      .strava, athlete: strava.athlete, listing: Listing(full: false, since: nil))
    expectEqual(start.received, 41)
    expectEqual(start.whole, ListRange())
    for page in newer.pages(start.rest) { _ = try await run.receive(page, from: .strava) }
    try await expectEqual(run.endListing(.strava, allowDeletions: true).counts.new, 42)
    try await save(run)
    newer.pagesBeforeFailure = nil
    try await expectStored([newer])
  }

  @Test func `records that were purged meanwhile do not come back`() async throws {
    let run = try await unsaved([strava])
    try await fresh().purge(.strava)
    try await relock(run, changed: [.strava])
    #expect(try await run.activities().isEmpty)
  }

  @Test func `what was saved before is not brought back over newer records`() async throws {
    let run = fresh()
    try await expectEqual(run.lock(), nil)
    try await list(run, [strava])
    try await save(run)
    var newer = newer
    newer.activities[39].name = "Renamed meanwhile"
    try await sync(fresh(), [newer])
    try await expectEqual(run.lock(), nil)
    try await list(run, [intervals])
    try await save(run)
    try await expectEqual(run.counts().new, 52)
    try await expectStored([newer, intervals])
  }

  @Test func `files that somebody restored are not taken for those that were listed`() async throws
  {
    try await sync(fresh(), [strava])
    let old = try #require(try scratch.text("activities/strava/2026.ndjson"))
    let run = try await unsaved([newer])
    try scratch.edit("activities/strava/2026.ndjson") { _ in
      old.split(separator: "\n").dropFirst(3).joined(separator: "\n") + "\n"
    }
    try await relock(run, changed: [.strava])
    let start = try await run.beginListing(
      .strava, athlete: strava.athlete, listing: Listing(full: false, since: nil))
    expectEqual([start.whole, start.rest], [ListRange(), ListRange()])
    expectEqual(start.received, 0)
    for page in newer.pages(start.rest) { _ = try await run.receive(page, from: .strava) }
    _ = try await run.endListing(.strava, allowDeletions: true)
    try await save(run)
    try await expectStored([newer])
  }

  @Test(arguments: [false, true])
  func `older days do not go over those that others have saved`(isSaved: Bool) async throws {
    func morning(_ pulse: Double) -> WellnessDay {
      var day = WellnessDay(source: .appleHealth, date: today)
      day.restingHeartRate = pulse
      return day
    }
    let run = fresh()
    try await expectEqual(run.lock(), nil)
    _ = try await run.receive([morning(50)], from: .appleHealth)
    if isSaved { try await save(run) } else { await run.unlock() }
    let other = fresh()
    try await expectEqual(other.lock(), nil)
    _ = try await other.receive([morning(48)], from: .appleHealth)
    try await save(other)
    try await relock(run, changed: [.appleHealth])
    try await expectEqual(run.days().map(\.restingHeartRate), [48])
    // What this run has saved it has brought.
    try await expectEqual(run.counts().daysNew, (isSaved ? 1 : 0))
  }
}
