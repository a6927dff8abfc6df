// Numbers as an export writes them: decimal, with a point, whatever the phone's language.

/// Reads decimal numbers from bytes.
enum HealthNumber {
  /// nil for anything but digits with at most one sign, point and exponent.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var at = 0
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative { at = 1 }
    var digits: UInt64 = 0
    var count = 0
    var decimals = 0
    var isBehindPoint = false
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: "."), !isBehindPoint, count > 0 {
        isBehindPoint = true
      } else if byte &- UInt8(ascii: "0") < 10 {
        count += 1
        // Beyond 15 digits a double has no room: the slow way rounds right.
        if count > 15 { return parseSlowly(text) }
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
        if isBehindPoint { decimals += 1 }
      } else if byte | 0x20 == UInt8(ascii: "e") {
        return parseSlowly(text)
      } else {
        return nil
      }
      at += 1
    }
    guard count > 0, !(isBehindPoint && decimals == 0) else { return nil }
    // Both are exact, so that the quotient is the nearest double.
    let value = Double(digits) / powers[decimals]
    return isNegative ? -value : value
  }

  private static let powers: [Double] = (0...15).map { places in
    (0..<places).reduce(1.0) { power, _ in power * 10 }
  }

  private static func parseSlowly(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    let isDecimal = text.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isDecimal, text.count <= 64, let value = Double(String(decoding: text, as: UTF8.self)),
      value.isFinite
    else { return nil }
    return value
  }
}

extension Double {
  /// This figure with three decimals: enough for grams and microseconds, and the same whatever the
  /// order was in which it was summed up.
  var asFigure: Double { (self * 1000).rounded() / 1000 }
}
