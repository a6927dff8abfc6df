// The glyph that turns at the left edge of the block, ten times a second.

import Model

/// Stored apart from all other cells, for the sake of the processor's cache: walking through the
/// frame costs more than sending the tick.
struct Spinner {
  /// The current glyph.
  private(set) var glyph: DisplayText

  /// nil when the block has no spinner: one plain glyph of one cell, with the cursor's resting
  /// position directly after it.
  init?(of frame: Frame, in row: CellRow, rest: Int) {
    guard rest == 1, let glyph = frame.lines.first?.spans.first?.text,
      row[0].text == glyph.description,
      row[0].style == 0, DisplayWidth.isOneGlyph(glyph.description)
    else { return nil }
    self.glyph = glyph
  }

  /// The bytes that show another glyph: a backspace and the glyph. nil for anything else.
  mutating func turn(to new: DisplayText) -> [UInt8]? {
    guard DisplayWidth.isOneGlyph(new.description) else { return nil }
    if new.description.utf8.elementsEqual(glyph.description.utf8) { return [] }
    glyph = new
    var bytes: [UInt8] = [0x08]
    bytes.append(contentsOf: new.description.utf8)
    return bytes
  }
}
