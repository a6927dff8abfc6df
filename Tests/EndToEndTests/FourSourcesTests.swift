// Strava, Intervals.icu, Wahoo and Apple Health in one store.

import Codec
import Support
import Testing

@Suite(.blocking) struct FourSourcesTests {
  private static let services = Rider.Service.allCases

  /// Rides that all services have.
  private static let rides = RideBuilder.history(
    12, from: Rider.now - 300 * 86_400, to: Rider.now - 86_400)

  /// A rider connected to three services with the same rides, and one ride only at Wahoo.
  private static func connected() throws -> Rider {
    let own = WahooWorkout(id: 5, start: Rider.now - 301 * 86_400)
    return try Rider.connected(
      to: .strava, .intervals, .wahoo, rides: rides,
      activities: rides.map { IntervalsActivity($0) },
      days: IntervalsDay.nights(14, until: Rider.now),
      workouts: rides.map { WahooWorkout($0) } + [own])
  }

  /// The same rides as recorded by a watch.
  private static func importWorkouts(into rider: Rider) throws -> Events {
    var clock = ExportText.History(last: 0, days: 1)
    clock.zone = 0
    var export = ExportText()
    for ride in rides {
      export.addWorkout(
        "Cycling", clock.time(0, ride.start + 20), to: clock.time(0, ride.start + ride.elapsedTime),
        attributes: "duration=\"\(Double(ride.movingTime) / 60)\" durationUnit=\"min\"",
        inside: [
          "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceCycling\" "
            + "sum=\"\(ride.distance / 1000)\" unit=\"km\"/>"
        ])
    }
    let importer = Importer(rider)
    return try importer.events(importer.write(export.description.utf8, to: "export.xml"))
  }

  // MARK: One ride

  /// Whether the file or the services come first: the second one adds to existing rides.
  @Test(arguments: Tier.cases([true, false], quick: 1))
  func aRideThatAllFourHaveIsOneRide(_ fileFirst: Bool) throws {
    let rider = try Self.connected()
    let first = fileFirst ? try Self.importWorkouts(into: rider) : try rider.events()
    let second = fileFirst ? try rider.events() : try Self.importWorkouts(into: rider)
    expectEqual(
      [first.brief, second.brief],
      fileFirst
        ? ["exit 0: 12 new", "exit 0: 1 new, 12 changed, 14 days_new"]
        : ["exit 0: 13 new, 14 days_new", "exit 0: 12 changed"])
    let all = first.of("source_finished") + second.of("source_finished")
    let news = all.map { "\($0["source"]?.string ?? "") \($0["new"]?.integer ?? -1)" }
    expectEqual(news.sorted(), ["apple-health 12", "intervals 12", "strava 12", "wahoo 13"])

    let sources = Self.services.map(\.rawValue) + ["apple-health"]
    for source in sources {
      let shared = try rider.records("activities/\(source)").filter { $0["same_as"] != nil }
      expectEqual(shared.count, 12, "\(source)")
      for record in shared {
        let others = record.sameAs.compactMap { $0.split(separator: ":").first.map(String.init) }
        expectEqual(others.sorted(), sources.filter { $0 != source }.sorted(), "\(source)")
      }
    }
    let before = try Disk.snapshot(of: rider.store)
    try expectEqual(rider.events().brief, "exit 0")
    try expectEqual(Disk.snapshot(of: rider.store), before)
  }

  // MARK: One source down

  @Test(arguments: Tier.cases(services, quick: 1))
  func theOthersAreSavedWhenOneIsDown(_ down: Rider.Service) throws {
    let rider = try Self.connected()
    _ = try Self.importWorkouts(into: rider)
    switch down {
    case .strava: rider.strava.answer(.path("/athlete"), with: .loginPage)
    case .intervals: rider.intervals.answer("/i134815", with: .html("<html>"))
    case .wahoo: rider.wahoo.answer("/v1/user", with: .response(.html("<html>")))
    }
    let events = try rider.events()
    expectEqual(events.brief.prefix(19), "exit 10 (bad_reply)")
    expectEqual(events.summary?["outcome"]?.string, "partial")
    expectEqual(events.of("error").map { $0["source"]?.string }, [down.rawValue])
    expectEqual(
      events.outcomes,
      ["intervals", "strava", "wahoo"].map { "\($0) \($0 == down.rawValue ? "failed" : "ok")" })
    for service in Self.services {
      try expectEqual(rider.storedIDs(service).isEmpty, service == down, "\(service)")
    }
    // Imported records count like those of a service that answers.
    let workouts = try rider.records("activities/apple-health")
    expectEqual(workouts.map(\.sameAs.count), Array(repeating: 2, count: 12))
    expect(Disk.exists(rider.store + "/prep.json"))

    let sources = try rider.events("sources")
    let failed = sources.of("source").filter { $0["last_error"] != nil }
    expectEqual(failed.map { $0["source"]?.string }, [down.rawValue])
    expectEqual(sources.state(of: "apple-health"), "imported")
    // It is synced later, and its records join the others.
    let next = try rider.events()
    expectEqual(next.result.status, .exited(0))
    expectEqual(next.result(of: down.rawValue)?["new"]?.integer, down == .wahoo ? 13 : 12)
    expectEqual(next.count("new"), down == .wahoo ? 1 : 0)
    expectEqual(next.count("changed"), 12)
  }

  @Test func aLimitAtOneLetsTheOthersFinish() throws {
    let rider = try Self.connected()
    rider.intervals.answer("/wellness", with: .intervalsLimit(retryAfter: "3600"))
    let events = try rider.events()
    expectEqual(events.result.status, .exited(10))
    expectEqual(events.outcomes, ["intervals partial", "strava ok", "wahoo ok"])
    let next = try rider.events()
    expectEqual(next.result.status, .exited(0))
    expectEqual(next.result(of: "intervals")?["new"]?.integer, 12)
    // Of two, one without an answer.
    rider.strava.server.stop()
    rider.intervals.edit {
      $0.activities.append(IntervalsActivity(id: "i999999", start: Rider.now - 7200))
    }
    try expectEqual(rider.events().brief, "exit 10 (network): 1 new")
    try expectEqual(rider.run().brief, "exit 10 (network)")
  }

  // MARK: Two measures of HRV

  /// Intervals.icu reports rMSSD, Apple SDNN, three times as high here. Each day's recovery equals
  /// that of one measure alone, and never mixes both.
  @Test func recoveryUsesOneMeasure() throws {
    let now = Rider.now
    let nights = IntervalsDay.nights(40, until: now).map { night in
      IntervalsDay(night.date, night.values.filter { $0.key == "hrv" })
    }
    func store(services: Bool, file: Bool) throws -> [String: String] {
      let rider = try Rider.connected(
        to: .intervals, activities: [IntervalsActivity(id: "i1", start: now - 80 * 86_400)],
        days: nights)
      let importer = Importer(rider)
      if file {
        let history = ExportText.History(last: Importer.today, days: 80)
        var export = ExportText()
        for index in 0..<80 {
          let day = history.last - index
          export.add(.variability, "\(150 + day * 7 % 40)", at: history.time(day, 7200))
        }
        let path = try importer.write(export.description.utf8, to: "export.xml")
        try expectEqual(importer.run(path, "-q").status, .exited(0))
      }
      if services { try rider.sync() }
      var rows: [String: String] = [:]
      for row in try rider.records("scores") {
        let recovery = try #require(row["recovery"])
        guard recovery["value"]?.double != nil, let date = row["date"]?.string else { continue }
        expectEqual(recovery["inputs_used"]?.integer, 1, "\(date)")
        rows[date] = String(decoding: recovery.slice, as: UTF8.self)
      }
      return rows
    }
    let both = try store(services: true, file: true)
    let intervals = try store(services: true, file: false)
    let apple = try store(services: false, file: true)
    expect(!intervals.isEmpty && both.count >= intervals.count)
    // The better measure, from the day on which it has a baseline.
    for (date, recovery) in both {
      expectEqual(recovery, intervals[date] ?? apple[date], "\(date)")
    }
    expect(both.contains { intervals[$0.key] == nil })
  }
}
