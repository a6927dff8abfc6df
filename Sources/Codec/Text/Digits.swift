// Decimal digits of integers and of rounded fractions.

/// Stores decimal digits.
enum Digits {
  /// Stores `value` in as few digits as it has; gives their number, sign included, at most 20.
  @inline(__always)
  static func put(_ value: Int64, at output: UnsafeMutablePointer<UInt8>) -> Int {
    guard value < 0 else { return put(value.magnitude, at: output) }
    output[0] = UInt8(ascii: "-")
    return 1 + put(value.magnitude, at: output + 1)
  }

  /// Stores `value` in as few digits as it has; gives their number, at most 20.
  static func put(_ value: UInt64, at output: UnsafeMutablePointer<UInt8>) -> Int {
    var count = 1
    var bound: UInt64 = 10
    while value >= bound {
      count += 1
      let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
      if overflow { break }
      bound = next
    }
    put(value, width: count, at: output)
    return count
  }

  /// Stores the last `width` digits of `value`, zeros in front where it has fewer.
  @inline(__always)
  static func put(_ value: UInt64, width: Int, at output: UnsafeMutablePointer<UInt8>) {
    var rest = value
    var index = width - 1
    while index >= 0 {
      output[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      index -= 1
    }
  }

  /// As above, for small numbers that are known not to be negative.
  @inline(__always)
  static func put(_ value: Int, width: Int, at output: UnsafeMutablePointer<UInt8>) {
    put(UInt64(truncatingIfNeeded: value), width: width, at: output)
  }
}

/// A number rounded to some decimal places, held as an integer: `Double.description` would cost ten
/// times as much and write noise digits.
struct ScaledDecimal {
  /// The most bytes one takes: sign, 19 digits, point.
  static let longest = 21

  private let scaled: Int64
  private let decimals: Int

  /// Rounds half away from zero to `decimals` places (brought into 0…9); nil when the number is not
  /// finite, or so large that it times 10 to the power of `decimals` is beyond 64 bits.
  init?(_ number: Double, decimals: Int) {
    var decimals = min(max(decimals, 0), 9)
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let product = number * factor
    guard product.magnitude < 0x1p63 else { return nil }
    // By hand: the standard library's rounding would ask the linker for the mathematics of libc.
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

  /// Stores the digits; gives their number.
  func put(at output: UnsafeMutablePointer<UInt8>) -> Int {
    if decimals == 0 { return Digits.put(scaled, at: output) }
    var power: UInt64 = 1
    for _ in 0..<decimals { power *= 10 }
    var at = 0
    if scaled < 0 {
      output[0] = UInt8(ascii: "-")
      at = 1
    }
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: power)
    at += Digits.put(whole, at: output + at)
    output[at] = UInt8(ascii: ".")
    Digits.put(fraction, width: decimals, at: output + at + 1)
    return at + 1 + decimals
  }
}
