// The gallery: the live line in windows of several widths, compared with recorded files.

import Model
import Reporting
import Support
import Terminal
import Testing

@Suite(.blocking) struct GalleryTests {
  /// Colours and all parts; without Unicode; words and scores that are left out; one line.
  @Test(
    arguments: [(80, .unicode), (80, .ascii), (40, .unicode), (20, .unicode)] as [(Int, Glyphs)])
  func `looks as recorded`(_ columns: Int, _ glyphs: Glyphs) throws {
    var pages = ["What a terminal of \(columns) columns is sent. ␛ is ESC, ␇ BEL, ␍ a bare CR.\n"]
    for scene in GalleryScene.layout {
      pages.append("== \(scene.name)\n\(visible(drawn(scene, columns, glyphs).out))\n")
    }
    let name = "live-\(columns)-\(glyphs.isUnicode ? "unicode" : "ascii").txt"
    try Gallery.compare(pages.joined(separator: "\n"), with: name)
  }

  /// Every line fits the window, and every control sequence is known.
  @Test(
    arguments: [(100, .unicode), (60, .ascii), (40, .unicode), (20, .ascii)] as [(Int, Glyphs)])
  func `fits`(_ columns: Int, _ glyphs: Glyphs) {
    // The gallery has others of the errors.
    let failed = Tier.cases(GalleryScene.failed, quick: 20)
    for scene in GalleryScene.layout + failed {
      let show = drawn(scene, columns, glyphs)
      let screen = screen(show)
      // Paths and commands are not broken, even if the window is narrower.
      let wide = screen.visibleLines.filter {
        DisplayWidth.cells(of: $0) >= columns && columns >= 40 && !$0.contains("velo-sync ")
      }
      let strange = glyphs.isUnicode ? [] : show.out.filter { $0 > 0x7F }
      expectEqual(strange.count, 0, "\(scene.name)")
      expectEqual("\(screen.unknown) \(screen.scrollback) \(wide)", "[] [] []", "\(scene.name)")
    }
  }

  /// The whole block once more, or the result.
  private func drawn(_ scene: GalleryScene, _ columns: Int, _ glyphs: Glyphs) -> Show {
    var show = live(
      glyphs: glyphs, palette: .theme, style: LiveStyle(firstTip: 0), columns: columns,
      rows: 60)
    scene.play(&show)
    let before = show.out.count
    if show.renderer.isDone, show.state.summary != nil {
      show.out = show.writes.last?.bytes ?? []
    } else {
      show.signal(.resume)
      show.out.removeSubrange(..<before)
    }
    return show
  }

  /// The bytes as text, with visible symbols for control characters.
  private func visible(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      .replacing("\u{1B}", with: "␛").replacing("\r", with: "␍").replacing("\u{7}", with: "␇")
  }
}
