// Numbers in a line of text, with the size unit behind them.

/// The bytes of a line of clean text.
typealias LineBytes = UnsafeBufferPointer<UInt8>

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
    var at = start
    var value = 0.0
    var digits = 0
    while at < line.count {
      if let digit = line.digit(at) {
        value = value * 10 + digit
        digits += 1
        if digits > 15 { return nil }
        at += 1
      } else if line[at] == UInt8(ascii: ","), line.hasGroup(after: at), digits <= 12 {
        at += 1
      } else {
        break
      }
    }
    if digits == 0 { return nil }
    var hasFraction = false
    if at < line.count, line[at] == UInt8(ascii: ".") || line[at] == UInt8(ascii: ","),
      line.digit(at + 1) != nil
    {
      hasFraction = true
      var place = 0.1
      at += 1
      while let digit = line.digit(at) {
        value += digit * place
        place /= 10
        at += 1
      }
      // A version, an address or a date.
      if at < line.count, line[at] == UInt8(ascii: "."), line.digit(at + 1) != nil { return nil }
    }
    self.value = value
    self.hasFraction = hasFraction
    end = at
  }

  /// Reads the unit behind the number, directly or after blanks: `B`, `kB`, `MiB`, `bytes`, and
  /// a lone prefix directly behind.
  ///
  /// - Parameter hasBinaryPrefix: whether `k` is 1024 even without an `i`.
  mutating func readUnit(_ line: LineBytes, hasBinaryPrefix: Bool = false) {
    let start = line.skipBlanks(from: end)
    let isApart = start > end
    guard start - end <= 3 else { return }
    var at = start
    while at < line.count, line.isLetter(at), at - start < 6 { at += 1 }
    guard at > start, at - start < 6 else { return }
    if line.holds("bytes", at: start), at == start + 5 {
      (isBytes, end) = (true, at)
      return
    }
    guard at - start <= 3 else { return }
    let last = line[at - 1] | 0x20
    let power =
      switch line[start] | 0x20 {
      case UInt8(ascii: "k"): 1
      case UInt8(ascii: "m"): 2
      case UInt8(ascii: "g"): 3
      case UInt8(ascii: "t"): 4
      case UInt8(ascii: "b") where at == start + 1: 0
      default: -1
      }
    let isBinary = at == start + 3 && line[start + 1] | 0x20 == UInt8(ascii: "i")
    let isLone = at == start + 1 && power > 0
    guard power >= 0, isLone ? !isApart : last == UInt8(ascii: "b"),
      at < start + 3 || isBinary
    else { return }
    for _ in 0..<power { scale *= isBinary || hasBinaryPrefix ? 1024 : 1000 }
    isBytes = !isLone
    end = at
  }
}

extension LineBytes {
  /// The value of the digit at `index`; nil for any other byte and outside the line.
  func digit(_ index: Int) -> Double? {
    guard index >= 0, index < count, self[index] &- 0x30 < 10 else { return nil }
    return Double(self[index] &- 0x30)
  }

  /// Whether an ASCII letter is at `index`.
  func isLetter(_ index: Int) -> Bool {
    index >= 0 && index < count && (self[index] | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Whether the byte at `index` is `byte`; false outside the line.
  func isByte(_ byte: Unicode.Scalar, at index: Int) -> Bool {
    index >= 0 && index < count && UInt32(self[index]) == byte.value
  }

  /// The first index at or after `index` that is not a blank.
  func skipBlanks(from index: Int) -> Int {
    var at = index
    while at < count, self[at] == 0x20 { at += 1 }
    return at
  }

  /// The index after the last byte before `index` that is not a blank.
  func skipBlanks(before index: Int) -> Int {
    var at = index
    while at > 0, self[at - 1] == 0x20 { at -= 1 }
    return at
  }

  /// Whether `text` is at `index`.
  func holds(_ text: StaticString, at index: Int) -> Bool {
    guard index >= 0, index <= count, count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where self[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Whether exactly three digits follow the comma at `index`.
  fileprivate func hasGroup(after index: Int) -> Bool {
    digit(index + 1) != nil && digit(index + 2) != nil && digit(index + 3) != nil
      && digit(index + 4) == nil
  }

  /// The index of the first digit; nil for none. Eight bytes a step: most lines have none.
  var firstDigit: Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(self)
    var at = 0
    while at + 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) ^ (ones &* 0x30)
      // The top bit of a byte is clear when the byte is 0…9.
      if ~((word & (ones &* 0x7F)) &+ (ones &* 0x76) | word) & (ones &* 0x80) != 0 { break }
      at += 8
    }
    while at < count {
      if self[at] &- 0x30 < 10 { return at }
      at += 1
    }
    return nil
  }
}
