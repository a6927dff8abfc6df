// One cell of the test screen and its style.

/// How a cell looks (SGR).
package struct ScreenStyle: Sendable, Hashable {
  package var isBold = false
  package var isFaint = false
  package var isItalic = false
  package var isUnderlined = false
  package var isInverse = false
  /// The parameter that set it, 30…37 and 90…97; nil for the terminal's own colour.
  package var foreground: Int?
  /// The parameter that set it, 40…47 and 100…107.
  package var background: Int?

  package init() {}

  /// The same look as parameters in ascending order: `[1, 32]` is bold green, `[]` plain.
  package var parameters: [Int] {
    let flags = [
      (1, isBold), (2, isFaint), (3, isItalic), (4, isUnderlined), (7, isInverse),
    ]
    return flags.filter(\.1).map(\.0) + [foreground, background].compactMap { $0 }
  }

  /// Applies one parameter; false when it is not known.
  mutating func apply(_ parameter: Int) -> Bool {
    switch parameter {
    case 0: self = ScreenStyle()
    case 1: isBold = true
    case 2: isFaint = true
    case 3: isItalic = true
    case 4: isUnderlined = true
    case 7: isInverse = true
    case 22: (isBold, isFaint) = (false, false)
    case 23: isItalic = false
    case 24: isUnderlined = false
    case 27: isInverse = false
    case 30...37, 90...97: foreground = parameter
    case 39: foreground = nil
    case 40...47, 100...107: background = parameter
    case 49: background = nil
    default: return false
    }
    return true
  }
}

/// One cell.
package struct ScreenCell: Sendable, Hashable {
  /// Its character with combining marks; a blank when empty, and an empty string in the second cell
  /// of a wide character.
  package var text = " "
  package var style = ScreenStyle()

  package init() {}

  init(_ text: String, _ style: ScreenStyle) {
    self.text = text
    self.style = style
  }
}
