// From a Strava account to plain files, first and again.

import Codec
import Support
import Testing

@Suite(.blocking) struct SyncTests {
  /// The statuses of a first sync.
  static let firstStatuses = [
    "fetching_health_data", "contacting_integrations", "downloading_activities",
    "downloading_activities", "generating_routine", "processing_data", "computing_zones",
    "calculating_scores", "building_prep", "saving", "finalizing", "complete", "updated",
  ]
  /// Those of a sync that finds nothing new.
  static let laterStatuses = [
    "contacting_integrations", "downloading_activities", "downloading_activities",
    "refreshing_scores", "updated",
  ]

  @Test func firstSyncStoresEverythingInYearFiles() throws {
    let rides = RideBuilder.history(1000) + RideBuilder.newYearRides() + RideBuilder.oddRides()
    let rider = try Rider.connected(rides: rides)
    rider.strava.edit { $0.rides.pageLengths = [2: 137, 4: 1] }
    let events = try rider.events()
    expectEqual(events.brief, "exit 0: \(rides.count) new")
    try expectEqual(rider.storedIDs().sorted(), rides.map { "\($0.id)" }.sorted())
    for file in Disk.names(in: rider.store + "/activities/strava") {
      let records = try rider.lines(of: "\(rider.store)/activities/strava/\(file)")
      let years = Set(records.map { String($0["start_local"]?.string?.prefix(4) ?? "") })
      expectEqual(years, [String(file.dropLast(7))])
      let starts = records.map { $0["start"]?.string ?? "" }
      expectEqual(starts, starts.sorted())
    }
    // No digit is lost.
    let stored = try rider.records()
    for ride in RideBuilder.oddRides() {
      let raw = stored.first { $0["source_id"]?.string == "\(ride.id)" }?["raw"]
      try expectEqual(raw?.compact, JSONValue(parsing: Array(ride.json.utf8)).compact)
    }
    // Oldest first, and large; pages at unknown positions are a little shorter.
    let pages = rider.strava.listRequests
    let sizes = pages.map { $0.query["per_page"].flatMap { Int($0) } ?? 0 }
    expectEqual(sizes.filter { !(190...200 ~= $0) }, [])
    expectEqual(pages.filter { $0.query["after"] == nil }.count, 0)
    expectEqual([events.types.first, events.types.last], ["version", "summary"])
    expectEqual(events.statuses, Self.firstStatuses)
  }

  @Test func aSecondRunRewritesNothing() throws {
    let rider = try Rider.synced(rides: RideBuilder.history(400))
    let before = try Disk.snapshot(of: rider.store)
    try rider.strava.server.settle()
    let listed = rider.strava.listRequests.count
    let events = try rider.events()
    expectEqual(events.brief, "exit 0")
    expectEqual(events.statuses, Self.laterStatuses)
    try expectEqual(Disk.snapshot(of: rider.store), before)
    // One page with the last 30 days, and the empty one.
    expectEqual(rider.strava.listRequests.count - listed, 2)
    // What somebody removed from the store comes back.
    let prep = try Disk.read(rider.store + "/prep.json")
    Disk.remove(rider.store + "/prep.json")
    try rider.sync()
    try expectEqual(Disk.read(rider.store + "/prep.json"), prep)
  }

  @Test func seesNewEditedAndDeletedRides() throws {
    let rides = RideBuilder.history(300)
    let rider = try Rider.synced(rides: rides)
    let (newest, recent) = (rides[299], rides[298])
    rider.strava.edit { account in
      account.rides.edit(newest.id) { $0.name = "Renamed" }
      account.rides.edit(rides[3].id) { $0.name = "Long ago" }
      account.rides.delete(recent.id)
      var ride = newest
      ride.id += 1
      ride.start += 7200
      account.rides.add([ride])
    }
    try expectEqual(rider.events().brief, "exit 0: 1 new, 1 changed, 1 deleted")
    func names() throws -> [String?] { try rider.records().map { $0["name"]?.string } }
    try expectEqual(names().contains("Renamed"), true)
    try expectEqual(rider.storedIDs().contains("\(recent.id)"), false)
    // Older edits need --full.
    try expectEqual(names().contains("Long ago"), false)
    try expectEqual(rider.events("--full").brief, "exit 0: 1 changed")
    try expectEqual(names().contains("Long ago"), true)
  }

  @Test(arguments: Tier.cases(Rider.Service.allCases, quick: 1))
  func dryRunWritesNothingAndCountsTheSame(_ service: Rider.Service) throws {
    let rider = try Rider.with(20, connectedTo: service)
    let before = try Disk.snapshot(of: rider.home.path)
    try expectEqual(rider.events("--dry-run").brief, "exit 0: 20 new")
    try expectEqual(Disk.snapshot(of: rider.home.path), before)
    try expectEqual(rider.events().brief, "exit 0: 20 new")
  }

  @Test func twoRunsAtOnce() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(10))
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    let first = try rider.program("--quiet").start()
    try gate.waitUntilHeld(1)
    let second = try rider.run()
    expectEqual(second.brief, "exit 75 (locked)")
    expect(second.errors.contains("\(first.pid)"), "\(second.errors)")
    // An import finds the store in use, too; both may wait.
    let importer = Importer(rider)
    let export = try importer.write(Importer.weeks)
    try expectEqual(importer.run(export).brief, "exit 75 (locked)")
    let patient = try [[], ["import", export]].map { arguments in
      try rider.program(arguments + ["--wait", "1m", "--json"]).start()
    }
    for run in patient { try run.wait(for: "\"reason\":\"locked\"") }
    gate.release()
    for run in [first] + patient { try run.finish() }
    try expectEqual(importer.records("wellness/apple-health").count, 40)
    try expectEqual(rider.storedIDs().count, 10)
  }

  @Test func anotherStoreHasItsOwnCursorsAndLock() throws {
    let rider = try Rider.synced(rides: RideBuilder.history(20))
    try rider.strava.server.settle()
    // The athlete first, then the list, during which the lock is held.
    let gate = rider.strava.server.hold(request: rider.strava.server.requests.count + 2)
    let holder = try rider.program("--quiet").start()
    try gate.waitUntilHeld(1)
    try expectEqual(rider.run("--quiet").brief, "exit 75 (locked)")
    let other = rider.home / "other store"
    try rider.sync("--store", other)
    gate.release()
    try holder.finish()
    let folder = "/activities/strava"
    try expectEqual(
      rider.contents(of: other + folder), rider.contents(of: rider.store + folder))
    try expectEqual(rider.events("--store", other).brief, "exit 0")
  }

  @Test(arguments: Tier.cases([false, true], quick: 1))
  func hiddenRidesAndInclusiveBoundsLoseNothing(_ boundsAreInclusive: Bool) throws {
    var rides = RideBuilder.history(700)
    for index in rides.indices where index % 7 == 0 { rides[index].isHidden = true }
    let rider = try Rider.connected(rides: rides)
    rider.strava.edit { $0.rides.boundsAreInclusive = boundsAreInclusive }
    let shown = rides.filter { !$0.isHidden }.map { "\($0.id)" }
    try expectEqual(rider.events().brief, "exit 0: \(shown.count) new")
    try expectEqual(rider.storedIDs().sorted(), shown.sorted())
    try expectEqual(rider.events().brief, "exit 0")
  }

  @Test func refusesNewerFormatsOtherAthletesAndTornLines() throws {
    let rider = try Rider.synced(rides: RideBuilder.history(20))
    rider.strava.edit { $0.athlete.id += 1 }
    try expectEqual(rider.run().brief, "exit 78 (config)")
    rider.strava.edit { $0.athlete.id -= 1 }
    let year = try #require(Disk.names(in: rider.store + "/activities/strava").last)
    let file = rider.store + "/activities/strava/" + year
    let whole = try #require(try Disk.read(file))
    try Disk.write(whole + Array("{\"id\":".utf8), to: file)
    let damaged = try rider.run()
    expectEqual(damaged.brief, "exit 65 (bad_input)")
    expect(damaged.errors.contains(year))
    try Disk.write(whole, to: file)
    try rider.sync()
    try Disk.write(Array("2\n".utf8), to: rider.store + "/format")
    try expectEqual(rider.run().brief, "exit 78 (config)")
  }
}
