// A line of text as bytes, and the numbers in it with the size unit behind them.

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

/// The bytes of a line of clean text.
typealias LineBytes = UnsafeBufferPointer<UInt8>

/// Matches a byte, or the value of a scalar, against a character of ASCII.
func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { UInt32(byte) == character.value }
func ~= (character: Unicode.Scalar, value: UInt32) -> Bool { value == character.value }

extension LineBytes {
  /// The value of the digit at `index`; nil for any other byte and outside the line.
  func digit(_ index: Int) -> Double? {
    guard index >= 0, index < count, self[index] &- 0x30 < 10 else { return nil }
    return Double(self[index] &- 0x30)
  }

  func isLetter(_ index: Int) -> Bool {
    index >= 0 && index < count && (self[index] | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Whether one of these characters is at `index`; false outside the line.
  func isAny(of characters: StaticString, at index: Int) -> Bool {
    index >= 0 && index < count
      && UnsafeBufferPointer(start: characters.utf8Start, count: characters.utf8CodeUnitCount)
        .contains(self[index])
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

  func holds(_ text: StaticString, at index: Int) -> Bool {
    guard index >= 0, index <= count, count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where self[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Whether exactly three digits follow the comma at `index`.
  func hasGroup(after index: Int) -> Bool {
    digit(index + 1) != nil && digit(index + 2) != nil && digit(index + 3) != nil
      && digit(index + 4) == nil
  }

  /// Whether a box-drawing, block, geometric or Braille glyph (U+2500…U+28FF) is at `index`. Ticks
  /// and crosses (U+2713…U+2718) are none: they say how something went.
  func isBarGlyph(_ index: Int) -> Bool {
    guard index >= 0, count - index >= 3, self[index] == 0xE2 else { return false }
    let isMark = self[index + 1] == 0x9C && (0x93...0x98).contains(self[index + 2])
    return (0x94...0xA3).contains(self[index + 1]) && !isMark
  }
}

extension PrintedNotations {
  /// The shortest run of glyphs that is a bar, in bytes.
  private static let shortestBar = 3

  /// The line without its notations and bars; empty if no letters are left.
  func words(in line: LineBytes) -> String {
    var rest: [UInt8] = []
    var at = 0
    while at < line.count {
      var byte = line[at]
      if let end = end(of: at) ?? barEnd(line, from: at) {
        // A comma or colon that belonged to it goes with it.
        at = line.isAny(of: ",;:", at: end) ? end + 1 : end
        byte = 0x20
      } else {
        at += 1
      }
      if byte != 0x20 || rest.last != 0x20 { rest.append(byte) }
    }
    let isSeparator = { (byte: UInt8) in " ,;:|>".utf8.contains(byte) }
    let text = rest.drop(while: isSeparator)
    let end = text.lastIndex { !isSeparator($0) }.map { $0 + 1 } ?? text.startIndex
    let hasLetters = text.contains { ($0 | 0x20) &- 0x61 < 26 || $0 >= 0x80 }
    return hasLetters ? String(decoding: text[..<end], as: UTF8.self) : ""
  }

  /// The end of the notation that begins at `index`; nil for none.
  private func end(of index: Int) -> Int? {
    [main, other].lazy.compactMap { $0?.range }.first { $0.lowerBound == index }?.upperBound
  }

  /// The index after the bar that begins at `start`; nil for none.
  private func barEnd(_ line: LineBytes, from start: Int) -> Int? {
    // A bar in brackets, perhaps with blanks ahead of it.
    let brackets: [(StaticString, StaticString)] = [("[", "]"), ("<", ">"), ("(", ")"), ("|", "|")]
    for (open, close) in brackets where line.isAny(of: open, at: start) {
      let end = skipBar(line, from: start + 1, allowsBlanks: true)
      return end > start + 1 && line.isAny(of: close, at: end) ? end + 1 : nil
    }
    let end = skipBar(line, from: start, allowsBlanks: false)
    return end - start >= Self.shortestBar ? end : nil
  }

  private func skipBar(_ line: LineBytes, from start: Int, allowsBlanks: Bool) -> Int {
    var at = start
    while at < line.count {
      // The head of an arrow, unless it closes the bracket of one.
      let isHead =
        line.isAny(of: ">", at: at) && at + 1 < line.count && !line.isAny(of: ">", at: at + 1)
      if line.isBarGlyph(at) {
        at += 3
      } else if isHead || line.isAny(of: allowsBlanks ? "=#-*. " : "=#-*.", at: at) {
        at += 1
      } else {
        break
      }
    }
    return at
  }
}
