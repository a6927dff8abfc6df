// Importing Strava's export, before and after the service itself has said what it has.

import Codec
import Support
import Testing

@Suite(.blocking) struct StravaArchiveTests {
  /// A ride of every kind of upload, and one entered by hand; the last one a week ago.
  private static func entries() -> [StravaExport.Entry] {
    let uploads: [StravaExport.Upload?] = StravaExport.Upload.allCases + [nil]
    return uploads.enumerated().map { index, upload in
      var ride = TrueRide.daysAgo(7 + 2 * (uploads.count - index), seconds: 1_200)
      ride.name = "Ride, \"\(index)\" <Köln>"
      var entry = StravaExport.Entry(ride, id: 9_000_000_000 + index)
      entry.upload = upload
      return entry
    }
  }

  private static func id(_ entry: StravaExport.Entry) -> String { "strava:\(entry.id)" }

  /// What the service lists: other names and durations, and no power.
  private static func listed(_ entries: [StravaExport.Entry]) -> [Ride] {
    entries.map { entry in
      var ride = Ride(
        id: Int64(entry.id), name: "Strava's \(entry.id)", start: .init(entry.ride.start))
      (ride.movingTime, ride.elapsedTime, ride.distance) = (1_180, 1_260, 9_512)
      return ride
    }
  }

  /// An export inside another archive, or beside other rides in a folder.
  @Test(arguments: Tier.cases([false, true], quick: 1))
  func anExportInsideSomethingElse(_ isPacked: Bool) throws {
    let importer = try Importer()
    let other = TrueRide.daysAgo(3)
    let entries = Self.entries()
    let export = StravaExport(.english103, entries)
    let path: String
    if isPacked {
      path = try importer.write(
        ZipMaker.archive([
          ZipFile("other.fit", other.fit()), ZipFile("export_1.zip", export.archive()),
        ]), to: "backup.zip")
    } else {
      path = try importer.write([("other.fit", other.fit())], under: "backup")
      try importer.write(export.files(), under: "backup/strava")
    }
    let events = try importer.events(path)
    expectEqual(events.ended, ["exit 0"])
    try expectEqual(importer.rideIDs(), Set(entries.map(Self.id) + ["garmin:\(other.sourceID)"]))
  }

  @Test func theServiceAfterTheArchive() throws {
    let entries = Self.entries()
    let listed = Self.listed(Array(entries.dropLast(2)))
    let importer = Importer(try Rider.connected(rides: listed))
    let path = try importer.write(StravaExport(.english103, entries).archive(), to: "export_1.zip")
    try expectEqual(importer.events(path).rides(of: "strava"), [7, 0])
    let events = try importer.sync()
    expectEqual(events.result.status, .exited(0))
    expectEqual(events.rides(of: "strava"), [0, 5])
    expectEqual(["new", "deleted"].map { events.count($0) }, [0, 0])
    try Self.expectBoth(entries, importer)
    try Self.expectNoNews(importer)
    // The archive again has nothing to say against the service.
    try importer.expectNoNews(path)
    try Self.expectNoNews(importer)

    // A full listing keeps what only the archive has.
    let full = try importer.sync("--full")
    expectEqual(full.result.status, .exited(0))
    expectEqual(full.count("deleted"), 0)
    try Self.expectBoth(entries, importer)
    // The service's later word counts.
    importer.rider.strava.edit { $0.rides.edit(listed[1].id) { $0.name = "A later name" } }
    try expectEqual(importer.sync().rides(of: "strava"), [0, 1])
    let edited = try importer.ride("strava:\(listed[1].id)")
    expectEqual(edited["name"]?.string, "A later name")
    expectEqual(edited["average_power_w"]?.isNear(174.5, within: 0.5), true)
    // A ride that the service had and has no more is gone.
    importer.rider.strava.edit { $0.rides.delete(listed[2].id) }
    try expectEqual(importer.sync().count("deleted"), 1)
    try expectEqual(importer.rides().count, 6)
  }

  /// The service's word where it has one, the archive's for what it leaves out.
  private static func expectBoth(
    _ entries: [StravaExport.Entry], _ importer: Importer
  ) throws {
    let rides = try importer.rides()
    expectEqual(Set(rides.keys), Set(entries.map(id)))
    for entry in entries {
      let ride = try #require(rides[id(entry)])
      let isListed = entry.id < 9_000_000_005
      expectEqual(ride["name"]?.string, (isListed ? "Strava's \(entry.id)" : entry.ride.name))
      expectEqual(ride["duration_s"]?.integer, (isListed ? 1_180 : 1_200))
      expectEqual(ride["distance_m"]?.isNear(isListed ? 9_512 : 9_600, within: 5), true)
      expectEqual((ride["raw"] != nil), isListed)
      if entry.upload == nil { continue }
      expectEqual(ride["device"]?.string, "Garmin Edge 530", "\(entry.id)")
      expectEqual(ride["average_power_w"]?.isNear(174.5, within: 0.5), true)
    }
  }

  /// Syncs without news, and not from the beginning.
  private static func expectNoNews(_ importer: Importer) throws {
    let strava = importer.rider.strava
    let before = try Disk.snapshot(of: importer.store)
    let asked = strava.listRequests.count
    let events = try importer.sync()
    expectEqual([events.brief, "\(events.statuses.contains("saving"))"], ["exit 0", "false"])
    try expectEqual(Disk.snapshot(of: importer.store), before)
    let requests = strava.listRequests.dropFirst(asked)
    expectEqual(requests.filter { $0.query["after"] == nil }.count, 0)
  }
}
