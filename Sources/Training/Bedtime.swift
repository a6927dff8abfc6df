// How far a night began from the rider's usual hour.

/// The regularity of bedtimes, on the circle of the clock.
package enum Bedtime {
  /// How many earlier nights are looked at, as in Apple's sleep score.
  package static let nights = 13
  /// How many of them it takes.
  package static let enough = 5

  /// Minutes between a sleep's onset and the circular mean of the onsets of earlier nights.
  ///
  /// - Parameters:
  ///   - onset: Seconds since midnight on the clock of the night.
  ///   - earlier: The same for up to 13 earlier nights.
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
