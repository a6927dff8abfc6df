// Importing Apple Health exports: the records, and the effect of another import.

import Codec
import Support
import Testing

@Suite(.blocking) struct ImportTests {
  // MARK: Records

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

  @Test func severalExportsAreOneImport() throws {
    let importer = try Importer()
    let last = Importer.today - 30
    let older = try importer.write(.init(last: last - 20, days: 20), to: "2025.xml")
    let newer = try importer.pack(ExportText(.init(last: last, days: 25)).description)
    let events = try importer.events(newer, older)
    expectEqual(events.brief, "exit 0: 20 new, 40 days_new")
    let files = Set(
      try importer.records("wellness/apple-health").compactMap { $0["from"]?["file"]?.string })
    expectEqual(files, ["2025.xml", "export.zip"])
  }

  /// 43.569 was computed by another program from the same beats.
  @Test func rMSSDComesFromTheBeats() throws {
    let importer = try Importer()
    let times = [
      95, 196, 295, 387, 483, 583, 677, 767, 856, 952, 1049, 1143, 1236, 1337, 1436, 1529, 1620,
      1715, 1811, 1904, 1992, 2085, 2186, 2283, 2376, 2471, 2570, 2666, 2755, 2845, 2942, 3039,
      3132, 3225, 3325, 3426, 3520, 3611, 3706, 3802, 3895, 3984, 4077, 4176, 4275, 4368, 4463,
      4561, 4657, 4747, 4836, 4932, 5030, 5124, 5217, 5316, 5417, 5512, 5602, 5696,
    ]
    let pulses = [
      63, 60, 60, 65, 62, 60, 63, 67, 67, 63, 62, 64, 64, 60, 60, 65, 66, 64, 62, 65, 68, 64, 60,
      62, 65, 63, 61, 63, 67, 66, 62, 62, 65, 64, 60, 59, 64, 66, 63, 62, 64, 67, 64, 60, 61, 64,
      64, 61, 63, 67, 67, 63, 61, 64, 64, 61, 59, 64, 66, 64,
    ]
    let beats = zip(times, pulses).map { time, pulse in
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return (bpm: "\(pulse)", time: "7:30:\(two(time / 100)),\(two(time % 100))\u{202F}AM")
    }
    var export = ExportText()
    export.add(
      .variability, "40", at: "2026-01-20 02:00:00 +0100", inside: ExportText.beats(beats))
    // Two beats give no value; nor do beats with gaps between all intervals.
    export.add(
      .variability, "41", at: "2026-01-21 02:00:00 +0100",
      inside: ExportText.beats(Array(beats.prefix(2))))
    export.add(
      .variability, "42", at: "2026-01-22 02:00:00 +0100",
      inside: ExportText.beats(beats.enumerated().filter { $0.offset % 3 < 2 }.map(\.element)))
    let path = try importer.write(export.description.utf8, to: "export.xml")
    try expectEqual(importer.run(path, "-q").status, .exited(0))
    let days = try importer.records("wellness/apple-health")
    expectEqual(days.map { $0["hrv_sdnn_ms"]?.double }, [40, 41, 42])
    expectEqual(days.map { $0["hrv_rmssd_ms"]?.double }, [43.569, nil, nil])
  }

  // MARK: Importing again

  @Test func theSameAgainUnderAnotherNameTouchesNoFile() throws {
    let importer = try Importer()
    let text = ExportText(Importer.weeks).description
    try expectEqual(importer.run(importer.pack(text), "-q").status, .exited(0))
    let before = try Disk.snapshot(of: importer.store)
    for path in [try importer.pack(text), try importer.write(text.utf8, to: "again/Export.xml")] {
      let events = try importer.events(path)
      expectEqual(events.brief, "exit 0")
      expectEqual(events.statuses, ["fetching_health_data", "refreshing_scores", "updated"])
      expectEqual(events.result(of: "apple-health")?["unchanged"]?.integer, 20)
      try expectEqual(Disk.snapshot(of: importer.store), before)
    }
  }

  @Test func aNewerExportAddsAndAnOlderOneRemovesNothing() throws {
    let importer = try Importer()
    var older = Importer.weeks
    older.last -= 10
    let first = try importer.write(older, to: "older.xml")
    let second = try importer.write(
      .init(last: Importer.weeks.last, days: 50), to: "newer.xml")
    try expectEqual(importer.run(first, "-q").status, .exited(0))
    let lines = try importer.records("wellness/apple-health").map { Array($0.slice) }
    let events = try importer.events(second)
    expectEqual(events.brief, "exit 0: 5 new, 10 days_new")
    let after = try importer.records("wellness/apple-health").map { Array($0.slice) }
    expectEqual(after.count, 50)
    expectEqual(lines.filter { !after.contains($0) }, [])

    let before = try Disk.snapshot(of: importer.store)
    // Nor does an older export with different values for days that the newer one has.
    let edited = ExportText(older).description.replacing(".25\"/>", with: ".75\"/>")
    for path in [first, try importer.write(edited.utf8, to: "edited.xml")] {
      try expectEqual(importer.events(path).count("days_changed"), 0)
      try expectEqual(Disk.snapshot(of: importer.store), before)
    }
  }

  // MARK: Beside services

  /// The import itself can be replayed.
  @Test func theLastRunIsTheImport() throws {
    let importer = try Importer()
    let imported = try importer.run(importer.write(Importer.weeks), "--plain")
    let replay = try importer.rider.run("replay", "--plain", "--speed", "max")
    expectEqual(
      replay.outputLines.map { $0.dropFirst(20) }, imported.outputLines.map { $0.dropFirst(20) })
  }

  @Test func aRideThatStravaHasIsOneRide() throws {
    let history = Importer.weeks
    let importer = Importer(try Rider.synced(rides: Importer.ridesOfWeeks()))
    let path = try importer.write(history)
    let events = try importer.events(path)
    expectEqual(events.brief, "exit 0: 16 new, 4 changed, 40 days_new")
    expectEqual(events.result(of: "apple-health")?["new"]?.integer, 20)
    let named = try importer.records("activities/strava").flatMap(\.sameAs)
    expectEqual(named.map { $0.hasPrefix("apple-health:") }, [true, true, true, true])
    try expectEqual(
      importer.records("activities/apple-health").filter { $0["same_as"] != nil }.count, 4)
    // Neither side takes the other's additions for changes.
    try importer.expectNoNews(path)
    try expectEqual(importer.rider.events().brief.contains("changed"), false)
    try importer.expectNoNews(path)
  }
}
