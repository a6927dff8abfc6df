// The template of a line, and its history: whether the notation in it counts, and since when.

import Model

/// A notation seen in a line.
struct ProgressCandidate {
  let template: LineTemplate
  let notation: PrintedNotation
  /// Whether the line says the same in units.
  let hasUnits: Bool
  /// Whether the line looks like a row of a table, a change or a date.
  let isOrdinary: Bool
  /// Whether the line is written over.
  fileprivate(set) var isRedrawn: Bool
  /// A hash of the line, to know one that was only repeated.
  let text: Int
  fileprivate(set) var number: Int
  let moment: Moment

  init(
    _ line: LineBytes, _ notation: PrintedNotation, _ form: PrintedProgress.Form, number: Int,
    hasUnits: Bool, at moment: Moment
  ) {
    (self.notation, self.hasUnits) = (notation, hasUnits)
    (isRedrawn, self.number, self.moment) = (form == .redrawn, number, moment)
    template = LineTemplate(line, around: notation)
    isOrdinary = notation.isOrdinary(in: line)
    text = Array(line).hashValue
  }

  /// A state of the taskbar, which has no line.
  init(percent: Int, at moment: Moment) {
    template = .taskbar
    notation = PrintedNotation(kind: .percent, range: 0..<0, value: Double(percent), total: 100)
    (hasUnits, isOrdinary, isRedrawn, text) = (false, false, true, percent)
    (number, self.moment) = (0, moment)
  }
}

/// The candidates of one template.
struct ProgressHistory: Sendable {
  /// Lines between two percentages, and between two counts, in whole lines. A percentage beside a
  /// count that says the same is as good as one.
  private static let (percentGap, countGap) = (3, 40)
  /// A percentage that is rounded dips by so little.
  private static let dip = 0.0101
  /// Numbers that follow each other faster than this are data.
  private static let numberPause = Duration.milliseconds(80)

  /// The last one whose line differed from the one before.
  private(set) var latest: ProgressCandidate
  var fraction: Double { latest.notation.fraction }
  /// When it was last seen.
  private(set) var last: Moment
  /// Whether a line was written again as it was.
  private var hasRepeated = false
  /// Whether it was seen again since it last fell.
  private var isSeenAgain = false
  /// Whether it was below its end.
  private var wasBelow: Bool
  /// The fraction before it last began with a smaller one. If it comes back to that before it
  /// counts, two bars of one template take turns.
  private var fellFrom = Double.infinity
  /// How often it has started again.
  private(set) var falls = 0
  /// Whether it ever counted.
  private(set) var isKnown = false

  init(_ candidate: ProgressCandidate) {
    (latest, last) = (candidate, candidate.moment)
    wasBelow = candidate.notation.fraction < 1
  }

  /// Takes another candidate; false if it does not count, or not yet. A fall to less than half is
  /// that of another bar, a smaller one moves the bar back.
  mutating func append(_ candidate: ProgressCandidate) -> Bool {
    defer { last = candidate.moment }
    let isSameLine = candidate.number == latest.number
    if candidate.text == latest.text, candidate.template != .taskbar {
      // The same line, drawn again or ended. Each state of the taskbar is a statement.
      hasRepeated = hasRepeated || !isSameLine
      latest.number = candidate.number
      return isKnown && isSeenAgain
    }
    var new = candidate
    // The end of a line that was redrawn is one more drawing.
    new.isRedrawn = new.isRedrawn || latest.isRedrawn && isSameLine
    defer { latest = new }
    let counts = isKnown || new.isRedrawn || !isSameLine && isAllowed(new)
    let next = new.notation.fraction
    assert((0...1).contains(next))
    let isAnother = !isKnown || next < fraction / 2 && fraction - next > Self.dip
    if !counts || next < fraction && isAnother {
      falls += 1
      isSeenAgain = false
      fellFrom = next < fraction ? fraction : .infinity
      wasBelow = next < 1
      return false
    }
    wasBelow = wasBelow || next < 1
    isSeenAgain = true
    isKnown = isKnown || wasBelow
    return wasBelow
  }

  /// Whether a whole line can be progress: outside square brackets it must rise, in equal words.
  private func isAllowed(_ new: ProgressCandidate) -> Bool {
    let (found, before) = (new.notation, latest.notation)
    if found.isSquare { return true }
    // A table is written at once.
    if new.isOrdinary || new.moment == latest.moment { return false }
    guard found.fraction > fraction, found.fraction < fellFrom else { return false }
    let isSlow = new.moment - last >= Self.numberPause
    if found.columns > 0, !isSlow { return false }
    let gap = found.isInUnits || new.hasUnits ? Self.countGap : Self.percentGap
    guard new.number - latest.number <= gap, found.total == before.total, found.total >= 3 else {
      return false
    }
    if found.kind != .bare { return new.template.following == latest.template.following }
    // What rises by one each time may count anything.
    return isSlow && found.fraction > fraction + (hasRepeated ? 0 : Self.dip)
  }
}

extension PrintedNotation {
  /// Whether a whole line reads as a row of a table, as an added or removed line, or as a date.
  fileprivate func isOrdinary(in line: LineBytes) -> Bool {
    if columns >= 2 { return true }
    let (start, end) = (range.lowerBound, range.upperBound)
    let first = line.skipBlanks(from: 0)
    // A day of a month, at the beginning or padded.
    if kind == .count, value <= 12, total <= 31, line.digit(start) != nil,
      line.digit(start + 1) != nil, first == start || line.isAny(of: "0", at: start)
    {
      return true
    }
    if line.isAny(of: "+-<>@", at: first) { return true }
    // The next column of a table; an amount may be padded.
    let next = line.skipBlanks(from: end)
    return kind == .percent && next > end + 1 && next < line.count && line.digit(next) == nil
  }
}

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
    // No unit is as long as a name: `/tmp/r2/second.bin`.
    isAmount = isAmount && (line.isLetter(at - 1) || !(at...at + 4).allSatisfy(line.isLetter))
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
