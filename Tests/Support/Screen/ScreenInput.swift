// Splits the output of a program into characters, controls and sequences.

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
    case ground, escape, csi, osc
    /// DCS, SOS, PM and APC: ignored up to their end.
    case string
  }

  private var mode = Mode.ground
  private var held: [UInt8] = []
  private var expected = 0

  /// Whether a sequence or a character is incomplete.
  var isMidway: Bool { mode != .ground || expected > 0 }

  /// Takes one byte and returns what it completes, if anything.
  mutating func take(_ byte: UInt8) -> [ScreenInput] {
    switch mode {
    case .ground: takeText(byte)
    case .escape: takeEscape(byte)
    case .csi: takeCSI(byte)
    case .osc, .string: takeString(byte)
    }
  }

  private mutating func takeText(_ byte: UInt8) -> [ScreenInput] {
    if expected > 0, byte & 0xC0 == 0x80 {
      held.append(byte)
      expected -= 1
      return expected == 0 ? [character] : []
    }
    let half: [ScreenInput] = expected > 0 ? [.unknown("half a character: \(held)")] : []
    expected = 0
    switch byte {
    case 0x1B: (mode, held) = (.escape, [])
    case 0xC2...0xDF: (held, expected) = ([byte], 1)
    case 0xE0...0xEF: (held, expected) = ([byte], 2)
    case 0xF0...0xF4: (held, expected) = ([byte], 3)
    case ..<0x20, 0x7F: return half + [.control(byte)]
    case ..<0x80: return half + [.character(Unicode.Scalar(byte))]
    default: return half + [.unknown("byte \(String(byte, radix: 16))")]
    }
    return half
  }

  private var character: ScreenInput {
    let scalars = String(decoding: held, as: UTF8.self).unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1 else { return .unknown("no character") }
    // C1 controls in UTF-8 control some terminals, and are never sent on purpose.
    return (0x80...0x9F).contains(scalar.value)
      ? .unknown("C1 \(String(scalar.value, radix: 16))") : .character(scalar)
  }

  private mutating func takeEscape(_ byte: UInt8) -> [ScreenInput] {
    switch byte {
    case UInt8(ascii: "["): mode = .csi
    case UInt8(ascii: "]"): mode = .osc
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): mode = .string
    case 0x20...0x2F: held.append(byte)
    default:
      mode = .ground
      switch String(decoding: held + [byte], as: UTF8.self) {
      case "7": return [.saveCursor]
      case "8": return [.restoreCursor]
      case let text: return [.unknown("ESC " + text)]
      }
    }
    return []
  }

  private mutating func takeCSI(_ byte: UInt8) -> [ScreenInput] {
    if (0x20...0x3F).contains(byte) {
      held.append(byte)
      return []
    }
    mode = .ground
    guard (0x40...0x7E).contains(byte) else {
      return [.unknown("CSI with byte \(String(byte, radix: 16))")] + takeText(byte)
    }
    return [csi(String(decoding: held, as: UTF8.self), Character(Unicode.Scalar(byte)))]
  }

  private func csi(_ text: String, _ final: Character) -> ScreenInput {
    let prefix = text.first.flatMap { "<=>?".contains($0) ? $0 : nil }
    let parts = text.dropFirst(prefix == nil ? 0 : 1)
      .split(separator: ";", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { $0.allSatisfy(\.isNumber) }
    guard isPlain else { return .unknown("CSI \(text)\(final)") }
    return .csi(prefix: prefix, parameters: parts.map { Int($0) }, final: final)
  }

  private mutating func takeString(_ byte: UInt8) -> [ScreenInput] {
    held.append(byte)
    let end = [[0x07], [0x1B, UInt8(ascii: "\\")]].first { held.suffix($0.count).elementsEqual($0) }
    guard let end else { return [] }
    let text = String(decoding: held.dropLast(end.count), as: UTF8.self)
    defer { mode = .ground }
    return [mode == .osc ? .osc(text) : .unknown("string " + text)]
  }
}
