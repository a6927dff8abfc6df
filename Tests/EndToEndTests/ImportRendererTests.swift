// Imports on a terminal and in each mode.

import Codec
import Support
import Testing

@Suite(.blocking) struct ImportRendererTests {
  @Test func aResultStaysOnTheTerminal() throws {
    let importer = try Importer()
    var history = Importer.weeks
    history.rides = false
    let path = try importer.write(history)
    for text in ["40 ", ""] {
      let result = try importer.rider.onTerminal("import", path).finish()
      let first = result.finishedScreen().visibleLines.first ?? ""
      expect(first.hasPrefix(Marks.done) && first.contains(text), "\(first)")
    }
  }

  @Test func aPanelNamesTheFileAndHasNoPrompt() throws {
    let importer = try Importer()
    let path = try importer.write("<HealthData>\n<Record".utf8, to: "bad.xml")
    let result = try importer.rider.onTerminal("import", path).finish(.exited(65))
    let lines = result.finishedScreen().visibleLines
    expectEqual(lines.map { $0.contains("~/bad.xml") }, [false, true, false], "\(lines)")
    expect(!result.sent.contains(Marks.panel))
  }

  /// The file's name and its bytes are shown at the right while it is read.
  @Test func bytesAreShownBesideTheStatus() throws {
    let importer = try Importer()
    let path = try importer.write(Importer.endless(Importer.weeks).utf8, to: "export.xml")
    let running = try importer.rider.onTerminal("import", path).start()
    try running.wait(for: " of 12")
    running.write("\u{3}")
    let result = try running.finish(.signalled(2))
    expectEqual(["export.xml · ", " MB"].filter { !result.sent.contains($0) }, [])
    expect(result.finishedScreen().text.contains(Marks.stopped))
    expect(!Disk.exists(importer.store))
  }

  /// A dry run, a run for a screen reader, a quiet one, and one that is recorded.
  @Test func everyModeReportsTheSame() throws {
    let importer = try Importer()
    let path = try importer.write(Importer.weeks)
    let plain = try importer.run(path, "-n")
    expect(plain.isFine)
    let result = { (result: ProgramResult) in
      result.outputLines.contains { $0.contains("20") && $0.contains("40") }
    }
    expect(result(plain), "\(plain.output)")
    expectEqual([importer.store, importer.rider.state].filter(Disk.exists), [])
    let spoken = try importer.run(path, "--output", "accessible")
    expectEqual([spoken.outputLines.first, "\(result(spoken))"], [Marks.loading, "true"])
    let record = importer.rider.home / "events.ndjson"
    let quiet = try importer.run(path, "--quiet", "--events", record)
    expectEqual([quiet.brief, quiet.output + quiet.errors], ["exit 0", ""])
    let events = try importer.rider.lines(of: record)
    expectEqual(events.last?["type"]?.string, "summary")
    expectEqual(events.compactMap { $0["command"]?.string }, ["import"])
  }
}
