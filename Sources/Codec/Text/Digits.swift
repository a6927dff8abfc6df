// Decimal digits of integers and of rounded fractions, with and without grouping.

/// Stores decimal digits.
enum Digits {
  /// Stores `value` without leading zeros; returns the number of bytes including the sign, at most
  /// 20.
  @inline(__always)
  static func put(_ value: Int64, at output: UnsafeMutablePointer<UInt8>) -> Int {
    guard value < 0 else { return put(value.magnitude, at: output) }
    output[0] = UInt8(ascii: "-")
    return 1 + put(value.magnitude, at: output + 1)
  }

  /// Stores `value` without leading zeros; returns the number of digits, at most 20.
  @inline(__always)
  static func put(_ value: UInt64, at output: UnsafeMutablePointer<UInt8>) -> Int {
    let width = width(of: value)
    put(value, width: width, at: output)
    return width
  }

  private static func width(of value: UInt64) -> Int {
    var width = 1
    var rest = value
    while rest >= 10_000 {
      rest /= 10_000
      width &+= 4
    }
    return width &+ (rest < 10 ? 0 : rest < 100 ? 1 : rest < 1000 ? 2 : 3)
  }

  /// Stores the last `width` digits of `value`, with leading zeros.
  @inline(__always)
  static func put(_ value: UInt64, width: Int, at output: UnsafeMutablePointer<UInt8>) {
    var rest = value
    var index = width
    while index >= 2 {
      index &-= 2
      let pair = pairs.utf8Start + Int(truncatingIfNeeded: rest % 100) &* 2
      rest /= 100
      output[index] = pair[0]
      output[index &+ 1] = pair[1]
    }
    if index == 1 { output[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10) }
  }

  /// 00 to 99: two digits for each division.
  private static let pairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

  /// 10 to the power of `exponent`, 0…9.
  @inline(__always)
  static func power(ofTen exponent: Int) -> UInt64 { powers[exponent] }

  // A table: a loop took 7 % of the time of writing a line of progress.
  private static let powers: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]
}

/// A number rounded to some decimal places, stored as a scaled integer: `Double.description` takes
/// ten times as long and writes spurious digits.
package struct ScaledDecimal {
  /// The largest number of bytes: sign, 19 digits, point.
  static let longest = 21

  private let scaled: Int64
  private let decimals: Int

  /// Rounds half away from zero to `decimals` places (clamped to 0…9); nil when the number is not
  /// finite, or times 10 to the power of `decimals` does not fit into 64 bits.
  package init?(_ number: Double, decimals: Int) {
    var decimals = min(max(decimals, 0), 9)
    let product = number * Double(Digits.power(ofTen: decimals))
    guard product.magnitude < 0x1p63 else { return nil }
    // Not the standard library's rounding, which would link libm.
    var scaled = Int64(product)
    let rest = product - Double(scaled)
    if rest.magnitude >= 0.5 { scaled += rest < 0 ? -1 : 1 }
    while decimals > 0, scaled % 10 == 0 {
      scaled /= 10
      decimals -= 1
    }
    self.scaled = scaled
    self.decimals = decimals
  }

  /// Adds the digits.
  package func append(to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longest) { output in
      if let base = output.baseAddress { bytes += output.prefix(put(at: base)) }
    }
  }

  package var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Stores the digits; returns the number of bytes.
  func put(at output: UnsafeMutablePointer<UInt8>) -> Int {
    if decimals == 0 { return Digits.put(scaled, at: output) }
    var at = 0
    if scaled < 0 {
      output[0] = UInt8(ascii: "-")
      at = 1
    }
    // Most numbers are below 1, and a division takes as long as all the rest.
    let unit = Digits.power(ofTen: decimals)
    let (whole, fraction) =
      scaled.magnitude < unit
      ? (0, scaled.magnitude) : scaled.magnitude.quotientAndRemainder(dividingBy: unit)
    at += Digits.put(whole, at: output + at)
    output[at] = UInt8(ascii: ".")
    Digits.put(fraction, width: decimals, at: output + at + 1)
    return at + 1 + decimals
  }
}

extension Int {
  /// The number with a comma between groups of three digits, from 1,000 on.
  package var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
