// Compares a morning's reading with the rider's own last two months.

import Model

/// The comparison of the last 7 days with the 60 days before them.
///
/// Windows of 7 and 60 days and at least three values a week are published (Plews 2014,
/// HRV4Training). That the windows do not overlap, and the minimum of 14 days, are choices of this
/// project.
enum Baseline {
  /// The number of values a baseline needs.
  static let enough = 14
  /// The number of values needed in the last seven days, including today's.
  static let enoughThisWeek = 3

  enum Result: Hashable, Sendable {
    /// Standard deviations above the baseline's mean.
    case deviation(Double)
    /// Today has no reading.
    case noReading
    /// There are `days` of the `needed` days.
    case tooShort(days: Int, needed: Int)
  }

  /// `(mean of the last 7 days − mean of the baseline) / max(deviation of the baseline, floor)`.
  ///
  /// - Parameter floor: the smallest deviation to divide by, in the unit of the values.
  static func compare(_ values: DailyValues, on day: Day, floor: Double) -> Result {
    guard values[day] != nil else { return .noReading }
    let baseline = values[day.advanced(by: -66)...day.advanced(by: -7)]
    guard baseline.count >= enough, let mean = Statistics.mean(baseline),
      let deviation = Statistics.deviation(baseline)
    else { return .tooShort(days: baseline.count, needed: enough) }
    let week = values[day.advanced(by: -6)...day]
    guard week.count >= enoughThisWeek, let recent = Statistics.mean(week) else {
      return .tooShort(days: week.count, needed: enoughThisWeek)
    }
    return .deviation((recent - mean) / max(deviation, floor))
  }
}

/// A series with at most one value a day, stored densely because windows over it are read all the
/// time.
struct DailyValues: Sendable {
  /// The first and the last day that can have a value.
  let span: ClosedRange<Day>
  private var values: [Double?]
  private(set) var isEmpty = true

  init(_ span: ClosedRange<Day>) {
    self.span = span
    values = Array(repeating: nil, count: span.lowerBound.distance(to: span.upperBound) + 1)
  }

  /// The value of a day. Days outside the span have none and ignore assignments; NaN and infinities
  /// count as none.
  subscript(day: Day) -> Double? {
    get { span.contains(day) ? values[span.lowerBound.distance(to: day)] : nil }
    set {
      guard span.contains(day) else { return }
      let number = newValue.flatMap { $0.isFinite ? $0 : nil }
      values[span.lowerBound.distance(to: day)] = number
      if number != nil { isEmpty = false }
    }
  }

  subscript(days: ClosedRange<Day>) -> [Double] {
    let inside = days.clamped(to: span)
    guard inside.overlaps(days) else { return [] }
    let from = span.lowerBound.distance(to: inside.lowerBound)
    let to = span.lowerBound.distance(to: inside.upperBound)
    return values[from...to].compactMap(\.self)
  }
}
