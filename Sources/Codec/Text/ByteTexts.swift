// Bytes as text: percent-encoding and the pairs of forms and query strings, Base64, hexadecimal.

/// `application/x-www-form-urlencoded`: `a=1&b=two+words`.
package struct FormPairs: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  /// One name with its value.
  package struct Pair: Equatable, Sendable {
    /// The name, decoded.
    package var name: String
    /// The value, decoded; empty when there was no `=`.
    package var value: String
  }

  /// The pairs in order; a name may occur more than once.
  package private(set) var pairs: [Pair] = []

  /// The pairs of a literal, in order: `["grant_type": "refresh_token"]`.
  package init(dictionaryLiteral elements: (String, String)...) {
    pairs = elements.map { Pair(name: $0.0, value: $0.1) }
  }

  /// Parses a body or a query string (without its `?`); nil when an escape is invalid or the text
  /// is not UTF-8. Empty pairs (`a=1&&b=2`) are ignored.
  package init?(parsing text: some StringProtocol) {
    for part in text.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decode(sides[0]),
        let value = sides.count == 2 ? Self.decode(sides[1]) : ""
      else { return nil }
      pairs.append(Pair(name: name, value: value))
    }
  }

  /// The value of the first pair called `name`.
  package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// Adds a pair at the end.
  package mutating func append(_ name: String, _ value: String) {
    pairs.append(Pair(name: name, value: value))
  }

  /// The encoded text, with blanks as `+`; valid as a body and as a query string.
  package var encoded: String {
    var output: [UInt8] = []
    for pair in pairs {
      if !output.isEmpty { output.append(UInt8(ascii: "&")) }
      Self.encode(pair.name, to: &output)
      output.append(UInt8(ascii: "="))
      Self.encode(pair.value, to: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func encode(_ text: String, to output: inout [UInt8]) {
    for byte in text.utf8 {
      if byte == 0x20 {
        output.append(UInt8(ascii: "+"))
      } else {
        PercentEncoding.append(byte, to: &output)
      }
    }
  }

  private static func decode(_ text: some StringProtocol) -> String? {
    PercentEncoding.decode(String(text.map { $0 == "+" ? " " : $0 }))
  }
}

/// Percent-encoding of RFC 3986 §2.1, over UTF-8.
package enum PercentEncoding {
  /// Resolves `%XX`; nil when a `%` is not followed by two hexadecimal digits or the result is not
  /// UTF-8. A `+` is left as it is.
  package static func decode(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var source = text.utf8.makeIterator()
    while let byte = source.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = source.next().flatMap(Hex.value(of:)),
        let low = source.next().flatMap(Hex.value(of:))
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  static func append(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      output.append(byte)
    default:
      output.append(UInt8(ascii: "%"))
      // RFC 3986 §2.1: uppercase digits.
      for nibble in [byte >> 4, byte & 0xF] {
        output.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10)
      }
    }
  }
}

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
}

/// Bytes as hexadecimal digits.
package enum Hex {
  /// Two lowercase digits a byte.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 0xF))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The lowercase digit for 0…15.
  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// The value of a digit of either case, nil for any other byte.
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
