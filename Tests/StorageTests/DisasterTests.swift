// Kills, power cuts and failing disks at every single operation: nothing lost, nothing twice.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct DisasterTests {
  /// A store that has been synced before, and what a second run changes: new and edited rides, a
  /// deletion, a ride that moves to another year, one that takes a file with it, a second service.
  static let before = [
    Account(
      activities: (1...40).map { ride($0, at: now - day - Int64(40 - $0) * 10 * day) }
        + [ride(900, at: now - 700 * day)], pageSize: 15)
  ]
  static let after: [Account] = {
    var strava = before[0]
    strava.activities.removeAll { $0.id.sourceID == "900" || $0.id.sourceID == "39" }
    strava.activities[37].name = "renamed"
    // Two that change places, from one year to the other.
    strava.activities[5] = ride(6, at: now - 20 * day)
    strava.activities[10] = ride(11, at: now - 450 * day)
    strava.activities += (0..<10).map { ride(1000 + $0, at: now - 400 * day + Int64($0) * 3600) }
    var intervals = Account(activities: [], source: .intervals)
    intervals.activities = (38...40).map {
      ride($0, at: now - day - Int64(40 - $0) * 10 * day + 60, source: .intervals)
    }
    var health = WellnessDay(source: .intervals, date: today)
    health.restingHeartRate = 48
    intervals.days = [health]
    return [strava, intervals]
  }()

  /// What the data folder holds after both runs, uncut.
  static func uncut() async throws -> [String: String] {
    let scratch = try Scratch()
    try await sync(store(scratch), before)
    try await sync(store(scratch), after, full: true)
    return try scratch.contents(of: scratch.data)
  }

  @Test(arguments: [Fault.killed, .killedHalfway, .powerCut])
  func `a first sync that dies anywhere is completed by the next`(fault: Fault) async throws {
    let whole = try Scratch()
    try await sync(store(whole), Self.before)
    let expected = try whole.contents(of: whole.data)

    try await dieEverywhere(fault) { _ in
    } run: { scratch, files in
      try await sync(
        store(scratch, files: files, time: ManualTime(at: now, step: .milliseconds(200))),
        Self.before)
    } check: { scratch, point in
      let outcome = try await sync(store(scratch), Self.before)
      try expectEqual(scratch.contents(of: scratch.data), expected, "\(point)")
      expectEqual(outcome.counts.deleted, 0, "\(point)")
      #expect(try leftovers(scratch).isEmpty, "\(point)")
    }
  }

  @Test(arguments: [Fault.killed, .killedHalfway, .powerCut])
  func `a full sync that dies anywhere is completed by the next`(fault: Fault) async throws {
    let expected = try await Self.uncut()
    try await dieEverywhere(fault) { scratch in
      try await sync(store(scratch), Self.before)
    } run: { scratch, files in
      let time = ManualTime(at: now, step: .milliseconds(200))
      try await sync(store(scratch, files: files, time: time), Self.after, full: true)
    } check: { scratch, point in
      // Old or new: whatever was left can be read as it is.
      let left = try await store(scratch, mode: .readOnly).history()
      expectEqual(Set(left.activities.map(\.id)).count, left.activities.count, "\(point)")
      let ids = Set(left.activities.map(\.id.sourceID))
      #expect(ids.isSuperset(of: (1...38).map { String($0) }), "\(point)")
      try await sync(store(scratch), Self.after, full: true)
      try expectEqual(scratch.contents(of: scratch.data), expected, "\(point)")
      #expect(try leftovers(scratch).isEmpty, "\(point)")
    }
  }

  @Test(arguments: [StorageTrouble.Reason.diskFull, .ioError, .readOnly])
  func `a disk that fails anywhere loses nothing`(reason: StorageTrouble.Reason) async throws {
    let expected = try await Self.uncut()
    try await dieEverywhere(.failure(reason)) { scratch in
      try await sync(store(scratch), Self.before)
    } run: { scratch, files in
      let store = store(scratch, files: files)
      do {
        try await sync(store, Self.after, full: true)
      } catch SyncFailure.storage(let trouble) {
        expectEqual(trouble.reason, reason)
        // The person has freed some space and pressed r.
        try await sync(store, Self.after, full: true)
      }
    } check: { scratch, point in
      let left = try scratch.contents(of: scratch.data)
      expectEqual(left, expected, "\(point)")
    }
  }

  /// What stands in files counts as stored, however far a save came.
  @Test func `a save that fails halfway counts what it has written`() async throws {
    var seen: Set<Int> = []
    try await dieEverywhere(.failure(.diskFull)) { _ in
    } run: { scratch, files in
      let store = store(scratch, files: files)
      do {
        try await sync(store, Self.before)
      } catch {
        let written = try scratch.contents(of: scratch.data)
          .filter { $0.key.hasPrefix("activities/") }.values
          .reduce(0) { $0 + $1.count { $0 == "\n" } }
        let counted = await store.savedInPart.new
        // A file that took its place and could not be forced to disk may be gone tomorrow.
        #expect(counted <= written)
        seen.insert(counted)
        throw error
      }
    } check: { _, _ in
    }
    #expect(seen.count > 2 && seen.contains(0) && seen.contains(Self.before[0].activities.count))
  }

  /// Runs `run` once for every changing operation it makes, with the fault at that operation.
  private func dieEverywhere(
    _ fault: Fault, prepare: (Scratch) async throws -> Void,
    run: (Scratch, FaultyFiles) async throws -> Void,
    check: (Scratch, String) async throws -> Void
  ) async throws {
    var victim = 0
    while true {
      let scratch = try Scratch()
      try await prepare(scratch)
      let files = FaultyFiles(failing: victim, with: fault)
      do {
        try await run(scratch, files)
        if files.operations.count <= victim { break }
      } catch is SyncFailure {
        #expect(files.operations.count > victim)
      }
      try await check(scratch, "\(fault) at \(victim): \(files.operations.last ?? "")")
      victim += 1
    }
    #expect(victim > 5)
  }

  private func leftovers(_ scratch: Scratch) throws -> [String] {
    try scratch.contents(of: scratch.path).keys.filter {
      TemporaryName.matches(String($0.split(separator: "/").last ?? ""))
        || $0.contains("checkpoint")
    }
  }
}
