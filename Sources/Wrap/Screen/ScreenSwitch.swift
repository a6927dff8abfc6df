// Finds the moments when a program takes the whole screen of its terminal, and gives it back.

import Platform

/// Separates what a program writes to the whole screen from its other output.
///
/// It takes the screen by DECSET of modes 47, 1047 and 1049, which switch to the alternate one, or by
/// moving the cursor to a row of the screen after it asked for the cursor keys of applications
/// (DECSET 1). It gives the screen back by the DECRST of either (xterm's ctlseqs).
package struct ScreenSwitch: Sendable {
  /// What a part of the output is for.
  package enum Target: Sendable {
    case lines
    /// The screen whose contents stay when the program ends.
    case screen
    case alternateScreen
  }

  /// Longer sequences are no switches, in bytes.
  private static let longest = 32
  private static let alternateModes = [47, 1047, 1049]
  private static let keysMode = 1

  private var hasAlternate = false
  private var hasKeys = false
  /// Whether it moved the cursor to a row of the screen since it asked for the keys.
  private var isPainting = false
  /// The beginning of a sequence that has not ended yet.
  private var held: [UInt8] = []

  package init() {}

  /// What the program writes next is for.
  package var target: Target { hasAlternate ? .alternateScreen : isPainting ? .screen : .lines }

  /// Calls `body` with the parts of `bytes`, in order; the switches belong to the screen's part.
  package mutating func take(_ bytes: [UInt8], _ body: (_ part: [UInt8], Target) -> Void) {
    // Most output has no escape sequence at all.
    if held.isEmpty, !bytes.contains(0x1B) { return body(bytes, target) }
    let all = held + bytes
    held = []
    var (start, index) = (0, 0)
    while let escape = all.firstIndex(of: 0x1B, from: index) {
      let former = target
      let end: Int
      switch sequence(all[escape...]) {
      case .incomplete:
        if start < escape { body(Array(all[start..<escape]), former) }
        held = Array(all[escape...])
        return
      case .other:
        index = escape + 1
        continue
      case .address(let place):
        isPainting = true
        end = place
      case .modes(let modes, let isOn, let place):
        if modes.contains(where: Self.alternateModes.contains) { hasAlternate = isOn }
        if modes.contains(Self.keysMode) {
          hasKeys = isOn
          isPainting = isPainting && isOn
        }
        end = place
      }
      index = end
      if target == former { continue }
      let cut = target == .lines ? end : escape
      if start < cut { body(Array(all[start..<cut]), former) }
      start = cut
    }
    if start < all.count { body(Array(all[start...]), target) }
  }

  /// What was held back at the end of the output.
  package mutating func end() -> [UInt8] {
    defer { held = [] }
    return held
  }

  private enum Found {
    case incomplete
    case other
    case modes([Int], isOn: Bool, end: Int)
    /// A movement to a row of the screen (CUP).
    case address(end: Int)
  }

  private func sequence(_ bytes: ArraySlice<UInt8>) -> Found {
    let body = bytes.prefix(Self.longest)
    guard body.count > 1 else { return .incomplete }
    guard body[body.startIndex + 1] == UInt8(ascii: "[") else { return .other }
    guard body.count > 2 else { return .incomplete }
    let isPrivate = body[body.startIndex + 2] == UInt8(ascii: "?")
    guard isPrivate || hasKeys && target == .lines else { return .other }
    var numbers = [0]
    for index in body.indices.dropFirst(isPrivate ? 3 : 2) {
      let byte = body[index]
      switch byte {
      case 0x30...0x39:
        let last = numbers.count - 1
        numbers[last] = min(100_000, numbers[last] * 10 + Int(byte - 0x30))
      case ";": numbers.append(0)
      case "h", "l":
        return isPrivate
          ? .modes(numbers, isOn: byte == UInt8(ascii: "h"), end: index + 1) : .other
      case "H", "f":
        return isPrivate ? .other : .address(end: index + 1)
      default: return .other
      }
    }
    return body.count < Self.longest ? .incomplete : .other
  }
}
