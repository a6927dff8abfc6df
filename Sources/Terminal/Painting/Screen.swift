// What is on the screen and where the cursor is: lines, and below them the live block.

package import Model

/// The lines of the output with the live block below them. It alone knows what was drawn and where
/// the cursor is; others hand it lines and frames. All returned bytes must reach the terminal, in
/// order, each result in one write. An empty result needs no write.
///
/// Lines of the block end one column before the window's edge, so that no terminal wraps them. The
/// cursor rests in the first one, whose position survives re-wrapping of the lines below, or where
/// a program has it in the rows above.
package struct Screen: Sendable {
  private let palette: Palette
  private var columns = 80
  private var height = Int.max
  /// The frame on the screen; nil if there is none.
  private var frame: Frame?
  private var rows: [CellRow] = []
  private var rest = 0
  private var above = LinesAbove()
  /// Where the cursor is in the open rows above; nil if it is below them.
  private var open: OpenCursor?
  /// Whether the window was resized, so that the screen contents are unknown.
  private var isStale = false

  /// Lines for the next output, so that those that arrive together are written with one repaint.
  private var printed: [LineAbove] = []
  /// Many plain lines, before the others.
  private var many: PlainLines?
  /// What a program has not finished, below its lines: as it is, and as it fits so many columns.
  private var followed = (rows: OpenRows(), lines: [LineAbove](), columns: 0)
  /// Whether there were lines since the last output.
  private var hasNews = false
  /// Whether an output is due at once to write the lines.
  package var isDue = false

  package init(palette: Palette = .colorless) { self.palette = palette }

  /// Whether a block is on the screen.
  package var isShowing: Bool { frame != nil }

  // MARK: Lines

  /// Adds lines above the block, for the next output.
  package mutating func add(_ lines: [LineAbove]) {
    printed += lines
    hasNews = true
  }

  /// Adds many lines; none may wait for an output.
  package mutating func add(_ many: PlainLines) {
    assert(printed.isEmpty && self.many == nil, "they would come in another order")
    self.many = many
    (hasNews, isDue) = (true, true)
  }

  /// Whether the rows that a program has not finished are those of the next output.
  package func follows(_ rows: OpenRows) -> Bool { rows == followed.rows }

  /// The columns that these rows were made to fit.
  package var followedColumns: Int { followed.columns }

  /// Shows the rows that a program has not finished, from the next output on.
  ///
  /// - Parameter lines: the rows, each of which fits `columns`.
  package mutating func follow(_ rows: OpenRows, as lines: [Line], columns: Int) {
    let open = zip(rows.lines, lines).map { LineAbove($1, number: $0.number, isOpen: true) }
    followed = (rows, open, columns)
    hasNews = true
  }

  /// Writes the lines that wait, above the block.
  package mutating func flush() -> [UInt8] {
    // Without any of these, the rows above the block are as they were.
    let hasOpenRows = !followed.lines.isEmpty || above.hasOpen
    if !hasNews, !hasOpenRows, !isStale { return [] }
    defer { (many, printed, hasNews, isDue) = (nil, [], false, false) }
    return insert(printed + followed.lines)
  }

  // MARK: The block

  /// Writes the lines that wait, and changes the block to `new`. A different `columns` counts as a
  /// resize.
  package mutating func show(_ new: Frame, columns: Int) -> [UInt8] {
    let lines = flush()
    if columns != self.columns { resized(columns: columns, rows: height) }
    if new.lines.isEmpty { return lines + erase() }
    let target = render(new)
    var pen = pen
    var changed = isStale ? rows.count : 0
    if frame == nil || isStale {
      if open != nil { pen.move(toRow: 0, column: 0) }
      eraseBlock(&pen)
    }
    changed += update(&pen, to: target, rest: restColumn(of: new))
    frame = new
    return lines + marked(pen, changed: changed)
  }

  /// A pen where the cursor is.
  private var pen: Pen { open.map { Pen(row: -$0.up, column: $0.column) } ?? Pen(column: rest) }

  /// Moves to where the cursor stays.
  private func settle(_ pen: inout Pen) {
    if let open {
      pen.move(toRow: -open.up, column: open.column)
    } else {
      pen.move(toRow: 0, column: rest)
    }
  }

  /// Writes lines above the block, after `many`, and redraws the block below; without a block,
  /// writes at the cursor. Finished lines are never truncated: the terminal wraps them, and they
  /// stay in the scrollback. Those that have left the screen stay as they are.
  ///
  /// - Parameter new: the lines since the last call, and at the end all rows that a program has not
  ///   finished, each of which fits a row. Those that do not fit beside the block are left out.
  private mutating func insert(_ new: [LineAbove]) -> [UInt8] {
    // The block may get a bar.
    let room = max(0, height - max(2, frame?.lines.count ?? 0))
    let opened = new.lastIndex { !$0.isOpen }.map { $0 + 1 } ?? 0
    let shown = new.count - opened > room ? new[..<opened] + new.suffix(room) : new[...]
    let cursor = followed.rows.cursor.flatMap { cursor in
      cursor.up > shown.count - opened
        ? nil : OpenCursor(up: cursor.up, column: min(cursor.column, columns - 1))
    }
    var wanted = LinesAbove()
    if many == nil { wanted = above }
    wanted.add(shown, open: followed.rows.first)
    let target = frame.map { isStale ? render($0) : rows }
    var start = many == nil ? wanted.firstDifference(from: above) : above.firstOpen
    start = max(start, above.first(within: height - (target?.count ?? 1), columns: columns))
    if many == nil, !isStale, wanted.count == above.count,
      wanted.height(from: start, columns: columns) == wanted.count - start,
      above.height(from: start, columns: columns) == above.count - start
    {
      return redraw(wanted, from: start, cursor)
    }
    return write(wanted, from: start, target, cursor)
  }

  /// Writes lines again that take as many rows as before, those that have changed.
  private mutating func redraw(
    _ wanted: LinesAbove, from start: Int, _ cursor: OpenCursor?
  ) -> [UInt8] {
    var pen = pen
    open = cursor
    var changed = 0
    for index in start..<wanted.count where wanted.lines[index].line != above.lines[index].line {
      let line = wanted.lines[index].line
      pen.move(toRow: index - wanted.count, column: 0)
      pen.put(inOneRow: line, palette)
      // After the last column the cursor is still in it.
      if line.cells < columns { pen.eraseToEndOfLine() }
      // Where `put` has left the cursor is not known.
      pen.returnToStart()
      changed += 1
    }
    settle(&pen)
    above = wanted
    return marked(pen, changed: changed)
  }

  /// Writes the lines from `start` on, below those that are on the screen already.
  ///
  /// - Parameter target: the rows of the block; nil for none.
  private mutating func write(
    _ wanted: LinesAbove, from start: Int, _ target: [CellRow]?, _ cursor: OpenCursor?
  ) -> [UInt8] {
    let erased = above.height(from: start, columns: columns)
    var pen = pen
    if open != nil {
      pen.move(toRow: 0, column: 0)
    } else if isStale || many == nil && target != nil {
      pen.returnToStart()
    }
    open = cursor
    if erased > 0 {
      pen.eraseRowsAbove(erased)
      rows = [CellRow()]
    } else if isStale || many != nil {
      eraseBlock(&pen)
    }
    isStale = false
    if let many { pen.put(many) }
    let first = many == nil ? min(start, wanted.count) : 0
    for above in wanted.lines[first...] {
      let line = above.line
      let wraps = target != nil && line.cells >= columns
      // The block, or another program, may have left text on this row. From its beginning, so that
      // terminals that wrap rows anew take it for a short one.
      if wraps {
        pen.eraseRows()
      } else if target == nil || rows.first?.count ?? 0 > 0 {
        pen.eraseToEndOfLine()
      }
      if above.isOpen { pen.put(inOneRow: line, palette) } else { pen.put(line, palette) }
      pen.startLine()
      pen.leaveRowAbove()
      // The line overwrote the block's first row, or all rows if it wrapped.
      rows = wraps ? [] : Array(rows.dropFirst())
      if rows.isEmpty { rows = [CellRow()] }
    }
    let count = wanted.count - first + (many?.count ?? 0) + erased
    above = wanted
    above.keep(height)
    guard let frame, let target else {
      (rows, rest) = ([], 0)
      settle(&pen)
      return pen.bytes
    }
    let changed = update(&pen, to: target, rest: restColumn(of: frame))
    return marked(pen, changed: count + changed)
  }

  /// Writes the lines that wait and clears the screen, without a copy in the scrollback; the cursor
  /// is left in its first row.
  package mutating func clear() -> [UInt8] {
    let bytes = flush()
    forget()
    var pen = Pen(column: 0)
    pen.goHome()
    pen.eraseRows()
    return bytes + pen.bytes
  }

  /// Erases the block; the cursor is left in column 0 of its first line.
  package mutating func erase() -> [UInt8] {
    // The cursor is right below the lines above.
    let known = above
    defer { above = known }
    return replaceBlock(by: [])
  }

  /// Writes the lines that wait and others in place of the block, with the cursor below them.
  package mutating func leave(_ result: [Line]) -> [UInt8] {
    if many != nil || above.hasOpen || printed.contains(where: { $0.number != nil }) {
      return flush() + replaceBlock(by: result)
    }
    defer { (printed, isDue) = ([], false) }
    return replaceBlock(by: printed.map(\.line) + result)
  }

  private mutating func replaceBlock(by lines: [Line]) -> [UInt8] {
    var pen = pen
    if open != nil { pen.move(toRow: 0, column: 0) }
    let (hadBlock, height) = (frame != nil, rows.count)
    if hadBlock || isStale { eraseBlock(&pen) }
    forget()
    for line in lines {
      // Another program may have left text on this row.
      if !hadBlock { pen.eraseToEndOfLine() }
      pen.put(line, palette)
      pen.startLine()
    }
    return marked(pen, changed: lines.isEmpty || !hadBlock ? 1 : height + lines.count)
  }

  /// Records a resize: the next paint redraws everything. However the terminal re-wrapped or cut
  /// the old lines, the cursor is still in the first row of the block, because its column is left
  /// of any window's edge. Erasing from there on removes the whole block. Where the cursor is in a
  /// row above, its row and those below are drawn again, too.
  package mutating func resized(columns: Int, rows: Int) {
    let wasOpen = open != nil
    if let open { above.keep(first: above.count - open.up) }
    open = nil
    above.resize(from: self.columns, to: max(1, columns))
    self.columns = max(1, columns)
    height = max(1, rows)
    isStale = isStale || frame != nil || wasOpen
  }

  /// Records that the block is no longer on the screen: the next frame is drawn at the cursor.
  package mutating func forget() {
    above = LinesAbove()
    frame = nil
    rows = []
    rest = 0
    open = nil
    isStale = false
  }

  private func render(_ new: Frame) -> [CellRow] {
    let lines = new.lines.prefix(height)
    return lines.indices.map { index in
      if !isStale, let frame, index < rows.count, frame.lines[index] == lines[index] {
        return rows[index]
      }
      return CellRow(lines[index], columns: columns - 1, palette: palette)
    }
  }

  private func restColumn(of frame: Frame) -> Int { max(0, min(frame.cursorColumn, columns - 1)) }

  /// Erases the screen from the block's first row on.
  private mutating func eraseBlock(_ pen: inout Pen) {
    if isStale || rows.isEmpty {
      pen.returnToStart()
      if rows.isEmpty { pen.eraseBelow() } else { pen.eraseRows() }
    } else {
      // Line by line: some terminals copy a screen erased as a whole into the scrollback.
      for row in rows.indices.reversed() {
        pen.move(toRow: row, column: 0)
        pen.eraseToEndOfLine()
      }
    }
    rows = [CellRow()]
    isStale = false
  }

  /// Draws the difference between `rows` and `target`; returns the number of changed lines. Columns
  /// left of the rest column come last, which leaves the cursor there.
  private mutating func update(_ pen: inout Pen, to target: [CellRow], rest: Int) -> Int {
    var changed = 0
    let first = rows[0].changes(to: target[0])
    draw(&pen, row: 0, target[0], first, in: rest..<max(rest, first.count))
    if !first.isEmpty { changed += 1 }
    for index in 1..<max(1, target.count) {
      if index >= rows.count {
        while pen.row < index { pen.startLine() }
        rows.append(CellRow())
      }
      let changes = rows[index].changes(to: target[index])
      guard !changes.isEmpty else { continue }
      draw(&pen, row: index, target[index], changes, in: 0..<changes.count)
      changed += 1
    }
    if rows.count > target.count {
      pen.move(toRow: target.count, column: 0)
      pen.eraseBelow()
      changed += rows.count - target.count
    }
    draw(&pen, row: 0, target[0], first, in: 0..<min(rest, first.count))
    pen.setWrapping(true)
    assert(rest < columns && target.count <= height, "the cursor or a row is outside the window")
    self.rest = rest
    settle(&pen)
    pen.setStyle(0)
    rows = target
    return changed
  }

  private func draw(
    _ pen: inout Pen, row: Int, _ new: CellRow, _ changes: [Bool], in columns: Range<Int>
  ) {
    // More than the spinner, which is at the beginning, and more than a cell where the edge may be.
    let mayWrap =
      columns.count > 1
      && columns.contains {
        changes[$0]
          && (new.isUncertain
            || $0 >= Pen.surelyInside && columns.contains($0 + 1) && changes[$0 + 1])
      }
    if mayWrap { pen.setWrapping(false) }
    for column in columns where changes[column] && column < new.count && new[column].width > 0 {
      pen.move(toRow: row, column: column, over: new)
      pen.put(new)
    }
    let end = max(columns.lowerBound, new.count)
    if end < columns.upperBound, changes[end..<columns.upperBound].contains(true) {
      pen.move(toRow: row, column: end, over: new)
      pen.eraseToEndOfLine()
    }
  }

  /// Wraps changes of several lines in synchronized output (mode 2026); terminals without it ignore
  /// the marks.
  private func marked(_ pen: Pen, changed: Int) -> [UInt8] {
    changed > 1 ? Array("\u{1B}[?2026h".utf8) + pen.bytes + Array("\u{1B}[?2026l".utf8) : pen.bytes
  }
}
