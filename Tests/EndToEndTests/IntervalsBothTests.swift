// Strava and Intervals.icu in one run.

import Codec
import Support
import Testing

@Suite(.blocking) struct IntervalsBothTests {
  /// Twelve rides at both services, three only at Strava and two only at Intervals.icu.
  private static func connected() throws -> IntervalsRider {
    let now = IntervalsRider.now
    let rides = RideBuilder.history(15, from: now - 300 * 86_400, to: now - 86_400)
    let own = IntervalsActivity.history(2, until: now - 301 * 86_400)
    let rider = try IntervalsRider(
      activities: rides.dropFirst(3).map { IntervalsActivity($0) } + own,
      days: IntervalsDay.nights(14, until: now), rides: rides)
    try rider.rider.connect()
    try rider.connect()
    return rider
  }

  @Test func oneRideFromBothIsOneRide() throws {
    let rider = try Self.connected()
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    #expect(events.result(of: "strava")?["new"]?.integer == 15)
    #expect(events.result(of: "intervals")?["new"]?.integer == 14)
    #expect(events.result(of: "intervals")?["days_new"]?.integer == 14)
    expectEqual(events.count("new"), 17)
    let contacting = try #require(
      events.of("status").first { $0["status"]?.string == "contacting_integrations" })
    expectEqual(contacting["text"]?.string, "Contacting Strava & Intervals.icu…")
    let named = try rider.records("activities/strava").compactMap {
      $0["same_as"]?.elements?.first(where: { _ in true })?.string
    }
    #expect(named.count == 12 && named.allSatisfy { $0.hasPrefix("intervals:i") })
    try expectEqual(rider.records("activities/intervals").filter { $0["same_as"] != nil }.count, 12)

    let before = try Disk.snapshot(of: rider.rider.store)
    let again = try rider.events()
    #expect(again.count("new") == 0 && again.count("changed") == 0)
    try expectEqual(Disk.snapshot(of: rider.rider.store), before)
  }

  @Test func theLoadOfARideCountsOnce() throws {
    let rider = try Self.connected()
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let alone = try Self.connected()
    try expectEqual(alone.run("--quiet", "--source", "strava").status, .exited(0))
    let shared = try #require(
      try rider.records("activities/strava").last { $0["same_as"] != nil && $0["load"] != nil })
    let day = try #require(shared["start_local"]?.string?.prefix(10))
    func load(_ rider: IntervalsRider) throws -> Double? {
      try rider.records("scores").first { $0["date"]?.string == String(day) }?["load"]?.double
    }
    try expectEqual(load(rider), shared["load"]?.double)
    #expect(try load(alone) != nil)
  }

  @Test func aFailingServiceDoesNotStopTheOther() throws {
    let rider = try Self.connected()
    rider.intervals.answer("/0", with: .intervalsDown, times: 3)
    rider.intervals.answer("/i134815", with: .intervalsDown, times: 3)
    let events = try rider.events()
    expectEqual(events.result.status, .exited(10))
    #expect(events.result(of: "strava")?["outcome"]?.string == "ok")
    #expect(events.result(of: "intervals")?["outcome"]?.string == "failed")
    expectEqual(events.of("error").compactMap { $0["code"]?.string }, ["server"])
    #expect(events.summary?["outcome"]?.string == "partial")
    try expectEqual(rider.rider.storedIDs().count, 15)
    // The failed source is synced later, and its records join the others.
    rider.intervals.behave()
    let next = try rider.events()
    expectEqual(next.result.status, .exited(0))
    #expect(next.result(of: "intervals")?["new"]?.integer == 14)
    #expect(next.count("new") == 2 && next.count("changed") == 12)

    rider.rider.strava.server.stop()
    rider.intervals.edit {
      $0.activities.append(IntervalsActivity(id: "i999999", start: IntervalsRider.now - 7200))
    }
    let plain = try rider.run()
    expectEqual(plain.status, .exited(10))
    #expect(plain.errors.contains("Unable to connect to Strava."))
    #expect(plain.output.contains("1 new"))
    try expectEqual(rider.storedIDs().count, 15)
  }

  @Test func aLimitAtOneLetsTheOtherFinish() throws {
    let rider = try Self.connected()
    rider.intervals.answer("/wellness", with: .intervalsLimit(retryAfter: "3600"))
    let events = try rider.events()
    expectEqual(events.result.status, .exited(10))
    #expect(events.result(of: "strava")?["outcome"]?.string == "ok")
    #expect(events.result(of: "intervals")?["outcome"]?.string == "partial")
    let next = try rider.events()
    expectEqual(next.result.status, .exited(0))
    #expect(next.result(of: "intervals")?["new"]?.integer == 14)
  }

  @Test func stravaItselfListsWithheldActivities() throws {
    let rider = try Self.connected()
    rider.intervals.edit {
      $0.activities.append(.stub(77, start: IntervalsRider.now - 5 * 86_400))
    }
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    #expect(events.of("notice").isEmpty)
    let alone = try rider.events("--source", "intervals")
    #expect(alone.of("notice").first?["code"]?.string == "records_withheld")
    #expect(alone.result(of: "strava")?["outcome"]?.string == "skipped")
  }
}
