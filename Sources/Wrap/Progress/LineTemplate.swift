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

/// The letters of a text. Amounts with their units, `12.5 MiB/s`, `0:00:04` and `3s`, blanks,
/// punctuation and the glyphs of bars and spinners change with the progress and are left out.
private func letters(of line: LineBytes, in range: Range<Int>) -> [UInt8] {
  var letters: [UInt8] = []
  var isAmount = false
  for at in range {
    let isLetter = line.isLetter(at)
    if line.digit(at) != nil {
      isAmount = true
    } else if !isAmount || !isLetter && !line.isAny(of: ".,:/", at: at) && !isUnit(line, at) {
      isAmount = false
      let isBar = (0...2).contains { line.isBarGlyph(at - $0) }
      if isLetter || line[at] >= 0x80 && !isBar { letters.append(line[at] | 0x20) }
    }
  }
  return letters
}

/// Whether a blank and the unit of a size are there.
private func isUnit(_ line: LineBytes, _ blank: Int) -> Bool {
  var end = blank + 1
  while line.isLetter(end) { end += 1 }
  return line[blank] == 0x20 && (2...4).contains(end - blank) && line.isAny(of: "bB", at: end - 1)
}
