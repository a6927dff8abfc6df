// The output of `velo-sync status` in any window. Its texts are in the golden of all messages.

import Reporting
import Support
import Model
import Terminal
import Testing

@Suite struct OverviewTests {
  @Test(arguments: [Glyphs.unicode, .ascii])
  func `no window is too narrow`(_ glyphs: Glyphs) throws {
    let scene = try #require(
      GalleryScene.messages.first { $0.name == "status: as of yesterday, sample data" })
    func messages(_ lines: [String]) -> [Substring] {
      lines.flatMap { $0.split(separator: " ") }
        .filter { !$0.contains("/") && $0 != "·" && $0 != "-" }
    }
    var all: [Substring] = []
    for columns in Tier.cases(20...200, quick: 30).reversed() {
      var (terminal, pipe) = (live(glyphs: glyphs), plain(glyphs: glyphs))
      (terminal.columns, pipe.columns) = (columns, columns)
      terminal.rows = 60
      scene.play(&terminal)
      scene.play(&pipe)
      let seen = screen(terminal).visibleLines
      // A command is not broken: it goes on in the next row.
      let room = max(columns, 36)
      #expect(seen.allSatisfy { DisplayWidth.cells(of: $0) < room }, "\(columns): \(seen)")
      let wide = pipe.lines.filter { DisplayWidth.cells(of: $0) > room }
      expectEqual(wide, [], "\(columns)")
      if all.isEmpty { all = messages(seen) }
      // Only words wider than the window are truncated.
      for lines in [seen, pipe.lines] where columns > 32 {
        expectEqual(messages(lines), all, "\(columns): \(lines)")
      }
    }
  }
}
