// Why a load cannot be computed, and the checks of the rider's settings.

import Model

/// What a load lacks. No figure is ever replaced by a guess.
enum LoadUnavailable: Error, Hashable, Sendable {
  /// A setting is missing or implausible, or contradicts the others.
  case setting(RiderSettings.Setting)
  /// The activity has no such data, too little, or some that no activity can have.
  case data
}

extension RiderSettings {
  /// Plausible thresholds, in watts.
  static let plausibleFTP = 1...2_000
  /// Plausible heart rates, in beats a minute.
  private static let plausibleHeartRates = 25...250

  /// The number of a setting.
  ///
  /// - Throws: `setting` when it is missing or implausible.
  func checked(_ setting: Setting) throws(LoadUnavailable) -> Double {
    let (value, plausible) =
      switch setting {
      case .ftp: (ftpWatts, Self.plausibleFTP)
      case .maxHeartRate: (maxHeartRate, Self.plausibleHeartRates)
      case .restingHeartRate: (restingHeartRate, Self.plausibleHeartRates)
      case .thresholdHeartRate: (thresholdHeartRate, Self.plausibleHeartRates)
      // Not a number.
      case .sex: throw .setting(.sex)
      }
    guard let value, plausible.contains(value) else { throw .setting(setting) }
    return Double(value)
  }
}
