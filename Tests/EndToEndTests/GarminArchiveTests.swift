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
    let files = try Self.files(export)
    let path =
      isPacked
      ? try importer.write(
        ZipMaker.archive(files.map { ZipFile($0.name, $0.bytes) }), to: "garmin.zip")
      : try importer.write(files, under: "garmin")
    let events = try importer.events(path)
    #expect(events.result.status == .exited(0) && events.warnings.isEmpty)
    expectEqual(events.of("source_finished").map { $0["source"]?.string }, ["garmin"])
    expectEqual(events.rides(of: "garmin"), [4, 0])
    #expect(events.result(of: "garmin")?["days_new"]?.integer == 1)
    let stored = try importer.rides()
    expectEqual(Set(stored.keys), Set(rides.map { "garmin:\($0.sourceID)" }))
    for (index, ride) in rides.enumerated() {
      let record = try #require(stored["garmin:\(ride.sourceID)"])
      expectEqual(record["name"]?.string, ride.name)
      #expect(record["duration_s"]?.integer == 600 && record["distance_m"]?.double == 4_800)
      expectEqual(record["average_power_w"]?.double.map { abs($0 - 174.25) < 0.5 }, true)
      expectEqual((record["device"] != nil), (index < 3))
      #expect(record.place.contains(index < 3 ? ".fit" : "summarizedActivities") || !isPacked)
    }
    try expectTheDay()
    let before = try Disk.snapshot(of: importer.store)
    try expectEqual(importer.events(path).statuses.last, "updated")
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  private func expectTheDay(_ isWhole: Bool = true) throws {
    let days = try importer.records("wellness/garmin")
    expectEqual(days.count, 1)
    let day = try #require(days.first)
    #expect(day["id"]?.string == "garmin:2026-03-14" && day["date"]?.string == "2026-03-14")
    expectEqual(day["sleep_s"]?.integer, Int64(Self.night.asleep))
    #expect(day["awake_s"]?.integer == 1_200 && day["sleep_score"]?.double == 81)
    expectEqual(day["sleep_start"]?.string, "2026-03-13T22:00:00")
    expectEqual(day["sleep_end"]?.string, "2026-03-14T05:50:00")
    #expect(day["resting_heart_rate_bpm"]?.double == 48 && day["hrv_rmssd_ms"]?.double == 61)
    if isWhole {
      #expect(day["respiration_bpm"]?.double == 14.5 && day["weight_kg"]?.double == 70.5)
    }
    #expect(day["from"] != nil && day["raw"] == nil)
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
    #expect(events.result.status == .exited(0) && events.warnings.isEmpty)
    expectEqual(events.of("source_finished").map { $0["source"]?.string }, ["garmin"])
    #expect(events.result(of: "garmin")?["days_new"]?.integer == 1)
    try expectTheDay(false)
    #expect(try importer.rides().isEmpty)
    let result = try importer.run(folder, environment: ["LANG": "C.UTF-8"])
    #expect(result.status == .exited(0) && result.output.contains("nothing new"))
  }

  /// A ride that was read before keeps its id, and gets its name.
  @Test func aFileBeforeTheExportIsTheSameRide() throws {
    let rides = Self.rides()
    let file = try importer.write([("1.fit", rides[0].fit())], under: "watch")
    try expectEqual(importer.events(file).rides(of: "garmin"), [1, 0])
    let path = try importer.write(
      ZipMaker.archive(Self.files(GarminExport(rides: rides)).map { ZipFile($0.name, $0.bytes) }),
      to: "garmin.zip")
    try expectEqual(importer.events(path).rides(of: "garmin"), [3, 1])
    let ride = try importer.ride("garmin:\(rides[0].sourceID)")
    #expect(ride["name"]?.string == "Round 0" && ride.place == "1.fit")
    let before = try Disk.snapshot(of: importer.store)
    for again in [file, path] {
      try expectEqual(importer.events(again).statuses.last, "updated")
      try expectEqual(Disk.snapshot(of: importer.store), before)
    }
  }
}
