// Durations as people type them (`1m30s`) and as they read them (`3 min 20 s`).

/// Durations as text.
package enum DurationText {
  /// Milliseconds of whole numbers with units `ms s m h d`, joined in any order: `90s`, `1m30s`,
  /// `1d`. nil for another text, and for more than fit into 64 bits.
  package static func milliseconds(_ text: String) -> Int64? {
    var rest = Substring(text)
    var total: Int64 = 0
    repeat {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let number = Int64(digits), let factor = length(of: unit) else { return nil }
      let (product, isTooLong) = number.multipliedReportingOverflow(by: factor)
      let (sum, isTooMuch) = total.addingReportingOverflow(product)
      if isTooLong || isTooMuch { return nil }
      total = sum
    } while !rest.isEmpty
    return total
  }

  /// The time that something took: tenths of a second below a minute (`4.2 s`), otherwise as
  /// ``whole(_:)``.
  package static func precise(_ milliseconds: Int64) -> String {
    let tenths = (min(max(milliseconds, 0), 60_000) + 50) / 100
    guard tenths < 600 else { return whole(milliseconds) }
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// A duration in its two largest units, rounded: `12 s`, `3 min 20 s`, `5 min`, `2 h 5 min`, `3 d
  /// 4 h`. A second unit of zero is left out; a negative duration is `0 s`.
  package static func whole(_ milliseconds: Int64) -> String {
    let seconds = rounded(max(milliseconds, 0), to: 1000)
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return pair(seconds, "min", 60, "s") }
    let minutes = rounded(seconds, to: 60)
    if minutes < 1440 { return pair(minutes, "h", 60, "min") }
    return pair(rounded(minutes, to: 60), "d", 24, "h")
  }

  /// Rounds half up; the quotient cannot overflow.
  private static func rounded(_ value: Int64, to unit: Int64) -> Int64 {
    value / unit + (value % unit * 2 >= unit ? 1 : 0)
  }

  private static func pair(
    _ value: Int64, _ large: String, _ ratio: Int64, _ small: String
  ) -> String {
    let (whole, part) = value.quotientAndRemainder(dividingBy: ratio)
    return part == 0 ? "\(whole) \(large)" : "\(whole) \(large) \(part) \(small)"
  }

  private static func length(of unit: Substring) -> Int64? {
    switch unit {
    case "ms": 1
    case "s": 1000
    case "m": 60_000
    case "h": 3_600_000
    case "d": 86_400_000
    default: nil
    }
  }
}
