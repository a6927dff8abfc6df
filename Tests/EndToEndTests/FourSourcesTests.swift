// Strava, Intervals.icu, Wahoo and Apple Health in one store.

import Codec
import Support
import Testing

@Suite(.blocking) struct FourSourcesTests {
  private static let services = ["strava", "intervals", "wahoo"]

  /// The same rides as recorded by a watch.
  private static func importWorkouts(_ rides: [Ride], into rider: WahooRider) throws -> Events {
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
    let importer = Importer(rider.others.rider)
    return try importer.events(importer.write(export.description.utf8, to: "export.xml"))
  }

  // MARK: One ride

  /// Whether the file or the services come first.
  @Test(arguments: [true, false]) func aRideThatAllFourHaveIsOneRide(_ fileFirst: Bool) throws {
    let rides = WahooRider.twelveRides()
    let rider = try WahooRider.everywhere(rides)
    var synced: Events?
    var imported: Events?
    for isImport in [fileFirst, !fileFirst] {
      if isImport {
        imported = try Self.importWorkouts(rides, into: rider)
      } else {
        synced = try rider.events()
      }
    }
    let (sync, file) = (try #require(synced), try #require(imported))
    #expect(sync.result.status == .exited(0) && file.result.status == .exited(0))
    #expect(sync.result(of: "strava")?["new"]?.integer == 12)
    #expect(sync.result(of: "intervals")?["new"]?.integer == 12)
    #expect(sync.result(of: "wahoo")?["new"]?.integer == 13)
    #expect(file.result(of: "apple-health")?["new"]?.integer == 12)
    // The second source adds to existing rides.
    expectEqual(sync.count("new"), (fileFirst ? 1 : 13))
    expectEqual(sync.count("changed"), (fileFirst ? 12 : 0))
    expectEqual(file.count("new"), (fileFirst ? 12 : 0))
    expectEqual(file.count("changed"), (fileFirst ? 0 : 12))
    let texts = sync.of("status").compactMap { $0["text"]?.string }
    #expect(texts.contains("Syncing integrations…"))

    for source in Self.services + ["apple-health"] {
      let shared = try rider.records("activities/\(source)").filter { $0["same_as"] != nil }
      expectEqual(shared.count, 12, "\(source)")
      for record in shared {
        let others = record["same_as"]?.elements?.compactMap(\.string) ?? []
        let sources = Set(others.compactMap { $0.split(separator: ":").first.map(String.init) })
        #expect(others.count == 3 && sources.count == 3 && !sources.contains(source))
      }
    }
    let before = try Disk.snapshot(of: rider.store)
    let again = try rider.events()
    #expect(again.count("new") == 0 && again.count("changed") == 0 && again.count("deleted") == 0)
    try expectEqual(Disk.snapshot(of: rider.store), before)
  }

  @Test func loadAndRoutineCountARideOnce() throws {
    let rides = WahooRider.twelveRides()
    let rider = try WahooRider.everywhere(rides)
    _ = try Self.importWorkouts(rides, into: rider)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    // The same without duplicates.
    let alone = try WahooRider.everywhere(rides)
    try expectEqual(alone.run("--quiet", "--source", "strava").status, .exited(0))

    var loads: [String: Double] = [:]
    for ride in try rider.records("activities/strava") {
      let day = try #require(ride["start_local"]?.string?.prefix(10))
      loads[String(day), default: 0] += ride["load"]?.double ?? 0
    }
    var compared = 0
    for row in try rider.records("scores") {
      guard let date = row["date"]?.string, let load = loads[date], load > 0 else { continue }
      #expect(try #require(row["load"]?.double).isNear(load), "\(date)")
      compared += 1
    }
    #expect(compared > 5)

    func routine(_ rider: WahooRider) throws -> [[String]] {
      let bytes = try #require(try Disk.read(rider.store + "/routine.json"))
      let days = try JSONValue(parsing: bytes)["days"]?.elements
      return try #require(days).map { day in
        ["weekday", "activities_median", "duration_s", "share", "usual"].map { name in
          String(decoding: day[name]?.slice ?? [], as: UTF8.self)
        }
      }
    }
    try expectEqual(routine(rider), routine(alone))
  }

  // MARK: One source down

  @Test(arguments: services) func theOthersAreSavedWhenOneIsDown(_ down: String) throws {
    let rides = WahooRider.twelveRides()
    let rider = try WahooRider.everywhere(rides)
    _ = try Self.importWorkouts(rides, into: rider)
    let server =
      switch down {
      case "strava": rider.others.rider.strava.server
      case "intervals": rider.others.intervals.server
      default: rider.wahoo.server
      }
    server.stop()
    let events = try rider.events()
    expectEqual(events.result.status, .exited(10))
    #expect(events.summary?["outcome"]?.string == "partial")
    expectEqual(events.of("error").compactMap { $0["source"]?.string }, [down])
    #expect(events.of("error").first?["code"]?.string == "network")
    for source in Self.services {
      let isDown = source == down
      #expect(
        events.result(of: source)?["outcome"]?.string == (isDown ? "failed" : "ok"), "\(source)")
      try expectEqual(rider.records("activities/\(source)").isEmpty, isDown, "\(source)")
    }
    // Imported records count like those of a service that answers.
    let workouts = try rider.records("activities/apple-health")
    expectEqual(workouts.count, 12)
    #expect(workouts.allSatisfy { $0["same_as"]?.elements.map { Array($0).count } == 2 })
    #expect(try Disk.read(rider.store + "/prep.json") != nil)

    let sources = try Events(try rider.program(["sources", "--json"]).run()).of("source")
    func state(_ source: String) -> String? {
      sources.first { $0["source"]?.string == source }?["state"]?.string
    }
    #expect(state(down) == "unavailable" && state("apple-health") == "imported")
    expectEqual(Self.services.filter { state($0) == "connected" }.count, 2)
    // It does not affect the others next time either.
    let others = Self.services.filter { $0 != down }.joined(separator: ",")
    try expectEqual(rider.events("--source", others).count("new"), 0)
  }

  @Test func theFileRemainsWhenAllAreDown() throws {
    let rides = WahooRider.twelveRides()
    let rider = try WahooRider.everywhere(rides)
    _ = try Self.importWorkouts(rides, into: rider)
    let before = try Disk.snapshot(of: rider.store)
    rider.others.rider.strava.server.stop()
    rider.others.intervals.server.stop()
    rider.wahoo.server.stop()
    let events = try rider.events()
    expectEqual(events.result.status, .exited(68))
    expectEqual(events.of("error").count, 3)
    expectEqual(events.statuses.last, "offline")
    try expectEqual(Disk.snapshot(of: rider.store), before)
  }

  // MARK: Two measures of HRV

  /// Intervals.icu reports rMSSD, Apple SDNN, three times as high here. Each day's recovery equals
  /// that of one measure alone, and never mixes both.
  @Test func recoveryUsesOneMeasure() throws {
    let now = WahooRider.now
    let nights = IntervalsDay.nights(40, until: now).map { night in
      IntervalsDay(night.date, night.values.filter { $0.key == "hrv" })
    }
    func store(services: Bool, file: Bool) throws -> [String: String] {
      let rider = try IntervalsRider.connected(
        activities: [IntervalsActivity(id: "i1", start: now - 80 * 86_400)], days: nights)
      let importer = Importer(rider.rider)
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
      if services { try expectEqual(rider.run("-q").status, .exited(0)) }
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
    #expect(!intervals.isEmpty && both.count >= intervals.count)
    for (date, recovery) in both {
      #expect([intervals[date], apple[date]].contains(recovery), "\(date)")
      // The better measure, from the day on which it has a baseline.
      if let own = intervals[date] { expectEqual(recovery, own, "\(date)") }
    }
    #expect(both.contains { intervals[$0.key] == nil && apple[$0.key] == $0.value })
  }
}

extension Double {
  fileprivate func isNear(_ other: Double) -> Bool { abs(self - other) < 0.01 }
}
