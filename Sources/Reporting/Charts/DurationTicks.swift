// Durations below a logarithmic axis.

/// Chooses the durations that are written below an axis, and places durations on it.
enum DurationTicks {
  /// Durations that a rider knows, the most wanted first.
  private static let wanted: [(seconds: Int, label: String)] = [
    (60, "1 min"), (3600, "1 h"), (300, "5 min"), (1200, "20 min"), (5, "5 s"), (1, "1 s"),
    (15, "15 s"), (10_800, "3 h"), (30, "30 s"), (600, "10 min"), (7200, "2 h"), (120, "2 min"),
    (18_000, "5 h"), (86_400, "24 h"), (604_800, "7 d"),
  ]

  /// As many as have room, from left to right.
  ///
  /// - Parameter width: columns of the plot.
  static func ticks(in range: ClosedRange<Int>, width: Int) -> [AxisTick] {
    var ticks: [AxisTick] = []
    for (seconds, label) in wanted where range.contains(seconds) {
      let tick = AxisTick(label: label, x: place(seconds, in: range))
      let place = ticks.firstIndex { $0.x > tick.x } ?? ticks.count
      ticks.insert(tick, at: place)
      if !ticks.fits(width) { ticks.remove(at: place) }
    }
    return ticks
  }

  /// Where a duration is, from 0 to 1.
  static func place(_ seconds: Int, in range: ClosedRange<Int>) -> Double {
    let low = logarithm(range.lowerBound)
    let span = logarithm(range.upperBound) - low
    guard span > 0 else { return 0.5 }
    return min(max(0, (logarithm(seconds) - low) / span), 1)
  }

  /// The binary logarithm, exact to nine digits: the series of the area tangent. This room has no C
  /// library.
  private static func logarithm(_ number: Int) -> Double {
    let number = Double(max(1, number))
    let ratio = (number.significand - 1) / (number.significand + 1)
    let square = ratio * ratio
    var (sum, power) = (0.0, ratio)
    for odd in stride(from: 1.0, through: 17, by: 2) {
      sum += power / odd
      power *= square
    }
    return Double(number.exponent) + 2 * sum / 0.693_147_180_559_945_3
  }
}
