// The sources as tables: for `status` and for `velo-sync sources`.

import Model
import Terminal

/// The sources in use, in columns if the window is wide enough, otherwise as text.
struct SourceTable: Sendable {
  private static let indent = 2
  /// Minimum widths, so that the table looks the same from day to day.
  private static let columns = (name: 15, state: 12, last: 16)

  private struct Row {
    let name, state, last: DisplayText
    let role: Role
    let stored, hint: DisplayText?
  }

  private let rows: [Row]
  private let layout: InlineLayout

  init(
    _ reports: [SourceReport], _ messages: Messages, _ glyphs: Glyphs, now: Timestamp,
    layout: InlineLayout
  ) {
    self.layout = layout
    rows = reports.map { report in
      Row(
        name: DisplayText(messages.name(report.source)),
        state: DisplayText(messages.name(report.state)),
        last: messages.lastSync(report, now: now), role: report.state.role,
        stored: messages.stored(activities: report.activities, days: report.days),
        hint: messages.nextStep(report).map { glyphs.fit($0) })
    }
  }

  var lines: [Line] {
    let table = rows.map { row in inColumns(row) }
    let widest = table.joined().map(\.cells).max() ?? 0
    return Array((widest <= layout.width ? table : rows.map { row in asText(row) }).joined())
  }

  private func inColumns(_ row: Row) -> [Line] {
    let (name, state, last) = widths
    func padded(_ text: DisplayText, _ width: Int) -> DisplayText {
      text + blanks(width - text.cells)
    }
    var spans = [
      Span(blanks(Self.indent) + padded(row.name, name)), Span(row.state, row.role),
      Span(blanks(state - row.state.cells)),
    ]
    if let stored = row.stored {
      spans += [Span(padded(row.last, last)), Span(stored)]
    } else {
      spans.append(Span(row.last))
    }
    let hint = row.hint.map { Line([Span(blanks(Self.indent + name)), Span($0, .accent)]) }
    return [Line(spans)] + [hint].compactMap { $0 }
  }

  private func asText(_ row: Row) -> [Line] {
    var fragments = [
      Fragment(row.name), Fragment(row.state, row.role, after: "  "),
      Fragment(row.last, after: "  "),
    ]
    if let stored = row.stored { fragments.append(Fragment(stored, after: "  ")) }
    let hint = row.hint.map { layout.lines([Fragment($0, .accent)], indent: 4, hanging: 4) } ?? []
    return layout.lines(fragments, indent: Self.indent, hanging: 4) + hint
  }

  private var widths: (name: Int, state: Int, last: Int) {
    func width(_ least: Int, _ gap: Int, _ text: KeyPath<Row, DisplayText>) -> Int {
      max(least, (rows.map { $0[keyPath: text].cells }.max() ?? 0) + gap)
    }
    return (
      width(Self.columns.name, 2, \.name), width(Self.columns.state, 3, \.state),
      width(Self.columns.last, 3, \.last)
    )
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
  func rows(_ report: SourceReport, _ glyphs: Glyphs, now: Timestamp) -> [Chunk] {
    let below = folders(report).map { glyphs.fit($0) } + [retryOption(report)].compactMap { $0 }
    return ([glyphs.fit(text(report, now: now))] + below.map { blanks(15) + $0 })
      .map { Chunk(.standardOutput, line: $0) }
  }
}
