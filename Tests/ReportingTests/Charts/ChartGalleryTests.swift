// Every chart, in both glyph sets and at four widths, compared with recorded files.

import Model
import Reporting
import Support
import Terminal
import Testing

/// Recorded like the gallery: see ``GalleryTests``.
@Suite(.blocking) struct ChartGalleryTests {
  @Test(arguments: [100, 80, 60, 40], [Glyphs.unicode, .ascii])
  func chartsLookAsRecorded(_ width: Int, _ glyphs: Glyphs) throws {
    var text = ""
    for chart in Chart.allCases {
      let lines = chartLines(chart, width: width, glyphs)
      for line in lines { #expect(DisplayText(line).cells <= width, "\(line)") }
      text += "=== \(chart.rawValue)\n" + lines.joined(separator: "\n") + "\n\n"
    }
    let set = glyphs.isUnicode ? "unicode" : "ascii"
    if set == "ascii" { #expect(text.utf8.allSatisfy { $0 < 0x7F }) }
    try Gallery.compare(text, with: "chart-\(width)-\(set).txt")
  }

  /// The picture that the README shows.
  @Test func thePictureIsAsRecorded() throws {
    let picture = try #require(
      ChartSVG(.fitness, Season.series(.fitness), chartMessages, today: Season.today))
    try Gallery.compare(String(decoding: picture.bytes, as: UTF8.self), with: "chart.svg")
  }

  @Test func sentencesAreAsRecorded() throws {
    var text = ""
    for chart in Chart.allCases {
      let spoken = chartMessages.spokenChart(chart, Season.series(chart), today: Season.today)
      text += "=== \(chart.rawValue)\n"
      text += spoken.map(\.description).joined(separator: "\n") + "\n\n"
    }
    try Gallery.compare(text, with: "chart-accessible.txt")
  }
}
