// Parses JSON numbers exactly.

/// Parses numbers by the grammar of JSON: no `nan`, no `0x1p3`, no `1.`, no `+1`, no leading zeros.
package enum JSONNumber {
  /// The value of `text`, correctly rounded; nil beyond the range of a double.
  package static func double(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { JSONScanner.isNumber($0) ? double(validated: $0) : nil }
  }

  static func integer(validated text: UnsafeBufferPointer<UInt8>) -> Int64? {
    shortInteger(text) ?? longInteger(text)
  }

  /// The value of digits only, too few to overflow. Nearly all integers take this path.
  @inline(__always)
  private static func shortInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard text.count <= 18 else { return nil }
    var value: Int64 = 0
    for byte in text {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return value
  }

  /// The value of a number in any notation; nil when it has a fraction, or does not fit.
  private static func longInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let parts = String(decoding: text, as: UTF8.self).lowercased().split(separator: "e")
    var digits = String(parts[0])
    guard digits.contains(where: { ("1"..."9").contains($0) }) else { return 0 }
    guard var exponent = parts.count > 1 ? Int32(parts[1]).map(Int.init) : 0 else { return nil }
    if let point = digits.firstIndex(of: ".") {
      exponent -= digits.utf8.distance(from: point, to: digits.endIndex) - 1
      digits.remove(at: point)
    }
    while exponent < 0, digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    guard (0..<19).contains(exponent) else { return nil }
    return Int64(digits + String(repeating: "0", count: exponent))
  }

  static func double(validated text: UnsafeBufferPointer<UInt8>) -> Double? {
    shortDouble(text) ?? longDouble(text)
  }

  /// The value of at most fifteen digits with at most one sign and point, which nearly all
  /// fractions are. Both operands are exact in a double, so the result of the division is correctly
  /// rounded.
  @inline(__always)
  private static func shortDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard text.count <= 16 else { return nil }
    var digits: Int64 = 0
    var power: Int64 = 1
    var step: Int64 = 1
    var sign = 1.0
    for byte in text {
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        digits = digits &* 10 &+ Int64(digit)
        power &*= step
      } else if byte == UInt8(ascii: ".") {
        step = 10
      } else if byte == UInt8(ascii: "-") {
        sign = -1
      } else {
        return nil
      }
    }
    return digits < 1 << 53 ? sign * Double(digits) / Double(power) : nil
  }

  private static func longDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return value
  }
}
