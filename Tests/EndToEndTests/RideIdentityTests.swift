// A ride that a service and a file have.

import Codec
import Support
import Testing

@Suite(.blocking) struct RideIdentityTests {
  /// A ride of today's Strava account, and the same ride on the head unit.
  private static let ride = TrueRide.daysAgo(4, seconds: 3_600)

  /// The ride of a head unit, as Strava has it: a few seconds later, with another duration.
  @Test(arguments: Tier.cases([true, false], quick: 1))
  func aRideOnStravaAndOnTheHeadUnitIsOne(_ fileFirst: Bool) throws {
    let truth = Self.ride
    var listed = Ride(id: 9_000_000_001, start: Int(truth.start) + 8)
    (listed.movingTime, listed.elapsedTime, listed.distance) = (3_570, 3_600, 28_790)
    let importer = Importer(try Rider.connected(rides: [listed]))
    let path = try importer.write(truth.fit(), to: "ride.fit")
    var news: [Int64?] = []
    for isImport in [fileFirst, !fileFirst] {
      let events =
        try isImport
        ? importer.events(path, "--ftp", "250") : importer.sync("--ftp", "250")
      expectEqual(events.result.status, .exited(0))
      news.append(events.count("new"))
    }
    expectEqual(news, [1, 0])
    let garmin = "garmin:\(truth.sourceID)"
    let rides = try importer.rides()
    expectEqual(rides["strava:9000000001"]?.sameAs, [garmin])
    expectEqual(rides[garmin]?.sameAs, ["strava:9000000001"])
    // Counted once: the load of its day is the one of the measured power.
    let loads = rides.values.compactMap { $0["load"]?.double }
    let load = try #require(loads.max())
    let rows = try importer.records("scores").filter { $0["load"]?.double.map { $0 > 0 } == true }
    expectEqual(rows.count, 1)
    expectEqual(rows.first?["load"]?.isNear(load, within: 0.2), true)
    let counted = rides.values.first { $0["load"]?.double == load }
    expectEqual(counted?["load_from"]?.string, "power")
    let routine = try JSONValue(
      parsing: try #require(try Disk.read(importer.store + "/routine.json")))
    let week = routine["week"]?.elements?.compactMap { $0["done"]?.integer } ?? []
    expectEqual(week.filter { $0 > 1 }, [])
    let before = try Disk.snapshot(of: importer.store)
    try expectEqual(importer.sync("--ftp", "250").brief, "exit 0")
    try expectEqual(importer.events(path, "--ftp", "250").statuses.last, "updated")
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }
}
