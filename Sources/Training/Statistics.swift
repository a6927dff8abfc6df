// The small statistics that everything here needs.

import Platform

/// Means, deviations and medians, in the unit of their values.
enum Statistics {
  /// The arithmetic mean; nil for no values.
  static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The sample standard deviation (divisor n − 1); nil for fewer than two values.
  static func deviation(_ values: [Double]) -> Double? {
    guard values.count >= 2, let mean = mean(values) else { return nil }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }

  /// The middle value, or the mean of the two in the middle; nil for no values.
  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// The mean of points on a circle, in 0..<period; nil for no values, and when the points cancel
  /// out.
  ///
  /// Source: the direction of the mean of unit vectors (Mardia & Jupp, Directional Statistics).
  static func circularMean(_ values: [Double], period: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    var east = 0.0
    var north = 0.0
    for value in values {
      let angle = value / period * 2 * Double.pi
      east += Mathematics.cosine(angle)
      north += Mathematics.sine(angle)
    }
    let count = Double(values.count)
    guard (east * east + north * north).squareRoot() / count > 1e-9 else { return nil }
    let angle = Mathematics.angle(x: east, y: north) / (2 * Double.pi) * period
    return angle < 0 ? angle + period : angle
  }

  /// The shorter distance around a circle between two points, at most half a period.
  static func circularDistance(_ one: Double, _ other: Double, period: Double) -> Double {
    let apart = abs(one - other).truncatingRemainder(dividingBy: period)
    return min(apart, period - apart)
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }

  /// The displayed integer: `floor(x + 0.5)`, so that halves are rounded up for either sign; nil
  /// for NaN and infinities.
  var shown: Int? { Int(exactly: (self + 0.5).rounded(.down)) }
}
