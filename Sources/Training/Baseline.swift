// Compares a morning's reading with the rider's own last two months.

package import Model

/// The comparison of the last 7 days with the 60 days before them.
///
/// Windows of 7 and 60 days and at least three values a week are published (Plews 2014,
/// HRV4Training). That the windows do not overlap, and the minimum of 14 days, are choices of this
/// project.
package enum Baseline {
  /// The number of values a baseline needs.
  package static let enough = 14
  /// The number of values needed in the last seven days, including today's.
  package static let enoughThisWeek = 3

  /// The result of a comparison.
  package enum Result: Hashable, Sendable {
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
  package static func compare(_ values: DailyValues, on day: Day, floor: Double) -> Result {
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
