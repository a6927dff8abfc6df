// Fitness over six weeks as a few heights.

import Model

/// Fitness on every sixth day: eight points are six weeks.
struct FitnessCurve: Hashable, Sendable {
  private static let step = 6
  /// The least difference between the bottom and the top: smaller changes are none.
  private static let leastSpan = 8.0

  /// Oldest first; the first and the last are known.
  let values: [Double?]

  /// nil where there are not two points.
  init?(_ report: FitnessReport) {
    let known = Dictionary(
      (report.history + [report.day]).map { ($0.date, $0.fitness) }, uniquingKeysWith: { $1 })
    let days = stride(from: FitnessReport.lookBack, through: 0, by: -Self.step)
    let all = days.map { known[report.day.date.advanced(by: -$0)] ?? nil }
    values = Array(all.drop { $0 == nil })
    guard values.count > 1, report.day.fitness != nil else { return nil }
  }

  /// The days from the first point to the last.
  var days: Int { (values.count - 1) * Self.step }

  /// The points as heights from 0, the bottom of the plot; nil where fitness is not known.
  func heights(of count: Int) -> [Int?] {
    let known = values.compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return [] }
    let span = max(high - low, Self.leastSpan)
    let bottom = max(0, (low + high - span) / 2)
    return values.map { value in
      value.map { max(0, min(count - 1, Int(($0 - bottom) / span * Double(count)))) }
    }
  }
}
