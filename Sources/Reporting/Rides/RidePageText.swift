// The output of `velo-sync ride`: one ride in full.

import Model
import Terminal

struct RidePageText {
  /// Cells of the labels of the rows.
  private static let label = 12

  let ride: ListedRide
  /// The series of its trace; empty without one.
  let trace: [ChartSeries]
  let messages: Messages
  let glyphs: Glyphs
  /// Cells a line may have.
  let width: Int
  /// Lines that the trace should have at most; nil for any number.
  let rows: Int?

  private var activity: Activity { ride.activity }

  var lines: [Line] {
    let layout = InlineLayout(width: max(1, width), ellipsis: fit("…"))
    let heading = [
      Fragment(fit(messages.listed(activity)), .value),
      Fragment(messages.begin(of: activity), .muted, after: "  "),
    ]
    let origin = messages.origin(of: activity).enumerated().map {
      Fragment(fit($1), .muted, after: $0 == 0 ? "" : fit(" · "))
    }
    let rows = messages.rows(of: ride).flatMap { row in
      layout.lines(
        [Fragment(label: row.label, cells: Self.label)]
          + row.parts.enumerated().map { index, part in
            Fragment(fit(part), after: index == 0 ? "" : "   ")
          }, hanging: Self.label)
    }
    let plot = ChartText.trace(trace, messages, glyphs, width: width, rows: self.rows)
    return layout.lines(heading) + layout.lines(origin) + [Line()] + rows + zones
      + (plot.map { [Line()] + $0 } ?? [])
  }

  private func fit(_ text: DisplayText) -> DisplayText { glyphs.fit(text) }

  // MARK: Zones

  private var zones: [Line] {
    table(messages.powerZones, activity.analysis?.powerZoneSeconds)
      + table(messages.heartRateZones, activity.analysis?.heartRateZoneSeconds)
  }

  /// A line for each zone: its time, its share and a bar.
  private func table(_ title: DisplayText, _ seconds: [Int]?) -> [Line] {
    guard let seconds, let most = seconds.max(), most > 0 else { return [] }
    let total = seconds.reduce(0, +)
    let rows = seconds.enumerated().map { index, zone -> [Span] in
      [
        Span(index == 0 ? title : "", .muted), Span("Z\(index + 1)"),
        Span(messages.clock(zone)),
        Span("\(Int((Double(zone) / Double(max(1, total)) * 100).rounded())) %", .muted),
        Span(glyphs.bar(Double(zone) / Double(most)), .accent),
      ]
    }
    let columns = [
      TextTable.Column(
        header: DisplayText(String(repeating: " ", count: Self.label - 2)), isElastic: true),
      .init(header: ""), .init(header: "", isNumber: true),
      .init(header: "", isNumber: true, rank: 1), .init(header: "", rank: 2),
    ]
    let table = TextTable(columns: columns, rows: rows, ellipsis: fit("…"))
    return Array(table.lines(width: width).dropFirst())
  }
}
