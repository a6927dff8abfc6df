// Decodes keys from the bytes that a terminal sends.

package import Model

/// Decodes bytes in chunks of any size. Arrow and function keys, keys with Alt, pasted escape
/// sequences and terminal replies all begin with ESC (ECMA-48, xterm's control sequences) and are
/// discarded as a whole. An ESC is a key only if nothing follows within 50 ms. Control bytes are
/// not keys: those that matter arrive as signals.
package struct KeyDecoder: Sendable {
  /// How long a lone ESC may be the start of a sequence.
  private static let escapeTime = Duration.milliseconds(50)
  /// A longer pause ends an unfinished sequence: the user typed bytes that look like its start.
  private static let sequenceTime = Duration.milliseconds(500)

  private enum State: Sendable {
    case ground
    /// After ESC.
    case escape
    /// After `ESC [`; the Linux console sends a second bracket for its first function keys.
    case csi(isEmpty: Bool)
    /// After `ESC O` or the second bracket; ends with a letter.
    case letter
    /// In an OSC, DCS, SOS, PM or APC, which BEL or `ESC \` ends.
    case string
    /// After ESC inside such a string.
    case stringEscape
    /// Inside a multibyte character; it is not a key when combined with Alt.
    case character(bytes: [UInt8], missing: Int, isKey: Bool)
  }

  private var state = State.ground
  private var last = Moment(nanoseconds: 0)

  package init() {}

  /// When to call `settle` for a lone ESC; nil if there is none.
  package var deadline: Moment? { if case .escape = state { last + Self.escapeTime } else { nil } }

  /// Returns a lone ESC as a key once its deadline has passed.
  package mutating func settle(at moment: Moment) -> Key? {
    guard let deadline, deadline <= moment else { return nil }
    state = .ground
    return .escape
  }

  /// Decodes a byte and returns the keys that it completes.
  package mutating func decode(_ byte: UInt8, at moment: Moment) -> [Key] {
    let escape = settle(at: moment)
    if isInSequence, last + Self.sequenceTime <= moment { state = .ground }
    last = moment
    return [escape, decode(byte)].compactMap { $0 }
  }

  private var isInSequence: Bool {
    switch state {
    case .ground, .escape, .character: false
    case .csi, .letter, .string, .stringEscape: true
    }
  }

  private mutating func decode(_ byte: UInt8) -> Key? {
    switch state {
    case .ground: return begin(byte, isKey: true)
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .csi(isEmpty: true)
      case UInt8(ascii: "O"): state = .letter
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        state = .string
      default: return begin(byte, isKey: false)
      }
    case .csi(let isEmpty):
      switch byte {
      case UInt8(ascii: "[") where isEmpty: state = .letter
      case 0x20...0x3F: state = .csi(isEmpty: false)
      case 0x40...0x7E: state = .ground
      default: return begin(byte, isKey: true)
      }
    case .letter:
      switch byte {
      case 0x20...0x3F: break
      case 0x40...0x7E: state = .ground
      default: return begin(byte, isKey: true)
      }
    case .string:
      if byte == 0x07 { state = .ground }
      if byte == 0x1B { state = .stringEscape }
    case .stringEscape:
      state = .escape
      return byte == UInt8(ascii: "\\") ? begin(byte, isKey: false) : decode(byte)
    case .character(let bytes, let missing, let isKey):
      guard byte & 0xC0 == 0x80 else { return begin(byte, isKey: true) }
      if missing > 1 {
        state = .character(bytes: bytes + [byte], missing: missing - 1, isKey: isKey)
      } else {
        state = .ground
        return isKey ? key(bytes + [byte]) : nil
      }
    }
    return nil
  }

  /// Starts over with a byte that continues no sequence.
  private mutating func begin(_ byte: UInt8, isKey: Bool) -> Key? {
    state = .ground
    switch byte {
    case 0x1B: state = .escape
    case 0x20..<0x7F: return isKey ? .character(Character(Unicode.Scalar(byte))) : nil
    case 0xC2...0xDF: state = .character(bytes: [byte], missing: 1, isKey: isKey)
    case 0xE0...0xEF: state = .character(bytes: [byte], missing: 2, isKey: isKey)
    case 0xF0...0xF4: state = .character(bytes: [byte], missing: 3, isKey: isKey)
    default: break
    }
    return nil
  }

  /// The key of a character's bytes; nil if they are invalid UTF-8 or a C1 control.
  private func key(_ bytes: [UInt8]) -> Key? {
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first,
      !(0x80..<0xA0).contains(character.unicodeScalars.first?.value ?? 0)
    else { return nil }
    return .character(character)
  }
}
