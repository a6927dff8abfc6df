// The output of an import in each mode.

import Codec
import Support
import Testing

@Suite(.serialized, .blocking) struct ImportFaceTests {
  @Test func aResultStaysOnTheTerminal() throws {
    let importer = try Importer()
    var history = Importer.weeks
    history.rides = false
    let path = try importer.write(history)
    let result = try importer.rider.onTerminal("import", path).run()
    expectEqual(result.status, .exited(0))
    let lines = try finished(result).visibleLines
    expectEqual(lines.first?.hasPrefix("✓ Imported 40 nights from Apple Health "), true)
    expectEqual(result.modesBefore, result.modesAfter)
    let again = try finished(try importer.rider.onTerminal("import", path).run()).visibleLines
    expectEqual(again.first?.hasPrefix("✓ Imported nothing new from Apple Health"), true)
  }

  @Test func aPanelNamesTheFileAndHasNoPrompt() throws {
    let importer = try Importer()
    let path = try importer.write("<HealthData>\n<Record".utf8, to: "bad.xml")
    let result = try importer.rider.onTerminal("import", path).run()
    expectEqual(result.status, .exited(65))
    try expectEqual(
      finished(result).visibleLines,
      [
        "✗ Damaged file", "  ~/bad.xml is damaged at line 2.",
        "  Export it again and repeat the import",
      ])
  }

  /// The file's name and its bytes are shown at the right while it is read.
  @Test func bytesAreShownBesideTheStatus() throws {
    let importer = try Importer()
    var export = ExportText(Importer.weeks)
    let step =
      "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"iPhone\" value=\"1\"/>"
    let steps = String(repeating: step + "\n", count: 1000)
    for _ in 0..<1500 { export.add(steps) }
    let path = try importer.write(export.description.utf8, to: "export.xml")
    let running = try importer.rider.onTerminal("import", path).start()
    try running.wait(for: " of 12")
    running.write("\u{3}")
    let result = try running.wait()
    expectEqual(result.status, .signalled(2))
    let shown = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(shown.contains("Fetching health data…") && shown.contains("export.xml · "))
    #expect(shown.contains(" MB"))
    #expect(try finished(result).text.contains("! Stopped. Nothing was imported."))
    #expect(!Disk.exists(importer.store))
  }

  /// A failed save can be retried with a key, without reading the files again.
  @Test func aKeyRetriesTheSave() throws {
    let importer = try Importer()
    let path = try importer.write(Importer.weeks)
    try importer.write("in the way".utf8, to: ".local/share/velo-sync/activities")
    let running = try importer.rider.onTerminal("import", path).start()
    try running.wait(for: "Press r to retry, c to cancel")
    Disk.remove(importer.store + "/activities")
    Disk.remove(path)
    running.write("r")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    let lines = try finished(result).visibleLines
    #expect(
      lines.contains { $0.hasPrefix("✓ Imported 20 activities, 40 nights from Apple Health") })
    // Reported by the first attempt.
    expectEqual(lines.filter { $0.contains("Set all of --sex") }.count, 1)
    try expectEqual(importer.records("activities/apple-health").count, 20)
  }

  @Test func plainLinesAndSentences() throws {
    let importer = try Importer()
    let path = try importer.write(Importer.weeks)
    let plain = try importer.run(path, "-n")
    let texts = plain.outputLines.map {
      $0.split(separator: " ").dropFirst().joined(separator: " ")
    }
    expectEqual(texts.first?.hasPrefix("Apple Health: 20 new, 40 nights ("), true)
    expectEqual(
      texts.last?.hasPrefix(
        "Dry run, nothing written: 20 activities, 40 nights from Apple Health ("), true)
    let spoken = try importer.run(path, "--output", "accessible")
    expectEqual(spoken.status, .exited(0))
    expectEqual(
      spoken.outputLines.prefix(3),
      [
        "Loading.", "Stage 1 of 3: Routine.", "Fetching health data.",
      ])
    expectEqual(
      spoken.outputLines.last?.hasPrefix(
        "The import brought 20 new activities and 40 nights from Apple Health. It took "), true)
    let quiet = try importer.run(path, "--quiet")
    #expect(quiet.output.isEmpty && quiet.errors.isEmpty && quiet.status == .exited(0))
  }

  @Test func eventsAreAppendedToAFile() throws {
    let importer = try Importer()
    let path = try importer.write(Importer.weeks)
    let record = importer.rider.home / "events.ndjson"
    try expectEqual(importer.run(path, "-q", "--events", record).status, .exited(0))
    let lines = try importer.rider.home.lines(of: "events.ndjson")
    #expect(lines.contains { $0.contains("\"command\":\"import\"") })
    expectEqual(lines.last?.contains("\"type\":\"summary\""), true)
  }

  private func finished(_ result: ProgramResult) throws -> TestScreen {
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    #expect(screen.unknown.isEmpty && screen.cursor.column == 0)
    return screen
  }
}
