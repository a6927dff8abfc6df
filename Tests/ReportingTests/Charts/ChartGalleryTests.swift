// Every chart, in both glyph sets and two widths, compared with recorded files.

import Model
import Reporting
import Support
import Terminal
import Testing

/// Recorded like the gallery: see ``GalleryTests``.
@Suite(.blocking) struct ChartGalleryTests {
  /// Two dots a cell, a character a cell, and fewer ticks and labels.
  @Test(arguments: [(80, .unicode), (80, .ascii), (40, .unicode)] as [(Int, Glyphs)])
  func `charts look as recorded`(_ width: Int, _ glyphs: Glyphs) throws {
    let pages = Chart.allCases.map {
      Gallery.page($0.rawValue, chartLines($0, width: width, glyphs))
    }
    let set = glyphs.isUnicode ? "unicode" : "ascii"
    try Gallery.compare(pages.joined(separator: "\n"), with: "chart-\(width)-\(set).txt")
  }

  @Test(arguments: [Glyphs.unicode, .ascii])
  func `charts fit the window`(_ glyphs: Glyphs) {
    for (chart, width) in Chart.allCases.flatMap({ chart in [100, 80, 60, 40].map { (chart, $0) } })
    {
      let lines = chartLines(chart, width: width, glyphs)
      expectEqual(lines.filter { DisplayText($0).cells > width }, [], "\(chart)")
      let isASCII = lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x7F } }
      expectEqual(isASCII, !glyphs.isUnicode, "\(chart)")
    }
  }

  /// The picture that the README shows, without a gap that looks like a mistake.
  @Test func `the picture is as recorded`() throws {
    let picture = try #require(chartPicture(.fitness, Season.fitness(84, illness: 0..<0)))
    try Gallery.compare(String(decoding: picture, as: UTF8.self), with: "chart.svg")
  }

  /// What is spoken, and the sentences in the place of a chart.
  @Test func `sentences are as recorded`() throws {
    let pages = Chart.allCases.map { chart in
      let spoken = chartMessages.spokenChart(chart, Season.series(chart), today: Season.today)
      return Gallery.page(chart.rawValue, spoken.map(\.description))
    }
    let empty = Chart.allCases.map { chart in
      Gallery.page("\(chart), nothing to draw", lines(chart, [], width: 100))
    }
    let one = [Season.day(.fitness, .fitness, .load, [nil, 64, nil])]
    let last = Gallery.page("one value", lines(.fitness, one, width: 100))
    let all = pages + empty + [last]
    try Gallery.compare(all.joined(separator: "\n"), with: "chart-accessible.txt")
  }
}
