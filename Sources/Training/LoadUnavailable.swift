// Why a figure cannot be computed, and the checks of the rider's settings.

package import Model

/// What is missing or implausible. No figure is ever replaced by a guess.
package enum LoadUnavailable: Error, Hashable, Sendable {
  /// A setting that the rider or a service has to provide.
  package typealias Setting = RiderSettings.Setting

  /// This setting is missing.
  case unknown(Setting)
  /// This setting is implausible, or contradicts the others.
  case implausible(Setting)
  /// There is power, but no sign that it was measured.
  case powerNotMeasured
  /// Neither a stream of power nor a weighted power.
  case noPower
  /// Neither a stream of heart rate nor an average.
  case noHeartRate
  /// The duration is missing.
  case noDuration
  /// Only `seconds` consecutive seconds of the `needed` ones.
  case tooShort(seconds: Int, needed: Int)
  /// The stream has values for `seconds` of the `moving` seconds: too few to represent all of them.
  case tooPatchy(seconds: Int, moving: Int)
  /// Too few beats without a gap between them.
  case tooFewBeats
  /// The result is beyond any real activity.
  case implausibleResult
}

extension RiderSettings {
  /// Plausible thresholds, in watts.
  static let plausibleFTP = 1...2_000
  /// Plausible heart rates, in beats a minute.
  static let plausibleHeartRates = 25...250

  /// The functional threshold power in watts.
  ///
  /// - Throws: `unknown` or `implausible`.
  package func checkedFTP() throws(LoadUnavailable) -> Double {
    try Self.checked(ftpWatts, .ftp, Self.plausibleFTP)
  }

  /// The maximum heart rate.
  ///
  /// - Throws: `unknown` or `implausible`.
  package func checkedMaxHeartRate() throws(LoadUnavailable) -> Double {
    try Self.checked(maxHeartRate, .maxHeartRate, Self.plausibleHeartRates)
  }

  /// The resting heart rate.
  ///
  /// - Throws: `unknown` or `implausible`.
  package func checkedRestingHeartRate() throws(LoadUnavailable) -> Double {
    try Self.checked(restingHeartRate, .restingHeartRate, Self.plausibleHeartRates)
  }

  /// The threshold heart rate.
  ///
  /// - Throws: `unknown` or `implausible`.
  package func checkedThresholdHeartRate() throws(LoadUnavailable) -> Double {
    try Self.checked(thresholdHeartRate, .thresholdHeartRate, Self.plausibleHeartRates)
  }

  private static func checked(
    _ value: Int?, _ setting: LoadUnavailable.Setting, _ plausible: ClosedRange<Int>
  ) throws(LoadUnavailable) -> Double {
    guard let value else { throw .unknown(setting) }
    guard plausible.contains(value) else { throw .implausible(setting) }
    return Double(value)
  }
}
