// What a panel draws: its axis and its rows of values in columns. Text and pictures share it.

import Model
import Terminal

/// A panel ready to be drawn.
struct PlottedPanel: Sendable {
  struct Series: Sendable {
    let row: ChartData.Row
    let role: Role
    let points: [PlotPoint]
    /// The height of the label at the end, in rows from the bottom.
    let end: Double

    var name: ChartSeries.Name { row.name }
    var values: [Double] { points.map(\.value) }
  }

  let kind: ChartPanel.Kind
  let rows: Int
  let axis: ValueAxis
  /// The series of the panel that have values; those of a stack from the bottom.
  let series: [Series]
  let columns: ChartColumns

  /// - Parameter limit: the largest number of columns for bars and for lines.
  init(_ panel: ChartPanel, _ data: ChartData, limit: Int) {
    let columns = ChartColumns(data, limit: limit)
    let rows = panel.names.compactMap(data.row)
    let points = rows.map(columns.points)
    let isBars = panel.kind != .lines
    var range = Self.range(points.map { $0.map(\.value) }, panel.kind, rows.first?.unit)
    // Coasting is at the bottom.
    if panel.names == [.power] { range = 0...max(0, range.upperBound) }
    let axis = ValueAxis(rows: panel.rows, covering: range, isBars: isBars)
    kind = panel.kind
    self.rows = panel.rows
    self.axis = axis
    self.columns = columns
    series = zip(rows, points).map { row, points in
      let end = points.last { $0.isKnown }?.value ?? 0
      return Series(
        row: row, role: row.name.role(in: data.chart), points: points, end: axis.height(of: end))
    }
  }

  /// Whether no series has a value in a column.
  func isGap(_ column: Int) -> Bool {
    series.allSatisfy { !($0.points.indices.contains(column) && $0.points[column].isKnown) }
  }

  /// The labels below the panel.
  ///
  /// - Parameter width: columns of the plot.
  func ticks(_ data: ChartData, width: Int, _ messages: Messages) -> [AxisTick] {
    switch data.places {
    case .durations(let range): DurationTicks.ticks(in: range, width: width)
    case .time(let last):
      TimeTicks.ticks(
        through: last, width: width, label: { messages.hours($0).description },
        place: columns.place(ofSecond:))
    case .days(let first, let step, let count):
      DateTicks.ticks(
        from: first, to: first.advanced(by: (count - 1) * step), step: step, width: width,
        name: messages.month, place: columns.place)
    }
  }

  /// What follows the title of a chart: the range of dates, of how many values a column shows the
  /// mean, which day or week the labels name, and what a gap means.
  static func notes(_ panels: [PlottedPanel], _ data: ChartData, _ messages: Messages) -> [String] {
    var notes = data.days.map { [messages.range($0)] } ?? []
    let isUniform = panels.allSatisfy { $0.columns.group == panels[0].columns.group }
    var last: ChartPanel.Kind?
    for panel in panels where panel.columns.group > 1 && panel.kind != last {
      last = panel.kind
      let kind = isUniform ? nil : panel.kind
      notes.append(messages.mean(of: panel.columns.group, in: data.chart, kind))
      if isUniform { break }
    }
    if let latest = messages.latest(data) { notes.append(latest) }
    let hasGap = panels.contains { panel in (0..<panel.columns.count).contains(where: panel.isGap) }
    if hasGap { notes.append(messages.gap) }
    return notes
  }

  /// The values that the axis covers. Scores always have the whole axis.
  private static func range(
    _ rows: [[Double]], _ kind: ChartPanel.Kind, _ unit: ChartSeries.Unit?
  ) -> ClosedRange<Double> {
    if kind != .lines, unit == .score { return 0...100 }
    var values = rows.joined().filter { !$0.isNaN }
    if kind == .stack {
      values = (0..<(rows.map(\.count).max() ?? 0)).map { place in
        rows.reduce(0) { place < $1.count && $1[place] > 0 ? $0 + $1[place] : $0 }
      }
    }
    guard let low = values.min(), let high = values.max() else { return 0...1 }
    return low...high
  }
}

/// A part of a chart with a value axis of its own.
struct ChartPanel: Sendable {
  enum Kind: Sendable {
    /// Lines over a value axis that need not begin at 0.
    case lines
    /// A bar from 0 for each place.
    case bars
    /// Bars from 0, one series on top of the other.
    case stack
  }

  let kind: Kind
  /// The height in rows of text; in a picture, in parts of the whole.
  var rows: Int
  /// In the order in which they are drawn; the first is in front.
  let names: [ChartSeries.Name]

  init(_ kind: Kind, rows: Int, _ names: [ChartSeries.Name]) {
    (self.kind, self.rows, self.names) = (kind, rows, names)
  }

  /// All rows of a chart, without axes; a trace has more.
  static let rowsInAll = 12
}

extension Chart {
  /// The panels from the top; their rows make `ChartPanel.rowsInAll`, but for a trace.
  ///
  /// Scores of a day jump too much to share a panel: three lines would hide each other.
  var panels: [ChartPanel] {
    switch self {
    case .fitness:
      [
        ChartPanel(.lines, rows: 6, [.fitness, .fatigue]), ChartPanel(.lines, rows: 3, [.form]),
        ChartPanel(.bars, rows: 3, [.load]),
      ]
    case .load: [ChartPanel(.bars, rows: 12, [.load])]
    case .hours: [ChartPanel(.bars, rows: 6, [.hours]), ChartPanel(.bars, rows: 6, [.distance])]
    case .scores: [.recovery, .sleep, .strain].map { ChartPanel(.bars, rows: 4, [$0]) }
    case .power: [ChartPanel(.lines, rows: 12, [.sixWeeks, .allTime])]
    case .zones: [ChartPanel(.stack, rows: 12, ChartSeries.Name.zones)]
    case .trace: [.power, .heartRate, .altitude].map { ChartPanel(.lines, rows: 8, [$0]) }
    }
  }

  /// Whether its values are those of days or weeks.
  var isOfDays: Bool { self != .power && self != .trace }

  /// Days from one value to the next.
  var step: Int { [.load, .hours, .zones].contains(self) ? 7 : 1 }
}

extension ChartSeries.Name {
  /// The colour of its line or bars. Names, marks and fills tell series apart without it.
  func role(in chart: Chart) -> Role {
    switch self {
    case .load where chart == .load: .accent
    case .fitness, .hours, .sleep, .sixWeeks, .zone3, .power: .accent
    case .fatigue, .strain, .zone5, .heartRate: .warn
    case .form, .recovery, .distance, .zone4, .altitude: .ok
    case .load, .zone1: .muted
    case .allTime, .zone2: .plain
    case .zone6: .error
    case .zone7: .value
    }
  }
}
