// Charts as SVG: what is in the file, and how a browser shows it.

import Model
@testable import Reporting
import Support
import Terminal
import Testing

@Suite(.blocking) struct ChartSVGTests {
  private func picture(_ chart: Chart, days: Int? = nil) throws -> [UInt8] {
    try #require(chartPicture(chart, Season.series(chart, days: days)))
  }

  @Test(.needs("chromium"), arguments: Tier.cases([false, true], quick: 1))
  func `a browser shows every chart`(_ isDark: Bool) throws {
    var pictures: [(name: String, bytes: [UInt8])] = []
    for chart in Chart.allCases {
      pictures.append((chart.rawValue, try picture(chart)))
      if chart != .power, chart != .trace {
        pictures.append(("\(chart.rawValue)-decade", try picture(chart, days: 3653)))
      }
    }
    pictures.append(("fitness-week", try picture(.fitness, days: 7)))
    let reports = try ChartPage(pictures: pictures).reports(isDark: isDark)
    expectEqual(Set(reports.keys), Set(pictures.map(\.name)))
    for (name, report) in reports.sorted(by: { $0.key < $1.key }) {
      expectEqual(report.faults, [], "\(name)")
      #expect(isDark ? (0...60).contains(report.ground) : report.ground > 240, "\(name): \(report)")
      #expect(report.ink > 2000, "\(name)")
    }
  }

  @Test(arguments: Chart.allCases)
  func `screen readers hear the sentences`(_ chart: Chart) throws {
    let text = String(decoding: try picture(chart), as: UTF8.self)
    let sentences = chartMessages.spokenChart(chart, Season.series(chart), today: Season.today)
    let wanted =
      sentences.dropFirst().map(\.description) + [
        #"role="img" aria-labelledby="title desc""#, "prefers-color-scheme:dark",
        #"viewBox="0 0 960 480" width="960" height="480""#,
      ]
    expectEqual(wanted.filter { !text.contains($0) }, [])
    for loaded in ["<script", "href", "@import", "@font-face", "url(http"] {
      #expect(!text.contains(loaded))
    }
  }

  @Test func `lines are open at gaps`() throws {
    let text = String(decoding: try picture(.fitness), as: UTF8.self)
    let line = try #require(
      text.split(separator: "\n").first { $0.hasPrefix("<path class=\"line accent\"") })
    expectEqual(line.split(separator: "M").count - 1, 2)
  }

  /// Zones without an hour have the height of their neighbours.
  @Test func `zones are listed in order`() throws {
    let hours: [Double] = [2, 1, 0, 0, 0, 0, 0]
    let series = zip(ChartSeries.Name.zones, hours).map {
      Season.day(.zones, $0, .hours, [1, $1], step: 7)
    }
    let text = String(decoding: try #require(chartPicture(.zones, series)), as: UTF8.self)
    let names = (1...7).map { "Z\($0)" }
    let labels = text.split(separator: "\n").filter { line in
      names.contains { line.contains(">\($0) ") }
    }
    let heights = try labels.map { line -> (String, Double) in
      let y = try #require(line.firstRange(of: " y=\"").map { line[$0.upperBound...] })
      let name = try #require(line.split(separator: ">").last?.prefix(2))
      return (String(name), try #require(Double(y.prefix { $0 != "\"" })))
    }
    expectEqual(heights.sorted { $0.1 > $1.1 }.map(\.0), names)
  }

  @Test func `markup is escaped`() {
    var text = XMLText()
    text.text("<a & \"b\">", "axis", x: 1.25, y: -0.04, anchor: "end")
    expectEqual(
      String(decoding: text.bytes, as: UTF8.self),
      "<text class=\"axis\" text-anchor=\"end\" x=\"1.3\" y=\"0\">&lt;a &amp; &quot;b&quot;&gt;</text>\n"
    )
  }
}
