// One cell of the test screen and its style.

/// How a cell looks (SGR).
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
