// How far bedtime was from the rider's usual time.

/// The regularity of bedtimes, as times on a 24-hour circle.
package enum Bedtime {
  /// The number of earlier nights to compare with, as in Apple's sleep score.
  package static let nights = 13
  /// The number of earlier nights needed.
  package static let enough = 5

  /// Minutes between a sleep's onset and the circular mean of the onsets of earlier nights.
  ///
  /// - Parameters:
  ///   - onset: seconds since midnight, local time.
  ///   - earlier: the same for up to 13 earlier nights.
  /// - Returns: nil with fewer than five of them.
  package static func deviationMinutes(of onset: Int, earlier: [Int]) -> Double? {
    guard earlier.count >= enough else { return nil }
    let day = 86_400.0
    guard let usual = Statistics.circularMean(earlier.map(Double.init), period: day) else {
      return nil
    }
    return Statistics.circularDistance(Double(onset), usual, period: day) / 60
  }
}
