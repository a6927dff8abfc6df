// Turns cells and places into the shortest bytes a terminal understands (ECMA-48).

import SyncModel

/// Writes into a buffer and knows where that leaves the cursor and the colour.
struct Pen {
  private(set) var bytes: [UInt8] = []
  /// Rows count from the first line of the block.
  private(set) var row: Int
  private(set) var column: Int
  /// The SGR parameter in force; 0 is plain.
  private var style: UInt8 = 0

  init(row: Int = 0, column: Int) {
    self.row = row
    self.column = column
  }

  /// Writes a glyph where the cursor is.
  mutating func put(_ cell: Cell) {
    if cell.text != " " { dress(cell.style) }
    bytes.append(contentsOf: cell.text.utf8)
    column += cell.width
  }

  /// Writes a whole line as it is, however long; the column is then unknown until `startLine`.
  mutating func put(_ line: Line, _ palette: Palette) {
    for span in line.spans where !span.text.isEmpty {
      dress(palette[span.role])
      bytes.append(contentsOf: span.text.description.utf8)
    }
    dress(0)
  }

  /// Back to plain text.
  mutating func undress() {
    dress(0)
  }

  /// Goes to the first column of the next row, which is made where there is none. CR, because LF
  /// keeps the column where output is not processed.
  mutating func startLine() {
    bytes.append(contentsOf: [0x0D, 0x0A])
    row += 1
    column = 0
  }

  /// Goes to the first column.
  mutating func startOver() {
    bytes.append(0x0D)
    column = 0
  }

  /// The row just written is from now on the one above the block.
  mutating func leaveAbove() {
    row = 0
  }

  mutating func eraseToEndOfLine() {
    bytes.append(contentsOf: control("K"))
  }

  mutating func eraseBelow() {
    bytes.append(contentsOf: control("J"))
  }

  /// Moves on existing rows by the shortest way.
  ///
  /// - Parameter cells: what the target row shows left of the target column, so that a short way to
  ///   the right can be written instead.
  mutating func move(toRow target: Int, column goal: Int, over cells: CellRow? = nil) {
    guard target != row || goal != column else { return }
    let rows = target - row
    var straight: [UInt8] = []
    if rows != 0 { straight = control(rows < 0 ? "A" : "B", abs(rows)) }
    straight += sideways(from: column, to: goal)

    var fromStart: [UInt8] = [0x0D]
    if rows < 0 { fromStart = control("A", -rows) + fromStart }
    if rows > 0 { fromStart = Array(repeatElement([0x0D, 0x0A], count: rows).joined()) }
    fromStart += sideways(from: 0, to: goal)

    var shortest = straight.count <= fromStart.count ? straight : fromStart
    if rows == 0, let cells, let text = rewriting(cells, to: goal), text.count <= shortest.count {
      shortest = text
    }
    bytes.append(contentsOf: shortest)
    row = target
    column = goal
  }

  private func sideways(from: Int, to goal: Int) -> [UInt8] {
    if from == goal { return [] }
    if from < goal { return control("C", goal - from) }
    let far = control("D", from - goal)
    return from - goal <= far.count ? Array(repeating: 0x08, count: from - goal) : far
  }

  /// The cells between the cursor and `goal`, when they can be written in the colour in force.
  private func rewriting(_ cells: CellRow, to goal: Int) -> [UInt8]? {
    guard goal > column, goal - column <= 6 else { return nil }
    var text: [UInt8] = []
    for place in column..<goal {
      let cell = cells[place]
      guard cell.width == 1, cell.style == style || cell.text == " " else { return nil }
      text.append(contentsOf: cell.text.utf8)
    }
    return text
  }

  private mutating func dress(_ wanted: UInt8) {
    guard wanted != style else { return }
    let colors: ClosedRange<UInt8> = 30...37
    // A colour replaces a colour; everything else has to be taken off first.
    let replaces = style == 0 || (colors.contains(style) && colors.contains(wanted))
    let text = wanted == 0 ? "\u{1B}[m" : replaces ? "\u{1B}[\(wanted)m" : "\u{1B}[0;\(wanted)m"
    bytes.append(contentsOf: text.utf8)
    style = wanted
  }
}

/// A control sequence; 1 is what a terminal assumes.
private func control(_ final: Character, _ count: Int = 1) -> [UInt8] {
  Array((count == 1 ? "\u{1B}[\(final)" : "\u{1B}[\(count)\(final)").utf8)
}
