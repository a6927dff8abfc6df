// Splits the output of a program into characters, controls and sequences.

/// One instruction to a terminal.
enum ScreenInput: Equatable {
  case character(Unicode.Scalar)
  /// A C0 control other than ESC, or DEL.
  case control(UInt8)
  /// `ESC [ prefix parameters intermediates final`
  case csi(prefix: Character?, parameters: [Int?], final: Character)
  /// The content between `ESC ]` and its terminator.
  case osc(String)
  /// ESC 7 and ESC 8
  case saveCursor, restoreCursor
  /// Any other sequence, and invalid text, verbatim.
  case unknown(String)
}

/// A parser that takes bytes in any pieces.
struct ScreenParser: Sendable {
  private enum Mode: Sendable {
    case ground
    case escape
    case csi
    case osc
    /// DCS, SOS, PM and APC: ignored up to their end.
    case string
  }

  private var mode = Mode.ground
  private var held: [UInt8] = []
  private var expected = 0

  /// Whether a sequence or a character is incomplete.
  var isMidway: Bool { mode != .ground || expected > 0 }

  /// Takes one byte and passes on what it completes, if anything.
  mutating func take(_ byte: UInt8, _ tell: (ScreenInput) -> Void) {
    switch mode {
    case .ground: takeText(byte, tell)
    case .escape: takeEscape(byte, tell)
    case .csi: takeCSI(byte, tell)
    case .osc, .string: takeString(byte, tell)
    }
  }

  private mutating func takeText(_ byte: UInt8, _ tell: (ScreenInput) -> Void) {
    if expected > 0 {
      if byte & 0xC0 == 0x80 {
        held.append(byte)
        expected -= 1
        if expected == 0 { tellCharacter(tell) }
        return
      }
      giveUp(tell)
    }
    switch byte {
    case 0x1B: (mode, held) = (.escape, [])
    case ..<0x20, 0x7F: tell(.control(byte))
    case ..<0x80: tell(.character(Unicode.Scalar(byte)))
    case 0xC2...0xDF: (held, expected) = ([byte], 1)
    case 0xE0...0xEF: (held, expected) = ([byte], 2)
    case 0xF0...0xF4: (held, expected) = ([byte], 3)
    default: tell(.unknown("byte \(String(byte, radix: 16))"))
    }
  }

  private mutating func tellCharacter(_ tell: (ScreenInput) -> Void) {
    let scalars = Array(String(decoding: held, as: UTF8.self).unicodeScalars)
    held = []
    guard scalars.count == 1 else { return tell(.unknown("no character")) }
    // C1 controls in UTF-8 control some terminals, and are never sent on purpose.
    if (0x80...0x9F).contains(scalars[0].value) {
      tell(.unknown("C1 \(String(scalars[0].value, radix: 16))"))
    } else {
      tell(.character(scalars[0]))
    }
  }

  private mutating func giveUp(_ tell: (ScreenInput) -> Void) {
    tell(.unknown("half a character: \(held)"))
    (held, expected) = ([], 0)
  }

  private mutating func takeEscape(_ byte: UInt8, _ tell: (ScreenInput) -> Void) {
    switch byte {
    case UInt8(ascii: "["): mode = .csi
    case UInt8(ascii: "]"): mode = .osc
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): mode = .string
    case 0x20...0x2F: held.append(byte)
    case UInt8(ascii: "7") where held.isEmpty, UInt8(ascii: "8") where held.isEmpty:
      mode = .ground
      tell(byte == UInt8(ascii: "7") ? .saveCursor : .restoreCursor)
    default:
      mode = .ground
      tell(.unknown("ESC " + String(decoding: held + [byte], as: UTF8.self)))
    }
  }

  private mutating func takeCSI(_ byte: UInt8, _ tell: (ScreenInput) -> Void) {
    switch byte {
    case 0x20...0x3F: held.append(byte)
    case 0x40...0x7E:
      mode = .ground
      tell(csi(String(decoding: held, as: UTF8.self), Character(Unicode.Scalar(byte))))
      held = []
    default:
      mode = .ground
      tell(.unknown("CSI with byte \(String(byte, radix: 16))"))
      takeText(byte, tell)
    }
  }

  private func csi(_ text: String, _ final: Character) -> ScreenInput {
    let prefix = text.first.flatMap { "<=>?".contains($0) ? $0 : nil }
    let parts = text.dropFirst(prefix == nil ? 0 : 1)
      .split(separator: ";", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { $0.allSatisfy(\.isNumber) }
    guard isPlain else { return .unknown("CSI \(text)\(final)") }
    return .csi(prefix: prefix, parameters: parts.map { Int($0) }, final: final)
  }

  private mutating func takeString(_ byte: UInt8, _ tell: (ScreenInput) -> Void) {
    let isEnd = byte == 0x07 || (byte == UInt8(ascii: "\\") && held.last == 0x1B)
    guard isEnd else { return held.append(byte) }
    if byte != 0x07 { held.removeLast() }
    let text = String(decoding: held, as: UTF8.self)
    tell(mode == .osc ? .osc(text) : .unknown("string " + text))
    (mode, held) = (.ground, [])
  }
}
