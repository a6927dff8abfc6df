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
  /// A rising bar that jobs in parallel write to may step back by this much.
  private static let stragglers = 10.0
  /// Lines between two percentages, and between two counts, in whole lines. A percentage beside a count
  /// that says the same is as good as one.
  private static let (percentGap, countGap) = (3, 40)
  /// What falls from here on has been at its end.
  private static let nearlyFull = 0.9
  /// A percentage that is rounded, or whose whole has grown, dips by so little.
  private static let dip = 0.0101
  /// What has fallen by less than this in all is not said to swing.
  private static let swing = 0.05
  /// Numbers that follow each other faster than this are data.
  private static let numberPause = Duration.milliseconds(80)

  let shape: LineTemplate
  private var following: UInt64
  private var value: Double
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
  /// Whether it was below its total.
  private var wasBelow: Bool
  /// The value before it last began with a smaller one. If it comes back to that before it counts, two
  /// bars of one shape take turns.
  private var fellFrom = Double.infinity
  private(set) var last: Moment
  /// How often it has started again.
  private(set) var falls = 0
  /// How far it has risen in all, and how far and how often it has fallen without reaching its end.
  private var risen = 0.0
  private var fallen = (by: 0.0, times: 0)
  /// Whether it ever counted.
  private(set) var isKnown = false

  /// Whether it swings like the load of a machine, and is no progress: it never reaches an end, and
  /// falls by more than it gains.
  var isMeter: Bool {
    fallen.times >= 2 && fallen.by >= Self.swing && fallen.by > risen - fallen.by
  }

  /// The number of the line that it is redrawn in; nil if it is in whole lines.
  var row: Int? { isRedrawn ? number : nil }
  var isNearlyFull: Bool { fraction >= Self.nearlyFull }
  var fraction: Double { total > 0 ? value / total : 0 }

  init(_ sight: ProgressCandidate) {
    self.init(
      sight.shape, value: sight.notation.value, total: sight.notation.total, at: sight.moment)
    (text, number) = (sight.text, sight.number)
    isRedrawn = sight.form == .redrawn
  }

  /// - Parameter shape: without one, a track of the taskbar, which has no lines.
  init(_ shape: LineTemplate = .taskbar, value: Double, total: Double, at moment: Moment) {
    self.shape = shape
    following = shape.following
    (text, number, isRedrawn) = (0, 0, true)
    (self.value, self.total) = (value, total)
    wasBelow = value < total
    (last, changed) = (moment, moment)
  }

  /// Takes another sight of the shape; false if it does not count.
  mutating func take(_ sight: ProgressCandidate) -> Bool {
    if isMeter { return false }
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
      text = sight.text
      number = sight.number
      following = sight.shape.following
      changed = sight.moment
    }
    if isSameLine, !isKnown {
      (value, total) = (found.value, found.total)
      wasBelow = wasBelow || value < total
      return false
    }
    if !isRedrawn {
      if isStraggler(found) {
        last = sight.moment
        return false
      }
      if !isKnown, !isAllowed(sight) {
        begin(found.value, of: found.total, at: sight.moment)
        return false
      }
    }
    // A full bar that is drawn anew is that of another part: the full one would only mislead.
    let beginsAnew = isRedrawn && isKnown && value >= total && found.value < found.total
    return advance(to: found.value, of: found.total, at: sight.moment) || beginsAnew
  }

  /// Moves to a new value; false if it does not count, or not yet.
  mutating func advance(to new: Double, of newTotal: Double, at moment: Moment) -> Bool {
    last = moment
    let rise = (newTotal > 0 ? new / newTotal : 0) - fraction
    if rise > 0 {
      risen += rise
    } else if -rise > Self.dip, !isNearlyFull {
      fallen = (fallen.by - rise, fallen.times + 1)
    }
    if new < value || newTotal < total, !isKnown || isAnother(new, of: newTotal, after: rise) {
      falls += 1
      isSeenAgain = false
      begin(new, of: newTotal, at: moment)
      return false
    }
    (value, total) = (new, newTotal)
    wasBelow = wasBelow || new < newTotal
    isSeenAgain = true
    isKnown = isKnown || wasBelow
    return wasBelow
  }

  /// Whether a value that has fallen is that of another bar: one of less than half, or after the end
  /// of one whose whole was another. A smaller fall moves the bar back.
  private func isAnother(_ new: Double, of newTotal: Double, after rise: Double) -> Bool {
    if value >= total, newTotal != total { return true }
    return new < value / 2 && (newTotal != total || -rise > Self.dip)
  }

  /// Begins another bar.
  private mutating func begin(_ value: Double, of total: Double, at moment: Moment) {
    fellFrom = value < self.value ? self.value : .infinity
    (self.value, self.total) = (value, total)
    wasBelow = value < total
    last = moment
  }

  /// Whether a parallel job is late with a smaller value.
  private func isStraggler(_ found: PrintedNotation) -> Bool {
    isKnown && isSeenAgain && found.isSquare && found.value < value && found.total == total
      && value < total
      && value - found.value <= Self.stragglers && found.value > 0
  }

  /// Whether a whole line can be progress: outside square brackets it must rise, in equal words.
  private func isAllowed(_ sight: ProgressCandidate) -> Bool {
    let found = sight.notation
    if found.isSquare { return true }
    // A table is written at once.
    if sight.isOrdinary || sight.moment == changed || found.value >= fellFrom { return false }
    if found.isStamped, sight.moment - last < Self.numberPause { return false }
    let gap = sight.number - number
    switch found.kind {
    case .bare:
      // What rises by one each time may count anything.
      return gap <= Self.percentGap && found.value > value + (hasRepeated ? 0 : 1)
        && sight.moment - last >= Self.numberPause
    case .percent:
      return gap <= (sight.hasUnits ? Self.countGap : Self.percentGap) && found.value > value
        && following == sight.shape.following
    case .count, .sizes:
      return gap <= Self.countGap && found.value > value && found.total == total && total >= 3
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
