// The last rows of a command's output, on which cursor movements and erasures are carried out.

import Model

/// Rows that have not been passed on: the unfinished one, and, while a program redraws several rows
/// by moving up or to a row of the screen, those rows.
///
/// A row is passed on when it ends, so that no line waits. A movement up takes lines back: they are
/// rows again, and kept, as many as the cursor moved. They are passed on when they scroll out of its
/// reach, when as many lines have ended below without another movement up, or when the program was
/// quiet for a while. A movement to the first row keeps the whole screen, until two screens of lines
/// have followed. On a screen the kept rows are shown meanwhile (`redrawn`); a log, which nothing
/// can be taken back from, gets only those that have changed.
struct OutputScreen: Sendable {
  private let stream: OutputStream
  let isOnScreen: Bool
  var rows = [OutputRow()]
  /// The lines that were passed on last.
  var history = OutputHistory()
  var row = 0
  var column = 0 {
    didSet {
      isAtEdge = false
      if column < origin { origin = column / width * width }
    }
  }
  /// Where the cursor last returned to in the row: the beginning of a row of the screen. Only in a
  /// row longer than those is it not 0.
  var origin = 0
  /// Whether the last column of the screen was written last: the cursor stays there until something
  /// else is written.
  var isAtEdge = false
  /// The blank rows below the last one, which the cursor has been in.
  var below = 0
  /// The columns of the screen; a longer row takes several of its rows. `max` for a log and for a
  /// program that does not know them.
  var width = Int.max
  /// The rows below the first that the program can address.
  var height = OutputHistory.most
  /// The lines above the last row that can be changed: they are on our screen.
  var reachable = OutputHistory.most
  /// Whether the first row is the first of the screen: the program has moved there.
  var isHome = false
  /// The rows that scroll by themselves (CSI r); nil for all. While there are some, `isHome` is true.
  var region: Range<Int>?
  /// How far up the cursor has moved from the last row; 0 unless rows are kept.
  var reach = 0
  /// Lines that ended in the last row since the cursor moved up.
  var ended = 0
  /// Whether something arrived after the last row was begun, shown or not.
  var isBegun = false
  /// Whether the start of the row was already passed on.
  var isCut = false

  /// The style of what is written next.
  private var style = TextStyle.plain

  /// The cursor position to return to, and a row elsewhere on the screen that is written meanwhile.
  var saved: (row: Int, column: Int)?
  var aside: OutputRow?
  var asideColumn = 0

  /// - Parameter isOnScreen: whether lines keep their colours and can be taken back.
  init(_ stream: OutputStream, isOnScreen: Bool) {
    self.stream = stream
    self.isOnScreen = isOnScreen
  }

  /// Whether nothing is kept, so that a plain line needs no cells.
  var isFresh: Bool {
    reach == 0 && !isBegun && !isCut && saved == nil && style == .plain && rows[0].isEmpty
  }

  /// Whether the row with the cursor has been rewritten in place.
  var isRewritten: Bool { reach > 0 || rows[row].isRewritten }

  // MARK: Writing

  /// Writes a scalar at the cursor; calls `body` with a line that is full.
  mutating func put(_ scalar: UInt32, _ body: (OutputChange) -> Void) {
    let cells = OutputRow.width(of: scalar)
    if cells == 0 || cells == 2 && rows[row].isJoining(before: column) { return join(scalar) }
    if aside != nil {
      aside?.put(scalar, width: cells, style: .plain, at: asideColumn)
      asideColumn = min(asideColumn + cells, Self.lastColumn)
      return
    }
    // A wide glyph does not fit the last column.
    if cells == 2, column % width == width - 1 { put(0x20, body) }
    if column < rows[row].columns { rows[row].rewrite() }
    rows[row].put(scalar, width: cells, style: style, at: column)
    advance(by: cells)
    limitSize(body)
  }

  private mutating func advance(by cells: Int) {
    column += cells
    isAtEdge = column % width == 0
  }

  /// Writes printable ASCII at the cursor; calls `body` with lines that are full.
  mutating func put(ascii text: ArraySlice<UInt8>, _ body: (OutputChange) -> Void) {
    var rest = text
    while let first = rest.first {
      guard aside == nil, column == rows[row].columns else {
        put(UInt32(first), body)
        rest.removeFirst()
        continue
      }
      let part = rest.prefix(max(1, OutputLines.longest - 16 - rows[row].size))
      rows[row].append(ascii: part, style: style)
      advance(by: part.count)
      rest = rest[part.endIndex...]
      limitSize(body)
    }
  }

  mutating func limitSize(_ body: (OutputChange) -> Void) {
    if rows[row].size >= OutputLines.longest - 16 { split(body) }
    if reach > 0, rows[row].size > OutputHistory.longest { release(body) }
  }

  private mutating func join(_ scalar: UInt32) {
    guard let mark = Unicode.Scalar(scalar) else { return }
    if aside != nil {
      aside?.join(mark, before: asideColumn)
    } else {
      rows[row].join(mark, before: column)
    }
  }

  /// Passes on the row so far as a line; the rest becomes another.
  private mutating func split(_ body: (OutputChange) -> Void) {
    let line = line(of: rows[row])
    if !line.text.isEmpty { body(.line(line)) }
    history.forget()
    rows[row].removeAll()
    column = 0
    isCut = true
  }

  /// Changes the style by an SGR sequence.
  mutating func setStyle(_ parameters: [UInt16], parts: UInt32) {
    if isOnScreen { style.apply(parameters, parts: parts) }
  }

  // MARK: Ending

  /// Ends the row with the cursor.
  ///
  /// - Parameter isQuiet: whether the cursor has not moved up for a while.
  mutating func endRow(isQuiet: Bool, _ body: (OutputChange) -> Void) {
    // A line break ends an excursion, so that no program writes elsewhere for ever.
    if aside != nil {
      _ = restore()
      return
    }
    saved = nil
    if let region, isInLastPart {
      isBegun = false
      if scrollsAtEnd(of: region, body) { return }
    }
    if row + 1 < rows.count || !isInLastPart { return goToNextRow() }
    if reach == 0 {
      // The terminator of a line that was already passed on is not a line.
      if !isCut || !rows[0].isEmpty {
        let line = line(of: rows[0])
        body(.line(line))
        remember(line, rows[0])
      }
      rows[0].removeAll()
    } else {
      addRow()
      row += 1
      ended += 1
      // Who has moved to the first row may come again at any time, unless a log follows.
      if isHome ? ended > 2 * reach + 2 : isQuiet || ended > reach {
        release(body)
      } else {
        while rows.count > reach + 1 { passOnFirst(body) }
      }
    }
    column = 0
    isBegun = false
    isCut = false
  }

  /// Passes on all rows above the last one, which are no longer redrawn.
  private mutating func release(_ body: (OutputChange) -> Void) {
    while rows.count > 1 { passOnFirst(body) }
    (row, reach, ended, below) = (0, 0, 0, 0)
    (isHome, region) = (false, nil)
  }

  /// Passes on all rows, and the last one if it shows anything.
  mutating func finishRow(_ body: (OutputChange) -> Void) {
    row = rows.count - 1
    release(body)
    column = 0
    if !rows[0].isEmpty { endRow(isQuiet: true, body) }
  }

  /// Passes on rows that no longer fit the screen.
  mutating func fit(_ body: (OutputChange) -> Void) {
    while rows.count > height + 1, row > 0 {
      region = nil
      passOnFirst(body)
    }
    reach = isHome ? height : min(reach, height)
  }

  private mutating func passOnFirst(_ body: (OutputChange) -> Void) {
    let first = rows.removeFirst()
    row = max(0, row - 1)
    if let saved { self.saved = (max(0, saved.row - 1), saved.column) }
    passOn(first, body)
  }

  /// Passes on a row; of one that was passed on before, only what has changed.
  mutating func passOn(_ row: OutputRow, _ body: (OutputChange) -> Void) {
    let line = line(of: row)
    if case .forgotten = row.past, line.text.isEmpty { return }
    if !row.isUnchanged {
      body(.line(line))
    } else if isOnScreen {
      body(.again(line))
    }
    remember(line, row)
  }

  private mutating func remember(_ line: LogLine, _ row: OutputRow) {
    history.append(line.styled == nil ? .plain(line.text) : .row(row))
  }

  private func line(of row: OutputRow) -> LogLine {
    LogLine(stream: stream, text: row.text(), styled: row.styled)
  }

  /// The kept rows, or the unfinished one, as a screen shows them, each part of a long one by itself.
  var openRows: OpenRows {
    guard isOnScreen, reach > 0 || isBegun else { return OpenRows() }
    let first = rows.firstIndex { !$0.isUnknown } ?? rows.count
    let parts = rows.indices.map {
      $0 < first ? [] : rows[$0].parts(columns: width, last: height + 1)
    }
    var lines = parts.joined().map(line(of:))
    // From the end of the row with the cursor, which may be behind it.
    let after = parts[(row + 1)...].reduce(0) { $0 + $1.count }
    let place = isAtEdge ? column - 1 : column
    let last = max(0, rows[row].columns - 1) / width
    var up = after + max(0, last - place / width) + 1
    while lines.last?.text.isEmpty == true {
      lines.removeLast()
      up -= 1
    }
    let isShown = up > 0 && up <= lines.count && aside == nil
    return OpenRows(
      lines: lines, cursor: isShown ? OpenCursor(up: up, column: place % width) : nil)
  }

  /// The text of the row with the cursor so far; nil if none has begun. In a block of rows that is
  /// redrawn, the last one that shows something.
  ///
  /// A row that is half overwritten ends at the cursor: numbers made of old and new digits are
  /// neither. One that is too long for the screen, where it can only be rewritten in part, begins
  /// where that was done.
  func unfinished(limit: Int) -> DisplayText? {
    guard isBegun || reach > 0 else { return nil }
    let isTorn = column > origin && column < rows[row].columns
    let text = rows[row].text(from: origin, limit: isTorn ? min(limit, column - origin) : limit)
    guard reach > 0, text.isBlank else { return text }
    return rows.lazy.reversed().map { $0.text(limit: limit) }.first { !$0.isBlank } ?? text
  }

  /// Passes on the unfinished row as a line; nil if none has begun, or rows are redrawn.
  mutating func cut() -> LogLine? {
    guard isBegun, reach == 0 else { return nil }
    let line = line(of: rows[0])
    remember(line, rows[0])
    rows[0].removeAll()
    column = 0
    isBegun = false
    isCut = true
    return line
  }

  /// Passes on everything, without blank rows at the end: what follows begins at the cursor.
  mutating func end(_ body: (OutputChange) -> Void) {
    while let last = rows.last, last.text().isEmpty, rows.count > row || !last.isPast {
      rows.removeLast()
    }
    for row in rows { passOn(row, body) }
    self = OutputScreen(stream, isOnScreen: isOnScreen)
  }
}
