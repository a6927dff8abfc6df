// The sources as tables: for `status` and for `velo-sync sources`.

import Model
import Terminal

/// The sources in use, in columns if the window is wide enough, otherwise as text.
struct SourceTable: Sendable {
  private static let indent = 2
  /// The least width of each column but the last, so that the table looks the same from day to day,
  /// and the least gap after it.
  private static let columns = [(width: 15, gap: 2), (width: 12, gap: 3), (width: 16, gap: 3)]

  private struct Row {
    /// Name, state, last sync, and what is stored, if anything is.
    let cells: [Span]
    let hint: DisplayText?
  }

  private let rows: [Row]
  private let layout: InlineLayout

  init(
    _ reports: [SourceReport], _ messages: Messages, _ glyphs: Glyphs, now: Timestamp,
    layout: InlineLayout
  ) {
    self.layout = layout
    rows = reports.map { report in
      let stored = messages.stored(activities: report.activities, days: report.days)
      return Row(
        cells: [
          Span(DisplayText(messages.name(report.source))),
          Span(DisplayText(messages.name(report.state)), report.state.role),
          Span(messages.lastSync(report, now: now)),
        ] + (stored.map { [Span($0)] } ?? []),
        hint: messages.nextStep(report).map { glyphs.fit($0) })
    }
  }

  var lines: [Line] {
    let widths = Self.columns.enumerated().map { index, column in
      max(column.width, (rows.map { $0.cells[index].text.cells }.max() ?? 0) + column.gap)
    }
    let table = rows.map { inColumns($0, widths) }
    let widest = table.joined().map(\.cells).max() ?? 0
    return Array((widest <= layout.width ? table : rows.map { asText($0) }).joined())
  }

  private func inColumns(_ row: Row, _ widths: [Int]) -> [Line] {
    var spans = [Span(blanks(Self.indent))]
    for (cell, width) in zip(row.cells.dropLast(), widths) {
      spans += [cell, Span(blanks(width - cell.text.cells))]
    }
    let hint = row.hint.map { Line([Span(blanks(Self.indent + widths[0])), Span($0, .accent)]) }
    return [Line(spans + row.cells.suffix(1))] + [hint].compactMap { $0 }
  }

  private func asText(_ row: Row) -> [Line] {
    let hint = row.hint.map { layout.lines([Fragment($0, .accent)], indent: 4, hanging: 4) } ?? []
    let cells = row.cells.map { Fragment([$0], after: "  ") }
    return layout.lines(cells, indent: Self.indent, hanging: 4) + hint
  }
}

extension SourceReport.State {
  fileprivate var role: Role {
    switch self {
    case .connected, .imported: .ok
    case .notConnected: .muted
    case .expired: .error
    case .unavailable: .warn
    }
  }
}

extension Messages {
  /// The rows of `velo-sync sources`, without dates and colours, so that scripts can read them.
  func rows(_ report: SourceReport, _ glyphs: Glyphs, now: Timestamp, width: Int) -> [Chunk] {
    let layout = InlineLayout(width: max(1, width), ellipsis: glyphs.fit("…"))
    let row = columns(report, now: now).map { Fragment(glyphs.fit(DisplayText($0))) }
    let below = (folders(report) + [retryOption(report)].compactMap { $0 }).flatMap {
      layout.lines([Fragment(glyphs.fit($0))], indent: 15, hanging: 15)
    }
    return (layout.lines(row, hanging: 15) + below)
      .map { Chunk(.standardOutput, line: $0.text) }
  }
}
