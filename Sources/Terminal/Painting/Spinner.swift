// The spinner at the left edge of the block, which turns far more often than anything else changes.

package import Model

/// A glyph of the spinner with the bytes that put it in place of another, made once: a tick does
/// nothing else.
package struct SpinnerGlyph: Sendable {
  package let text: DisplayText
  /// The bytes of the text; 0 unless it is one plain glyph of one cell.
  fileprivate let code: UInt32
  /// A backspace and the glyph.
  fileprivate let turn: [UInt8]
  /// The same if others may have moved the cursor within its row, which it then returns to.
  fileprivate let sharedTurn: [UInt8]

  package init(_ text: DisplayText) {
    self.text = text
    code = DisplayWidth.codeOfOneGlyph(text.description) ?? 0
    turn = [0x08] + text.description.utf8
    var pen = Pen(column: 1)
    pen.saveCursor()
    pen.returnToStart()
    pen.put(Cell(text: text.description, style: 0, width: 1))
    pen.restoreCursor()
    sharedTurn = pen.bytes
  }
}

/// The spinner on the screen. Kept apart from the frame, because reading the whole frame on each tick
/// costs more than writing the bytes (cold caches).
struct Spinner {
  /// The glyph.
  private(set) var text: DisplayText
  private var code: UInt32

  /// nil unless the block begins with one plain glyph of one cell and the cursor rests after it.
  init?(of frame: Frame, in row: CellRow, rest: Int) {
    guard rest == 1, let text = frame.lines.first?.spans.first?.text,
      row[0].text == text.description, row[0].style == 0,
      let code = DisplayWidth.codeOfOneGlyph(text.description)
    else { return nil }
    (self.text, self.code) = (text, code)
  }

  /// The bytes that show another glyph; nil if `new` is not a single glyph.
  ///
  /// - Parameter isShared: whether others may have moved the cursor within its row.
  mutating func turn(to new: SpinnerGlyph, isShared: Bool) -> [UInt8]? {
    if new.code == 0 { return nil }
    if new.code == code { return [] }
    (text, code) = (new.text, new.code)
    return isShared ? new.sharedTurn : new.turn
  }
}
