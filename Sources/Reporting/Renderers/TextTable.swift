// A table of text that gives up columns in a narrow window.

import Model
import Terminal

/// Rows of cells under a muted header line: numbers end under their unit, and one column takes what
/// is left.
struct TextTable: Sendable {
  struct Column: Sendable {
    let header: DisplayText
    var isNumber = false
    /// Columns with a higher rank are given up first, that of rank 0 only for a short elastic one;
    /// nil for one that stays.
    var rank: Int?
    /// Whether its cells are shortened to the room that is left.
    var isElastic = false
  }

  /// Blanks between columns.
  private static let gap = 2

  let columns: [Column]
  /// A cell for each column.
  let rows: [[Span]]
  private let ellipsis: DisplayText

  init(_ glyphs: Glyphs, _ columns: [Column], rows: [[Span]]) {
    self.columns = columns
    self.rows = rows.map { $0.map(glyphs.fit) }
    ellipsis = glyphs.fit("…")
  }

  /// - Parameter width: cells a line may have.
  func lines(width: Int) -> [Line] {
    // A column that says nothing is left out.
    var shown = columns.indices.filter { column in rows.contains { !$0[column].text.isEmpty } }
    // One is given up before an elastic column has fewer cells than these.
    while let rank = shown.compactMap({ columns[$0].rank }).max(),
      natural(shown, elasticAtMost: rank == 0 ? 10 : 16) > width
    {
      shown.removeAll { columns[$0].rank == rank }
    }
    let rest = width - natural(shown, elasticAtMost: 0)
    let widths = shown.map { columns[$0].isElastic ? max(1, min(rest, cells($0))) : cells($0) }
    let header = shown.map { Span(columns[$0].header, .muted) }
    return ([header] + rows.map { row in shown.map { row[$0] } }).map { row in
      line(row, shown, widths)
    }
  }

  /// The width of a line with all that every column says.
  var cells: Int { natural(Array(columns.indices), elasticAtMost: .max) }

  private func cells(_ column: Int) -> Int {
    rows.reduce(columns[column].header.cells) { max($0, $1[column].text.cells) }
  }

  /// The width of a line, if elastic columns have at most so many cells.
  private func natural(_ shown: [Int], elasticAtMost most: Int) -> Int {
    let widths = shown.map { columns[$0].isElastic ? min(most, cells($0)) : cells($0) }
    return widths.reduce(0, +) + Self.gap * max(0, shown.count - 1)
  }

  private func line(_ row: [Span], _ shown: [Int], _ widths: [Int]) -> Line {
    var spans: [Span] = []
    for (place, column) in shown.enumerated() {
      let span = Span(
        row[place].text.truncated(to: widths[place], ellipsis: ellipsis), row[place].role)
      let padding = Span(blanks(widths[place] - span.text.cells))
      if place > 0 { spans.append(Span(blanks(Self.gap))) }
      if columns[column].isNumber {
        spans += [padding, span]
      } else {
        spans += place == shown.count - 1 ? [span] : [span, padding]
      }
    }
    return Line(spans)
  }
}
