// Movements of the cursor in a command's output, and erasures.

import Model

extension OutputScreen {
  /// The last column that a movement reaches in rows of any length.
  static let lastColumn = 1023

  /// The column that the cursor is in.
  private var place: Int { isAtEdge ? column - 1 : column }
  /// Where the row of the screen begins in which the cursor is, and the column after its end.
  private var start: Int { place / width * width }
  private var end: Int { width == .max ? .max : start + width }

  /// How many rows of the screen a row takes.
  private func height(of row: OutputRow) -> Int { max(1, (row.columns - 1) / width + 1) }

  /// Whether no other row of the screen follows for the same row.
  var isInLastPart: Bool { place / width + 1 >= height(of: rows[row]) }

  private mutating func goBack(to column: Int) {
    self.column = column
    if column < rows[row].columns { rows[row].rewrite() }
  }

  // MARK: Moving

  mutating func tab(_ body: (OutputChange) -> Void) {
    if aside != nil { return moveAside(to: (asideColumn / 8 + 1) * 8) }
    column = min(start + ((place - start) / 8 + 1) * 8, end - 1)
    rows[row].pad(to: column)
    limitSize(body)
  }

  mutating func returnToStart() {
    if aside != nil { return asideColumn = 0 }
    column = start
    origin = start
    rows[row].rewrite()
  }

  mutating func back(_ columns: Int) {
    if aside != nil { return moveAside(to: asideColumn - columns) }
    goBack(to: max(start, place - columns))
  }

  mutating func forward(_ columns: Int) {
    if aside != nil { return moveAside(to: asideColumn + columns) }
    column = min(place + columns, lastPlace)
  }

  mutating func move(toColumn new: Int) {
    if aside != nil { return moveAside(to: new) }
    goBack(to: min(start + max(0, new), lastPlace))
  }

  /// The last column that a movement reaches in this row; a long row may extend beyond the last one.
  private var lastPlace: Int {
    width == .max ? max(Self.lastColumn, rows[row].columns) : end - 1
  }

  private mutating func moveAside(to column: Int) {
    asideColumn = min(max(0, column), Self.lastColumn)
  }

  /// Moves up, at most to the first line that is kept.
  mutating func up(_ count: Int, _ body: (OutputChange) -> Void) {
    guard aside == nil else { return }
    let offset = place - start
    var (part, taken) = (place / width, 0)
    for _ in 0..<min(count, height) {
      if part > 0 {
        part -= 1
        continue
      }
      if row == 0 {
        guard !isHome, rows.count <= reachable else { break }
        let past = history.takeLast()
        if past != nil { taken += 1 }
        insertFirst(past ?? OutputRow(past: .forgotten))
      }
      row -= 1
      part = height(of: rows[row]) - 1
    }
    if isOnScreen, taken > 0 { body(.retracted(taken)) }
    column = part * width + offset
    reach = max(reach, rows.count - 1 - row)
    ended = 0
  }

  private mutating func insertFirst(_ new: OutputRow) {
    rows.insert(new, at: 0)
    row += 1
    saved?.row += 1
  }

  /// Moves to a row and a column of the screen, from 0 (CSI H). The first row is the first line that
  /// the cursor can reach: what other programs have written above stays. In a log, where nothing is
  /// written over, another line begins.
  mutating func move(toRow new: Int, column: Int, _ body: (OutputChange) -> Void) {
    guard aside == nil else { return }
    if !isOnScreen { return finishRow(body) }
    goHome(body)
    below = max(below, min(new, height) + 1 - rows.count)
    let known = rows.count
    down(new)
    // What was there before the program came is not ours.
    if region != nil {
      for index in known..<max(known, row) { rows[index].past = .forgotten }
    }
    move(toColumn: column)
  }

  /// Erases the screen (CSI 2 J). What comes next is written into its first row.
  mutating func eraseAll(_ body: (OutputChange) -> Void) {
    guard aside == nil else { return }
    if !isOnScreen { return finishRow(body) }
    goHome(body)
    eraseBelow()
  }

  /// Moves to the beginning of the first line that can be reached.
  private mutating func goHome(_ body: (OutputChange) -> Void) {
    var taken = 0
    while !isHome, rows.count <= reachable, let past = history.takeLast() {
      insertFirst(past)
      taken += 1
    }
    if taken > 0 { body(.retracted(taken)) }
    row = 0
    (isHome, reach) = (true, height)
    ended = 0
    column = 0
    returnToStart()
  }

  /// Moves down, at most to the last row that the cursor has been in.
  mutating func down(_ count: Int) {
    guard aside == nil else { return }
    let offset = place - start
    var part = place / width
    for _ in 0..<min(count, height) {
      if part + 1 < height(of: rows[row]) {
        part += 1
      } else if row + 1 < rows.count + below {
        if row + 1 == rows.count { addRow() }
        row += 1
        part = 0
      } else {
        break
      }
    }
    column = part * width + offset
  }

  /// Moves to the beginning of the next row of the screen, which has been there.
  mutating func goToNextRow() {
    down(1)
    column = start
  }

  mutating func addRow() {
    rows.append(OutputRow())
    below = max(0, below - 1)
  }

  mutating func save() {
    guard saved == nil else { return }
    saved = (row, column)
  }

  /// Moves to another part of the screen if the position was saved; what is written there is kept
  /// apart.
  mutating func leaveRow() {
    guard saved != nil else { return }
    aside = OutputRow()
    asideColumn = 0
  }

  /// Returns to the saved position; the text written elsewhere, if any.
  mutating func restore() -> DisplayText? {
    guard let saved else { return nil }
    self.saved = nil
    (row, column) = (min(saved.row, rows.count - 1), saved.column)
    defer { aside = nil }
    return aside.map { $0.text() }
  }

  // MARK: Scrolling

  /// Lets these rows of the screen scroll by themselves (CSI r); the cursor moves to the first. Behind
  /// a saved position it is a bar that is set apart, and what is printed scrolls as without it.
  mutating func setRegion(_ new: Range<Int>, _ body: (OutputChange) -> Void) {
    guard aside == nil, saved == nil else { return }
    move(toRow: 0, column: 0, body)
    guard isOnScreen, new.count > 1 else { return }
    let screen = 0..<height + 1
    let region = new.clamped(to: screen)
    self.region = region.count > 1 && region != screen ? region : nil
  }

  /// Scrolls if the cursor is in the last of these rows: the first of them is a line that has ended.
  /// Below them nothing scrolls.
  mutating func scrollsAtEnd(of region: Range<Int>, _ body: (OutputChange) -> Void) -> Bool {
    guard row + 1 == region.upperBound || row >= height else { return false }
    if row + 1 == region.upperBound { scroll(region, by: 1, body) }
    column = 0
    return true
  }

  /// Moves rows up, or down if there are less than none; blank ones come in their place.
  ///
  /// - Parameter passesOn: whether those that leave at the top are lines, and are not deleted.
  private mutating func scroll(
    _ part: Range<Int>, by count: Int, passesOn: Bool = true, _ body: (OutputChange) -> Void
  ) {
    guard part.lowerBound < rows.count else { return }
    for _ in 0..<min(abs(count), part.count) {
      if count > 0 {
        let first = rows.remove(at: part.lowerBound)
        if passesOn { passOn(first, body) }
        rows.insert(OutputRow(), at: min(part.upperBound - 1, rows.count))
      } else {
        if rows.count >= part.upperBound { rows.remove(at: part.upperBound - 1) }
        rows.insert(OutputRow(), at: part.lowerBound)
      }
    }
  }

  /// Scrolls the region (CSI S, CSI T).
  mutating func scrollRegion(by count: Int, _ body: (OutputChange) -> Void) {
    guard let region, aside == nil else { return }
    scroll(region, by: count, body)
  }

  /// Moves the rows from the cursor on within the region: CSI L inserts, CSI M deletes.
  mutating func shiftRows(by count: Int, _ body: (OutputChange) -> Void) {
    let end = region?.upperBound ?? rows.count
    guard isOnScreen, aside == nil, reach > 0, row < end else { return }
    scroll(row..<end, by: count, passesOn: false, body)
    returnToStart()
  }

  /// Moves up one row (RI); at the top of the region, that scrolls down.
  mutating func reverseIndex(_ body: (OutputChange) -> Void) {
    guard let region, aside == nil, row == region.lowerBound else { return up(1, body) }
    scroll(region, by: -1, body)
  }

  // MARK: Erasing

  /// Whether the cursor is after a text, so that nothing is erased from there on.
  private var isAfterText: Bool { !rows[row].isEmpty && place >= rows[row].columns }

  /// CSI K: to the end (0), from the beginning (1), or the whole row of the screen (2).
  mutating func eraseInRow(_ mode: Int) {
    guard aside == nil, mode != 0 || !isAfterText else { return }
    rows[row].rewrite()
    let (start, place, end) = (start, place, end)
    switch mode {
    case 0: erase(place..<end)
    case 1:
      // The row may have become shorter since the cursor's position was saved.
      let end = min(place + 1, rows[row].columns)
      rows[row].blank(min(start, end)..<end)
    case 2: erase(start..<end)
    default: break
    }
  }

  private mutating func erase(_ columns: Range<Int>) {
    if columns.upperBound < rows[row].columns {
      rows[row].blank(columns)
    } else {
      rows[row].erase(from: columns.lowerBound)
    }
  }

  /// CSI P: the rest of the screen's row moves left.
  mutating func deleteCells(_ count: Int) {
    guard aside == nil else { return }
    rows[row].rewrite()
    let (place, end) = (place, end)
    let hasMore = end < rows[row].columns
    let count = hasMore ? min(count, end - place) : count
    rows[row].delete(count, at: place)
    if hasMore { rows[row].insertBlanks(count, at: end - count, last: .max - 1) }
  }

  /// CSI @: the rest of the screen's row moves right.
  mutating func insertBlanks(_ count: Int) {
    guard aside == nil else { return }
    rows[row].rewrite()
    let (place, end) = (place, end)
    if width != .max, end <= rows[row].columns {
      let count = min(count, end - place)
      rows[row].delete(count, at: end - count)
      rows[row].insertBlanks(count, at: place, last: .max - 1)
    } else {
      let last = width == .max ? Self.lastColumn : end - 1
      rows[row].insertBlanks(min(count, Self.lastColumn), at: place, last: last)
    }
  }

  /// CSI J: everything below and right of the cursor.
  mutating func eraseBelow() {
    guard aside == nil else { return }
    if !isAfterText { rows[row].rewrite() }
    rows[row].erase(from: place)
    below += rows.count - 1 - row
    rows.removeLast(rows.count - 1 - row)
  }
}
