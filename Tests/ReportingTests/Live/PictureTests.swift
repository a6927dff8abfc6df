// The pictures of the README: real frames of the live line as SVG.

import Codec
import Model
import Format
import Reporting
import Support
import Terminal
import Testing

/// Recorded like the gallery: see ``GalleryTests``.
@Suite(.blocking) struct PictureTests {
  /// A dry run that was recorded with `velo-sync --dry-run --events rehearsal.ndjson`.
  @Test func `the rehearsal moves`() throws {
    var picture = SVGPicture(
      columns: 80,
      title: "velo-sync syncs: a spinner, a bar over three stages, score rings that fill")
    let events = try Gallery.events(of: "rehearsal.ndjson")
    let start = try #require(events.first?.stamp)
    var show = live(palette: .theme, style: LiveStyle(firstTip: 0), start: start)
    let prompt = "$ velo-sync --dry-run\r\n"
    var screen = TestScreen(columns: show.columns, rows: show.rows)
    screen.feed(prompt)
    picture.add(screen)
    for event in events { show.play(event) }
    for write in show.writes {
      screen.feed(write.bytes, translatingNewlines: true)
      picture.add(screen, at: write.at)
    }
    #expect(screen.unknown.isEmpty)
    #expect(screen.text.contains("183 new"))
    let text = picture.text(lasting: show.milliseconds + 4000)
    #expect(text.utf8.count < 200_000)
    try Gallery.compare(text, with: "rehearsal.svg")
  }

  @Test(
    arguments: [
      ("error.svg", "failed: sign in again", 80, nil),
      ("narrow.svg", "62 of 183, time left, a tip", 40, nil),
      ("rides.svg", "rides of two weeks", 80, "velo-sync rides: a list of rides and their sum"),
    ] as [(String, String, Int, String?)])
  func `moments stand still`(_ file: String, _ scene: String, _ columns: Int, _ title: String?)
    throws
  {
    let scenes = GalleryScene.layout + GalleryScene.written("pictures")
    let scene = try #require(scenes.first { $0.name == scene })
    var show = live(palette: .theme, style: LiveStyle(firstTip: 0))
    show.columns = columns
    scene.play(&show)
    let screen = screen(show)
    var picture = SVGPicture(
      columns: columns, title: title ?? screen.visibleLines.joined(separator: ". "))
    picture.add(screen)
    try Gallery.compare(picture.text(), with: file)
  }
}
