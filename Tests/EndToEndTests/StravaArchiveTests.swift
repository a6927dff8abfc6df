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

  private static func write(
    _ export: StravaExport, by importer: Importer, isPacked: Bool = true
  ) throws -> String {
    if isPacked { return try importer.write(export.archive(), to: "export_1.zip") }
    return try importer.write(export.files(), under: "export_1")
  }

  // MARK: Alone

  /// Without a sign-in, and also after one that was given back.
  @Test func theSourceIsImported() throws {
    let importer = try Importer()
    let entries = Self.entries()
    let path = try Self.write(StravaExport(.english103, entries), by: importer)
    try expectEqual(importer.run(path).status, .exited(0))
    for command in ["sources", "status"] {
      let events = try importer.rider.events(command)
      expectEqual(events.state(of: "strava"), "imported", "\(command)")
      expectEqual(events.state(of: "wahoo"), "not_connected", "\(command)")
    }
    let rider = importer.rider
    try rider.signIn(to: .strava)
    try expectEqual(rider.events("sources").state(of: "strava"), "connected")
    try expectEqual(rider.run("disconnect", "strava").status, .exited(0))
    try expectEqual(rider.events("sources").state(of: "strava"), "imported")
  }

  @Test(
    arguments: Tier.cases(
      StravaExport.Form.allCases.flatMap { [($0, true), ($0, false)] }, quick: 1))
  func everyFormOfTheCatalogue(_ form: StravaExport.Form, _ isPacked: Bool) throws {
    let importer = try Importer()
    let entries = Self.entries()
    var export = StravaExport(form, entries)
    if form == .english103 { (export.hasByteOrderMark, export.lineEnd) = (true, "\r\n") }
    if form == .english86 { (export.gap, export.root) = ("\u{202F}", "export_1/") }
    let events = try importer.events(Self.write(export, by: importer, isPacked: isPacked))
    expectEqual(events.ended, ["exit 0"])
    expectEqual(events.of("source_finished").map { $0["source"]?.string }, ["strava"])
    expectEqual(events.rides(of: "strava"), [7, 0])
    // The routes and everything else of the archive are left alone.
    let rides = try importer.rides()
    expectEqual(Set(rides.keys), Set(entries.map(Self.id)))
    for entry in entries {
      let ride = try #require(rides[Self.id(entry)])
      expectEqual(
        ["name", "sport", "source_id", "start"].map { ride[$0]?.string },
        [entry.ride.name, "Ride", "\(entry.id)", entry.ride.startText])
      expectEqual((ride["duration_s"] ?? ride["elapsed_s"])?.integer, 1_200)
      expectEqual(ride["distance_m"]?.isNear(9_600, within: 5), true)
      let place = ride.place
      expectEqual(place.contains(entry.file ?? "activities.csv") || !isPacked, true, "\(place)")
      if entry.upload == nil { continue }
      expectEqual(
        ["device", "measured_power", "max_heart_rate_bpm"].map { ride[$0]?.literal },
        ["\"Garmin Edge 530\"", "true", "149"])
      expectEqual(ride["average_power_w"]?.isNear(174.5, within: 0.5), true)
    }
    try importer.expectNoNews(Self.write(export, by: importer))
  }

  /// They would be reported as damaged.
  @Test(arguments: Tier.cases([true, false], quick: 1))
  func nothingElseIsOpened(_ isPacked: Bool) throws {
    let importer = try Importer()
    let damaged = try Array(Deflate.gzip(TrueRide().fit()).prefix(200))
    let names = [
      "media/1.fit.gz", "routes/2.fit.gz", "profile.fit.gz", "clubs/activities/3.fit.gz",
    ]
    var files = try StravaExport(.english103, Self.entries()).files()
    files += names.map { ($0, damaged) }
    let events = try importer.events(importer.write(files, to: "export_1", isPacked: isPacked))
    expectEqual(events.result.status, .exited(0))
    expectEqual(events.ended + events.outcomes, ["exit 0", "strava ok"])
    expectEqual(events.rides(of: "strava"), [7, 0])
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

  /// The row of a ride stands for its file, and a row for nothing.
  @Test func whatIsLostIsSaid() throws {
    let importer = try Importer()
    let entries = Self.entries()
    var files = try StravaExport(.english103, entries).files()
    files.removeAll { $0.name == entries[0].file }
    let table = try #require(files.firstIndex { $0.name == "activities.csv" })
    files[table].bytes += Array("7,yesterday,Lost,Ride\n".utf8)
    let path = try importer.write(files, to: "export.zip", isPacked: true)
    let events = try importer.events(path)
    expectEqual(events.ended, ["exit 10", "file_refused", "rows_unreadable"])
    expectEqual(events.summary?["outcome"]?.string, "partial")
    expectEqual(events.rides(of: "strava"), [7, 0])
    try expectEqual(importer.events(path).ended, events.ended)
  }

  // MARK: With the service

  @Test func theServiceAfterTheArchive() throws {
    let entries = Self.entries()
    let listed = Self.listed(Array(entries.dropLast(2)))
    let importer = Importer(try Rider.connected(rides: listed))
    let path = try Self.write(StravaExport(.english103, entries), by: importer)
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
