// Syncs with Wahoo and Intervals.icu where they differ from Strava's.

import Codec
import Support
import Testing

@Suite(.blocking) struct ServiceSyncTests {
  private static func rider(
    _ activities: [IntervalsActivity], _ days: [IntervalsDay] = []
  ) throws -> Rider {
    try Rider.connected(to: .intervals, activities: activities, days: days)
  }

  private static func activities(_ count: Int) -> [IntervalsActivity] {
    IntervalsActivity.history(count, until: Rider.now)
  }

  private static func workouts(_ count: Int) -> [WahooWorkout] {
    WahooWorkout.history(count, until: Rider.now)
  }

  private static func nights(_ count: Int) -> [IntervalsDay] {
    IntervalsDay.nights(count, until: Rider.now)
  }

  // MARK: Intervals.icu

  @Test func intervalsBringsActivitiesAndNights() throws {
    let activities = Self.activities(300)
    let rider = try Self.rider(activities, Self.nights(40))
    let events = try rider.events()
    expectEqual(events.brief, "exit 0: 300 new, 40 days_new")
    expectEqual(events.outcomes, ["intervals ok"])
    // The athlete, the index, two windows and the nights.
    expectEqual(events.result(of: "intervals")?["requests"]?.integer, 5)
    expectEqual(events.statuses, SyncTests.firstStatuses)
    expectEqual(events.of("status").compactMap { $0["count"]?.integer }, [300])
    try expectEqual(rider.storedIDs(.intervals), activities.map(\.id))
    let record = try rider.records("activities/intervals").last
    expectEqual(
      [record?["id"]?.string, record?["load_from"]?.string], ["intervals:i100299", "power"])
    try expectEqual(rider.records("scores").last?["sleep"]?["value"]?.double != nil, true)

    let before = try Disk.snapshot(of: rider.store)
    let asked = rider.intervals.server.requests.count
    let again = try rider.events()
    expectEqual([again.brief] + again.statuses, ["exit 0"] + SyncTests.laterStatuses)
    try expectEqual(Disk.snapshot(of: rider.store), before)
    // The athlete, the last weeks, and their nights.
    expectEqual(rider.intervals.server.requests.count - asked, 3)
    expectEqual(rider.intervals.listRequests.last?.query["fields"], nil)
  }

  @Test func intervalsSeesNewEditedAndDeletedActivitiesAndNights() throws {
    let now = Rider.now
    let rider = try Self.rider(
      Self.activities(100), IntervalsDay.nights(20, until: now - 86_400))
    try rider.sync()
    rider.intervals.edit { data in
      data.change("i100098") { ($0.name, $0.synced) = ("Edited", "2026-11-20T08:00:00.000+00:00") }
      // Analysed again, without changes to any field we store.
      data.change("i100097") { $0.synced = "2026-11-20T08:00:00.000+00:00" }
      data.change("i100002") { $0.name = "Long ago" }
      data.activities.removeAll { $0.id == "i100096" }
      data.activities.append(IntervalsActivity(id: "i999999", start: now - 7200))
      data.days[19].values["restingHR"] = "61"
      // A night that was recorded by mistake and deleted.
      data.days[18].values = ["ctl": "41.5"]
      data.days += IntervalsDay.nights(1, until: now)
    }
    try expectEqual(
      rider.events().brief,
      "exit 0: 1 new, 1 changed, 1 deleted, 1 days_new, 2 days_changed")
    let ids = try rider.storedIDs(.intervals)
    expectEqual([ids.contains("i999999"), ids.contains("i100096")], [true, false])
    try expectEqual(rider.records("wellness/intervals").count, 20)
    // Nor do old days without changes to the fields we store.
    rider.intervals.edit { $0.days[2].values["ctl"] = "77.75" }
    try expectEqual(rider.events("--full").brief, "exit 0: 1 changed")
    try expectEqual(
      rider.records("wellness/intervals").filter { $0["raw"]?["ctl"]?.double == 77.75 }.count, 1)
    let names = try rider.records("activities/intervals").compactMap { $0["name"]?.string }
    expectEqual(["Edited", "Long ago"].filter { !names.contains($0) }, [])
  }

  @Test func sinceIsTheStartDateOfActivitiesAndNights() throws {
    let rider = try Self.rider(Self.activities(200), Self.nights(400))
    let since = String(Civil(epoch: Rider.now - 150 * 86_400).text.prefix(10))
    try rider.sync("--since", since)
    try expectEqual(
      rider.records("wellness/intervals").compactMap { $0["date"]?.string }.min(), since)
    let kept = try rider.storedIDs(.intervals).count
    expect((60...80).contains(kept), "\(kept)")
    try expectEqual(rider.events().brief, "exit 0")
    try expectEqual(rider.events("--full").count("new"), Int64(200 - kept))
  }

  /// Otherwise nobody knows why older rides never come.
  @Test func aRememberedSinceIsSaidUntilItIsForgotten() throws {
    let rider = try Self.rider(Self.activities(200))
    func explained() throws -> [String?] {
      let json = try JSONValue(parsing: Array(rider.run("--explain", "--json").output.utf8))
      let row = json["settings"]?.elements?.first { $0["name"]?.string == "since" }
      return ["value", "origin"].map { row?[$0]?.string }
    }
    func since() throws -> String? {
      try rider.events("status").of("source")
        .first { $0["source"]?.string == "intervals" }?["since"]?.string
    }
    try expectEqual(explained(), [nil, "default"])
    let day = String(Civil(epoch: Rider.now - 150 * 86_400).text.prefix(10))
    // News needs no explanation.
    expect(try !rider.events("--since", day).codes("notice").contains("activities_limited"))
    for options in [[], ["--dry-run"]] {
      try expectEqual(rider.events(options).codes("notice"), ["activities_limited"])
    }
    try expectEqual(explained(), [day, "remembered"])
    try expectEqual(since(), day)
    for command in ["status", "--explain"] {
      try expectEqual(rider.run(command).output.contains("velo-sync --full"), true, "\(command)")
    }
    try expectEqual(rider.run("--explain", "--full").output.contains("remembered"), false)
    try rider.sync("--full")
    try expectEqual(rider.events().codes("notice"), [])
    try expectEqual(explained(), [nil, "default"])
    try expectEqual(since(), nil)
  }

  @Test func activitiesFromStravaAreCountedAndReported() throws {
    let stubs = (1...3).map { IntervalsActivity.stub($0, start: Rider.now - Int($0) * 86_400 * 40) }
    let rider = try Self.rider(Self.activities(5) + stubs)
    let events = try rider.events()
    expectEqual(
      [events.brief] + events.codes("notice").filter { $0 != "next_step" },
      ["exit 0: 5 new", "records_withheld"])
    expectEqual(events.of("notice").first?["message"]?.string?.contains(" 3 "), true)
    // Unreadable records prevent deletions; withheld ones do not.
    rider.intervals.edit { $0.activities.removeAll { $0.id == "i100004" } }
    try expectEqual(rider.events().brief, "exit 0: 1 deleted")
    // Strava itself lists them.
    try rider.signIn(to: .strava)
    try expectEqual(rider.events().codes("notice"), [])
  }

  @Test func unreadableRecordsAreCountedAndNothingIsDeleted() throws {
    let rider = try Self.rider(Self.activities(5))
    try rider.sync()
    rider.intervals.edit { data in
      data.activities.removeFirst()
      data.change("i100003") { $0.overrides["start_date"] = "\"soon\"" }
    }
    rider.intervals.answer("/wellness", with: .json(#"[{"id":"yesterday","hrv":50},null]"#))
    let events = try rider.events()
    expectEqual([events.brief] + events.codes("notice"), ["exit 0", "records_skipped"])
    expectEqual(events.of("notice").first?["message"]?.string?.contains(" 3 "), true)
    try expectEqual(rider.storedIDs(.intervals).count, 5)
  }

  // MARK: Wahoo

  @Test func wahooBringsCompletedWorkouts() throws {
    let workouts = Self.workouts(100)
    let plan = WahooWorkout.plan(9, start: Rider.now + 86_400)
    let rider = try Rider.connected(to: .wahoo, workouts: workouts + [plan])
    let events = try rider.events()
    expectEqual(events.brief, "exit 0: 100 new")
    // The user, the zones, and four pages.
    expectEqual(events.result(of: "wahoo")?["requests"]?.integer, 6)
    expectEqual(events.statuses, SyncTests.firstStatuses)
    try expectEqual(rider.storedIDs(.wahoo), workouts.map { String($0.id) })
    let record = try #require(try rider.records("activities/wahoo").last)
    expectEqual(
      ["id", "sport", "start_local", "timezone", "load_from"].map { record[$0]?.string },
      ["wahoo:300000099", "BIKING", nil, "Europe/Berlin", "power"])
    expectEqual(record["raw"]?.literal.contains("\"duration_active_accum\":\""), true)

    let before = try Disk.snapshot(of: rider.store)
    let asked = rider.wahoo.server.requests.count
    try expectEqual(rider.events().brief, "exit 0")
    try expectEqual(Disk.snapshot(of: rider.store), before)
    // The user, the zones, and the pages of the last 60 days: a plan may be ridden later.
    expectEqual(rider.wahoo.server.requests.count - asked, 4)
  }

  @Test func theYearOfAWorkoutIsThatOfUTC() throws {
    var eve = WahooWorkout(id: 1, start: Civil(2024, 12, 31, 23, 20).epoch)
    eve.zone = "Pacific/Auckland"
    let rider = try Rider.connected(to: .wahoo, workouts: [eve])
    try rider.sync()
    expectEqual(Disk.names(in: rider.store + "/activities/wahoo"), ["2024.ndjson"])
  }

  @Test func wahooSeesNewEditedDeletedAndFinishedWorkouts() throws {
    let now = Rider.now
    let plan = WahooWorkout.plan(9, start: now - 5 * 86_400)
    let rider = try Rider.connected(to: .wahoo, workouts: Self.workouts(100) + [plan])
    try rider.sync()
    rider.wahoo.edit { account in
      account.change(300_000_098) { $0.name = "Edited" }
      account.change(300_000_097) { $0.summaryOverrides["updated_at"] = "\"2026-11-20T00:00:00Z\"" }
      account.change(300_000_002) { $0.name = "Long ago" }
      account.change(9) { $0.isPlan = false }
      account.workouts.removeAll { $0.id == 300_000_096 }
      account.workouts.append(WahooWorkout(id: 999_999_999, start: now - 7200))
    }
    try expectEqual(rider.events().brief, "exit 0: 2 new, 1 changed, 1 deleted")
    let ids = try rider.storedIDs(.wahoo)
    expectEqual(
      ["999999999", "9", "300000096"].map { ids.contains($0) }, [true, true, false])
    try expectEqual(rider.events("--full").brief, "exit 0: 1 changed")
    let names = try rider.records("activities/wahoo").compactMap { $0["name"]?.string }
    expectEqual(["Edited", "Long ago"].filter { !names.contains($0) }, [])
  }

  /// An application that is not approved yet may send 25 requests in five minutes.
  @Test func aHistoryBeyondTheLimitTakesSeveralRuns() throws {
    let workouts = Self.workouts(1000)
    let rider = try Rider.connected(to: .wahoo, workouts: workouts)
    var ends: [String] = []
    while ends.last != "exit 0", ends.count < 5 {
      rider.wahoo.edit { account in
        account.limits = WahooLimits()
        account.limits.fiveMinutes.limit = 25
      }
      let events = try rider.events("--wait", "0s")
      ends.append(ends.isEmpty ? events.brief : "\(events.result.status)")
      if ends.count == 1 {
        expectEqual(events.outcomes, ["wahoo partial"])
        expectEqual(events.of("error").first?["retry_at"]?.string != nil, true)
      }
    }
    expectEqual(ends.first?.hasPrefix("exit 75 (rate_limited)"), true)
    try expectEqual(rider.storedIDs(.wahoo), workouts.map { String($0.id) })
  }

  // MARK: Both

  /// Killed at one of its requests, a run loses and repeats nothing.
  @Test(.long, arguments: [(Rider.Service.intervals, [2, 4, 6]), (.wahoo, [2, 4, 9, 12])])
  func aKilledRunLosesAndRepeatsNothing(_ service: Rider.Service, _ requests: [Int]) throws {
    let rider = try Rider.connected(
      to: service, activities: Self.activities(900), workouts: Self.workouts(300))
    try rider.sync()
    let folder = "/activities/\(service)"
    let whole = try rider.contents(of: rider.store + folder)
    let server = rider.server(of: service)
    for request in requests {
      let store = rider.home / "store-\(request)"
      try server.settle()
      let gate = server.hold(request: server.requests.count + request)
      let running = try rider.program("--quiet", "--store", store).start()
      try gate.waitUntilHeld(1)
      running.signal(9)
      try expectEqual(running.wait().status, .signalled(9))
      gate.release()
      try rider.sync("--store", store)
      try expectEqual(rider.contents(of: store + folder), whole, "request \(request)")
    }
  }
}
