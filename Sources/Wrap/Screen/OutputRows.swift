// The last rows of a command's output, and the cursor in them.

import Model

/// The rows that a command has written last, each with a number that it keeps. A cursor moves in
/// them as on a terminal; rows further up are out of its reach.
///
/// A line is passed on when it ends. Rows that the cursor goes back to are open again, with those
/// below them, and as many rows stay open from then on, until the command was quiet for a while:
/// they are its progress. Lines that have changed meanwhile are passed on again.
struct OutputRows: Sendable {
  /// The rows of a log that can be reached.
  static let inLog = 64
  /// The last column that a movement reaches in rows of any length.
  private static let lastColumn = 1023
  /// Longer lines are passed on in parts, in bytes.
  static let longest = 1 << 18
  /// No command goes back to a row of a log that is longer than this.
  private static let longestKept = 1 << 13

  let stream: OutputStream
  private var rows = [OutputRow()]
  /// The number of the first row that is kept, and of the first that is open.
  private var (first, open) = (0, 0)
  /// The cursor. Behind the last column, what is written next goes to the next row.
  private(set) var row = 0
  private(set) var column = 0
  private var saved: (row: Int, column: Int)?
  /// The row in which the newest text of a long line begins.
  private var origin = 0
  /// How many rows above the last one stay open.
  private var reach = 0
  /// Whether a line has ended below all others since the cursor moved up.
  private(set) var isExtended = false
  private var style = TextStyle.plain
  /// Whether the beginning of the line in the last row was already passed on.
  private var isCut = false
  /// The columns of the screen; `max` for a log.
  private(set) var width = Int.max
  private(set) var height = Self.inLog

  init(_ stream: OutputStream) { self.stream = stream }

  /// Whether nothing is open, so that a plain line needs no cells.
  var isFresh: Bool {
    open == last && row == last && column == 0 && reach == 0 && !isCut && style == .plain
      && rows[index].isEmpty && !rows[index].isRewritten
  }

  /// Whether the text at the cursor was written over, or may be.
  var isRewritten: Bool { isMoving || rows[index].isRewritten }
  /// Whether lines are open besides the last one.
  var isMoving: Bool { open < start(of: last) }

  private var last: Int { first + rows.count - 1 }
  private var index: Int {
    assert(first <= open && open <= last, "open rows are kept")
    assert(first <= row && row <= last && 0 <= column && column <= width, "the cursor is in a row")
    return row - first
  }
  private var place: Int { min(column, width - 1) }
  /// The first row of the screen.
  private var home: Int { max(first, last - height + 1) }

  /// Sets the size of the screen. Rows stay as they are until the command draws them anew.
  mutating func fit(columns: Int, rows: Int) {
    height = max(2, rows)
    if width == max(2, columns) { return }
    width = max(2, columns)
    column = min(column, width)
  }

  // MARK: Writing

  /// Writes a scalar at the cursor; calls `body` with a line that is too long.
  mutating func put(_ scalar: Unicode.Scalar, _ body: (OutputChange) -> Void) {
    let cells = OutputRow.width(of: scalar)
    if cells == 0 || cells == 2 && rows[index].isJoining(before: column) {
      return rows[index].join(scalar, before: column)
    }
    if column > width - cells { wrap(body) }
    if column < rows[index].columns { rows[index].isRewritten = true }
    rows[index].put(scalar, width: cells, style: style, at: column)
    column += cells
    limitSize(body)
  }

  /// Writes printable ASCII at the cursor; calls `body` with lines that are too long.
  mutating func put(ascii text: ArraySlice<UInt8>, _ body: (OutputChange) -> Void) {
    var rest = text
    while let first = rest.first {
      if column >= width { wrap(body) }
      guard column == rows[index].columns else {
        put(Unicode.Scalar(first), body)
        rest.removeFirst()
        continue
      }
      let part = rest.prefix(min(width - column, max(1, Self.longest - rows[index].size)))
      rows[index].append(ascii: part, style: style)
      column += part.count
      rest = rest[part.endIndex...]
      limitSize(body)
    }
  }

  /// Goes on in the next row.
  private mutating func wrap(_ body: (OutputChange) -> Void) {
    let size = rows[index].sizeBefore + rows[index].size
    if size > Self.longest / 2 { return cut(body) }
    rows[index].continues = true
    if row == last {
      // The line is open: its beginning need not be looked for, row by row, in each of its rows.
      rows.append(OutputRow())
      (row, column) = (last, 0)
    } else {
      let start = origin
      move(to: row + 1, column: 0)
      origin = start
    }
    rows[index].sizeBefore = size
  }

  /// Passes on a row that is too long; the rest becomes another.
  private mutating func limitSize(_ body: (OutputChange) -> Void) {
    if rows[index].size > Self.longest - 128 { cut(body) }
  }

  /// Changes the style by an SGR sequence.
  mutating func setStyle(_ parameters: [UInt16], parts: UInt32) {
    style.apply(parameters, parts: parts)
  }

  // MARK: Ending

  /// Counts lines that were passed on without.
  mutating func skip(_ count: Int) { restart(at: last + count) }

  /// Ends the row with the cursor.
  ///
  /// - Parameter isQuiet: whether the cursor has not moved up for a while.
  mutating func endRow(isQuiet: Bool, _ body: (OutputChange) -> Void) {
    if isQuiet { dropBlankRows(after: row) }
    if row < last { return move(to: row + 1, column: 0) }
    // The end of a line that was already passed on is not a line.
    if isCut, rows[index].isEmpty {
      isCut = false
      return
    }
    isCut = false
    if isQuiet { reach = 0 }
    rows.append(OutputRow())
    (row, column, origin) = (last, 0, last)
    isExtended = true
    passOn(before: last - reach, body)
    trim()
  }

  /// Passes on the lines of open rows before this one.
  private mutating func passOn(before end: Int, _ body: (OutputChange) -> Void) {
    while open < end {
      var next = open + 1
      while next <= last, rows[next - first - 1].continues { next += 1 }
      guard next <= end else { return }
      let line = line(from: open, to: next - 1)
      let passed = rows[open - first].passed
      body(passed.map { $0.isSame(as: line.text) } ?? false ? .again(line) : .line(line))
      rows[open - first].passed = line.text
      open = next
    }
  }

  /// The line that these rows show.
  private func line(from start: Int, to end: Int) -> LogLine {
    OutputRow.line(of: rows[start - first...end - first], stream: stream, number: start)
  }

  /// Forgets rows that are out of reach.
  private mutating func trim() {
    let isLong = width == .max && rows.count > 1 && rows[rows.count - 2].columns > Self.longestKept
    guard rows.count > 2 * height || isLong else { return }
    var surplus = min(open - first, isLong ? rows.count - 1 : rows.count - height)
    while surplus > 0, rows[surplus - 1].continues { surplus -= 1 }
    rows.removeFirst(surplus)
    first += surplus
  }

  /// Forgets all rows: what follows is written to another one.
  private mutating func restart(at number: Int) {
    rows = [OutputRow()]
    (first, open, row, origin) = (number, number, number, number)
    (column, reach, saved) = (0, 0, nil)
  }

  /// Passes on all lines, the unfinished one too if it shows anything. What follows is another.
  mutating func cut(_ body: (OutputChange) -> Void) {
    dropBlankRows(after: open)
    isCut = !isBlank(last)
    let end = isCut ? last + 1 : last
    passOn(before: end, body)
    restart(at: end)
  }

  /// Passes on everything, without blank rows at the end.
  mutating func end(_ body: (OutputChange) -> Void) {
    dropBlankRows(after: open)
    // A row that shows nothing is not a line: a screen on which it has shown something erases it.
    let end = isBlank(last) ? last : last + 1
    passOn(before: end, body)
    restart(at: end)
    (style, isCut) = (.plain, false)
  }

  private mutating func dropBlankRows(after end: Int) {
    while last > end, isBlank(last) { rows.removeLast() }
  }

  private func isBlank(_ row: Int) -> Bool { rows[row - first].text().isEmpty }

  /// The screen is empty; the cursor is in its first row. What follows may be redrawn as a whole.
  mutating func clear() {
    restart(at: last + 1)
    reach = height - 1
  }

  // MARK: Moving

  /// Moves to a row that is kept. It and those below are open from now on.
  private mutating func move(to new: Int, column: Int) {
    (row, self.column) = (new, column)
    reach = max(reach, last - row)
    if row < last { isExtended = false }
    open = min(open, start(of: row))
    origin = row
  }

  /// The row in which the line of this one begins.
  private func start(of row: Int) -> Int {
    var row = row
    while row > first, rows[row - first - 1].continues { row -= 1 }
    return row
  }

  mutating func returnToStart() {
    (column, origin) = (0, row)
    rows[index].isRewritten = true
  }

  /// Calls `body` with a line that is too long.
  mutating func tab(_ body: (OutputChange) -> Void) {
    column = min((place / 8 + 1) * 8, width - 1)
    if column < rows[index].columns { rows[index].isRewritten = true }
    rows[index].pad(to: column)
    limitSize(body)
  }

  mutating func move(by columns: Int) { move(toColumn: place + columns) }

  mutating func move(toColumn new: Int) {
    let end = width == .max ? max(Self.lastColumn, rows[index].columns) : width - 1
    column = min(max(0, new), end)
    if column < rows[index].columns { rows[index].isRewritten = true }
  }

  /// Moves up, at most to the first row of the screen that is kept.
  mutating func up(_ count: Int) { move(to: max(row - count, min(row, home)), column: place) }

  /// Moves down, at most to the last row that the cursor has been in.
  mutating func down(_ count: Int) { move(to: min(row + count, last), column: place) }

  /// Moves to the beginning of the first row. Where a program goes there, it draws all anew.
  mutating func goHome() {
    move(to: home, column: 0)
    reach = height - 1
    returnToStart()
  }

  /// Whether the cursor has gone home and is there.
  var isAtHome: Bool { row == home && column == 0 && reach == height - 1 }

  mutating func save() { saved = (row, column) }

  mutating func restore() {
    guard let saved else { return }
    move(to: min(max(home, saved.row), last), column: min(saved.column, width))
  }

  // MARK: Erasing

  /// CSI K: to the end (0), from the beginning (1), or the whole row (2).
  mutating func eraseInRow(_ mode: Int) {
    guard (0...2).contains(mode) else { return }
    if mode != 1 { rows[index].continues = false }
    // Behind a text there is nothing to erase.
    if mode == 0, place >= rows[index].columns { return }
    rows[index].isRewritten = true
    if mode == 1 { return rows[index].blank(before: place + 1) }
    rows[index].delete(.max, at: mode == 0 ? place : 0)
  }

  /// CSI J: everything below and right of the cursor.
  mutating func eraseBelow() {
    eraseInRow(0)
    for below in rows.indices where below > index { rows[below] = OutputRow() }
  }

  /// CSI P: the rest of the row moves left.
  mutating func deleteCells(_ count: Int) {
    rows[index].isRewritten = true
    rows[index].delete(count, at: place)
  }

  /// CSI @: the rest of the row moves right.
  mutating func insertBlanks(_ count: Int) {
    rows[index].isRewritten = true
    let columns = width == .max ? max(Self.lastColumn + 1, rows[index].columns) : width
    rows[index].insertBlanks(min(count, columns), at: place, columns: columns)
  }

  // MARK: What is shown

  /// The open rows, as a screen shows them; of more than it has, the last ones.
  var openRows: OpenRows {
    var lines = lines(from: open)
    var up = last - row + 1
    while lines.last?.text.isEmpty == true {
      lines.removeLast()
      up -= 1
    }
    let cursor = up > 0 && up <= lines.count ? OpenCursor(up: up, column: place) : nil
    return OpenRows(first: open, lines: lines, cursor: cursor)
  }

  /// The rows from this one on, as a screen shows them; of more than it has, the last ones.
  func lines(from start: Int) -> [LogLine] {
    (max(start, last - height + 1, first)...last).map { line(from: $0, to: $0) }
  }

  /// The text of the line with the cursor so far. In a block of rows that is redrawn, the last one
  /// that shows something.
  ///
  /// A row that is half overwritten ends at the cursor: numbers made of old and new digits are
  /// neither.
  func unfinished(limit: Int) -> DisplayText {
    let isTorn = column > 0 && column < rows[index].columns
    var text = DisplayText("")
    for row in rows[max(0, origin - first)..<row - first].prefix(limit / width) {
      text = text + row.text()
    }
    text = text + rows[index].text(limit: isTorn ? min(limit, column) : limit, isOpen: true)
    guard isMoving, text.isBlank else { return text }
    return rows[(open - first)...].lazy.reversed().map { $0.text(limit: limit) }
      .first { !$0.isBlank } ?? text
  }

  /// The bytes that make a screen that ends with the lines of the command, all passed on, and with
  /// the cursor below them, the screen of the command. What stands above them goes out at the top,
  /// where a terminal keeps it.
  var page: [UInt8] {
    func place(_ row: Int, _ column: Int) -> String {
      "\u{1B}[\(max(0, row - home) + 1);\(min(column, width - 1) + 1)H"
    }
    let end = (open...last).last { !isBlank($0) }.map { $0 + 1 } ?? open
    var text = String(repeating: "\n", count: max(0, height - 1 - max(0, end - home)))
    text += "\u{1B}[H"
    for number in home...last {
      let line = line(from: number, to: number)
      text += (number > home ? "\r\n" : "") + "\u{1B}[K"
      text += line.styled?.sequence ?? line.text.description
    }
    if let saved { text += place(saved.row, saved.column) + "\u{1B}7" }
    text += place(row, column)
    if style != .plain { text += style.sequence }
    return Array(text.utf8)
  }
}

extension DisplayText {
  /// Whether both look the same: blanks at the end show nothing.
  fileprivate func isSame(as other: DisplayText) -> Bool {
    let shown = { (text: DisplayText) in text.description.utf8.reversed().drop { $0 == 0x20 } }
    return shown(self).elementsEqual(shown(other))
  }
}
