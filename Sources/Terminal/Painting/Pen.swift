// Encodes cells and cursor movements in the fewest bytes (ECMA-48).

import Model

/// A byte buffer that tracks the cursor position and style.
struct Pen {
  private(set) var bytes: [UInt8] = []
  /// Counted from the first line of the block.
  private(set) var row: Int
  private(set) var column: Int
  /// The current SGR parameter; 0 is plain.
  private var style: UInt8 = 0
  /// Whether text goes on in the next row at the end of one.
  private var wraps = true

  /// A window may be narrower than it was said to be: tmux tells a program of its new size a
  /// quarter of a second later. Cells left of this column, which every live line has, cannot wrap
  /// even then.
  static let surelyInside = 19

  init(row: Int = 0, column: Int) { (self.row, self.column) = (row, column) }

  /// Writes the cell at the cursor's column.
  mutating func put(_ cells: CellRow) {
    let cell = cells[column]
    if !cell.isBlank { setStyle(cell.style) }
    bytes.append(contentsOf: cells.text(column).utf8)
    column += cell.width
  }

  /// Writes a whole line without truncation; the column is unknown until `startLine`.
  mutating func put(_ line: Line, _ palette: Palette) {
    for span in line.spans where !span.text.isEmpty {
      if let styled = span.styled, palette.hasStyles {
        setStyle(0)
        bytes.append(contentsOf: styled.sequence.utf8)
        continue
      }
      setStyle(palette[span.role])
      bytes.append(contentsOf: span.text.description.utf8)
    }
    setStyle(0)
  }

  /// Writes whole lines from column 0.
  mutating func put(_ lines: PlainLines) {
    // At most two bytes for each.
    bytes += [UInt8](unsafeUninitializedCapacity: 2 * lines.bytes.count) { buffer, count in
      for byte in lines.bytes {
        if byte == 0x0A {
          buffer.initializeElement(at: count, to: 0x0D)
          count += 1
        }
        buffer.initializeElement(at: count, to: byte)
        count += 1
      }
    }
    column = 0
  }

  /// Writes a line in one row, however wide the terminal finds it.
  mutating func put(inOneRow line: Line, _ palette: Palette) {
    if line.isUncertain { setWrapping(false) }
    put(line, palette)
    setWrapping(true)
  }

  /// Lets text go on in the next row at the end of one, or not (DECAWM).
  mutating func setWrapping(_ wraps: Bool) {
    if wraps == self.wraps { return }
    self.wraps = wraps
    bytes.append(contentsOf: "\u{1B}[?7\(wraps ? "h" : "l")".utf8)
  }

  /// Moves to the start of the next row, adding a row at the bottom. Writes CR because LF keeps the
  /// column if output processing is off.
  mutating func startLine() {
    bytes.append(contentsOf: [0x0D, 0x0A])
    row += 1
    column = 0
  }

  mutating func returnToStart() {
    bytes.append(0x0D)
    column = 0
  }

  /// Moves to the first row of the screen.
  mutating func goHome() {
    bytes.append(contentsOf: "\u{1B}[H".utf8)
    column = 0
  }

  /// Makes the next row the block's first.
  mutating func leaveRowAbove() { row = 0 }

  /// Erases rows above this one and everything below them, and makes the first of them the block's
  /// first.
  mutating func eraseRowsAbove(_ rows: Int) {
    move(toRow: row - rows, column: 0)
    eraseRows()
    row = 0
  }

  mutating func eraseToEndOfLine() { control(UInt8(ascii: "K")) }

  mutating func eraseBelow() { control(UInt8(ascii: "J")) }

  /// Erases the screen from the start of this row on. Some terminals copy a screen that is erased
  /// as a whole into the scrollback, so that it is done from the second column on.
  mutating func eraseRows() {
    control(UInt8(ascii: "C"))
    eraseBelow()
    returnToStart()
    eraseToEndOfLine()
  }

  /// Moves between existing rows in the fewest bytes.
  ///
  /// - Parameter cells: the contents of the target row, which may be rewritten to move right over a
  ///   short distance.
  mutating func move(toRow target: Int, column goal: Int, over cells: CellRow? = nil) {
    guard target != row || goal != column else { return }
    let rows = target - row
    let upOrDown = length(abs(rows))
    let straight = upOrDown + lengthSideways(from: column, to: goal)
    let fromStart = (rows > 0 ? 2 * rows : upOrDown + 1) + lengthSideways(from: 0, to: goal)
    if rows == 0, let cells, rewrite(cells, to: goal, within: min(straight, fromStart)) { return }
    if straight <= fromStart {
      if rows != 0 { control(UInt8(ascii: rows < 0 ? "A" : "B"), abs(rows)) }
      goSideways(from: column, to: goal)
    } else {
      if rows > 0 {
        for _ in 0..<rows { bytes.append(contentsOf: [0x0D, 0x0A]) }
      } else {
        if rows < 0 { control(UInt8(ascii: "A"), -rows) }
        bytes.append(0x0D)
      }
      goSideways(from: 0, to: goal)
    }
    row = target
    column = goal
  }

  private func lengthSideways(from: Int, to goal: Int) -> Int {
    goal < from ? min(from - goal, length(from - goal)) : length(goal - from)
  }

  private mutating func goSideways(from: Int, to goal: Int) {
    if from < goal {
      control(UInt8(ascii: "C"), goal - from)
    } else if from - goal <= length(from - goal) {
      for _ in goal..<from { bytes.append(0x08) }
    } else {
      control(UInt8(ascii: "D"), from - goal)
    }
  }

  /// Moves right by rewriting the cells up to `goal`, if they have the current style and take at
  /// most `limit` bytes; otherwise returns false.
  private mutating func rewrite(_ cells: CellRow, to goal: Int, within limit: Int) -> Bool {
    guard goal > column, goal - column <= limit else { return false }
    if wraps, goal > Self.surelyInside { return false }
    var cost = 0
    for place in column..<goal {
      let cell = cells[place]
      guard cell.width == 1, cell.style == style || cell.isBlank else { return false }
      cost += cells.text(place).utf8.count
    }
    guard cost <= limit else { return false }
    for place in column..<goal { bytes.append(contentsOf: cells.text(place).utf8) }
    column = goal
    return true
  }

  mutating func setStyle(_ wanted: UInt8) {
    guard wanted != style else { return }
    let colors: ClosedRange<UInt8> = 30...37
    // A colour replaces a colour; other styles need a reset first.
    let replaces = style == 0 || (colors.contains(style) && colors.contains(wanted))
    bytes.append(contentsOf: [0x1B, UInt8(ascii: "[")])
    if wanted != 0 {
      if !replaces { bytes.append(contentsOf: [UInt8(ascii: "0"), UInt8(ascii: ";")]) }
      digits(Int(wanted))
    }
    bytes.append(UInt8(ascii: "m"))
    style = wanted
  }

  /// Appends a control sequence. The default parameter is 1 for movements and 0 (to the end) for
  /// erasures.
  private mutating func control(_ final: UInt8, _ count: Int = 1) {
    bytes.append(contentsOf: [0x1B, UInt8(ascii: "[")])
    if count != 1 { digits(count) }
    bytes.append(final)
  }

  /// The number of bytes that `control` writes; 0 for no movement.
  private func length(_ count: Int) -> Int {
    switch count {
    case 0: 0
    case 1: 3
    case ..<10: 4
    case ..<100: 5
    default: 6
    }
  }

  private mutating func digits(_ number: Int) {
    if number >= 10 { digits(number / 10) }
    bytes.append(0x30 + UInt8(number % 10))
  }
}
