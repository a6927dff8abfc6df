// Whole runs of sync and import that die at any operation are completed by the next run.

import Pipeline
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct KilledRunTests {
  /// Rides, nights, an edit, a deletion and a second service that has some of the rides.
  private static func accounts(_ isLater: Bool, every days: Int64 = 3) -> [Account] {
    var strava = Account(activities: Runs.history(.strava, every: days), pageSize: 20)
    var intervals = Account(activities: [], days: Runs.nights(.intervals, count: 20))
    intervals.source = .intervals
    if isLater {
      strava.activities.remove(at: 22)
      strava.activities[15].weightedPowerWatts = 280
      strava.activities.append(ride(900, at: now - 400 * day))
      intervals.activities = Runs.history(.intervals, every: days).suffix(12).map { ride in
        var ride = ride
        ride.start = Timestamp(seconds: ride.start.seconds + 30)
        return ride
      }
      intervals.days = Runs.nights(.intervals, count: 40)
    }
    return [strava, intervals]
  }

  @Test(arguments: [Fault.killed, .killedHalfway, .powerCut])
  func `a sync that dies anywhere is completed by the next`(fault: Fault) async throws {
    try await dieEverywhere(
      fault, after: [Runs.syncing(Self.accounts(false, every: 17))],
      run: Runs.syncing(Self.accounts(true, every: 17), full: true))
  }

  /// The row of the day stands already, and the new ride is of last week.
  @Test(arguments: [Fault.powerCut])
  func `a later sync of the same day is completed too`(fault: Fault) async throws {
    var accounts = Self.accounts(false)
    accounts[0].activities.append(ride(901, at: now - 6 * day))
    try await dieEverywhere(
      fault, after: [Runs.syncing(Self.accounts(false))], run: Runs.syncing(accounts))
  }

  @Test(arguments: [Fault.killed, .powerCut])
  func `an import that dies anywhere is completed by the same import`(
    fault: Fault
  ) async throws {
    let first = ImportedRecords(
      days: Runs.nights(.appleHealth, count: 20),
      activities: Array(Runs.history(.appleHealth).prefix(20)))
    let second = ImportedRecords(
      days: Runs.nights(.appleHealth, count: 60), activities: Runs.history(.appleHealth))
    try await dieEverywhere(fault, after: [], run: Runs.importing(first))
    try await dieEverywhere(
      fault, after: [Runs.importing(first)], run: Runs.importing(second))
    // The rides that Strava has as well name the others, so that files of two sources change.
    try await dieEverywhere(
      fault, after: [Runs.syncing(Self.accounts(false)), Runs.importing(first)],
      run: Runs.importing(second))
  }

  /// A load that was computed without the streams is computed again, whoever comes by next.
  @Test(arguments: [Fault.powerCut])
  func `a download of streams that dies anywhere is completed`(fault: Fault) async throws {
    let accounts = [Account(activities: Runs.history(.strava, count: 6))]
    let power = Dictionary(
      uniqueKeysWithValues: accounts[0].activities.prefix(5).enumerated().map { index, ride in
        (ride.id, Array(repeating: 210 + 10 * index, count: 3800))
      })
    try await dieEverywhere(
      fault, after: [Runs.syncing(accounts)], run: Runs.syncing(accounts, power: power))
  }

  /// The streams of a ride that is deleted go with it.
  @Test(arguments: [Fault.powerCut])
  func `no streams are left of a deleted ride`(fault: Fault) async throws {
    var accounts = [Account(activities: Runs.history(.strava, count: 6))]
    let power = [accounts[0].activities[5].id: Array(repeating: 230, count: 3800)]
    let before = Runs.syncing(accounts, power: power)
    accounts[0].activities.removeLast()
    try await dieEverywhere(fault, after: [before], run: Runs.syncing(accounts))
  }

  @Test(arguments: [Fault.powerCut])
  func `a purge that dies anywhere is completed by the next`(fault: Fault) async throws {
    let rest = ImportedRecords(
      days: Runs.nights(.appleHealth, count: 20),
      activities: Array(Runs.history(.appleHealth).prefix(20)))
    let purge: Run = { scratch, files in
      do throws(SyncFailure) {
        try await store(scratch, files: files).purge(.strava)
      } catch {
        // As a run that is killed.
      }
      return await Runs.importing(rest)(scratch, files)
    }
    try await dieEverywhere(
      fault, after: [Runs.syncing(Self.accounts(false)), Runs.importing(rest)], run: purge)
  }

  /// Runs `run` once for every changing operation it makes, dies there, runs it again without a fault
  /// and compares the data folder with that of a run that nothing has disturbed.
  private func dieEverywhere(
    _ fault: Fault, after earlier: [Run], run: Run
  ) async throws {
    func prepare() async throws -> Scratch {
      let scratch = try Scratch()
      for run in earlier {
        await expectEqual(run(scratch, FaultyFiles(failing: -1, with: fault)).exit, .ok)
      }
      return scratch
    }
    let whole = try await prepare()
    await expectEqual(run(whole, FaultyFiles(failing: -1, with: fault)).exit, .ok)
    let expected = try whole.contents(of: whole.data)

    var victim = 0
    while true {
      let scratch = try await prepare()
      let files = FaultyFiles(failing: victim, with: fault)
      let report = await run(scratch, files)
      if files.operations.count <= victim { break }
      let point = "\(fault) at \(victim): \(files.operations[victim])"
      #expect(report.exit != .ok, "\(point)")
      let next = await run(scratch, FaultyFiles(failing: -1, with: fault))
      expectEqual(next.exit, .ok, "\(point)")
      let left = try scratch.contents(of: scratch.data)
      let differing = Set(left.keys).union(expected.keys).filter { left[$0] != expected[$0] }
      #expect(differing.isEmpty, "\(point): \(differing.sorted())")
      let state = try scratch.contents(of: scratch.state).keys
      #expect(
        !state.contains { $0.hasSuffix("/saving") || $0.contains("/streaming-") }, "\(point)")
      victim += 1
    }
    #expect(victim > 5)
  }
}
