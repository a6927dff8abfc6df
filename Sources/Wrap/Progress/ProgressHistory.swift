// The history of one template of lines: whether the notation in it counts, and since when.

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
