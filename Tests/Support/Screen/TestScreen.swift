// A small terminal emulator: takes the output of a program and shows what a person would see.

/// A terminal emulator. Exact where the live renderer depends on it: wrapping with a pending wrap
/// at the last column, scroll-back, wide characters, erasing. Anything it does not know is recorded
/// in `unknown`, so that a test can require none.
package struct TestScreen: Sendable {
  /// A row, and whether its line continues in the next one.
  struct Row: Sendable {
    var cells: [ScreenCell]
    var wraps = false

    init(columns: Int) { cells = Array(repeating: ScreenCell(), count: columns) }
  }

  /// A place on the screen, both from 0.
  package struct Position: Sendable, Equatable {
    package var row, column: Int

    package init(row: Int = 0, column: Int = 0) { (self.row, self.column) = (row, column) }
  }

  package internal(set) var columns: Int
  package internal(set) var rows: Int
  package internal(set) var cursor = Position()
  private var savedCursor = Position()
  /// Whether the next character wraps first: the cursor rests on the last column it has filled.
  package internal(set) var isWrapPending = false
  /// `?25`
  package private(set) var isCursorVisible = true
  /// `?7`
  package private(set) var wrapsAutomatically = true
  /// Whether an update is open (`?2026`), and how many were begun.
  package private(set) var isSynchronizing = false
  package private(set) var synchronizedUpdates = 0
  /// The look of the text to come.
  package private(set) var style = ScreenStyle()
  /// The reports to the taskbar (OSC 9;4), in order: "1;22" for progress, "0;" to clear it.
  package private(set) var taskbarHistory: [String] = []
  /// Everything that was not recognised.
  package private(set) var unknown: [String] = []
  /// Whether sequences of emoji are one glyph; many terminals show each emoji by itself.
  private let joinsEmoji: Bool
  /// Whether a screen that is erased as a whole goes to the scroll-back, as in tmux.
  private let keepsErased: Bool
  var grid: [Row]
  var history: [Row] = []
  /// The main screen while the alternate one is shown (`?1049`), with its cursor.
  private var main: (grid: [Row], history: [Row], cursor: Position)?
  private var parser = ScreenParser()

  package init(columns: Int = 80, rows: Int = 24, joinsEmoji: Bool = true, keepsErased: Bool = true)
  {
    (self.joinsEmoji, self.keepsErased) = (joinsEmoji, keepsErased)
    (self.columns, self.rows) = (columns, rows)
    grid = Array(repeating: Row(columns: columns), count: rows)
  }

  /// Whether the input so far ends within a sequence or a character.
  package var isMidway: Bool { parser.isMidway }

  /// Takes output of a program; `translatingNewlines` adds the CR as a terminal's driver does.
  package mutating func feed(_ bytes: some Sequence<UInt8>, translatingNewlines: Bool = false) {
    for byte in bytes {
      if translatingNewlines, byte == 0x0A { take(0x0D) }
      take(byte)
    }
  }

  package mutating func feed(_ text: String, translatingNewlines: Bool = false) {
    feed(text.utf8, translatingNewlines: translatingNewlines)
  }

  private mutating func take(_ byte: UInt8) { for input in parser.take(byte) { obey(input) } }

  private mutating func obey(_ input: ScreenInput) {
    switch input {
    case .character(let scalar): put(scalar)
    case .control(let byte): obey(control: byte)
    case .saveCursor: savedCursor = cursor
    case .restoreCursor: move(to: savedCursor)
    case .csi(let prefix, let parameters, let final):
      if !obey(prefix, parameters, final) {
        let text = parameters.map { $0.map { "\($0)" } ?? "" }.joined(separator: ";")
        unknown.append("CSI \(prefix.map { String($0) } ?? "")\(text)\(final)")
      }
    case .osc(let text) where text.hasPrefix("9;4;"):
      taskbarHistory.append(String(text.dropFirst(4)))
    case .osc(let text): unknown.append("OSC \(text)")
    case .unknown(let text): unknown.append(text)
    }
  }

  private mutating func obey(control: UInt8) {
    switch control {
    case 0x07: break
    case 0x08: move(toColumn: cursor.column - 1)
    case 0x09: move(toColumn: (cursor.column / 8 + 1) * 8)
    case 0x0A: feedLine()
    case 0x0D: move(toColumn: 0)
    default: unknown.append("control \(String(control, radix: 16))")
    }
  }

  private mutating func obey(
    _ prefix: Character?, _ parameters: [Int?], _ final: Character
  ) -> Bool {
    // An absent or zero count is one.
    let count = max(1, (parameters.first ?? nil) ?? 1)
    let mode = (parameters.first ?? nil) ?? 0
    switch (prefix, final) {
    case (nil, "A"): move(to: Position(row: cursor.row - count, column: cursor.column))
    case (nil, "B"): move(to: Position(row: cursor.row + count, column: cursor.column))
    case (nil, "C"): move(toColumn: cursor.column + count)
    case (nil, "D"): move(toColumn: cursor.column - count)
    case (nil, "G"): move(toColumn: count - 1)
    case (nil, "H"):
      let column = parameters.count > 1 ? max(1, parameters[1] ?? 1) : 1
      move(to: Position(row: count - 1, column: column - 1))
    case (nil, "J"): return eraseDisplay(mode)
    case (nil, "K"): return eraseLine(mode)
    case (nil, "m"): return parameters.map { style.apply($0 ?? 0) }.allSatisfy { $0 }
    case ("?", "h"), ("?", "l"): return set(parameters, final == "h")
    default: return false
    }
    return true
  }

  private mutating func set(_ modes: [Int?], _ isOn: Bool) -> Bool {
    for mode in modes {
      switch mode {
      case 7: wrapsAutomatically = isOn
      case 25: isCursorVisible = isOn
      case 1049: showAlternate(isOn)
      case 2026:
        if isOn { synchronizedUpdates += 1 }
        isSynchronizing = isOn
      default: return false
      }
    }
    return true
  }

  private mutating func showAlternate(_ isAlternate: Bool) {
    if isAlternate, main == nil {
      main = (grid, history, cursor)
      (grid, history) = (Array(repeating: Row(columns: columns), count: rows), [])
    } else if !isAlternate, let main {
      (grid, history, cursor) = main
      self.main = nil
    }
    isWrapPending = false
  }
}

extension TestScreen {
  /// Writes one scalar at the cursor, with the current look.
  fileprivate mutating func put(_ scalar: Unicode.Scalar) {
    if joins(scalar) { return }
    let width = CellWidth.of(scalar)
    if isWrapPending || (width == 2 && cursor.column == columns - 1 && wrapsAutomatically) {
      grid[cursor.row].wraps = true
      feedLine()
      cursor.column = 0
    }
    let column = min(cursor.column, columns - width)
    guard column >= 0 else { return }
    clearHalves(around: column, width: width)
    grid[cursor.row].cells[column] = ScreenCell(String(scalar), style)
    if width == 2 { grid[cursor.row].cells[column + 1] = ScreenCell("", style) }
    cursor.column = min(columns - 1, column + width)
    isWrapPending = wrapsAutomatically && column + width >= columns
  }

  /// Adds a mark, or an emoji after a joiner, to the character before; true when it did.
  private mutating func joins(_ scalar: Unicode.Scalar) -> Bool {
    var column = isWrapPending ? cursor.column : cursor.column - 1
    if column >= 0, grid[cursor.row].cells[column].text.isEmpty { column -= 1 }
    guard column >= 0 else { return CellWidth.of(scalar) == 0 }
    let before = grid[cursor.row].cells[column].text
    if !joinsEmoji, CellWidth.of(scalar) > 0 { return false }
    let isPair =
      before.unicodeScalars.count == 1
      && (before.unicodeScalars + [scalar]).allSatisfy { CellWidth.isRegional($0) }
    let isTone =
      scalar.properties.isEmojiModifier
      && before.unicodeScalars.first.map { CellWidth.of($0) } == 2
    guard
      CellWidth.of(scalar) == 0 || before.unicodeScalars.last == CellWidth.joiner || isPair
        || isTone
    else { return false }
    grid[cursor.row].cells[column].text.unicodeScalars.append(scalar)
    return true
  }

  /// A wide character loses both halves when one is overwritten.
  private mutating func clearHalves(around column: Int, width: Int) {
    if grid[cursor.row].cells[column].text.isEmpty, column > 0 {
      grid[cursor.row].cells[column - 1] = ScreenCell()
    }
    let next = column + width
    if next < columns, grid[cursor.row].cells[next].text.isEmpty {
      grid[cursor.row].cells[next] = ScreenCell()
    }
  }

  fileprivate mutating func move(toColumn column: Int) {
    move(to: Position(row: cursor.row, column: column))
  }

  fileprivate mutating func move(to position: Position) {
    cursor.row = min(rows - 1, max(0, position.row))
    cursor.column = min(columns - 1, max(0, position.column))
    isWrapPending = false
  }

  fileprivate mutating func feedLine() {
    isWrapPending = false
    if cursor.row < rows - 1 {
      cursor.row += 1
    } else {
      history.append(grid.removeFirst())
      grid.append(Row(columns: columns))
    }
  }

  fileprivate mutating func eraseLine(_ mode: Int) -> Bool {
    switch mode {
    case 0: erase(row: cursor.row, cursor.column..<columns)
    case 1: erase(row: cursor.row, 0..<(cursor.column + 1))
    case 2: erase(row: cursor.row, 0..<columns)
    default: return false
    }
    isWrapPending = false
    return true
  }

  fileprivate mutating func eraseDisplay(_ mode: Int) -> Bool {
    switch mode {
    case 0:
      if keepsErased, cursor == Position(row: 0, column: 0) {
        let last = grid.lastIndex { $0.cells.contains { $0.text != " " } }
        history += grid.prefix((last ?? -1) + 1)
      }
      erase(row: cursor.row, cursor.column..<columns)
      for row in (cursor.row + 1)..<max(rows, cursor.row + 1) { erase(row: row, 0..<columns) }
    case 1:
      for row in 0..<cursor.row { erase(row: row, 0..<columns) }
      erase(row: cursor.row, 0..<(cursor.column + 1))
    case 2: for row in 0..<rows { erase(row: row, 0..<columns) }
    case 3: history = []
    default: return false
    }
    isWrapPending = false
    return true
  }

  private mutating func erase(row: Int, _ range: Range<Int>) {
    for column in range { grid[row].cells[column] = ScreenCell() }
    if range.upperBound == columns { grid[row].wraps = false }
  }
}
