// One ride from several services is one ride.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct SameRideTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A ride as two services see it.
  private func pair(_ change: (inout Activity) -> Void) -> [Account] {
    let one = ride(1, at: now - 5 * day)
    var other = Activity(id: ActivityID(source: .intervals, sourceID: "i9"), start: one.start)
    other.durationSeconds = one.durationSeconds
    other.distanceMetres = one.distanceMetres
    change(&other)
    return [Account(activities: [one]), Account(activities: [other], source: .intervals)]
  }

  @Test(arguments: [
    (120, 60, 200.0, true), (-120, -60, -200.0, true), (121, 0, 0, false), (-121, 0, 0, false),
    (0, 189, 0, true), (0, 190, 0, false), (0, -181, 0, false), (0, -180, 0, true),
    (0, 0, 771, true), (0, 0, 772, false),
  ])
  func `the tolerances are those of the contract`(
    start: Int64, duration: Int, distance: Double, isSame: Bool
  ) async throws {
    var accounts = pair { other in
      other.start = Timestamp(seconds: other.start.seconds + start)
      other.durationSeconds = other.durationSeconds.map { $0 + duration }
      other.distanceMetres = other.distanceMetres.map { $0 + distance }
      other.sport = "Run"
    }
    accounts[0].activities[0].sport = "Run"
    try await expectEqual(sync(store(scratch), accounts).counts.new, (isSame ? 1 : 2))
  }

  /// Of 10,000 s, or where a sport says so of something else than a ride.
  @Test(
    arguments: [
      (0, 10_000, "VirtualRide", true), (0, 9_000, "VirtualRide", true),
      (0, 8_999, "VirtualRide", false), (0, 11_111, "VirtualRide", true),
      (0, 11_112, "VirtualRide", false), (1_000, 9_000, "VirtualRide", true),
      (1_001, 9_000, "VirtualRide", false), (-1_000, 11_000, nil, true),
      (-1_000, 10_000, "Ride", true), (-1_001, 10_000, "Ride", false), (0, 10_000, "Run", false),
      (0, 0, "Ride", false),
    ] as [(Int64, Int, String?, Bool)])
  func `rides at the same time are one, whatever their distances`(
    start: Int64, elapsed: Int, sport: String?, isSame: Bool
  ) async throws {
    var accounts = pair { other in
      other.start = Timestamp(seconds: other.start.seconds + start)
      (other.durationSeconds, other.elapsedSeconds) = (nil, elapsed)
      (other.distanceMetres, other.sport) = (40_000, sport)
    }
    accounts[0].activities[0].elapsedSeconds = 10_000
    accounts[0].activities[0].durationSeconds = 8_000
    let outcome = try await sync(store(scratch), accounts)
    expectEqual(outcome.counts.new, isSame ? 1 : 2)
    let rides = try await store(scratch, mode: .readOnly).activities()
    expectEqual(rides.count, isSame ? 1 : 2)
  }

  /// The records of a ride are read together, wherever the year begins.
  @Test func `a ride over the turn of the year is one`() async throws {
    let silvester: Int64 = 1_767_225_600
    var accounts = pair { other in
      other.start = Timestamp(seconds: silvester + 1_800)
      (other.elapsedSeconds, other.distanceMetres) = (34_200, 40_000)
    }
    accounts[0].activities[0].start = Timestamp(seconds: silvester - 1_800)
    accounts[0].activities[0].startLocal = nil
    accounts[0].activities[0].elapsedSeconds = 36_000
    try await expectEqual(sync(store(scratch), accounts).counts.new, 1)
    try await expectEqual(store(scratch, mode: .readOnly).activities().count, 1)
  }

  @Test func `a ride that another service has later has changed, and no file is listed again`()
    async throws
  {
    let accounts = pair { _ in }
    try await sync(store(scratch), [accounts[0]])
    let alone = try scratch.text("activities/strava/2026.ndjson")
    let later = try await sync(store(scratch), [accounts[1]])
    #expect(later.counts.new == 0 && later.counts.changed == 1)
    let joined = try scratch.text("activities/strava/2026.ndjson")
    expectEqual(
      joined?.replacing(#""same_as":["intervals:i9"],"ride":"strava:1","#, with: ""), alone)
    #expect(joined != alone)
    #expect(try await sync(store(scratch), [accounts[0]]).ranges[.strava]?.after != nil)
  }

  @Test func `deleting one of two leaves the ride, deleting both deletes one ride`() async throws {
    var accounts = pair { _ in }
    try await sync(store(scratch), accounts)
    let kept = accounts[1].activities
    accounts[1].activities = []
    let first = try await sync(store(scratch), accounts)
    expectEqual(first.bySource[.intervals]?.deleted, 1)
    #expect(first.counts.deleted == 0 && first.counts.changed == 1)
    try expectEqual(scratch.text("activities/strava/2026.ndjson")?.contains("same_as"), false)
    accounts[1].activities = kept
    try await sync(store(scratch), accounts)
    for index in 0...1 { accounts[index].activities = [] }
    let both = try await sync(store(scratch), accounts)
    #expect(both.counts.deleted == 1 && both.counts.changed == 0)
  }

  @Test func `two records of one service are two rides`() async throws {
    var accounts = pair { _ in }
    accounts[0].activities.append(ride(2, at: now - 5 * day))
    let outcome = try await sync(store(scratch), accounts)
    expectEqual(outcome.counts.new, 2)
  }

  @Test func `measured power is taken from whoever has it`() async throws {
    var accounts = pair { other in
      other.averagePowerWatts = 210
      other.weightedPowerWatts = 230
      other.measuredPower = true
    }
    accounts[0].activities[0].measuredPower = false
    let store = store(scratch)
    try await sync(store, accounts)
    let entry = try #require(try await store.activities().first)
    expectEqual(entry.id.source, .strava)
    #expect(entry.weightedPowerWatts == 230 && entry.measuredPower == true)
  }

  @Test func `the main record of a ride is named in all of them, also in old stores`() async throws
  {
    let accounts = pair { _ in }
    try await sync(store(scratch), accounts)
    for source in ["strava", "intervals"] {
      try scratch.edit("activities/\(source)/2026.ndjson") {
        $0.replacing(#","ride":"strava:1""#, with: "")
      }
    }
    let again = try await sync(store(scratch), accounts)
    expect(!again.counts.hasChanges)
    for source in ["strava", "intervals"] {
      let lines = try scratch.text("activities/\(source)/2026.ndjson")
      expectEqual(lines?.contains(#""ride":"strava:1""#), true, "\(source)")
    }
    let reader = store(scratch, mode: .readOnly)
    try await expectEqual(reader.holdings(of: .strava).rides, 1)
    try await expectEqual(reader.holdings(of: .intervals).rides, 0)
  }

  @Test(arguments: [0, 1]) func `an excluded record leaves out its ride, whatever is listed`(
    _ index: Int
  ) async throws {
    let accounts = pair { _ in }
    try await sync(store(scratch), accounts)
    let file = "activities/\(accounts[index].source.rawValue)/2026.ndjson"
    // As a person does it with an editor.
    try scratch.edit(file) { $0.replacing("}\n", with: #","excluded":true}"# + "\n") }
    for full in [false, true] {
      var changed = accounts
      changed[index].activities[0].name = "Renamed \(full)"
      try await sync(store(scratch), changed, full: full)
      expectEqual(try scratch.text(file)?.contains(#""excluded":true"#), true)
      let reader = store(scratch, mode: .readOnly)
      try await expectEqual(reader.activities(), [])
      try await expectEqual(reader.rides(since: nil).map(\.isExcluded), [true])
    }
  }

  @Test func `gear has the name that the athlete gives it`() async throws {
    var accounts = pair { $0.gear = "b9" }
    accounts[0].activities[0].gear = "b1"
    accounts[0].athlete = Athlete(id: "1", name: "Anna", gear: ["b1": "Randonneur"])
    try await sync(store(scratch), accounts)
    let ride = try await store(scratch, mode: .readOnly).rides(since: nil).first
    expectEqual(ride?.gear, "Randonneur")
    expectEqual(
      try scratch.text("activities/intervals/2026.ndjson")?.contains(#""gear":"b9""#), true)
  }

  @Test func `purging a source leaves no trace of it`() async throws {
    let accounts = pair { _ in }
    try await sync(store(scratch), accounts)
    try await store(scratch).purge(.intervals)
    #expect(try scratch.contents(of: scratch.path).values.allSatisfy { !$0.contains("i9") })
    try expectEqual(Array(POSIXFiles().list(scratch.data + "/activities")), ["strava"])
    let holdings = try await store(scratch).holdings(of: .intervals)
    #expect(holdings.activities == 0 && holdings.lastSync == nil)
    // The others' files changed, and their cursors know.
    #expect(try await sync(store(scratch), [accounts[0]]).ranges[.strava]?.after != nil)
    try await expectEqual(sync(store(scratch), [accounts[1]]).ranges[.intervals], ListRange())
  }

  @Test func `purging waits for nobody`() async throws {
    try await sync(store(scratch), pair { _ in })
    let other = store(scratch)
    try await expectEqual(other.lock(), nil)
    let before = try scratch.stamps(of: scratch.data)
    await #expect(throws: SyncFailure.self) { try await store(scratch).purge(.strava) }
    try expectEqual(scratch.stamps(of: scratch.data), before)
    await other.unlock()
  }
}
