// Draws the live block: sends the difference between the screen and the next frame.

package import Model

/// The live block at the bottom of the output. Tracks what was drawn and where the cursor is; all
/// returned bytes must reach the terminal, in order, each result in one write. An empty result
/// needs no write.
///
/// Lines end one column before the window's edge, so that no terminal wraps them. The cursor rests
/// in the first line, whose position survives re-wrapping of the lines below.
package struct Painter {
  private let palette: Palette
  /// Whether others may write at the cursor: what a person types, or what another program asks.
  private let isShared: Bool
  private var columns = 80
  private var height = Int.max
  /// The frame on the screen; nil if there is none.
  private var frame: Frame?
  private var rows: [CellRow] = []
  private var rest = 0
  private var above = LinesAbove()
  /// Whether the window was resized, so that the screen contents are unknown.
  private var isStale = false

  /// - Parameter isShared: whether others may write at the cursor.
  package init(palette: Palette = .colorless, isShared: Bool = false) {
    self.palette = palette
    self.isShared = isShared
  }

  /// Whether a block is on the screen.
  package var isShowing: Bool { frame != nil }

  /// Whether lines that are being redrawn are on the screen.
  package var isRedrawing: Bool { !above.redrawn.isEmpty }

  /// Changes the screen to show `new`. A different `columns` counts as a resize.
  package mutating func paint(_ new: Frame, columns: Int) -> [UInt8] {
    if columns != self.columns { resized(columns: columns, rows: height) }
    if new.lines.isEmpty { return erase() }
    let target = render(new)
    var pen = Pen(column: rest)
    // A question of another program, and its answer, stay where they are.
    let keepsCursor = isShared && frame != nil && !isStale && target.count <= rows.count
    if keepsCursor { pen.saveCursor() }
    if isShared { pen.returnToStart() }
    var changed = isStale ? rows.count : 0
    if frame == nil || isStale { clear(&pen) }
    changed += update(&pen, to: target, rest: restColumn(of: new), keepsCursor: keepsCursor)
    frame = new
    return keepsCursor && changed == 0 ? [] : marked(pen, changed: changed)
  }

  /// Writes lines above the block and redraws the block below; without a block, writes at the
  /// cursor. Lines are never truncated: the terminal wraps them, and they stay in the scrollback.
  ///
  /// - Parameters:
  ///   - many: lines to write before them.
  ///   - retracting: how many of the lines written last are erased before, so far as they can still
  ///     be reached, with all that are being redrawn.
  ///   - redrawn: lines that are being redrawn, written below the others. Each fits a row.
  package mutating func insert(
    _ lines: [Line], after many: PlainLines? = nil, retracting: Int = 0, redrawn: [Line] = []
  ) -> [UInt8] {
    // Rows that do not fit beside the block, which may get a bar, would be left above the screen.
    let redrawn = Array(redrawn.suffix(max(0, height - max(2, frame?.lines.count ?? 0))))
    if lines.isEmpty, many == nil, retracting == 0 {
      if redrawn == above.redrawn { return [] }
      if redrawn.count == above.redrawn.count, !isStale { return redraw(redrawn) }
    }
    guard let frame else {
      return write(lines, after: many, retracting: retracting, redrawn: redrawn)
    }
    let target = isStale ? render(frame) : rows
    let erased = above.retract(retracting, columns: columns, within: height - target.count)
    var pen = Pen(column: rest)
    if isShared || isStale || many == nil { pen.returnToStart() }
    if erased > 0 {
      pen.eraseRowsAbove(erased)
      rows = [CellRow()]
      isStale = false
    } else if isStale || many != nil {
      clear(&pen)
    }
    if let many { pen.put(many) }
    let all = lines + redrawn
    for (index, line) in all.enumerated() {
      let wraps = line.cells >= columns
      if wraps { pen.eraseRows() }
      if index < lines.count { pen.put(line, palette) } else { pen.put(inOneRow: line, palette) }
      // Below the block's rows there is nothing to erase.
      if !wraps, rows[0].count > 0 || isShared && line == all.first { pen.eraseToEndOfLine() }
      pen.startLine()
      pen.leaveRowAbove()
      // The line overwrote the block's first row, or all rows if it wrapped.
      rows = wraps ? [] : Array(rows.dropFirst())
      if rows.isEmpty { rows = [CellRow()] }
    }
    remember(lines, after: many, redrawn: redrawn)
    let changed = update(&pen, to: target, rest: restColumn(of: frame))
    return marked(pen, changed: (many?.count ?? 0) + lines.count + erased + changed)
  }

  /// Writes those of the lines that are being redrawn again that have changed.
  private mutating func redraw(_ lines: [Line]) -> [UInt8] {
    var pen = Pen(column: frame == nil ? 0 : rest)
    if isShared { pen.returnToStart() }
    var changed = 0
    for (index, line) in lines.enumerated() where line != above.redrawn[index] {
      pen.move(toRow: index - lines.count, column: 0)
      pen.put(inOneRow: line, palette)
      // After the last column the cursor is still in it.
      if line.cells < columns { pen.eraseToEndOfLine() }
      // Where `put` has left the cursor is not known.
      pen.returnToStart()
      changed += 1
    }
    pen.move(toRow: 0, column: frame == nil ? 0 : rest)
    above.set(redrawn: lines)
    return marked(pen, changed: changed)
  }

  private mutating func remember(_ lines: [Line], after many: PlainLines?, redrawn: [Line]) {
    if many != nil { above.forget() }
    for line in lines.suffix(LinesAbove.most) { above.add(line, columns: columns) }
    above.set(redrawn: redrawn)
  }

  /// Erases the block; the cursor is left in column 0 of its first line.
  package mutating func erase() -> [UInt8] {
    // The cursor is right below the lines above.
    let known = above
    defer { above = known }
    return leave([])
  }

  /// Records that a line was written at the cursor, which is in the row below.
  package mutating func wrote(_ line: Line) {
    above.add(line, columns: columns)
  }

  /// Erases the block and writes lines in its place, with the cursor below them.
  package mutating func leave(_ lines: [Line]) -> [UInt8] {
    defer { above.forget() }
    guard frame != nil else { return write(lines) }
    var pen = Pen(column: rest)
    if isShared { pen.returnToStart() }
    let height = rows.count
    clear(&pen)
    forget()
    for line in lines {
      pen.put(line, palette)
      pen.startLine()
    }
    return marked(pen, changed: lines.isEmpty ? 1 : height + lines.count)
  }

  /// Records a resize: the next paint redraws everything. However the terminal re-wrapped or cut
  /// the old lines, the cursor is still in the first row of the block, because its column is left
  /// of any window's edge. Erasing from there on removes the whole block.
  package mutating func resized(columns: Int, rows: Int) {
    above.resize(from: self.columns, to: max(1, columns))
    self.columns = max(1, columns)
    height = max(1, rows)
    isStale = frame != nil
  }

  /// Leaves the screen to another program, which may have written at the cursor: what it wrote stays,
  /// the rest of the block is erased.
  package mutating func yield() -> [UInt8] {
    above.forget()
    guard frame != nil else { return [] }
    // The spinner stays beside what was written: in which row that is, is not known.
    var pen = Pen(column: rest)
    pen.eraseBelow()
    forget()
    return pen.bytes
  }

  /// Erases the block after a line break was echoed in it: the cursor is at the start of the row
  /// below the block's first.
  package mutating func eraseFromRowAbove() -> [UInt8] {
    guard frame != nil else { return [] }
    var pen = Pen(row: 1, column: 0)
    pen.move(toRow: 0, column: 0)
    pen.eraseBelow()
    forget()
    return pen.bytes
  }

  /// Records that the block is no longer on the screen: the next frame is drawn at the cursor.
  package mutating func forget() {
    above.forget()
    frame = nil
    rows = []
    rest = 0
    isStale = false
  }

  private func render(_ new: Frame) -> [CellRow] {
    let lines = new.lines.prefix(height)
    return lines.indices.map { index in
      if !isStale, let frame, index < rows.count {
        if frame.lines[index] == lines[index] { return rows[index] }
        if let row = rows[index].turned(from: frame.lines[index], to: lines[index]) { return row }
      }
      return CellRow(lines[index], columns: columns - 1, palette: palette)
    }
  }

  private func restColumn(of frame: Frame) -> Int {
    max(0, min(frame.cursorColumn, columns - 1))
  }

  private mutating func write(
    _ lines: [Line], after many: PlainLines? = nil, retracting: Int = 0, redrawn: [Line] = []
  ) -> [UInt8] {
    var pen = Pen(column: 0)
    let erased = above.retract(retracting, columns: columns, within: height - 1)
    if erased > 0 { pen.eraseRowsAbove(erased) }
    if let many {
      pen.eraseBelow()
      pen.put(many)
    }
    for (index, line) in (lines + redrawn).enumerated() {
      // Another program may have left text on this row.
      pen.eraseToEndOfLine()
      if index < lines.count { pen.put(line, palette) } else { pen.put(inOneRow: line, palette) }
      pen.startLine()
    }
    remember(lines, after: many, redrawn: redrawn)
    return pen.bytes
  }

  /// Erases the screen from the block's first row on.
  private mutating func clear(_ pen: inout Pen) {
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
  ///
  /// - Parameter keepsCursor: whether the cursor returns to where it was saved instead.
  private mutating func update(
    _ pen: inout Pen, to target: [CellRow], rest: Int, keepsCursor: Bool = false
  ) -> Int {
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
    if keepsCursor { pen.restoreCursor() } else { pen.move(toRow: 0, column: rest) }
    pen.resetStyle()
    rows = target
    self.rest = rest
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
    for column in columns where changes[column] && column < new.count {
      let cell = new[column]
      guard cell.width > 0 else { continue }
      pen.move(toRow: row, column: column, over: new)
      pen.put(cell)
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
