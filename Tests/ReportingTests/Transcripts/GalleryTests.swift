// The gallery: the live line for each width and set of glyphs, compared with recorded files.

import Reporting
import Support
import Model
import Terminal
import Testing

/// `RECORD_GALLERY=1 swift test --filter GalleryTests` writes the files anew, and fails, so that a
/// recording never passes unseen: the difference is to be read and committed.
@Suite(.blocking) struct GalleryTests {
  @Test(arguments: [100, 80, 60, 40, 20], [Glyphs.unicode, .ascii])
  func looksAsRecorded(_ columns: Int, _ glyphs: Glyphs) throws {
    var pages = ["What a terminal of \(columns) columns is sent. ␛ is ESC, ␇ BEL, ␍ a bare CR.\n"]
    for context in GalleryScene.all {
      var show = live(glyphs: glyphs, palette: .theme, style: LiveStyle(firstTip: 0))
      show.columns = columns
      context.play(&show)
      let before = show.out.count
      if show.face.isDone(show.context), show.state.summary != nil {
        show.out = show.writes.last?.bytes ?? []
      } else {
        // Draws the whole block again.
        show.signal(.resume)
        show.out.removeSubrange(..<before)
      }
      check(show, context.name)
      pages.append("== \(context.name)\n\(visible(show.out))\n")
    }
    let name = "\(columns)-\(glyphs.isUnicode ? "unicode" : "ascii").txt"
    try Gallery.compare(pages.joined(separator: "\n"), with: name)
  }

  /// Every line fits the window, and every control sequence is known.
  private func check(_ show: Show, _ name: String) {
    let screen = screen(show)
    #expect(screen.unknown.isEmpty, "\(name)")
    #expect(screen.scrollback.isEmpty, "\(name)")
    #expect(!screen.visibleLines.isEmpty, "\(name)")
    // Paths are not broken, even if the window is narrower.
    if show.columns >= 40 {
      #expect(
        screen.visibleLines.allSatisfy { DisplayWidth.cells(of: $0) < show.columns }, "\(name)")
    }
  }

  /// The bytes as text, with visible symbols for control characters.
  private func visible(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      .replacing("\u{1B}", with: "␛").replacing("\r", with: "␍").replacing("\u{7}", with: "␇")
  }
}
