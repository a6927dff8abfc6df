// Old rides come as days and loads, and add up to the same.

import Platform
import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct PastRideTests {
  let scratch: Scratch
  /// A hundred days before the newest ride.
  let boundary = Timestamp(seconds: now - 101 * day)

  init() throws { scratch = try Scratch() }

  /// Every fifth ride has no power and so no load, every seventh the service's own.
  private var account: Account {
    var rides = rides(300)
    for index in rides.indices {
      if index % 5 == 0 { rides[index].averagePowerWatts = nil }
      if index % 7 == 0 { (rides[index].load, rides[index].loadFrom) = (40, .service) }
      // Late in the evening, on a clock nine hours ahead.
      if index % 11 == 0 {
        let local = rides[index].start.seconds + 9 * 3600
        rides[index].startLocal = LocalTime(
          day: Day(of: Timestamp(seconds: local)), second: Int(local % 86_400))
      }
    }
    return Account(activities: rides)
  }

  private func expectSame(_ short: History, _ whole: History) {
    var loads: [Day: [Double]] = [:]
    for (day, load) in short.past.loads { loads[day, default: []].append(load) }
    for activity in short.activities {
      if let load = activity.load { loads[activity.day, default: []].append(load) }
    }
    let known = whole.activities.filter { $0.load != nil }
    expectEqual(loads, Dictionary(grouping: known, by: \.day).mapValues { $0.compactMap(\.load) })
    expectEqual(short.past.loads.count + short.activities.count, whole.activities.count)
    expectEqual(short.firstDay, whole.firstDay)
    expectEqual(short.firstActivity, whole.firstActivity)
    let left = whole.activities.filter {
      $0.start >= boundary || $0.load == nil || $0.loadFrom == .service
    }
    expectEqual(short.activities.map(\.id), left.map(\.id))
  }

  @Test func `they add up, from the ledger and from the files`() async throws {
    try await sync(store(scratch), [account])
    let whole = try await store(scratch, mode: .readOnly).history()
    // Read ahead. Who asks for every ride gets every ride.
    let ahead = store(scratch, mode: .readOnly)
    for isWhole in [false, true] {
      await ahead.prepare(.strava, pastBefore: boundary)
      if isWhole {
        try await expectEqual(ahead.history().activities.count, 300)
      } else {
        expectSame(try await ahead.history(pastBefore: boundary), whole)
      }
    }
    let short = try await store(scratch, mode: .readOnly).history(pastBefore: boundary)
    expectSame(short, whole)
    #expect(short.past.loads.count > 150)
    expectEqual(short.past.origins, [.power])
    expectEqual(short.past.hasMeasuredPower, whole.activities.contains(where: \.hasMeasuredPower))
    for name in try scratch.contents(of: scratch.state).keys where name.contains("ledger") {
      try POSIXFiles().remove(scratch.state + "/" + name)
    }
    expectSame(try await store(scratch, mode: .readOnly).history(pastBefore: boundary), whole)
  }

  @Test func `with two services every ride is compared`() async throws {
    var other = account
    other.source = .intervals
    other.activities = account.activities.map { ride in
      var twin = Activity(
        id: ActivityID(source: .intervals, sourceID: "i" + ride.id.sourceID), start: ride.start)
      (twin.durationSeconds, twin.distanceMetres) = (ride.durationSeconds, ride.distanceMetres)
      return twin
    }
    try await sync(store(scratch), [account, other])
    let history = try await store(scratch, mode: .readOnly).history(pastBefore: boundary)
    expectEqual(history.activities.count, 300)
    #expect(history.past.loads.isEmpty)
  }
}
