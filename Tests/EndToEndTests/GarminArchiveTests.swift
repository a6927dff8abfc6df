// Importing Garmin's account export, and the files of a watch.

import Codec
import Support
import Testing

@Suite(.blocking) struct GarminArchiveTests {
  private let importer: Importer

  init() throws { importer = try Importer() }

  private static let night = GarminNight(start: 1_773_439_200)  // 2026-03-13T22:00:00Z
  private static let measures = GarminMeasures(
    "2026-03-14", restingHeartRate: 48, hrv: 61, weightKilograms: 70.5)

  private static func rides() -> [TrueRide] {
    (0..<4).map { index in
      var ride = TrueRide(start: 1_773_472_502 + Int64(index) * 86_400)
      ride.name = "Round \(index)"
      return ride
    }
  }

  /// The export; of the last ride there is only the summary.
  private static func files(_ export: GarminExport) throws -> [(name: String, bytes: [UInt8])] {
    var recorded = export
    recorded.rides.removeLast()
    let uploads = try ZipMaker.archive(recorded.uploads.map { ZipFile($0.name, $0.bytes) })
    return export.files + [(GarminExport.uploadsPath, uploads)]
  }

  @Test(arguments: [true, false]) func aWholeExport(_ isPacked: Bool) throws {
    var rides = Self.rides()
    // What another recorder made is Garmin's as well, once it is there.
    (rides[1].maker, rides[1].product) = (32, 31)
    let export = GarminExport(nights: [Self.night], days: [Self.measures], rides: rides)
    let path = try importer.write(Self.files(export), to: "garmin", isPacked: isPacked)
    let events = try importer.events(path)
    expectEqual(events.ended, ["exit 0"])
    expectEqual(events.of("source_finished").map { $0["source"]?.string }, ["garmin"])
    expectEqual(events.rides(of: "garmin"), [4, 0])
    expectEqual(events.result(of: "garmin")?["days_new"]?.integer, 1)
    let stored = try importer.rides()
    expectEqual(Set(stored.keys), Set(rides.map { "garmin:\($0.sourceID)" }))
    for (index, ride) in rides.enumerated() {
      let record = try #require(stored["garmin:\(ride.sourceID)"])
      expectEqual(record["name"]?.string, ride.name)
      expectEqual(["duration_s", "distance_m"].map { record[$0]?.double }, [600, 4_800])
      expectEqual(record["average_power_w"]?.isNear(174.25, within: 0.5), true)
      expectEqual((record["device"] != nil), (index < 3))
      let part = index < 3 ? ".fit" : "summarizedActivities"
      expect(record.place.contains(part) || !isPacked, "\(record.place)")
    }
    try expectTheDay()
    try importer.expectNoNews(path)
  }

  private func expectTheDay(_ isWhole: Bool = true) throws {
    let days = try importer.records("wellness/garmin")
    expectEqual(days.count, 1)
    let day = try #require(days.first)
    expectEqual(
      ["id", "date", "sleep_start", "sleep_end"].map { day[$0]?.string },
      ["garmin:2026-03-14", "2026-03-14", "2026-03-13T22:00:00", "2026-03-14T05:50:00"])
    expectEqual(
      [
        "sleep_s", "awake_s", "sleep_score", "resting_heart_rate_bpm", "hrv_rmssd_ms",
        "respiration_bpm", "weight_kg",
      ].map { day[$0]?.double },
      [Double(Self.night.asleep), 1_200, 81, 48, 61] + (isWhole ? [14.5, 70.5] : [nil, nil]))
    expectEqual([day["from"] != nil, day["raw"] != nil], [true, false])
  }

  @Test func looseFilesOfAWatchAreDays() throws {
    let folder = try importer.write(
      [
        ("Sleep/1.fit", WellnessFIT.sleep(Self.night)),
        ("HRVStatus/2.fit", try #require(WellnessFIT.status(Self.measures))),
        (
          "Monitor/3.fit", try #require(WellnessFIT.monitoring(Self.measures, localOffset: 3_600))
        ), ("Settings/4.fit", WellnessFIT.settings()),
      ], under: "watch")
    let events = try importer.events(folder)
    expectEqual(events.ended, ["exit 0"])
    expectEqual(events.of("source_finished").map { $0["source"]?.string }, ["garmin"])
    expectEqual(events.result(of: "garmin")?["days_new"]?.integer, 1)
    try expectTheDay(false)
    try expectEqual(importer.rides().count, 0)
    try importer.expectNoNews(folder)
  }

  /// A ride that was read before keeps its id, and gets its name.
  @Test func aFileBeforeTheExportIsTheSameRide() throws {
    let rides = Self.rides()
    let file = try importer.write([("1.fit", rides[0].fit())], under: "watch")
    try expectEqual(importer.events(file).rides(of: "garmin"), [1, 0])
    let path = try importer.write(
      Self.files(GarminExport(rides: rides)), to: "garmin", isPacked: true)
    try expectEqual(importer.events(path).rides(of: "garmin"), [3, 1])
    let ride = try importer.ride("garmin:\(rides[0].sourceID)")
    expectEqual([ride["name"]?.string, ride.place], ["Round 0", "1.fit"])
    try importer.expectNoNews(file, path)
  }
}
