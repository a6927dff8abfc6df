// Base64 with the standard alphabet, as HTTP's Basic authentication uses it.

/// Base64 of RFC 4648 §4: standard alphabet, padded.
package enum Base64 {
  /// Encodes bytes, padded with `=`.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var pending = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      pending += 8
      while pending >= 6 {
        pending -= 6
        text.append(symbol(bits >> pending & 0x3F))
      }
    }
    if pending > 0 { text.append(symbol(bits << (6 - pending) & 0x3F)) }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes padded text; nil for anything that ``encode(_:)`` would not have written.
  package static func decode(_ text: String) -> [UInt8]? {
    let symbols = Array(text.utf8)
    guard symbols.count % 4 == 0 else { return nil }
    let padding = symbols.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(symbols.count / 4 * 3)
    var bits: UInt32 = 0
    var pending = 0
    for symbol in symbols.dropLast(padding) {
      guard let value = value(of: symbol) else { return nil }
      bits = bits << 6 | value
      pending += 6
      if pending >= 8 {
        pending -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> pending))
      }
    }
    // Bits left over must be zero, or two texts would stand for the same bytes.
    return bits & (1 << pending - 1) == 0 ? bytes : nil
  }

  private static func symbol(_ value: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value)
    return switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func value(of symbol: UInt8) -> UInt32? {
    switch symbol {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(symbol - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(symbol - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(symbol - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
