// The glyph that turns at the left edge of the block, ten times a second.

import Model

/// Kept apart from all other cells, because a processor that slept meanwhile fetches everything it
/// touches from far away: a tick that walks through the frame costs more than sending it.
struct Spinner {
  /// What stands there now.
  private(set) var glyph: DisplayText

  /// nil where the block has none: one glyph of one cell, as plain as all spinners, with the resting
  /// place of the cursor behind it.
  init?(of frame: Frame, in row: CellRow, rest: Int) {
    guard rest == 1, let glyph = frame.lines.first?.spans.first?.text,
      row[0].text == glyph.description,
      row[0].style == 0, DisplayWidth.isOneGlyph(glyph.description)
    else { return nil }
    self.glyph = glyph
  }

  /// The bytes that show another glyph: a backspace and the glyph. nil for what is none.
  mutating func turn(to new: DisplayText) -> [UInt8]? {
    guard DisplayWidth.isOneGlyph(new.description) else { return nil }
    if new.description.utf8.elementsEqual(glyph.description.utf8) { return [] }
    glyph = new
    var bytes: [UInt8] = [0x08]
    bytes.append(contentsOf: new.description.utf8)
    return bytes
  }
}
