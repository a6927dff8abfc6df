// Parses numbers, which have a point in every language.

/// Decimal numbers as XML documents write them.
enum XMLNumber {
  private static let longest = 64

  /// nil unless it is digits with at most one sign, point and exponent.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    guard text.count <= longest, let first = digits.first, isDigit(first),
      let last = digits.last, isDigit(last),
      digits.allSatisfy({ isDigit($0) || ".-+eE".utf8.contains($0) }),
      let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
