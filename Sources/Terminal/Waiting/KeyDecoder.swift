// Tells keys from the bytes a terminal sends for them.

package import Model

/// Takes bytes in any pieces and gives keys. Arrow and function keys, keys with Alt, pasted escape
/// sequences and answers of the terminal all begin with ESC (ECMA-48, xterm's control sequences):
/// they are swallowed whole. Only an ESC that nothing follows for 50 ms is a key. Control bytes are
/// none: those that matter arrive as signals.
package struct KeyDecoder: Sendable {
  /// For how long a lone ESC may be the beginning of more.
  private static let escapeTime = Duration.milliseconds(50)
  /// A sequence that pauses for longer was none: somebody typed what looks like its beginning.
  private static let sequenceTime = Duration.milliseconds(500)

  private enum State: Sendable {
    case ground
    /// Behind an ESC.
    case escape
    /// Behind `ESC [`; the Linux console sends a second bracket for its first function keys.
    case csi(isEmpty: Bool)
    /// Behind `ESC O`, or the second bracket: a letter ends it.
    case letter
    /// In an OSC, DCS, SOS, PM or APC, which BEL or `ESC \` ends.
    case string
    /// Behind an ESC in one of these.
    case stringEscape
    /// Within a character of several bytes; with Alt it is no key.
    case character(bytes: [UInt8], missing: Int, isKey: Bool)
  }

  private var state = State.ground
  /// When the last byte came.
  private var last = Moment(nanoseconds: 0)

  package init() {}

  /// Until when a lone ESC is undecided; `settle` is to be called then. nil when there is none.
  package var deadline: Moment? {
    if case .escape = state { last + Self.escapeTime } else { nil }
  }

  /// Decides about a lone ESC whose time is over.
  package mutating func settle(at moment: Moment) -> Key? {
    guard let deadline, deadline <= moment else { return nil }
    state = .ground
    return .escape
  }

  /// Takes what was typed and gives the keys it completes.
  package mutating func take(_ bytes: some Sequence<UInt8>, at moment: Moment) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if let key = settle(at: moment) { keys.append(key) }
      if isInSequence, last + Self.sequenceTime <= moment { state = .ground }
      last = moment
      if let key = take(byte) { keys.append(key) }
    }
    return keys
  }

  private var isInSequence: Bool {
    switch state {
    case .ground, .escape, .character: false
    case .csi, .letter, .string, .stringEscape: true
    }
  }

  private mutating func take(_ byte: UInt8) -> Key? {
    switch state {
    case .ground:
      return begin(byte, isKey: true)
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
      return byte == UInt8(ascii: "\\") ? begin(byte, isKey: false) : take(byte)
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

  /// Begins anew with a byte that continues nothing.
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

  /// The key of a character's bytes; nil when they are none, or a control (C1).
  private func key(_ bytes: [UInt8]) -> Key? {
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first,
      !(0x80..<0xA0).contains(character.unicodeScalars.first?.value ?? 0)
    else { return nil }
    return .character(character)
  }
}
