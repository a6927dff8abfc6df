// Every text with a unit that the reader chooses, in both systems: one table to read.

import Model
import Reporting
import Support
import Terminal
import Testing

@Suite(.blocking) struct UnitsTests {
  /// Lines without such a unit are the same in both, and left out.
  @Test func `texts are in both systems`() throws {
    let pages = GalleryScene.written("units").flatMap { scene in
      [Messages.Voice.written, .spoken].map { voice in
        let (metric, imperial) = (lines(.metric, voice, scene), lines(.imperial, voice, scene))
        expectEqual(metric.count, imperial.count, "\(scene.name)")
        let pairs = zip(metric, imperial).filter { $0 != $1 }
        return Gallery.page(
          "\(scene.name), \(voice)", pairs.flatMap { ["km  " + $0, "mi  " + $1] })
      }
    }
    let pictures = [Chart.hours, .trace].map { chart in
      Gallery.page(
        "picture of \(chart.rawValue)",
        ["km  " + labels(chart, .metric), "mi  " + labels(chart, .imperial)])
    }
    let results = Gallery.page("result, live", [live(.metric), live(.imperial)])
    try Gallery.compare((pages + pictures + [results]).joined(separator: "\n"), with: "units.txt")
  }

  private func lines(_ units: Units, _ voice: Messages.Voice, _ scene: GalleryScene) -> [String] {
    let messages = Messages(clock: .utc, voice: voice, home: nil, units: units)
    var show = Show(
      LogRenderer(
        messages: messages, glyphs: .unicode, style: LogStyle(heartbeat: nil),
        troubles: TroubleLines(messages: messages, glyphs: .unicode),
        began: Moment(nanoseconds: 0)), columns: 72)
    scene.play(&show)
    show.end(.ok, counts(new: 2))
    return show.lines
  }

  /// The result of a sync that names the rides it brought.
  private func live(_ units: Units) -> String {
    let messages = Messages(clock: .utc, home: nil, units: units)
    var show = Show(
      LiveRenderer(
        messages: messages, glyphs: .unicode, palette: .colorless, style: LiveStyle(),
        began: Moment(nanoseconds: 0)))
    for scene in GalleryScene.written("new rides") { scene.play(&show) }
    show.end(.ok, counts(new: 2))
    return screen(show).visibleLines.joined(separator: " | ")
  }

  /// The labels of a picture.
  private func labels(_ chart: Chart, _ units: Units) -> String {
    let messages = Messages(clock: .utc, home: nil, units: units)
    let bytes = ChartSVG(chart, Season.series(chart), messages, today: Season.today)?.bytes ?? []
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: ">")
    return parts.filter { $0.hasSuffix("</text") }.map { String($0.dropLast("</text".count)) }
      .joined(separator: " | ")
  }
}
