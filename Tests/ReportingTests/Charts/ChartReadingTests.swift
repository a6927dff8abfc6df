// Charts of text say what their series say: read back, every value is within half a cell.

import CLibrary
import Model
import Reporting
import Terminal
import Support
import Testing

extension String {
  /// How often a text occurs.
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}

@Suite struct ChartReadingTests {
  /// One series drawn alone, so that nothing covers it.
  private func panel(
    _ series: ChartSeries, width: Int, _ glyphs: Glyphs
  ) throws -> (panel: ReadPanel, plot: Int) {
    let lines = lines(series.chart, [series], width: width, glyphs)
    let panel = try #require(ReadPanel.panels(of: lines).first)
    return (panel, panel.base.count)
  }

  private func values(_ series: ChartSeries) -> [Double?] {
    series.points.map(\.value)
  }

  /// The values in `columns` equal groups or fewer that end with the last value: their means.
  private func grouped(_ values: [Double?], columns: Int) -> [Double?] {
    let group = (values.count + columns - 1) / columns
    var groups: [Double?] = []
    var end = values.count
    while end > 0 {
      let known = values[max(0, end - group)..<end].compactMap { $0 }
      groups.insert(known.isEmpty ? nil : known.reduce(0, +) / Double(known.count), at: 0)
      end -= group
    }
    return groups
  }

  @Test(arguments: [100, 80, 60, 40], [Glyphs.unicode, .ascii])
  func `bars are read within half a cell`(_ width: Int, _ glyphs: Glyphs) throws {
    let all = [Chart.load, .hours, .scores].flatMap { Season.series($0) }
    for series in all {
      let (panel, plot) = try panel(series, width: width, glyphs)
      let wanted = grouped(values(series), columns: plot)
      for (index, value) in wanted.enumerated() {
        let height = panel.bar(index * plot / wanted.count)
        expectEqual((height == nil), (value == nil), "\(series.name) \(index) at \(width)")
        guard let height, let value else { continue }
        let read = try #require(panel.value(ofRow: height - 1))
        #expect(abs(read - value) <= panel.perRow / 2 + 1e-9, "\(series.name) \(index) at \(width)")
      }
    }
  }

  @Test(arguments: [100, 80, 60, 40], [Glyphs.unicode, .ascii])
  func `lines are read within half a cell`(_ width: Int, _ glyphs: Glyphs) throws {
    for series in Season.series(.fitness) where series.name != .load {
      let (panel, plot) = try panel(series, width: width, glyphs)
      let dots = plot * (glyphs.isUnicode ? 2 : 1)
      let wanted = grouped(values(series), columns: dots)
      for (index, value) in wanted.enumerated() {
        let column = Int((Double(index) + 0.5) / Double(wanted.count) * Double(dots))
        let range = panel.dots(column, isUnicode: glyphs.isUnicode)
        guard let value else {
          expectEqual(range, nil, "a gap of \(series.name) at \(index), \(width) wide")
          continue
        }
        try expectRead(
          value, from: try #require(range), in: panel, "\(series.name) \(index), \(width)")
      }
    }
  }

  /// A steep line fills several dots of a column; the value is one of its ends or between.
  private func expectRead(
    _ value: Double, from rows: ClosedRange<Double>, in panel: ReadPanel, _ name: Comment
  ) throws {
    let low = try #require(panel.value(ofRow: rows.lowerBound - 0.5))
    let high = try #require(panel.value(ofRow: rows.upperBound - 0.5))
    let half = panel.perRow / 2 + 1e-9
    #expect(low - half <= value && value <= high + half, name)
  }

  @Test(arguments: [100, 80, 60, 40], [Glyphs.unicode, .ascii])
  func `power is read within half a cell`(_ width: Int, _ glyphs: Glyphs) throws {
    for series in Season.series(.power, weight: nil) {
      let (panel, plot) = try panel(series, width: width, glyphs)
      let dots = plot * (glyphs.isUnicode ? 2 : 1)
      let longest = try #require(series.points.last?.place.number)
      for point in series.points {
        let value = try #require(point.value)
        // The first dot is one second and the last one the longest duration, by their logarithms.
        let x = log(Double(point.place.number)) / log(Double(longest))
        // A place on the edge of two columns may be in either.
        let ranges = [x - 1e-6, x + 1e-6].compactMap { x in
          let column = min(max(0, Int(x * Double(dots))), dots - 1)
          return panel.dots(column, isUnicode: glyphs.isUnicode)
        }
        let low = try #require(ranges.map(\.lowerBound).min())
        let high = try #require(ranges.map(\.upperBound).max())
        try expectRead(
          value, from: low...high, in: panel, "\(series.name) \(point.place.number) s at \(width)")
      }
    }
  }

  @Test(arguments: [Glyphs.unicode, .ascii])
  func `zones are read within half a cell`(_ glyphs: Glyphs) throws {
    let series = Season.series(.zones)
    let panel = try #require(ReadPanel.panels(of: chartLines(.zones, width: 100, glyphs)).first)
    let fills = Array((glyphs.isUnicode ? "░▒▓█▚▌╳" : "1234567").unicodeScalars)
    let count = values(series[0]).count
    for week in 0..<count {
      let column = week * panel.base.count / count
      var sum = 0.0
      for (zone, series) in series.enumerated() {
        guard let value = values(series)[week] else {
          #expect(!panel.base[column])
          continue
        }
        sum += value
        let top = panel.rows.lastIndex { row in
          row.indices.contains(column) && fills[...zone].contains(row[column])
        }
        let read = try #require(panel.value(ofRow: Double(top ?? -1)))
        #expect(abs(read - sum) <= panel.perRow / 2 + 1e-9, "zone \(zone + 1), week \(week)")
      }
    }
  }

  /// The words below a title: which day or week the labels are about, and what a gap is.
  @Test func `labels and gaps are explained once`() {
    func title(_ chart: Chart, _ values: [Double?], step: Int) -> String {
      lines(chart, [Season.day(chart, .load, .load, values, step: step)], width: 100)[0]
    }
    for (title, latest, gaps) in [
      (title(.load, [1, 2, 3], step: 7), "latest: this week", 0),
      (title(.load, [1, 2, nil], step: 7), "latest: week of 16 Nov", 1),
      (title(.fitness, [1, nil, nil, 2, nil, 3], step: 1), "latest: today", 1),
      (title(.fitness, [1, 2, nil], step: 1), "latest: 24 Nov", 1),
    ] {
      #expect(title.contains(latest), "\(title)")
      expectEqual(title.occurrences(of: "no data"), gaps, "\(title)")
    }
    // Only a label of another day has a date.
    let series = [
      Season.day(.scores, .recovery, .score, [60, 70, 80]),
      Season.day(.scores, .sleep, .score, [60, 70, nil]),
    ]
    let labels = lines(.scores, series).filter { $0.contains("Recovery") || $0.contains("Sleep") }
    expectEqual(
      labels.map { $0.hasSuffix("Recovery 80") || $0.hasSuffix("Sleep 70 (24 Nov)") },
      [true, true], "\(labels)")
  }

  /// Riders without power or heart rate have a load of 0 every day.
  @Test func `without any load there is no axis`() throws {
    let zeros = [ChartSeries.Name.fitness, .fatigue, .form, .load].map {
      Season.day(.fitness, $0, .load, [0, 0, 0, 0])
    }
    expectEqual(lines(.fitness, zeros), lines(.fitness, []))
    // A month of rest after a season.
    let rest = [
      Season.day(.fitness, .fitness, .load, [30, 28, 26]),
      Season.day(.fitness, .load, .load, [0, 0, 0]),
    ]
    let panel = try #require(ReadPanel.panels(of: lines(.fitness, rest)).last)
    expectEqual(panel.numbers.map(\.value), [0, 1])
  }

  @Test func `means are announced`() throws {
    let title = try #require(chartLines(.load, width: 80, days: 3650).first)
    #expect(title.contains("8-week mean"))
    expectEqual(chartLines(.load, width: 80).first?.contains("mean"), false)
  }
}
