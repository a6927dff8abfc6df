// Numbers in a line of text, with the size unit behind them.

/// A decimal number: digits, perhaps grouped by commas, perhaps with a fraction. Digits with two
/// points, such as versions, addresses and dates, are no number.
struct PrintedNumber {
  /// 0…10¹⁵.
  let value: Double
  /// After the number and its unit.
  var end: Int
  let hasFraction: Bool
  /// What the unit multiplies by; 1 for none.
  private(set) var scale = 1.0
  /// Whether a unit follows. A lone `K`, `M`, `G` or `T` scales and is none.
  private(set) var isBytes = false

  /// The value in bytes or counts.
  var scaled: Double { value * scale }

  /// Reads the number that begins at `start`; nil if it is part of something else.
  init?(_ line: LineBytes, at start: Int) {
    var (at, value, digits) = (start, 0.0, 0)
    while digits <= 15 {
      if let digit = line.digit(at) {
        value = value * 10 + digit
        digits += 1
      } else if !line.isAny(of: ",", at: at) || !line.hasGroup(after: at) || digits > 12 {
        break
      }
      at += 1
    }
    if digits == 0 || digits > 15 { return nil }
    hasFraction = line.isAny(of: ".,", at: at) && line.digit(at + 1) != nil
    if hasFraction {
      var place = 0.1
      at += 1
      while let digit = line.digit(at) {
        value += digit * place
        place /= 10
        at += 1
      }
      // A version, an address or a date.
      if line.isAny(of: ".", at: at), line.digit(at + 1) != nil { return nil }
    }
    (self.value, end) = (value, at)
  }

  /// Reads the unit behind the number, directly or after blanks: `B`, `kB`, `MiB`, `bytes`, and
  /// a lone prefix directly behind.
  mutating func readUnit(_ line: LineBytes) {
    let start = line.skipBlanks(from: end)
    var at = start
    while at < line.count, line.isLetter(at), at - start < 6 { at += 1 }
    let unit = line[start..<at].map { $0 | 0x20 }
    let power = unit.first.flatMap { Array("bkmgt".utf8).firstIndex(of: $0) }
    guard start - end <= 3, let power else { return }
    switch String(decoding: unit.dropFirst(), as: UTF8.self) {
    case "" where power > 0 && start > end: return
    case "" where power > 0: scale = pow(1000, power)
    case "" where power == 0, "ytes" where power == 0: isBytes = true
    case "b" where power > 0: (isBytes, scale) = (true, pow(1000, power))
    case "ib" where power > 0: (isBytes, scale) = (true, pow(1024, power))
    default: return
    }
    end = at
  }
}

private func pow(_ base: Double, _ power: Int) -> Double {
  (0..<power).reduce(1) { product, _ in product * base }
}
