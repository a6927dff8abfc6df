// The rider's settings as numbers that can be computed with.

package import Model

extension RiderSettings {
  /// Thresholds that a rider can have, in watts.
  static let believableFTP = 1...2_000
  /// Heart rates that a rider can have, in beats a minute.
  static let believableHeartRates = 25...250

  /// The functional threshold power in watts.
  ///
  /// - Throws: `unknown` or `unbelievable`.
  package func checkedFTP() throws(TrainingGap) -> Double {
    try Self.checked(ftpWatts, .ftp, Self.believableFTP)
  }

  /// The highest heart rate.
  ///
  /// - Throws: `unknown` or `unbelievable`.
  package func checkedMaxHeartRate() throws(TrainingGap) -> Double {
    try Self.checked(maxHeartRate, .maxHeartRate, Self.believableHeartRates)
  }

  /// The heart rate at rest.
  ///
  /// - Throws: `unknown` or `unbelievable`.
  package func checkedRestingHeartRate() throws(TrainingGap) -> Double {
    try Self.checked(restingHeartRate, .restingHeartRate, Self.believableHeartRates)
  }

  /// The heart rate at threshold.
  ///
  /// - Throws: `unknown` or `unbelievable`.
  package func checkedThresholdHeartRate() throws(TrainingGap) -> Double {
    try Self.checked(thresholdHeartRate, .thresholdHeartRate, Self.believableHeartRates)
  }

  private static func checked(
    _ value: Int?, _ setting: TrainingGap.Setting, _ believable: ClosedRange<Int>
  ) throws(TrainingGap) -> Double {
    guard let value else { throw .unknown(setting) }
    guard believable.contains(value) else { throw .unbelievable(setting) }
    return Double(value)
  }
}
