// Percent-encoding, as URLs use it.

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
