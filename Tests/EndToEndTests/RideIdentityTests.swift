// Which files are of one ride, and which of them counts.

import Codec
import Support
import Testing

@Suite(.blocking) struct RideIdentityTests {
  private let importer: Importer

  init() throws { importer = try Importer() }

  /// A ride of today's Strava account, and the same ride on the head unit.
  private static let ride = TrueRide.daysAgo(4, seconds: 3_600)

  // MARK: Formats

  /// The formats of one ride, whose starts and durations differ a little, as they do.
  private static let files: [(name: String, bytes: [UInt8])] = {
    let start: Int64 = 1_773_472_502
    return [
      ("ride.fit", TrueRide.unbranded(start: start + 2, seconds: 600).fit()),
      ("ride.tcx", Array(TrueRide.unbranded(start: start, seconds: 610).tcx().utf8)),
      // Without a temperature, which the others have not either.
      (
        "ride.gpx",
        Array(
          TrueRide.unbranded(start: start - 3, seconds: 590).gpx()
            .replacing("<gpxtpx:atemp>12.0</gpxtpx:atemp>", with: "").utf8)
      ),
    ]
  }()

  @Test(
    arguments: Tier.cases(
      [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]], quick: 1))
  func theFITCountsWhateverComesFirst(_ order: [Int]) throws {
    let starts: [Int64] = [2, 0, -3]
    for index in order {
      let file = Self.files[index]
      let path = try importer.write(file.bytes, to: file.name)
      try expectEqual(importer.run(path, "-q").status, .exited(0))
    }
    let first = try #require(order.first)
    let ride = try #require(try importer.rides().values.first)
    try expectEqual(importer.rides().count, 1)
    // The first one names the ride.
    let named = TrueRide(start: 1_773_472_502 + starts[first])
    expectEqual(ride["id"]?.string, "files:\(named.sourceID)")
    expectEqual(ride.place, Self.files[first].name)
    // The FIT's figures, and from the GPX what the FIT lacks.
    expectEqual(ride["start"]?.string, "2026-03-14T07:15:04Z")
    expectEqual(ride["start_local"]?.string, "2026-03-14T08:15:04")
    expectEqual(["duration_s", "distance_m"].map { ride[$0]?.double }, [600, 4_800])
    expectEqual(["name", "device"].map { ride[$0]?.string }, ["Morning & Hügel <1>", "Wahoo"])
    let home = importer.rider.home
    try importer.expectNoNews(home / "ride.fit", home / "ride.tcx", home / "ride.gpx")
  }

  /// More kinds of data are worth more than the format.
  @Test func theFileWithMoreDataCounts() throws {
    var poor = TrueRide.unbranded(seconds: 600)
    (poor.hasPower, poor.hasHeartRate) = (false, false)
    let rich = TrueRide.unbranded(seconds: 610)
    for path in [
      try importer.write(rich.tcx().utf8, to: "rich.tcx"),
      try importer.write(poor.fit(), to: "poor.fit"),
    ] {
      try expectEqual(importer.run(path, "-q").status, .exited(0))
    }
    let ride = try #require(try importer.rides().values.first)
    try expectEqual(importer.rides().count, 1)
    expectEqual(["duration_s", "measured_power"].map { ride[$0]?.literal }, ["610", "true"])
    // What only the poorer one has stays.
    expectEqual(ride["start_local"]?.string, "2026-03-14T08:15:02")
  }

  // MARK: Cut files

  @Test func aWholeFileCompletesACutOne() throws {
    let whole = TrueRide(seconds: 3_600).fit()
    let cut = try importer.write(whole.prefix(whole.count / 2), to: "cut.fit")
    let first = try importer.events(cut)
    expectEqual(first.ended, ["exit 0", "file_damaged"])
    let id = "garmin:20260314T071502Z"
    let part = try importer.ride(id)["duration_s"]?.integer ?? 0
    expect((1_600...2_000).contains(part), "\(part)")
    let path = try importer.write(whole, to: "whole.fit")
    let second = try importer.events(path)
    expectEqual(second.ended, ["exit 0"])
    expectEqual(second.rides(of: "garmin"), [0, 1])
    let ride = try importer.ride(id)
    expectEqual(["duration_s", "distance_m"].map { ride[$0]?.double }, [3_600, 28_800])
    expectEqual(ride.place, "cut.fit")
    try expectEqual(importer.rides().count, 1)
    try importer.expectNoNews(cut, path)
  }

  // MARK: Several sources

  /// The ride of a head unit, as Strava has it: a few seconds later, with another duration.
  @Test(arguments: [true, false]) func aRideOnStravaAndOnTheHeadUnitIsOne(
    _ fileFirst: Bool
  ) throws {
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

  /// A GPX does not tell its maker: it is of another source, and still the same ride.
  @Test func aGPXBesideItsFITIsOneRide() throws {
    let folder = try importer.write(
      [("a.fit", Self.ride.fit()), ("b.gpx", Array(Self.ride.gpx().utf8))], under: "rides")
    let events = try importer.events(folder)
    expectEqual([events.rides(of: "garmin"), events.rides(of: "files")], [[1, 0], [1, 0]])
    expectEqual(events.count("new"), 1)
    let rides = try importer.rides()
    expectEqual(rides["garmin:\(Self.ride.sourceID)"]?.sameAs, ["files:\(Self.ride.sourceID)"])
    expectEqual(rides["files:\(Self.ride.sourceID)"]?.sameAs, ["garmin:\(Self.ride.sourceID)"])
  }
}
