// Parses numbers, which have a point in every language.

/// Decimal numbers as XML documents write them.
enum XMLNumber {
  /// nil unless it is digits with at most one sign, point and exponent.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var at = 0
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative { at = 1 }
    var digits: UInt64 = 0
    var count = 0
    var decimals = 0
    var isAfterPoint = false
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: "."), !isAfterPoint, count > 0 {
        isAfterPoint = true
      } else if byte &- UInt8(ascii: "0") < 10 {
        count += 1
        // More than 15 digits need correct rounding.
        if count > 15 { return parseExactly(text) }
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
        if isAfterPoint { decimals += 1 }
      } else if byte | 0x20 == UInt8(ascii: "e") {
        return parseExactly(text)
      } else {
        return nil
      }
      at += 1
    }
    guard count > 0, !(isAfterPoint && decimals == 0) else { return nil }
    // Both are exact, so the quotient is correctly rounded.
    let value = Double(digits) / powers[decimals]
    return isNegative ? -value : value
  }

  private static let powers: [Double] = (0...15).map { places in
    (0..<places).reduce(1.0) { power, _ in power * 10 }
  }

  private static func parseExactly(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard text.count <= 64, text.allSatisfy({ "0123456789.-+eE".utf8.contains($0) }),
      let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }
}
