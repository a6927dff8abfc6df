// Runs that die, or whose disk fails, at any operation: nothing lost, nothing twice.

import Platform
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

  /// An account, and later new and edited rides, a deletion, two rides that change places from one
  /// year to the other, one that takes a file with it, and a second service.
  static func busyAccounts(_ isLater: Bool) -> [Account] {
    func dates(_ id: Int) -> Int64 { now - day - Int64(40 - id) * 10 * day }
    var strava = Account(
      activities: (1...40).map { ride($0, at: dates($0)) } + [ride(900, at: now - 700 * day)],
      pageSize: 15)
    if !isLater { return [strava] }
    strava.activities.removeAll { ["900", "39"].contains($0.id.sourceID) }
    strava.activities[37].name = "renamed"
    strava.activities[5] = ride(6, at: now - 20 * day)
    strava.activities[10] = ride(11, at: now - 450 * day)
    strava.activities += (0..<10).map { ride(1000 + $0, at: now - 400 * day + Int64($0) * 3600) }
    let twins = (38...40).map { ride($0, at: dates($0) + 60, source: .intervals) }
    return [
      strava,
      Account(activities: twins, days: Runs.nights(.intervals, count: 1), source: .intervals),
    ]
  }

  /// A run that dies, and the runs before it.
  enum Scenario: CaseIterable, Sendable {
    case firstSync, busySync, sharedSync
    /// The row of the day stands already, and the new ride is of last week.
    case laterSync
    case firstImport, secondImport
    /// The rides that Strava has as well name the others, so that files of two sources change.
    case sharedImport
    /// A load that was computed without the streams is computed again, whoever comes by next.
    case streams
    /// The streams of a ride that is deleted go with it.
    case deletion
    case purge

    /// The quick tier has the last one.
    var faults: [Fault] {
      switch self {
      case .busySync:
        [
          .killed, .killedHalfway, .powerCut, .failure(.ioError), .failure(.readOnly),
          .failure(.diskFull),
        ]
      case .firstSync, .firstImport: [.powerCut, .killed, .killedHalfway]
      case .sharedSync: [.powerCut, .killedHalfway, .killed]
      case .secondImport, .sharedImport: [.killed, .powerCut]
      case .laterSync, .streams, .deletion, .purge: [.powerCut]
      }
    }
  }

  /// Some of the operations of a run.
  struct Case: Sendable, CustomTestStringConvertible {
    let scenario: Scenario
    let fault: Fault
    /// The first operation to fail; the others are `distance` apart.
    let first: Int

    static let distance = 10

    var testDescription: String { "\(scenario), \(fault), from \(first)" }
  }

  static let cases = Scenario.allCases.flatMap { scenario in
    let all = scenario.faults.flatMap { fault in
      (0..<Case.distance).map { Case(scenario: scenario, fault: fault, first: $0) }
    }
    return Tier.cases(all, quick: 1)
  }

  /// Runs once for each operation of the case, fails there, runs again without a fault and compares
  /// the data folder with that of a run that nothing has disturbed.
  @Test(arguments: cases)
  func `a run that fails anywhere is completed by the next`(_ test: Case) async throws {
    let (earlier, run) = Self.runs(test.scenario)
    func prepare() async throws -> Scratch {
      let scratch = try Scratch()
      for run in earlier {
        await expectEqual(run(scratch, FaultyFiles(failing: -1, with: test.fault)).exit, .ok)
      }
      return scratch
    }
    let whole = try await prepare()
    let kept = try await ids(whole)
    let files = FaultyFiles(failing: -1, with: test.fault)
    await expectEqual(run(whole, files).exit, .ok)
    let expected = try whole.contents(of: whole.data)
    let certain = try await ids(whole).intersection(kept)
    let count = files.operations.count
    #expect(count > 5)

    for victim in stride(from: test.first, to: count, by: Case.distance) {
      let scratch = try await prepare()
      let files = FaultyFiles(failing: victim, with: test.fault)
      let report = await run(scratch, files)
      // Downloads side by side may share a flush.
      guard files.operations.count > victim else {
        expectEqual(report.exit, .ok)
        continue
      }
      let point = "\(victim): \(files.operations[victim])"
      // Old or new: whatever was left can be read as it is.
      let left = try await ids(scratch)
      if test.scenario == .busySync { #expect(left.isSuperset(of: certain), "\(point)") }
      if files.isDead {
        #expect(report.exit != .ok, "\(point)")
        let next = await run(scratch, FaultyFiles(failing: -1, with: test.fault))
        expectEqual(next.exit, .ok, "\(point)")
      } else {
        // The second attempt of the same run has succeeded.
        expectEqual(report.exit, .ok, "\(point)")
      }
      let found = try scratch.contents(of: scratch.data)
      let differing = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }
      expectEqual(differing, [], "\(point)")
      let leftovers = try scratch.contents(of: scratch.state).keys.filter { path in
        ["/saving", "/streaming-", "/checkpoint-"].contains { path.contains($0) }
          || TemporaryName.matches(String(path.split(separator: "/").last ?? ""))
      }
      expectEqual(leftovers, [], "\(point)")
    }
  }

  /// The ids of all rides, each of which is there once.
  private func ids(_ scratch: Scratch) async throws -> Set<ActivityID> {
    let rides = try await store(scratch, mode: .readOnly).activities()
    let ids = Set(rides.map(\.id))
    expectEqual(ids.count, rides.count)
    return ids
  }

  /// What stands in files counts as stored, however far a save came.
  @Test(.long) func `a save that fails halfway counts what it has written`() async throws {
    let accounts = Self.busyAccounts(false)
    var seen: Set<Int> = []
    for victim in 0... {
      let scratch = try Scratch()
      let files = FaultyFiles(failing: victim, with: .failure(.diskFull))
      let store = store(scratch, files: files)
      do {
        try await sync(store, accounts)
        break
      } catch {
        let written = try scratch.contents(of: scratch.data)
          .filter { $0.key.hasPrefix("activities/") }.values
          .reduce(0) { $0 + $1.count { $0 == "\n" } }
        let counted = await store.savedInPart.new
        // A file that took its place and could not be forced to disk may be gone tomorrow.
        #expect(counted <= written)
        seen.insert(counted)
      }
    }
    #expect(seen.count > 2 && seen.isSuperset(of: [0, accounts[0].activities.count]))
  }

  private static func runs(_ scenario: Scenario) -> (earlier: [Run], run: Run) {
    let first = ImportedRecords(
      days: Runs.nights(.appleHealth, count: 20),
      activities: Array(Runs.history(.appleHealth).prefix(20)))
    let second = ImportedRecords(
      days: Runs.nights(.appleHealth, count: 60), activities: Runs.history(.appleHealth))
    let synced = Runs.syncing(accounts(false))
    var few = [Account(activities: Runs.history(.strava, count: 6))]
    func power(_ rides: some Sequence<Activity>) -> [ActivityID: [Int]] {
      Dictionary(
        uniqueKeysWithValues: rides.enumerated().map { index, ride in
          (ride.id, Array(repeating: 210 + 10 * index, count: 3800))
        })
    }
    switch scenario {
    case .firstSync: return ([], Runs.syncing(busyAccounts(false)))
    case .busySync:
      return ([Runs.syncing(busyAccounts(false))], Runs.syncing(busyAccounts(true), full: true))
    case .sharedSync:
      return (
        [Runs.syncing(accounts(false, every: 17))],
        Runs.syncing(accounts(true, every: 17), full: true)
      )
    case .laterSync:
      var later = accounts(false)
      later[0].activities.append(ride(901, at: now - 6 * day))
      return ([synced], Runs.syncing(later))
    case .firstImport: return ([], Runs.importing(first))
    case .secondImport: return ([Runs.importing(first)], Runs.importing(second))
    case .sharedImport: return ([synced, Runs.importing(first)], Runs.importing(second))
    case .streams:
      return ([Runs.syncing(few)], Runs.syncing(few, power: power(few[0].activities.prefix(5))))
    case .deletion:
      let before = Runs.syncing(few, power: power(few[0].activities.suffix(1)))
      few[0].activities.removeLast()
      return ([before], Runs.syncing(few))
    case .purge:
      return (
        [synced, Runs.importing(first)],
        { scratch, files in
          // As a run that is killed.
          try? await store(scratch, files: files).purge(.strava)
          return await Runs.importing(first)(scratch, files)
        }
      )
    }
  }
}
