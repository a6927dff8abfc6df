// The rider's settings, validated for computations.

package import Model

extension RiderSettings {
  /// Plausible thresholds, in watts.
  static let plausibleFTP = 1...2_000
  /// Plausible heart rates, in beats a minute.
  static let plausibleHeartRates = 25...250

  /// The functional threshold power in watts.
  ///
  /// - Throws: `unknown` or `implausible`.
  package func checkedFTP() throws(TrainingGap) -> Double {
    try Self.checked(ftpWatts, .ftp, Self.plausibleFTP)
  }

  /// The maximum heart rate.
  ///
  /// - Throws: `unknown` or `implausible`.
  package func checkedMaxHeartRate() throws(TrainingGap) -> Double {
    try Self.checked(maxHeartRate, .maxHeartRate, Self.plausibleHeartRates)
  }

  /// The resting heart rate.
  ///
  /// - Throws: `unknown` or `implausible`.
  package func checkedRestingHeartRate() throws(TrainingGap) -> Double {
    try Self.checked(restingHeartRate, .restingHeartRate, Self.plausibleHeartRates)
  }

  /// The threshold heart rate.
  ///
  /// - Throws: `unknown` or `implausible`.
  package func checkedThresholdHeartRate() throws(TrainingGap) -> Double {
    try Self.checked(thresholdHeartRate, .thresholdHeartRate, Self.plausibleHeartRates)
  }

  private static func checked(
    _ value: Int?, _ setting: TrainingGap.Setting, _ plausible: ClosedRange<Int>
  ) throws(TrainingGap) -> Double {
    guard let value else { throw .unknown(setting) }
    guard plausible.contains(value) else { throw .implausible(setting) }
    return Double(value)
  }
}
