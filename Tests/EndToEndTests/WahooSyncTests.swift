// Syncing with Wahoo: first, incremental, interrupted, alone and with other services.

import Codec
import Support
import Testing

@Suite(.blocking) struct WahooSyncTests {
  private static func workouts(_ count: Int) -> [WahooWorkout] {
    WahooWorkout.history(count, until: WahooRider.now)
  }

  @Test func aFirstSyncStoresCompletedWorkouts() throws {
    let now = WahooRider.now
    let workouts = Self.workouts(100)
    let plan = WahooWorkout.plan(9, start: now + 86_400)
    let rider = try WahooRider.connected(workouts: workouts + [plan])
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    expectEqual(events.count("new"), 100)
    let finished = events.result(of: "wahoo")
    // The user, the zones, and four pages.
    #expect(finished?["requests"]?.integer == 6)
    #expect(finished?["outcome"]?.string == "ok")
    expectEqual(
      events.statuses,
      [
        "fetching_health_data", "contacting_integrations", "downloading_activities",
        "downloading_activities", "generating_routine", "processing_data", "computing_zones",
        "calculating_scores", "building_prep", "saving", "finalizing", "complete", "updated",
      ])
    let texts = events.of("status").compactMap { $0["text"]?.string }
    #expect(texts.contains("Contacting Wahoo…"))
    #expect(texts.contains("Downloading Wahoo activities…"))
    #expect(texts.contains("Downloading 100 Wahoo activities…"))
    try expectEqual(rider.storedIDs(), workouts.map { String($0.id) })
    let record = try #require(try rider.records().last)
    expectEqual(record["id"]?.string, "wahoo:300000099")
    expectEqual(record["sport"]?.string, "BIKING")
    #expect(record["start_local"] == nil)
    expectEqual(record["timezone"]?.string, "Europe/Berlin")
    expectEqual(record["load_from"]?.string, "power")
    expectEqual(record["raw"]?.literal.contains("\"duration_active_accum\":\""), true)
    let rows = try rider.run("status").outputLines
    #expect(rows.contains { $0.hasPrefix("  Wahoo") && $0.hasSuffix("100 activities") })
  }

  @Test func theYearIsThatOfUTC() throws {
    var eve = WahooWorkout(id: 1, start: Civil(2024, 12, 31, 23, 20).epoch)
    eve.zone = "Pacific/Auckland"
    let rider = try WahooRider.connected(workouts: [eve])
    try expectEqual(rider.run("--quiet").status, .exited(0))
    expectEqual(Disk.names(in: rider.store + "/activities/wahoo"), ["2024.ndjson"])
  }

  @Test func aSecondRunRewritesNothing() throws {
    let rider = try WahooRider.connected(workouts: Self.workouts(100))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let before = try Disk.snapshot(of: rider.store)
    let asked = rider.wahoo.server.requests.count
    let events = try rider.events()
    #expect(events.count("new") == 0 && events.count("changed") == 0)
    try expectEqual(Disk.snapshot(of: rider.store), before)
    // The user, the zones, and the pages of the last 60 days: a plan may be ridden later.
    expectEqual(rider.wahoo.server.requests.count - asked, 4)
    try expectEqual(rider.run().outputLines.last?.contains("Updated: nothing new"), true)
  }

  @Test func seesNewEditedDeletedAndFinishedWorkouts() throws {
    let now = WahooRider.now
    let plan = WahooWorkout.plan(9, start: now - 5 * 86_400)
    let rider = try WahooRider.connected(workouts: Self.workouts(100) + [plan])
    try expectEqual(rider.run("--quiet").status, .exited(0))
    rider.wahoo.edit { account in
      account.change(300_000_098) { $0.name = "Edited" }
      account.change(300_000_097) { $0.summaryOverrides["updated_at"] = "\"2026-11-20T00:00:00Z\"" }
      account.change(300_000_002) { $0.name = "Long ago" }
      account.change(9) { $0.isPlan = false }
      account.workouts.removeAll { $0.id == 300_000_096 }
      account.workouts.append(WahooWorkout(id: 999_999_999, start: now - 7200))
    }
    let events = try rider.events()
    #expect(events.count("new") == 2 && events.count("changed") == 1)
    expectEqual(events.count("deleted"), 1)
    let ids = try rider.storedIDs()
    #expect(ids.contains("999999999") && ids.contains("9") && !ids.contains("300000096"))
    #expect(try rider.records().contains { $0["name"]?.string == "Edited" })
    try expectEqual(rider.events("--full").count("changed"), 1)
    #expect(try rider.records().contains { $0["name"]?.string == "Long ago" })
  }

  @Test func aKilledRunLosesAndRepeatsNothing() throws {
    let workouts = Self.workouts(300)
    let uncut = try WahooRider.connected(workouts: workouts)
    try expectEqual(uncut.run("--quiet").status, .exited(0))
    let folder = "/activities/wahoo"
    for request in [2, 4, 9, 12] {
      let rider = try WahooRider.connected(workouts: workouts)
      let gate = rider.wahoo.server.hold(
        request: rider.wahoo.server.requests.count + request)
      let running = try rider.program(["--quiet"]).start()
      try gate.waitUntilHeld(1)
      running.signal(9)
      try expectEqual(running.wait().status, .signalled(9))
      gate.release()
      try expectEqual(rider.run("--quiet").status, .exited(0))
      for name in Disk.names(in: uncut.store + folder) {
        let path = "\(folder)/\(name)"
        try expectEqual(Disk.read(rider.store + path), Disk.read(uncut.store + path))
      }
    }
  }

  /// An application that is not approved yet may send 25 requests in five minutes.
  @Test func aHistoryBeyondTheLimitTakesSeveralRuns() throws {
    let workouts = Self.workouts(2000)
    let rider = try WahooRider.connected(workouts: workouts)
    rider.wahoo.edit { account in
      account.limits = WahooLimits()
      account.limits.fiveMinutes.limit = 25
    }
    var stored = 0
    for _ in 1...5 where stored < 2000 {
      let events = try rider.events("--wait", "0s")
      if events.result.status == .exited(0) {
        stored = try rider.storedIDs().count
      } else {
        expectEqual(events.result.status, .exited(75))
        let error = try #require(events.of("error").first)
        expectEqual(error["message"]?.string, "Wahoo asked us to wait.")
        #expect(error["retry_at"]?.string != nil)
        #expect(events.result(of: "wahoo")?["outcome"]?.string == "partial")
      }
      rider.wahoo.edit { account in
        account.limits = WahooLimits()
        account.limits.fiveMinutes.limit = 25
      }
    }
    try expectEqual(rider.storedIDs(), workouts.map { String($0.id) })
  }

  @Test func dryRunWritesNothingAndCountsTheSame() throws {
    let rider = try WahooRider.connected(workouts: Self.workouts(20))
    let home = rider.others.rider.home.path
    let before = try Disk.snapshot(of: home)
    let dry = try rider.run("--dry-run")
    expectEqual(dry.outputLines.last?.contains("Dry run, nothing written: 20 new"), true)
    try expectEqual(Disk.snapshot(of: home), before)
  }

  /// The same twelve rides at three services, and one only at Wahoo.
  private static func everywhere() throws -> WahooRider {
    try WahooRider.everywhere(WahooRider.twelveRides())
  }

  @Test func oneRideOfThreeServicesIsOneRide() throws {
    let rider = try Self.everywhere()
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    #expect(events.result(of: "wahoo")?["new"]?.integer == 13)
    expectEqual(events.count("new"), 13)
    let texts = events.of("status").compactMap { $0["text"]?.string }
    #expect(texts.contains("Syncing integrations…"))
    let shared = try rider.records().filter { $0["same_as"]?.elements.map { Array($0).count } == 2 }
    expectEqual(shared.count, 12)
  }

  @Test func aFailingServiceDoesNotStopTheOthers() throws {
    let rider = try Self.everywhere()
    rider.wahoo.answer("/v1/user", with: .response(.wahooDown), times: 3)
    let events = try rider.events()
    expectEqual(events.result.status, .exited(10))
    #expect(events.result(of: "strava")?["outcome"]?.string == "ok")
    #expect(events.result(of: "intervals")?["outcome"]?.string == "ok")
    #expect(events.result(of: "wahoo")?["outcome"]?.string == "failed")
    expectEqual(events.of("error").compactMap { $0["source"]?.string }, ["wahoo"])
    let next = try rider.events()
    expectEqual(next.result.status, .exited(0))
    #expect(next.result(of: "wahoo")?["new"]?.integer == 13)
    rider.others.intervals.server.stop()
    let plain = try rider.run()
    expectEqual(plain.status, .exited(10))
    #expect(plain.errors.contains("Unable to connect to Intervals.icu."))
  }
}
