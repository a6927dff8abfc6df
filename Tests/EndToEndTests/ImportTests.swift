// Importing Apple Health exports: the records, and the recording of the run.

import Codec
import Support
import Testing

@Suite(.blocking) struct ImportTests {
  @Test(arguments: ["zip", "xml", "folder"])
  func anExportInAnyForm(_ form: String) throws {
    let importer = try Importer()
    let text = ExportText(Importer.weeks).description
    let path =
      switch form {
      case "zip": try importer.pack(text)
      case "xml": try importer.write(text.utf8, to: "Exportación.xml")
      default:
        String(try importer.write(text.utf8, to: "apple_health_export/export.xml").dropLast(11))
      }
    let events = try importer.events(path)
    expectEqual(events.brief, "exit 0: 20 new, 40 days_new")
    expectEqual([events.result.errors] + events.outcomes, ["", "apple-health ok"])
    expectEqual(
      events.statuses,
      [
        "fetching_health_data", "processing_data", "refreshing_scores", "building_prep", "saving",
        "finalizing", "complete", "updated",
      ])
    // Reading the files tells the sources.
    let start = events.of("run_started").first
    expectEqual(
      ["command", "attempt", "sources"].map { start?[$0]?.literal }, ["\"import\"", "1", "[]"])
    let stages = ["stage_started", "stage_finished"].map { events.of($0).count }
    expectEqual(stages, [3, 3])
    let fractions = events.of("progress").compactMap { $0["fraction"]?.double }
    expectEqual(fractions, fractions.sorted())
    expectEqual([fractions.contains(0.66), fractions.last == 1], [true, true])

    // For each night one device is chosen, and devices are never added up.
    let nights = try importer.records("wellness/apple-health")
    expectEqual(nights.count, 40)
    for night in nights {
      let respiration = night["respiration_bpm"]?.double ?? 99
      let from = try #require(night["from"])
      expectEqual(
        [
          respiration < 20, night["awake_s"]?.integer == 300, night["hrv_sdnn_ms"] != nil,
          night["raw"] == nil, (from["member"] != nil) == (form == "zip"),
          (from["line"] != nil) == (form != "zip"),
        ], Array(repeating: true, count: 6), "\(night.literal)")
    }
    try expectEqual(importer.records("activities/apple-health").count, 20)
    try expectEqual(importer.records("scores").count >= 70, true)
    let files = ["routine.json", "prep.json"]
    expectEqual(files.filter { !Disk.exists(importer.store + "/" + $0) }, [])
  }

  /// Of beats that are alternately 1.0 s and 0.9 s apart.
  @Test func rMSSDComesFromTheBeats() throws {
    let importer = try Importer()
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let beats = (0..<40).map { index in
      let time = index / 2 * 190 + index % 2 * 100
      let clock = "7:30:\(two(time / 100)),\(two(time % 100))\u{202F}AM"
      return (bpm: index % 2 == 0 ? "67" : "60", time: clock)
    }
    var export = ExportText()
    export.add(
      .variability, "40", at: "2026-01-20 02:00:00 +0100", inside: ExportText.beats(beats))
    let path = try importer.write(export.description.utf8, to: "export.xml")
    try expectEqual(importer.run(path, "-q").status, .exited(0))
    let day = try importer.records("wellness/apple-health").first
    expectEqual(["hrv_sdnn_ms", "hrv_rmssd_ms"].map { day?[$0]?.double }, [40, 100])
  }

  /// The import itself can be replayed.
  @Test func theLastRunIsTheImport() throws {
    let importer = try Importer()
    let imported = try importer.run(importer.write(Importer.weeks), "--plain")
    let replay = try importer.rider.run("replay", "--plain", "--speed", "max")
    expectEqual(
      replay.outputLines.map { $0.dropFirst(20) }, imported.outputLines.map { $0.dropFirst(20) })
  }
}
