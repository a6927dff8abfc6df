// A chart as lines of text, for any width.

package import Model
package import Terminal

/// Draws a chart in cells: a title, twelve rows of plot, and axes.
///
/// Values are decoded from a chart within half a cell. Where there are more days or weeks than
/// columns, each column shows a mean, and the title says of how many.
package struct ChartText: Sendable {
  /// The widest chart in cells.
  package static let widest = 100
  /// Below this width there are only the last values.
  private static let narrowest = 20
  /// Plots narrower than this give the place of the labels at their ends to the plot.
  private static let leastPlot = 16

  /// Never empty; no line is wider than the given width.
  package let lines: [Line]

  /// - Parameters:
  ///   - series: all series of one chart; others are ignored.
  ///   - today: the local day. Later days are not drawn.
  ///   - width: cells a line may have.
  package init(
    _ chart: Chart, _ series: [ChartSeries], _ messages: Messages, _ glyphs: Glyphs, today: Day,
    width: Int
  ) {
    let layout = InlineLayout(glyphs, width: min(width, Self.widest))
    func sentence(_ parts: [DisplayText]) -> [Line] { layout.lines(parts.map { Fragment($0) }) }
    guard let data = ChartData(chart, series.map(messages.shown), today: today) else {
      lines = sentence(messages.nothingToDraw(chart))
      return
    }
    guard data.isPicture else {
      lines = sentence([messages.tooFew] + messages.lastValues(data))
      return
    }
    lines =
      Self.plot(data, messages, layout)
      ?? sentence(["\(messages.title(chart)):"] + messages.lastValues(data))
  }

  /// The trace of a ride in lines; nil where it has no place or there is too little to draw.
  ///
  /// - Parameters:
  ///   - width: cells a line may have.
  ///   - rows: lines it should have at most; nil for any number.
  static func trace(
    _ series: [ChartSeries], _ messages: Messages, _ glyphs: Glyphs, width: Int, rows: Int?
  ) -> [Line]? {
    // Its places are no days.
    guard var data = ChartData(.trace, series.map(messages.shown), today: Day(number: 0)),
      data.isPicture
    else {
      return nil
    }
    data.mostLines = rows
    return plot(data, messages, InlineLayout(glyphs, width: min(width, widest)))
  }

  /// nil where there is no room for a plot.
  private static func plot(
    _ data: ChartData, _ messages: Messages, _ layout: InlineLayout
  ) -> [Line]? {
    guard layout.width >= narrowest,
      let frame = ChartFrame(data, messages, layout.glyphs, width: layout.width, least: leastPlot)
    else { return nil }
    let title = [Fragment(DisplayText(messages.title(data.chart)), .value)]
    let notes = frame.notes.map { Fragment(DisplayText($0), .muted, after: ", ") }
    return layout.lines(title + notes) + layout.lines(frame.legend, hanging: 0) + frame.lines
      + bests(data, messages, layout)
  }

  /// A table of the best powers over the durations that riders compare, with their dates where they
  /// have room.
  private static func bests(
    _ data: ChartData, _ messages: Messages, _ layout: InlineLayout
  ) -> [Line] {
    guard data.chart == .power else { return [] }
    func table(hasDates: Bool) -> TextTable {
      let rows = messages.comparedDurations.compactMap { seconds, label -> [Span]? in
        let bests = data.rows.map { messages.best($0, seconds: seconds, today: data.today) }
        if bests.allSatisfy({ $0 == nil }) { return nil }
        return [Span(DisplayText(label))]
          + bests.map { best in
            let parts = [best?.watts, hasDates ? best?.date : nil].compactMap(\.self)
            return Span(DisplayText(parts.joined(separator: " ")))
          }
      }
      let names = data.rows.map { TextTable.Column(header: DisplayText(messages.name($0.name))) }
      return TextTable(layout.glyphs, [.init(header: "")] + names, rows: rows)
    }
    let fitting = [table(hasDates: true), table(hasDates: false)].first {
      !$0.rows.isEmpty && $0.cells <= layout.width
    }
    return fitting.map { [Line([])] + $0.lines(width: layout.width).map(\.trimmed) } ?? []
  }
}
