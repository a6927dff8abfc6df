// Measures text in terminal cells and truncates it.

package import Model

/// Widths by East Asian Width (UAX #11): wide and full-width 2, combining marks 0, ambiguous and
/// all others 1. An emoji sequence (ZWJ, flag, skin tone, emoji variation) takes 2, conjoining
/// Hangul jamo take the 2 of the first.
package enum DisplayWidth {
  /// The width of a text in cells.
  package static func cells(of text: String) -> Int {
    if isSimple(text) { return text.unicodeScalars.count }
    return text.reduce(0) { $0 + cells(of: $1) }
  }

  /// Whether every scalar is a grapheme cluster of one cell, by ranges only: Latin letters, dashes,
  /// box drawing, check marks, Braille. Covers nearly all of our own lines without loading the
  /// Unicode tables for every frame.
  static func isSimple(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
      || text.unicodeScalars.allSatisfy { isSimple($0.value) }
  }

  private static func isSimple(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20..<0x7F, 0xA0..<0x300, 0x2010...0x2027, 0x2500...0x25CF, 0x2713...0x2718,
      0x2800...0x28FF:
      true
    default: false
    }
  }

  /// Whether the text has sequences of emoji, which terminals show in one glyph or in several.
  static func isUncertain(_ text: String) -> Bool {
    if text.utf8.allSatisfy({ $0 < 0xE2 }) { return false }
    return text.unicodeScalars.contains {
      switch $0.value {
      case 0x200D, 0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
      default: false
      }
    }
  }

  /// The width of a grapheme cluster in cells; 0 for a lone combining mark.
  package static func cells(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    var cells = cells(of: first)
    for scalar in scalars.dropFirst() {
      switch scalar.value {
      case 0xFE0F where first.properties.isEmoji: return 2
      // Digits have the Emoji property only for keycaps and form no ZWJ sequences.
      case 0x200D where first.properties.isEmoji && first.value > 0x7F: return 2
      case 0x1F3FB...0x1F3FF where first.properties.isEmojiModifierBase: return 2
      case 0x1F1E6...0x1F1FF: return 2
      default: cells += self.cells(of: scalar)
      }
    }
    return cells
  }

  private static func cells(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x300: return 1
    case 0..<0xA0: return 0
    // Vowels and final consonants join the preceding syllable; a lone regional indicator is shown
    // as a boxed letter.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    case 0x1F1E6...0x1F1FF: return 1
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: return isWide(scalar) || properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// East Asian Width W and F of Unicode 16 without emoji, whose width follows from their
  /// presentation. Ranges include unassigned gaps.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
      0x3041...0x3247, 0x3250...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
      0x1AFF0...0x1B2FB, 0x1D300...0x1D356, 0x1D360...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension DisplayText {
  /// The width in terminal cells.
  package var cells: Int { DisplayWidth.cells(of: description) }

  /// The text if it fits; otherwise its beginning, cut between grapheme clusters, and the ellipsis,
  /// which is omitted if it does not fit.
  package func truncated(to limit: Int, ellipsis: DisplayText = "…") -> DisplayText {
    guard cells > limit else { return self }
    let ending = ellipsis.cells <= limit ? ellipsis : ""
    var remaining = limit - ending.cells
    var kept = description.prefix { character in
      remaining -= DisplayWidth.cells(of: character)
      return remaining >= 0
    }
    while kept.last == " " { kept.removeLast() }
    return DisplayText(String(kept)) + ending
  }

  /// The text if it fits; otherwise the ellipsis and its end.
  package func truncatedAtStart(to limit: Int, ellipsis: DisplayText = "…") -> DisplayText {
    guard cells > limit else { return self }
    let beginning = ellipsis.cells <= limit ? ellipsis : ""
    var remaining = limit - beginning.cells
    let kept = description.reversed().prefix { character in
      remaining -= DisplayWidth.cells(of: character)
      return remaining >= 0
    }
    return beginning + DisplayText(String(kept.reversed()))
  }
}

extension Line {
  /// The width in terminal cells.
  package var cells: Int { spans.reduce(0) { $0 + $1.text.cells } }

  /// Whether terminals differ about its width.
  var isUncertain: Bool { spans.contains { DisplayWidth.isUncertain($0.text.description) } }
}
