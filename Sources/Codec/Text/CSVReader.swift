// Splits comma-separated values (RFC 4180) into rows, piece by piece.

/// A row of comma-separated values.
package struct CSVRow: Equatable, Sendable {
  /// The cells without their quotes; bytes that are no UTF-8 are U+FFFD.
  package let cells: [String]
  /// The line that the row begins on, from 1.
  package let line: Int
  /// False for a last row without a line end, which may have been cut off.
  package let isEnded: Bool
}

/// Finds rows in bytes that arrive in pieces of any size.
///
/// Rows end with CR LF, LF or CR; blank lines are skipped. A cell in quotes may contain line
/// breaks, and quotes that are doubled. A quote after a backslash, `\"`, is a quote inside the cell
/// only where it cannot end the cell by the RFC: before anything but a comma, a line end, another
/// quote or the end of the input.
package struct CSVReader: Sendable {
  /// What was found in a piece.
  package enum Item: Equatable, Sendable {
    case row(CSVRow)
    /// A row beyond the limits, which is skipped. Reported as soon as it passes them.
    case tooLarge(line: Int)
    /// The input ends inside quotes that begin on or after this line.
    case unclosed(line: Int)
  }

  private enum State {
    case cellStart, plain, quoted
    /// After a quote in a quoted cell, which the next byte explains.
    case quote
  }

  /// The longest accepted row in bytes, without its line end.
  package let mostBytes: Int
  package let mostCells: Int
  private var state = State.cellStart
  /// The content of the row's cells, one after the other, and where each one ends.
  private var text: [UInt8] = []
  private var ends: [Int] = []
  /// The bytes of the row so far; 0 between rows.
  private var size = 0
  private var isTooLarge = false
  /// Whether the last byte of a quoted cell was a backslash.
  private var isAfterBackslash = false
  private var line = 1
  private var rowLine = 1
  private var isAfterReturn = false

  package init(mostBytes: Int = 1 << 20, mostCells: Int = 1024) {
    (self.mostBytes, self.mostCells) = (mostBytes, mostCells)
  }

  /// Takes a piece and calls `body` with what ends in it, in order.
  package mutating func take(_ piece: UnsafeBufferPointer<UInt8>, _ body: (Item) -> Void) {
    for byte in piece { take(byte, body) }
  }

  /// Ends the input: calls `body` with the row after the last line end, if any.
  package mutating func end(_ body: (Item) -> Void) {
    if state == .quoted {
      if !isTooLarge { body(.unclosed(line: rowLine)) }
      beginRow()
    } else {
      endRow(isEnded: false, body)
    }
  }

  private mutating func take(_ byte: UInt8, _ body: (Item) -> Void) {
    let isFeed = byte == 0x0A
    let isBreak = isFeed || byte == 0x0D
    let isSecondOfBreak = isFeed && isAfterReturn
    isAfterReturn = byte == 0x0D
    if isBreak, state != .quoted {
      endRow(isEnded: true, body)
    } else {
      if size == 0 { rowLine = line }
      size &+= 1
      if size > mostBytes { reject(body) }
      takeContent(byte, body)
    }
    if isBreak, !isSecondOfBreak { line &+= 1 }
  }

  private mutating func takeContent(_ byte: UInt8, _ body: (Item) -> Void) {
    let isQuote = byte == UInt8(ascii: "\"")
    switch state {
    case .quoted:
      if isQuote {
        state = .quote
      } else {
        append(byte)
        isAfterBackslash = byte == UInt8(ascii: "\\")
      }
    case .quote where isQuote:
      append(byte)
      isAfterBackslash = false
      state = .quoted
    case .cellStart where isQuote:
      isAfterBackslash = false
      state = .quoted
    case .cellStart, .plain, .quote:
      if byte == UInt8(ascii: ",") {
        endCell(body)
      } else if state == .quote, isAfterBackslash {
        // The backslash gives way to the quote.
        if !isTooLarge { text[text.count - 1] = UInt8(ascii: "\"") }
        append(byte)
        isAfterBackslash = byte == UInt8(ascii: "\\")
        state = .quoted
      } else {
        append(byte)
        state = .plain
      }
    }
  }

  private mutating func append(_ byte: UInt8) { if !isTooLarge { text.append(byte) } }

  private mutating func endCell(_ body: (Item) -> Void) {
    state = .cellStart
    if isTooLarge { return }
    ends.append(text.count)
    // Another cell follows the comma.
    if ends.count >= mostCells { reject(body) }
  }

  private mutating func endRow(isEnded: Bool, _ body: (Item) -> Void) {
    if size > 0, !isTooLarge {
      ends.append(text.count)
      var start = 0
      let cells = ends.map { end in
        defer { start = end }
        return String(decoding: text[start..<end], as: UTF8.self)
      }
      body(.row(CSVRow(cells: cells, line: rowLine, isEnded: isEnded)))
    }
    beginRow()
  }

  private mutating func reject(_ body: (Item) -> Void) {
    if isTooLarge { return }
    isTooLarge = true
    (text, ends) = ([], [])
    body(.tooLarge(line: rowLine))
  }

  private mutating func beginRow() {
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    (state, size, isTooLarge) = (.cellStart, 0, false)
  }
}
