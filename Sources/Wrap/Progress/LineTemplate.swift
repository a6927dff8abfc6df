// What stays the same around a notation when only the numbers of a line move.

/// The letters of a line around a notation, without its amounts, bars and spinners.
struct LineTemplate: Equatable, Sendable {
  /// Of longer lines only this many bytes before a notation, and of the word after it, are looked
  /// at.
  private static let (longest, longestWord) = (160, 24)

  /// The brackets of the notation and the letters before it.
  let key: [UInt8]
  /// Those of the word after it.
  let following: [UInt8]

  /// That of the taskbar's states, which have no line.
  static let taskbar = LineTemplate()

  private init() { (key, following) = ([0], []) }

  init(_ line: LineBytes, around notation: PrintedNotation) {
    let (start, end) = (notation.range.lowerBound, notation.range.upperBound)
    let words = letters(of: line, in: max(0, start - Self.longest)..<start)
    let next = line.skipBlanks(from: end)
    // A notation in brackets at either end of a line needs no words to be known again: the rest of
    // the line says what is being worked on.
    if notation.isSquare {
      key = next == line.count && start > 0 ? [2] : words + [1]
    } else {
      key = words
    }
    var stop = next
    while stop < line.count, line[stop] != 0x20, stop - next < Self.longestWord { stop += 1 }
    following = line.digit(next) == nil ? letters(of: line, in: next..<stop) : []
  }
}

/// The letters of a text. Numbers with what is attached to them, blanks, punctuation and the glyphs
/// of bars and spinners change with the progress and are left out.
private func letters(of line: LineBytes, in range: Range<Int>) -> [UInt8] {
  var letters: [UInt8] = []
  var at = range.lowerBound
  while at < range.upperBound {
    if line.digit(at) != nil {
      at = skipAmount(line, from: at, to: range.upperBound)
    } else if line.isBarGlyph(at) {
      at += 3
    } else {
      if line.isLetter(at) || line[at] >= 0x80 { letters.append(line[at] | 0x20) }
      at += 1
    }
  }
  return letters
}

/// The index after an amount and its unit: `12.5 MiB/s`, `0:00:04`, `3s`.
private func skipAmount(_ line: LineBytes, from start: Int, to limit: Int) -> Int {
  func skipAttached(from start: Int) -> Int {
    var at = start
    while at < limit, line.isLetter(at) || line.isAny(of: "0123456789.,:/", at: at) { at += 1 }
    return at
  }
  let end = skipAttached(from: start)
  // A unit after one blank ends in B, or in B/s.
  var at = end + 1
  while at < limit, line.isLetter(at) { at += 1 }
  guard line.isAny(of: " ", at: end), at > end + 1, at - end <= 4, line.isAny(of: "bB", at: at - 1)
  else { return end }
  return skipAttached(from: at)
}
