// Parses JSON numbers exactly.

/// Parses numbers by the grammar of JSON: no `nan`, no `0x1p3`, no `1.`, no `+1`, no leading zeros.
package enum JSONNumber {
  /// The value of `text`, correctly rounded; nil beyond the range of a double.
  package static func double(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { double(utf8: $0) }
  }

  /// As ``double(_:)``, for bytes inside a buffer.
  package static func double(utf8 text: UnsafeBufferPointer<UInt8>) -> Double? {
    JSONScanner.isNumber(text) ? double(validated: text) : nil
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

  private static func longInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let number = DecimalNumber(validated: text)
    guard number.isExact else { return nil }
    if number.digits == 0 { return 0 }
    guard (0..<19).contains(number.exponent) else { return nil }
    var magnitude = number.digits
    for _ in 0..<number.exponent {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      magnitude = product
    }
    if !number.isNegative { return Int64(exactly: magnitude) }
    return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
  }

  static func double(validated text: UnsafeBufferPointer<UInt8>) -> Double? {
    shortDouble(text) ?? longDouble(text)
  }

  /// The value of at most fifteen digits with at most one sign and point, which nearly all fractions
  /// are. Both operands are exact in a double, so the result of the division is correctly rounded.
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

/// A number in parts: ± digits × 10^exponent, the digits without trailing zeros.
struct DecimalNumber {
  private(set) var isNegative = false
  /// At most 19 significant digits.
  private(set) var digits: UInt64 = 0
  private(set) var exponent = 0
  /// False when there are more significant digits than `digits` holds.
  private(set) var isExact = true

  init(validated text: UnsafeBufferPointer<UInt8>) {
    var seen = 0  // digits so far, leading zeros included
    var seenToLast = 0  // the same, up to the last one that is not zero
    var kept = 0  // digits in `digits`
    var beforePoint: Int?
    var at = 0
    if text[0] == UInt8(ascii: "-") {
      isNegative = true
      at = 1
    }
    while at < text.count {
      let digit = text[at] &- UInt8(ascii: "0")
      if digit < 10 {
        seen += 1
        if digit != 0 {
          // Zeros are added only when another digit follows them.
          let added = kept == 0 ? 1 : seen - seenToLast
          kept += added
          if kept > 19 {
            isExact = false
          } else {
            for _ in 0..<added { digits *= 10 }
            digits += UInt64(digit)
          }
          seenToLast = seen
        }
      } else if text[at] == UInt8(ascii: ".") {
        beforePoint = seen
      } else {
        break
      }
      at += 1
    }
    exponent = (beforePoint ?? seen) - seenToLast + Self.exponent(in: text, from: at)
  }

  /// The number after the `e` at `at`, if there is one, clamped to a billion.
  private static func exponent(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var value = 0
    var isNegative = false
    for index in start..<text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 { value = min(value * 10 + Int(digit), 1_000_000_000) }
      if text[index] == UInt8(ascii: "-") { isNegative = true }
    }
    return isNegative ? -value : value
  }
}
