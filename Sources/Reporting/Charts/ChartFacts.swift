// What is worth saying about a series: its ends, its extremes, its trend, its gaps.

import Model

/// The facts of one row of a chart over days or weeks.
struct ChartFacts: Sendable {
  /// The mean of the last three weeks against that of the three weeks before.
  struct Trend: Sendable {
    enum Direction: Sendable {
      case up, down, steady
    }

    let before: Double
    let now: Double
    /// Steady when the difference is less than a tenth of that between the highest and the lowest.
    let direction: Direction
  }

  /// The places of values; the earliest, if several are equal.
  let first, last, highest, lowest: Int
  let trend: Trend?
  /// Places without a value, and all places.
  let missing, places: Int

  /// nil when no value is known.
  ///
  /// - Parameter step: days from one value to the next.
  init?(_ values: [Double], step: Int) {
    guard let first = values.firstIndex(where: { !$0.isNaN }),
      let last = values.lastIndex(where: { !$0.isNaN })
    else { return nil }
    var (highest, lowest, known) = (first, first, 0)
    for (place, value) in values.enumerated() where !value.isNaN {
      known += 1
      if value > values[highest] { highest = place }
      if value < values[lowest] { lowest = place }
    }
    self.first = first
    self.last = last
    self.highest = highest
    self.lowest = lowest
    missing = values.count - known
    places = values.count
    let threeWeeks = 21 / max(1, step)
    let before = values.dropLast(threeWeeks).suffix(threeWeeks).knownMean
    if let now = values.suffix(threeWeeks).knownMean, let before {
      let least = (values[highest] - values[lowest]) / 10
      let change = now - before
      trend = Trend(
        before: before, now: now,
        direction: change.magnitude < least || change == 0 ? .steady : change > 0 ? .up : .down)
    } else {
      trend = nil
    }
  }
}
