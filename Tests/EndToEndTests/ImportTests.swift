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
    expectEqual(events.result.status, .exited(0))
    #expect(events.result.errors.isEmpty)
    expectEqual(
      events.statuses,
      [
        "fetching_health_data", "processing_data", "refreshing_scores", "building_prep", "saving",
        "finalizing", "complete", "updated",
      ])
    let start = try #require(events.of("run_started").first)
    #expect(start["command"]?.string == "import" && start["attempt"]?.integer == 1)
    // Reading the files tells the sources.
    expectEqual(start["sources"]?.elements?.map(\.string), [])
    let result = try #require(events.result(of: "apple-health"))
    expectEqual(result["outcome"]?.string, "ok")
    #expect(result["new"]?.integer == 20 && result["days_new"]?.integer == 40)
    #expect(events.count("new") == 20 && events.count("days_new") == 40)
    let stages = events.all.filter { $0["type"]?.string?.hasPrefix("stage_") == true }
    expectEqual(stages.compactMap { $0["stage"]?.string }.count, 6)
    let fractions = events.of("progress").compactMap { $0["fraction"]?.double }
    #expect(fractions == fractions.sorted() && fractions.contains(0.66) && fractions.last == 1)

    // For each night one device is chosen, and devices are never added up.
    let nights = try importer.records("wellness/apple-health")
    expectEqual(nights.count, 40)
    for night in nights {
      #expect(try #require(night["respiration_bpm"]?.double) < 20)
      #expect(night["awake_s"]?.integer == 300 && night["hrv_sdnn_ms"] != nil)
      #expect(night["raw"] == nil)
      let from = try #require(night["from"])
      #expect(
        (from["member"] != nil) == (form == "zip") && (from["line"] != nil) != (form == "zip"))
    }
    try expectEqual(importer.records("activities/apple-health").count, 20)
    #expect(try importer.records("scores").count >= 70)
    #expect(try Disk.read(importer.store + "/routine.json") != nil)
    #expect(try Disk.read(importer.store + "/prep.json") != nil)
  }

  /// There are activities, but none today.
  @Test func aDayWithoutARideIsNotAnEmptyStore() throws {
    let importer = try Importer()
    try expectEqual(importer.run(importer.write(Importer.weeks), "-q").status, .exited(0))
    let status = try importer.rider.run("status", environment: ["LANG": "C.UTF-8"])
    #expect(status.output.contains("Strain ◌ –– (no activity recorded for today)"))
    #expect(!status.output.contains("no activities yet"))
  }

  /// The same in every language of the phone, with any line ends.
  @Test func exportsOfAllLocalesAreEquivalent() throws {
    let plain = try Importer()
    try plain.write(Importer.weeks)
    try expectEqual(plain.run(plain.rider.home / "export.xml", "-q").status, .exited(0))
    let other = try Importer()
    var history = Importer.weeks
    history.locale = "ar_EG"
    var export = ExportText(history)
    export.lineEnd = "\r\n"
    try other.write(export.description.utf8, to: "export.xml")
    try expectEqual(other.run(other.rider.home / "export.xml", "-q").status, .exited(0))
    for file in Disk.names(in: plain.store + "/wellness/apple-health") {
      let path = "/wellness/apple-health/" + file
      try expectEqual(Disk.read(plain.store + path), Disk.read(other.store + path))
    }
  }

  @Test func severalExportsAreOneImport() throws {
    let importer = try Importer()
    let last = Importer.today - 30
    let older = try importer.write(.init(last: last - 20, days: 20), to: "2025.xml")
    let newer = try importer.pack(ExportText(.init(last: last, days: 25)).description)
    let events = try importer.events(newer, older)
    #expect(events.count("days_new") == 40 && events.count("new") == 20)
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
      expectEqual(events.result.status, .exited(0))
      expectEqual(events.statuses, ["fetching_health_data", "refreshing_scores", "updated"])
      #expect(events.result(of: "apple-health")?["unchanged"]?.integer == 20)
      #expect(events.count("days_new") == 0 && events.count("days_changed") == 0)
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
    #expect(events.count("days_new") == 10 && events.count("days_changed") == 0)
    #expect(events.count("new") == 5 && events.count("changed") == 0)
    let after = try importer.records("wellness/apple-health").map { Array($0.slice) }
    #expect(after.count == 50 && lines.allSatisfy(after.contains))

    let before = try Disk.snapshot(of: importer.store)
    // Nor does an older export with different values for days that the newer one has.
    let edited = ExportText(older).description.replacing(".25\"/>", with: ".75\"/>")
    for path in [first, try importer.write(edited.utf8, to: "edited.xml")] {
      try expectEqual(importer.events(path).count("days_changed"), 0)
      try expectEqual(Disk.snapshot(of: importer.store), before)
    }
  }

  @Test func aDryRunWritesNothing() throws {
    let importer = try Importer()
    let path = try importer.write(Importer.weeks)
    let result = try importer.run("-n", path)
    expectEqual(result.status, .exited(0))
    expectEqual(
      result.outputLines.last?.contains(
        "Dry run, nothing written: 20 activities, 40 nights from Apple Health"), true)
    #expect(!Disk.exists(importer.store) && !Disk.exists(importer.rider.state))
  }

  // MARK: Beside services

  @Test func otherCommandsWorkAfterAnImport() throws {
    let importer = try Importer()
    try expectEqual(importer.run(importer.write(Importer.weeks), "-q").status, .exited(0))
    let sources = try Events(try importer.rider.program("sources", "--json").run())
    let health = try #require(
      sources.of("source").first { $0["source"]?.string == "apple-health" })
    #expect(health["state"]?.string == "imported" && health["last_error"] == nil)
    #expect(health["activities"]?.integer == 20 && health["days"]?.integer == 40)
    let status = try importer.rider.run("status", "--max-age", "1h")
    expectEqual(status.status, .exited(0))
    #expect(status.output.contains("Apple Health   imported"))
    // Without any service there is still something to sync.
    let sync = try importer.rider.events()
    expectEqual(sync.result.status, .exited(0))
    #expect(sync.of("run_started").first?["sources"]?.elements?.map(\.string) == [])
    // The import itself can be replayed.
    try expectEqual(importer.run(importer.write(Importer.weeks), "-q").status, .exited(0))
    let replay = try importer.rider.run("replay", "--plain", "--speed", "max")
    #expect(replay.output.contains("nothing new"))
  }

  @Test func aRideThatStravaHasIsOneRide() throws {
    let history = Importer.weeks
    let importer = Importer(try Rider.connected(rides: Importer.ridesOfWeeks()))
    try expectEqual(importer.rider.run("-q").status, .exited(0))
    let path = try importer.write(history)
    let events = try importer.events(path)
    #expect(events.result(of: "apple-health")?["new"]?.integer == 20)
    #expect(events.count("new") == 16 && events.count("changed") == 4)
    let named = try importer.records("activities/strava").compactMap {
      $0["same_as"]?.elements?.first(where: { _ in true })?.string
    }
    #expect(named.count == 4 && named.allSatisfy { $0.hasPrefix("apple-health:") })
    try expectEqual(
      importer.records("activities/apple-health").filter { $0["same_as"] != nil }.count, 4)
    // Neither side takes the other's additions for changes.
    let before = try Disk.snapshot(of: importer.store)
    try expectEqual(importer.rider.events().count("changed"), 0)
    try expectEqual(importer.events(path).statuses.last, "updated")
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  /// Intervals.icu reports rMSSD, Apple SDNN: recovery stays as it was.
  @Test func theTwoHRVMeasuresAreNeverMixed() throws {
    let rider = try IntervalsRider.connected(
      activities: [IntervalsActivity(id: "i1", start: IntervalsRider.now - 80 * 86_400)],
      days: IntervalsDay.nights(80, until: IntervalsRider.now))
    try expectEqual(rider.run("-q").status, .exited(0))
    func recovery() throws -> [String] {
      try rider.records("scores").map { row in
        String(decoding: row["recovery"]?.slice ?? [], as: UTF8.self)
      }
    }
    let before = try recovery()
    #expect(before.contains { $0.contains("\"value\"") })
    var export = ExportText()
    let history = ExportText.History(last: Importer.today, days: 80)
    for index in 0..<80 {
      export.add(
        .variability, "\(150 + index % 40)", at: history.time(history.last - index, 7200))
    }
    let importer = Importer(rider.rider)
    let path = try importer.write(export.description.utf8, to: "export.xml")
    try expectEqual(importer.run(path, "-q").status, .exited(0))
    try expectEqual(importer.records("wellness/apple-health").count, 80)
    try expectEqual(recovery(), before)
  }
}
