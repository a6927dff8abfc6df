// Syncing with Intervals.icu: first, incremental, interrupted, with and without health data.

import Codec
import Support
import Testing

@Suite(.blocking) struct IntervalsSyncTests {
  @Test func aFirstSyncBringsActivitiesAndNights() throws {
    let activities = IntervalsActivity.history(300, until: IntervalsRider.now)
    let rider = try IntervalsRider.connected(
      activities: activities, days: IntervalsDay.nights(14, until: IntervalsRider.now))
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    #expect(events.count("new") == 300 && events.count("days_new") == 14)
    let finished = events.result(of: "intervals")
    #expect(finished?["outcome"]?.string == "ok")
    #expect(finished?["days_new"]?.integer == 14)
    // The athlete, the index, two windows and the nights.
    #expect(finished?["requests"]?.integer == 5)
    expectEqual(
      events.statuses,
      [
        "fetching_health_data", "contacting_integrations", "downloading_activities",
        "downloading_activities", "generating_routine", "processing_data", "computing_zones",
        "calculating_scores", "building_prep", "saving", "finalizing", "complete", "updated",
      ])
    let texts = events.of("status").compactMap { $0["text"]?.string }
    #expect(texts.contains("Downloading 300 Intervals.icu activities…"))
    try expectEqual(rider.storedIDs(), activities.map(\.id))
    let record = try #require(try rider.records("activities/intervals").last)
    expectEqual(record["id"]?.string, "intervals:i100299")
    expectEqual(record["load_from"]?.string, "power")
    let scores = try rider.records("scores").last
    #expect(scores?["sleep"]?["value"]?.double != nil)
  }

  @Test func recordsKeepEveryDigit() throws {
    var odd = IntervalsActivity.history(1, until: IntervalsRider.now)[0]
    odd.overrides = [
      "route_id": "987654321234567891234", "icu_intensity": "92.190870", "MyField": "\"a  b\"",
    ]
    var night = IntervalsDay.nights(1, until: IntervalsRider.now)[0]
    night.values["MyMood"] = "1.50"
    let rider = try IntervalsRider.connected(activities: [odd], days: [night])
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let raw = try #require(try rider.records("activities/intervals").first?["raw"]).literal
    for part in [
      "\"route_id\":987654321234567891234", "92.190870", "\"MyField\":\"a  b\"", "\"p_max\":null",
    ] {
      #expect(raw.contains(part))
    }
    let wellness = try #require(try rider.records("wellness/intervals").first)
    expectEqual(wellness["id"]?.string, "intervals:\(night.date)")
    expectEqual(wellness["hrv_rmssd_ms"]?.double, 50.5)
    expectEqual(wellness["raw"]?.literal.contains("\"MyMood\":1.50"), true)
  }

  @Test func aSecondRunRewritesNothing() throws {
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(100, until: IntervalsRider.now),
      days: IntervalsDay.nights(40, until: IntervalsRider.now))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let before = try Disk.snapshot(of: rider.rider.store)
    let asked = rider.intervals.server.requests.count
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    #expect(events.count("new") == 0 && events.count("changed") == 0)
    #expect(events.count("days_new") == 0 && events.count("days_changed") == 0)
    try expectEqual(Disk.snapshot(of: rider.rider.store), before)
    // The athlete, the last weeks, and their nights.
    expectEqual(rider.intervals.server.requests.count - asked, 3)
    expectEqual(rider.intervals.listRequests.last?.query["fields"], nil)
    expectEqual(
      events.statuses,
      [
        "contacting_integrations", "downloading_activities", "downloading_activities",
        "refreshing_scores", "updated",
      ])
    let plain = try rider.run()
    expectEqual(plain.outputLines.last?.contains("Updated: nothing new"), true)
  }

  @Test func seesNewEditedAndDeletedActivitiesAndNights() throws {
    let now = IntervalsRider.now
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(100, until: now),
      days: IntervalsDay.nights(20, until: now - 86_400))
    try expectEqual(rider.run("--quiet").status, .exited(0))
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
    let events = try rider.events()
    #expect(events.count("new") == 1 && events.count("changed") == 1)
    expectEqual(events.count("deleted"), 1)
    #expect(events.count("days_new") == 1 && events.count("days_changed") == 2)
    let ids = try rider.storedIDs()
    #expect(ids.contains("i999999") && !ids.contains("i100096"))
    try expectEqual(rider.records("wellness/intervals").count, 20)
    #expect(
      try rider.records("activities/intervals").contains { $0["name"]?.string == "Edited" })
    // Nor do old days without changes to the fields we store.
    rider.intervals.edit { $0.days[2].values["ctl"] = "77.75" }
    let full = try rider.events("--full")
    #expect(full.count("changed") == 1 && full.count("days_changed") == 0)
    try expectEqual(
      rider.records("wellness/intervals").filter { $0["raw"]?["ctl"]?.double == 77.75 }.count, 1)
    #expect(
      try rider.records("activities/intervals").contains { $0["name"]?.string == "Long ago" })
  }

  @Test func sinceIsTheStartDateOfTheStore() throws {
    let now = IntervalsRider.now
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(200, until: now),
      days: IntervalsDay.nights(400, until: now))
    let since = String(Civil(epoch: now - 150 * 86_400).text.prefix(10))
    try expectEqual(rider.run("--quiet", "--since", since).status, .exited(0))
    let dates = try rider.records("wellness/intervals").compactMap { $0["date"]?.string }
    expectEqual(dates.min(), since)
    let kept = try rider.storedIDs().count
    #expect((60...80).contains(kept))
    try expectEqual(rider.events().count("new"), 0)
    try expectEqual(rider.events("--full").count("new"), Int64(200 - kept))
  }

  @Test func activitiesFromStravaAreCountedAndReported() throws {
    let now = IntervalsRider.now
    var activities = IntervalsActivity.history(5, until: now)
    activities += (1...3).map { .stub($0, start: now - Int($0) * 86_400 * 40) }
    let rider = try IntervalsRider.connected(activities: activities)
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    expectEqual(events.count("new"), 5)
    let notice = try #require(events.of("notice").first)
    expectEqual(notice["code"]?.string, "records_withheld")
    expectEqual(
      notice["message"]?.string,
      "Intervals.icu: skipped 3 activities that came from Strava; only Strava provides them")
    // Unreadable records prevent deletions; withheld ones do not.
    rider.intervals.edit { $0.activities.removeAll { $0.id == "i100004" } }
    try expectEqual(rider.events().count("deleted"), 1)
  }

  /// A watch at Intervals.icu, and all rides at Strava.
  @Test func anAccountWithOnlyNightsIsAskedForTheLastWeeks() throws {
    let now = IntervalsRider.now
    let rider = try IntervalsRider.connected(
      activities: (1...400).map { .stub($0, start: now - Int($0) * 86_400) },
      days: IntervalsDay.nights(200, until: now))
    let first = try rider.events()
    #expect(first.count("new") == 0 && first.count("days_new") == 200)
    expectEqual(rider.intervals.listRequests.count, 1)
    let second = try rider.events()
    expectEqual(second.result.status, .exited(0))
    #expect(second.count("days_new") == 0 && second.count("days_changed") == 0)
    let oldest = try #require(rider.intervals.wellnessRequests.last?.query["oldest"])
    #expect(oldest > Civil(epoch: now - 40 * 86_400).text.prefix(10))
  }

  @Test func unreadableRecordsAreCountedAndNothingIsDeleted() throws {
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(5, until: IntervalsRider.now))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    rider.intervals.edit { data in
      data.activities.removeFirst()
      data.change("i100003") { $0.overrides["start_date"] = "\"soon\"" }
    }
    rider.intervals.answer("/wellness", with: .json(#"[{"id":"yesterday","hrv":50},null]"#))
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    #expect(events.of("notice").first?["code"]?.string == "records_skipped")
    #expect(
      events.of("notice").first?["message"]?.string?.hasPrefix("Intervals.icu: skipped 3 records")
        == true)
    try expectEqual(rider.storedIDs().count, 5)
  }

  @Test func aKilledRunLosesAndRepeatsNothing() throws {
    let activities = IntervalsActivity.history(900, until: IntervalsRider.now)
    let uncut = try IntervalsRider.connected(activities: activities)
    try expectEqual(uncut.run("--quiet").status, .exited(0))
    let folder = "/activities/intervals"
    for request in [2, 4, 6] {
      let rider = try IntervalsRider.connected(activities: activities)
      let gate = rider.intervals.server.hold(
        request: rider.intervals.server.requests.count + request)
      let running = try rider.program(["--quiet"]).start()
      try gate.waitUntilHeld(1)
      running.signal(9)
      try expectEqual(running.wait().status, .signalled(9))
      gate.release()
      try expectEqual(rider.run("--quiet").status, .exited(0))
      try expectEqual(rider.storedIDs(), activities.map(\.id))
      for name in Disk.names(in: uncut.rider.store + folder) {
        let path = "\(folder)/\(name)"
        try expectEqual(Disk.read(rider.rider.store + path), Disk.read(uncut.rider.store + path))
      }
    }
  }

  @Test func dryRunWritesNothingAndCountsTheSame() throws {
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(20, until: IntervalsRider.now),
      days: IntervalsDay.nights(3, until: IntervalsRider.now))
    let before = try Disk.snapshot(of: rider.rider.home.path)
    let dry = try rider.run("--dry-run")
    expectEqual(dry.status, .exited(0))
    expectEqual(dry.outputLines.last?.contains("Dry run, nothing written: 20 new"), true)
    try expectEqual(Disk.snapshot(of: rider.rider.home.path), before)
  }
}
