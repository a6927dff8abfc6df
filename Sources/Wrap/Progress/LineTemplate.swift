// The shape of a line around a notation: what stays the same when only the numbers move.

/// Hashes of a line without its digits, bars and spinners, so that no text has to be kept.
struct LineTemplate: Hashable {
  /// The brackets of the notation and the words before it.
  let key: UInt64
  /// The word after it.
  let following: UInt64

  /// The shape of taskbar states, which have no line.
  static let taskbar = LineTemplate(key: 0, following: 0)

  private init(key: UInt64, following: UInt64) {
    (self.key, self.following) = (key, following)
  }

  init(_ line: LineBytes, around notation: PrintedNotation) {
    let start = notation.range.lowerBound
    let end = notation.range.upperBound
    var words = Hash()
    words.addLetters(line, in: max(0, start - 160)..<start)
    // A notation in brackets at either end of a line needs no words to be known again: the rest of
    // the line says what is being worked on.
    let isAtEnd = line.skipBlanks(from: end) == line.count
    if notation.isSquare, isAtEnd, words.isAdded { words = Hash() }
    words.add(notation.isSquare ? (isAtEnd && start > 0 ? 2 : 1) : 0)
    key = words.value

    var word = Hash()
    let next = line.skipBlanks(from: end)
    var stop = next
    while stop < line.count, line[stop] != 0x20, stop - next < 24 { stop += 1 }
    if line.digit(next) == nil { word.addLetters(line, in: next..<stop) }
    following = word.value
  }

  /// A hash of a whole line, to know a line that was only repeated.
  static func text(_ line: LineBytes) -> UInt64 {
    var hash = Hash()
    for byte in line { hash.add(byte) }
    return hash.value
  }
}

/// FNV-1a of 64 bits.
private struct Hash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
  /// Whether anything was added.
  private(set) var isAdded = false

  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
    isAdded = true
  }

  /// Adds the letters of a text. Numbers with what is attached to them, blanks, punctuation and the
  /// glyphs of bars and spinners change with the progress and are left out.
  mutating func addLetters(_ line: LineBytes, in range: Range<Int>) {
    var at = range.lowerBound
    while at < range.upperBound {
      if line.digit(at) != nil {
        at = skipAmount(line, from: at, to: range.upperBound)
      } else if line.isLetter(at) {
        add(line[at] | 0x20)
        at += 1
      } else if line.isBarGlyph(at) {
        at += 3
      } else {
        if line[at] >= 0x80 { add(line[at]) }
        at += 1
      }
    }
  }

  /// The index after an amount and its unit: `12.5 MiB/s`, `0:00:04`, `3s`.
  private func skipAmount(_ line: LineBytes, from start: Int, to limit: Int) -> Int {
    var at = start
    func skipAttached() {
      while at < limit, line.isLetter(at) || line.isAny(of: "0123456789.,:/", at: at) { at += 1 }
    }
    skipAttached()
    // A unit after one blank ends in B, or in B/s.
    guard at + 1 < limit, line[at] == 0x20 else { return at }
    var end = at + 1
    while end < limit, line.isLetter(end) { end += 1 }
    guard end > at + 1, end - at <= 4, line[end - 1] | 0x20 == UInt8(ascii: "b") else { return at }
    at = end
    skipAttached()
    return at
  }
}
