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

}
