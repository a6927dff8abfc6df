// The panels of a chart below each other, with their axes and labels.

import Model
import Terminal

/// Divides the width of a chart between axes, plot and labels, and draws all of it.
struct ChartFrame: Sendable {
  private let data: ChartData
  private let messages: Messages
  private let glyphs: ChartGlyphs
  private let panels: [PlottedPanel]
  /// Cells of the numbers on the left.
  private let left: Int
  private let plot: Int
  /// W/kg on the right: round numbers and their rows.
  private let ratios: [(label: String, row: Int)]
  /// Whether the labels are in a line above the plot, for lack of width.
  private let hasLegend: Bool

  /// nil when `width` has no room for a plot.
  ///
  /// - Parameter least: the least width of a plot with labels at its right.
  init?(_ data: ChartData, _ messages: Messages, _ glyphs: Glyphs, width: Int, least: Int) {
    let chartGlyphs = glyphs.isUnicode ? ChartGlyphs.unicode : .ascii
    self.data = data
    self.messages = messages
    self.glyphs = chartGlyphs
    let marks = data.panels.contains { Self.hasMarks($0.kind, $0.names.count, chartGlyphs) } ? 2 : 0
    let labels = messages.longestLabel(data) + marks + 1
    var left = 1
    var hasLegend = false
    var ratios: [(String, Int)] = []
    while true {
      let axes = left + 2
      var plot = width - axes - labels
      hasLegend = plot < least
      if hasLegend { plot = width - axes }
      guard plot > 3 else { return nil }
      // W/kg take the place of the plot, as long as that stays wide.
      let weight = plot > 2 * least && !hasLegend ? data.weight : nil
      if weight != nil { plot -= Self.ratioWidth }
      let panels = data.panels.map { panel in
        let across = panel.kind == .lines ? chartGlyphs.dotsAcross : 1
        return PlottedPanel(panel, data, limit: plot * across)
      }
      let needed = panels.flatMap { panel in
        panel.axis.ticks.map { messages.axisNumber($0.value).utf8.count }
      }
      guard let most = needed.max(), most > left else {
        if let weight, let axis = panels.first?.axis {
          ratios = axis.ratios(weight).map { ratio in
            let row = Int(axis.height(of: ratio * weight))
            return (messages.axisNumber(ratio), row)
          }
        }
        (self.left, self.plot, self.panels) = (left, plot, panels)
        break
      }
      left = most
    }
    self.hasLegend = hasLegend
    self.ratios = ratios
  }

  /// What follows the title.
  var notes: [String] { PlottedPanel.notes(panels, data, messages) }

  /// The names and last values, where they have no room at the ends.
  var legend: [Fragment] {
    guard hasLegend else { return [] }
    return panels.flatMap { panel in labels(panel).map { Fragment($0.spans, after: "  ") } }
  }

  var lines: [Line] {
    let lines =
      (units.map { [$0] } ?? [])
      + panels.enumerated().flatMap { index, panel in
        let isLast = index == panels.count - 1
        return plotLines(panel) + [rule(panel, isLast: isLast)] + (isLast ? [dates] : [])
      }
    return lines.map(\.trimmed)
  }

  /// The units above the axes of the power chart.
  private var units: Line? {
    guard data.chart == .power else { return nil }
    let unit = messages.axisUnit
    let before = String(repeating: " ", count: max(0, left - unit.utf8.count)) + unit
    let between = String(repeating: " ", count: left + 2 + plot + 2 - DisplayText(before).cells)
    return Line([
      Span(DisplayText(ratios.isEmpty ? before : before + between + messages.ratioUnit), .muted)
    ])
  }

  // MARK: Panels

  private func plotLines(_ panel: PlottedPanel) -> [Line] {
    var canvas = ChartCanvas(columns: plot, rows: panel.rows, glyphs)
    switch panel.kind {
    case .lines:
      for (index, series) in panel.series.enumerated() {
        canvas.line(series.points, on: panel.axis, series.role, index: index)
      }
      if let zero = panel.axis.zeroRow { canvas.rule(row: zero) }
    case .bars:
      for series in panel.series { canvas.bars(series.values, on: panel.axis, series.role) }
    case .stack: canvas.stack(panel.series.map { ($0.name, $0.role, $0.values) }, on: panel.axis)
    }
    let ticks = panel.axis.ticks
    let labels = hasLegend ? [] : self.labels(panel)
    return (0..<panel.rows).reversed().map { row in
      let tick = ticks.first { $0.row == row }
      var spans = [margin(tick, panel.axis, tick == nil ? glyphs.axis : glyphs.number)]
      spans += canvas.spans(row: row)
      if !ratios.isEmpty { spans.append(Span(DisplayText(ratio(row)), .muted)) }
      if let label = labels.first(where: { $0.row == row }) { spans += [Span(" ")] + label.spans }
      return Line(spans)
    }
  }

  /// A number of the axis and the axis itself.
  private func margin(_ tick: ValueAxis.Tick?, _ axis: ValueAxis, _ mark: String) -> Span {
    let number = tick.map { messages.axisNumber($0.value) } ?? ""
    let padding = String(repeating: " ", count: max(0, left - number.utf8.count))
    return Span(DisplayText("\(padding)\(number) \(mark)"), .muted)
  }

  /// The line below a panel. That of bars is open where there is no value.
  private func rule(_ panel: PlottedPanel, isLast: Bool) -> Line {
    var cells = Array(repeating: glyphs.base, count: plot)
    if panel.kind != .lines {
      for column in 0..<panel.columns.count where panel.isGap(column) {
        for cell in ChartCanvas.place(ofBar: column, of: panel.columns.count, in: plot) {
          cells[cell] = " "
        }
      }
    }
    for tick in isLast ? ticks : [] { cells[tick.column(in: plot)] = glyphs.label }
    let zero = panel.axis.ticks.first { $0.row < 0 }
    let corner = isLast ? glyphs.corner : glyphs.joint
    let end = ratios.isEmpty ? "" : isLast ? glyphs.rightCorner : glyphs.rightJoint
    return Line([margin(zero, panel.axis, corner), Span(DisplayText(cells.joined() + end), .muted)])
  }

  private var dates: Line {
    var text = String(repeating: " ", count: left + 2)
    var end = 0
    for tick in ticks {
      let start = tick.start(in: plot)
      text += String(repeating: " ", count: max(0, start - end)) + tick.label
      end = start + tick.label.utf8.count
    }
    return Line([Span(DisplayText(text), .muted)])
  }

  private var ticks: [AxisTick] { panels.last?.ticks(data, width: plot, messages) ?? [] }

  // MARK: Labels

  private typealias Label = (spans: [Span], row: Int)

  private static func hasMarks(_ kind: ChartPanel.Kind, _ count: Int, _ glyphs: ChartGlyphs) -> Bool
  { kind == .stack || kind == .lines && count > 1 && !glyphs.isUnicode }

  /// The names and last values of the series of a panel, and their rows.
  private func labels(_ panel: PlottedPanel) -> [Label] {
    let limit = panel.rows - 1
    // The labels of a stack are a list in its order, not at the heights of its parts.
    let wanted = panel.series.enumerated().map { index, series in
      panel.kind == .stack ? index : min(limit, Int(max(0, series.end - 0.01)))
    }
    let rows = EndLabels.spread(wanted, limit: limit)
    let hasMarks = Self.hasMarks(panel.kind, panel.series.count, glyphs)
    return zip(panel.series, rows).enumerated().map { index, pair in
      let (series, row) = pair
      let role = series.role
      var spans: [Span] = []
      if hasMarks {
        let mark = panel.kind == .stack ? glyphs.fill(series.name) : glyphs.mark(index)
        spans.append(Span(DisplayText("\(mark) "), role))
      }
      let label = messages.endLabel(series.row, data)
      spans.append(Span(DisplayText(label), role))
      return (spans, row)
    }
  }

  // MARK: W/kg

  /// The axis, a blank, and a number like 12.5.
  private static let ratioWidth = 6

  private func ratio(_ row: Int) -> String {
    let label = ratios.first { $0.row == row }?.label
    let text = label.map { "\(glyphs.rightNumber) \($0)" } ?? glyphs.axis
    return text + String(repeating: " ", count: max(0, Self.ratioWidth - DisplayText(text).cells))
  }
}

extension Line {
  /// Without blanks at the end.
  var trimmed: Line {
    var spans = spans
    while let last = spans.popLast() {
      let text = Line([last]).text
      if !text.isEmpty { return Line(spans + [Span(text, last.role)]) }
    }
    return Line()
  }
}
