// Finds the moments when a program takes the whole screen of its terminal, and gives it back.

import Platform

/// Separates what a program writes to the alternate screen from its other output. The switches are
/// DECSET and DECRST of modes 47, 1047 and 1049 (xterm's ctlseqs).
package struct ScreenSwitch: Sendable {
  /// Longer sequences are no switches, in bytes.
  private static let longest = 32
  private static let modes = [47, 1047, 1049]

  /// Whether the program has the alternate screen.
  package private(set) var hasScreen = false
  /// The beginning of a sequence that has not ended yet.
  private var held: [UInt8] = []

  package init() {}

  /// Calls `body` with the parts of `bytes`, in order; the switches belong to the screen's part.
  package mutating func take(
    _ bytes: [UInt8], _ body: (_ part: [UInt8], _ isOnScreen: Bool) -> Void
  ) {
    // Most output has no escape sequence at all.
    if held.isEmpty, !bytes.contains(0x1B) { return body(bytes, hasScreen) }
    let all = held + bytes
    held = []
    var (start, index) = (0, 0)
    while let escape = all.firstIndex(of: 0x1B, from: index) {
      switch Self.sequence(all[escape...]) {
      case .incomplete:
        if start < escape { body(Array(all[start..<escape]), hasScreen) }
        held = Array(all[escape...])
        return
      case .other:
        index = escape + 1
      case .screen(let isOn, let end):
        let cut = isOn ? escape : end
        if start < cut { body(Array(all[start..<cut]), hasScreen) }
        // A switch that changes nothing stays where it is.
        hasScreen = isOn
        (start, index) = (cut, end)
      }
    }
    if start < all.count { body(Array(all[start...]), hasScreen) }
  }

  /// What was held back at the end of the output.
  package mutating func end() -> [UInt8] {
    defer { held = [] }
    return held
  }

  private enum Found {
    case incomplete
    case other
    case screen(isOn: Bool, end: Int)
  }

  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Found {
    let body = bytes.prefix(longest)
    for (offset, wanted) in [UInt8(0x1B), 0x5B, 0x3F].enumerated() {
      guard offset < body.count else { return .incomplete }
      if body[body.startIndex + offset] != wanted { return .other }
    }
    var (number, isSwitch) = (0, false)
    for index in body.indices.dropFirst(3) {
      switch body[index] {
      case 0x30...0x39: number = min(100_000, number * 10 + Int(body[index] - 0x30))
      case 0x3B:
        isSwitch = isSwitch || modes.contains(number)
        number = 0
      case let final where final == UInt8(ascii: "h") || final == UInt8(ascii: "l"):
        guard isSwitch || modes.contains(number) else { return .other }
        return .screen(isOn: final == UInt8(ascii: "h"), end: index + 1)
      default: return .other
      }
    }
    return body.count < longest ? .incomplete : .other
  }
}
