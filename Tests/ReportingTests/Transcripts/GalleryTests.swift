// The gallery: what the live line draws, for each width and set of glyphs, as files to look at.

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
        // The whole block, as it is drawn for somebody who comes back to it.
        show.signal(.resume)
        show.out.removeSubrange(..<before)
      }
      check(show, context.name)
      pages.append("== \(context.name)\n\(visible(show.out))\n")
    }
    let name = "\(columns)-\(glyphs.isUnicode ? "unicode" : "ascii").txt"
    try Gallery.compare(pages.joined(separator: "\n"), with: name)
  }

  /// What a person sees of it: whole lines inside the window, nothing that a terminal does not know.
  private func check(_ show: Show, _ name: String) {
    let screen = screen(show)
    #expect(screen.unknown.isEmpty, "\(name)")
    #expect(screen.scrollback.isEmpty, "\(name)")
    #expect(!screen.visibleLines.isEmpty, "\(name)")
    // A path is longer than the narrowest window, and stays whole.
    if show.columns >= 40 {
      #expect(
        screen.visibleLines.allSatisfy { DisplayWidth.cells(of: $0) < show.columns }, "\(name)")
    }
  }

  /// The bytes as text a person can read: a line a line, controls by their pictures.
  private func visible(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      .replacing("\u{1B}", with: "␛").replacing("\r", with: "␍").replacing("\u{7}", with: "␇")
  }
}
