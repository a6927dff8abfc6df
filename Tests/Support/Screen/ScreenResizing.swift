// The behaviour of different terminals when their window is resized.

extension TestScreen {
  /// What a terminal does with lines that no longer fit.
  package enum Resizing: Sendable, CaseIterable {
    /// Cuts what is too long (xterm).
    case cut
    /// Re-wraps lines: those that had wrapped, and those that are too long (most others).
    case reflow
  }

  /// Resizes the window. The cursor stays with its character; rows that no longer fit move into the
  /// scroll-back, and return when the window grows.
  package mutating func resize(columns: Int, rows: Int, _ resizing: Resizing = .reflow) {
    let all = history + grid
    let place = Position(row: history.count + cursor.row, column: cursor.column)
    let (lines, cursor) =
      switch resizing {
      case .cut: (all.map { Self.fitted($0, to: columns) }, place)
      case .reflow: Self.reflowed(all, cursor: place, to: columns)
      }
    // Blank rows below the cursor are not content and cause no scrolling.
    let used = max(
      cursor.row + 1, (lines.lastIndex { $0.cells.contains { $0.text != " " } } ?? 0) + 1)
    let scrolled = max(0, used - rows)
    let shown = max(0, min(scrolled, cursor.row))
    history = Array(lines[..<shown])
    grid = Array(lines[shown..<min(lines.count, shown + rows)])
    while grid.count < rows { grid.append(Row(columns: columns)) }
    (self.columns, self.rows) = (columns, rows)
    self.cursor = Position(
      row: min(rows - 1, max(0, cursor.row - shown)), column: min(columns - 1, cursor.column))
    isWrapPending = false
  }

  private static func fitted(_ row: Row, to columns: Int) -> Row {
    var fitted = row
    fitted.cells = Array(row.cells.prefix(columns))
    while fitted.cells.count < columns { fitted.cells.append(ScreenCell()) }
    return fitted
  }

  private static func reflowed(
    _ rows: [Row], cursor: Position, to columns: Int
  ) -> ([Row], Position) {
    var result: [Row] = []
    var moved = cursor
    var line: [ScreenCell] = []
    var cursorInLine: Int?
    for (index, row) in rows.enumerated() {
      if index == cursor.row { cursorInLine = line.count + cursor.column }
      line += row.cells
      guard !row.wraps || index == rows.count - 1 else { continue }
      while let last = line.last, last.text == " ", line.count > (cursorInLine ?? -1) + 1 {
        line.removeLast()
      }
      let (broken, place) = broken(line, cursor: cursorInLine, to: columns)
      if let place { moved = Position(row: result.count + place.row, column: place.column) }
      result += broken
      (line, cursorInLine) = ([], nil)
    }
    return (result, moved)
  }

  private static func broken(
    _ line: [ScreenCell], cursor: Int?, to columns: Int
  ) -> ([Row], Position?) {
    var rows = [Row(columns: columns)]
    var (column, place): (Int, Position?) = (0, nil)
    for (index, cell) in line.enumerated() {
      let isWide = index + 1 < line.count && line[index + 1].text.isEmpty
      if column + (isWide ? 2 : 1) > columns {
        rows[rows.count - 1].wraps = true
        rows.append(Row(columns: columns))
        column = 0
      }
      if index == cursor { place = Position(row: rows.count - 1, column: column) }
      rows[rows.count - 1].cells[column] = cell
      column += 1
    }
    return (rows, place)
  }
}
