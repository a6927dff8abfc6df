// One cell of the test screen, its style, and the width of characters.

package struct ScreenStyle: Sendable, Hashable {
  /// A bit for each parameter that is in effect.
  private var bits: UInt128 = 0

  package init() {}

  /// The parameters in ascending order: `[1, 32]` is bold green, `[]` plain.
  package var parameters: [Int] { (1...107).filter { bits >> $0 & 1 == 1 } }
  var hasBackground: Bool { parameters.contains { (40...47).contains($0) || $0 >= 100 } }

  /// Applies one parameter; false when it is not known.
  @discardableResult
  package mutating func apply(_ parameter: Int) -> Bool {
    switch parameter {
    case 0: bits = 0
    case 1...4, 7: bits |= 1 << parameter
    case 22: remove(1, 2)
    case 23, 24, 27: remove(parameter - 20)
    case 30...37, 39, 90...97: replace(30...37, 90...97, by: parameter)
    case 40...47, 49, 100...107: replace(40...47, 100...107, by: parameter)
    default: return false
    }
    return true
  }

  private mutating func remove(_ parameters: Int...) {
    for parameter in parameters { bits &= ~(1 << parameter) }
  }

  /// Sets a colour; 39 and 49 stand for the terminal's own.
  private mutating func replace(
    _ normal: ClosedRange<Int>, _ bright: ClosedRange<Int>, by parameter: Int
  ) {
    for parameter in Array(normal) + Array(bright) { remove(parameter) }
    if parameter % 10 != 9 { bits |= 1 << parameter }
  }
}

package struct ScreenCell: Sendable, Hashable {
  /// Its character with combining marks; an empty string in the second cell of a wide character.
  package var text: String
  package var style: ScreenStyle

  package init(_ text: String = " ", _ style: ScreenStyle = ScreenStyle()) {
    (self.text, self.style) = (text, style)
  }
}

/// Widths by East Asian Width of Unicode: W and F take two cells, marks none. Ambiguous
/// characters take one, as everywhere outside East Asian locales.
enum CellWidth {
  /// Joins an emoji to the previous one.
  static let joiner: Unicode.Scalar = "\u{200D}"

  static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return scalar == "\u{AD}" ? 1 : 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  static func isRegional(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// All but the emoji that are shown as such on their own.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251,
    0x1F260...0x1F265, 0x1FA70...0x1FAFF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
