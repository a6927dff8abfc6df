// The bytes of a line of text, and what may be at an index of it.

/// The bytes of a line of clean text.
typealias LineBytes = UnsafeBufferPointer<UInt8>

/// Matches a byte, or the value of a scalar, against a character of ASCII.
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { UInt32(byte) == character.value }
func ~= (character: Unicode.Scalar, value: UInt32) -> Bool { value == character.value }

extension LineBytes {
  /// The value of the digit at `index`; nil for any other byte and outside the line.
  func digit(_ index: Int) -> Double? {
    guard index >= 0, index < count, self[index] &- 0x30 < 10 else { return nil }
    return Double(self[index] &- 0x30)
  }

  func isLetter(_ index: Int) -> Bool {
    index >= 0 && index < count && (self[index] | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Whether one of these characters is at `index`; false outside the line.
  func isAny(of characters: StaticString, at index: Int) -> Bool {
    index >= 0 && index < count
      && UnsafeBufferPointer(start: characters.utf8Start, count: characters.utf8CodeUnitCount)
        .contains(self[index])
  }

  /// The first index at or after `index` that is not a blank.
  func skipBlanks(from index: Int) -> Int {
    var at = index
    while at < count, self[at] == 0x20 { at += 1 }
    return at
  }

  /// The index after the last byte before `index` that is not a blank.
  func skipBlanks(before index: Int) -> Int {
    var at = index
    while at > 0, self[at - 1] == 0x20 { at -= 1 }
    return at
  }

  func holds(_ text: StaticString, at index: Int) -> Bool {
    guard index >= 0, index <= count, count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where self[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Whether exactly three digits follow the comma at `index`.
  func hasGroup(after index: Int) -> Bool {
    digit(index + 1) != nil && digit(index + 2) != nil && digit(index + 3) != nil
      && digit(index + 4) == nil
  }

  /// Whether a box-drawing, block, geometric or Braille glyph (U+2500…U+28FF) is at `index`. Ticks
  /// and crosses (U+2713…U+2718) are none: they say how something went.
  func isBarGlyph(_ index: Int) -> Bool {
    guard index >= 0, count - index >= 3, self[index] == 0xE2 else { return false }
    let isMark = self[index + 1] == 0x9C && (0x93...0x98).contains(self[index + 2])
    return (0x94...0xA3).contains(self[index + 1]) && !isMark
  }
}
