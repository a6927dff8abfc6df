// The history of one shape of notation: whether it counts, and since when.

import Model

/// A notation seen in a line.
struct ProgressCandidate {
  let shape: LineTemplate
  let notation: PrintedNotation
  /// Whether the line says the same in units.
  let hasUnits: Bool
  /// Whether the line looks like a row of a table, a change or a date.
  let isOrdinary: Bool
  let form: PrintedProgress.Form
  /// A hash of the line.
  let text: UInt64
  /// The number of the line.
  let number: Int
  let moment: Moment

  init(
    _ line: LineBytes, _ notation: PrintedNotation, _ form: PrintedProgress.Form, number: Int,
    hasUnits: Bool, at moment: Moment
  ) {
    self.hasUnits = hasUnits
    (self.notation, self.form, self.number, self.moment) = (notation, form, number, moment)
    shape = LineTemplate(line, around: notation)
    isOrdinary = notation.isOrdinary(in: line)
    text = LineTemplate.text(line)
  }
}

/// The sights of one shape.
struct CandidateHistory: Sendable {
  /// Lines between two percentages, and between two counts, in whole lines. A percentage beside a
  /// count that says the same is as good as one.
  private static let (percentGap, countGap) = (3, 40)
  /// A percentage that is rounded dips by so little.
  private static let dip = 0.0101
  /// Numbers that follow each other faster than this are data.
  private static let numberPause = Duration.milliseconds(80)

  let shape: LineTemplate
  private var following: UInt64
  private(set) var fraction: Double
  private var total: Double
  private var text: UInt64
  private var number: Int
  /// When another line was seen.
  private var changed: Moment
  /// Whether the line was last seen redrawn.
  private var isRedrawn: Bool
  /// Whether a line was written again as it was.
  private var hasRepeated = false
  /// Whether it was seen again since it last fell.
  private var isSeenAgain = false
  /// Whether it was below its end.
  private var wasBelow: Bool
  /// The fraction before it last began with a smaller one. If it comes back to that before it
  /// counts, two bars of one shape take turns.
  private var fellFrom = Double.infinity
  private(set) var last: Moment
  /// How often it has started again.
  private(set) var falls = 0
  /// Whether it ever counted.
  private(set) var isKnown = false

  /// The number of the line that it is redrawn in; nil if it is in whole lines.
  var row: Int? { isRedrawn ? number : nil }

  init(_ sight: ProgressCandidate) {
    self.init(sight.shape, fraction: sight.notation.fraction, at: sight.moment)
    (text, number, total) = (sight.text, sight.number, sight.notation.total)
    isRedrawn = sight.form == .redrawn
  }

  /// - Parameter shape: without one, a track of the taskbar, which has no lines.
  init(_ shape: LineTemplate = .taskbar, fraction: Double, at moment: Moment) {
    self.shape = shape
    following = shape.following
    (text, number, isRedrawn, total) = (0, 0, true, 100)
    self.fraction = fraction
    wasBelow = fraction < 1
    (last, changed) = (moment, moment)
  }

  /// Takes another sight of the shape; false if it does not count.
  mutating func take(_ sight: ProgressCandidate) -> Bool {
    let found = sight.notation
    if sight.text == text {
      // The same line, drawn again or ended.
      hasRepeated = hasRepeated || sight.number != number
      number = sight.number
      last = sight.moment
      return isKnown && isSeenAgain
    }
    // The end of a line that was redrawn is one more drawing.
    let isRedrawn = sight.form == .redrawn || (self.isRedrawn && sight.number == number)
    let isSameLine = sight.number == number && !isRedrawn
    defer {
      self.isRedrawn = isRedrawn
      (text, number, total) = (sight.text, sight.number, found.total)
      following = sight.shape.following
      changed = sight.moment
    }
    if !isKnown, isSameLine || !isRedrawn && !isAllowed(sight) {
      begin(found.fraction, at: sight.moment)
      return false
    }
    return advance(to: found.fraction, at: sight.moment)
  }

  /// Moves to a new fraction; false if it does not count, or not yet. A fall to less than half is
  /// that of another bar, a smaller one moves the bar back.
  mutating func advance(to new: Double, at moment: Moment) -> Bool {
    last = moment
    let isAnother = new < fraction / 2 && fraction - new > Self.dip
    if new < fraction, !isKnown || isAnother {
      falls += 1
      isSeenAgain = false
      begin(new, at: moment)
      return false
    }
    fraction = new
    wasBelow = wasBelow || new < 1
    isSeenAgain = true
    isKnown = isKnown || wasBelow
    return wasBelow
  }

  /// Begins another bar.
  private mutating func begin(_ new: Double, at moment: Moment) {
    fellFrom = new < fraction ? fraction : .infinity
    (fraction, wasBelow, last) = (new, new < 1, moment)
  }

  /// Whether a whole line can be progress: outside square brackets it must rise, in equal words.
  private func isAllowed(_ sight: ProgressCandidate) -> Bool {
    let found = sight.notation
    if found.isSquare { return true }
    // A table is written at once.
    if sight.isOrdinary || sight.moment == changed { return false }
    guard found.fraction > fraction, found.fraction < fellFrom else { return false }
    if found.isStamped, sight.moment - last < Self.numberPause { return false }
    let gap = sight.number - number
    switch found.kind {
    case .bare:
      // What rises by one each time may count anything.
      return gap <= Self.percentGap && found.fraction > fraction + (hasRepeated ? 0 : Self.dip)
        && sight.moment - last >= Self.numberPause
    case .percent:
      return gap <= (sight.hasUnits ? Self.countGap : Self.percentGap)
        && following == sight.shape.following
    case .count, .sizes:
      return gap <= Self.countGap && found.total == total && total >= 3
        && following == sight.shape.following
    }
  }
}

extension PrintedNotation {
  /// Whether a whole line reads as a row of a table, as an added or removed line, or as a date.
  fileprivate func isOrdinary(in line: LineBytes) -> Bool {
    if columns >= 2 { return true }
    let first = line.skipBlanks(from: 0)
    if isDate, first == range.lowerBound || line.isAny(of: "0", at: range.lowerBound) {
      return true
    }
    if line.isAny(of: "+-<>@", at: first) { return true }
    // The next column of a table; an amount may be padded.
    let next = line.skipBlanks(from: range.upperBound)
    return kind == .percent && next > range.upperBound + 1 && next < line.count
      && line.digit(next) == nil
  }
}
