// Percent-encoding and Base64 for the fakes, independent of the code under test.

/// Percent encoding (RFC 3986) as browsers and forms use it.
enum Percent {
  /// Decodes `%41` to `A` and `+` to a blank; invalid escapes are left as they are.
  static func decode(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Encodes everything but letters, digits and `-._~,:`.
  static func encode(_ text: String) -> String {
    let plain = Set("-._~,:".utf8)
    let digits = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { encoded, byte in
      let character = Character(Unicode.Scalar(byte))
      if plain.contains(byte) || (byte < 0x80 && (character.isLetter || character.isNumber)) {
        encoded.append(character)
      } else {
        encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}

/// Base64 (RFC 4648), for `Authorization: Basic`.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The decoded bytes; nil for invalid text.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits = 0
    var held = 0
    for character in text.utf8 where character != UInt8(ascii: "=") {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      bits = bits << 6 | value
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> held))
        bits &= (1 << held) - 1
      }
    }
    return bytes
  }
}
