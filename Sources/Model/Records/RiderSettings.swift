// The rider's thresholds, heart rates and sex.

/// The sex whose constants the heart-rate formulas use.
package enum Sex: String, CaseIterable, Hashable, Sendable {
  case female, male
}

/// The settings that loads and zones are computed from; nil when unknown.
package struct RiderSettings: Hashable, Sendable {
  /// Functional threshold power in watts.
  package var ftpWatts: Int?
  /// The highest heart rate the rider reaches, in beats a minute.
  package var maxHeartRate: Int?
  /// The resting heart rate, in beats a minute.
  package var restingHeartRate: Int?
  /// The heart rate that can be held for about an hour, in beats a minute.
  package var thresholdHeartRate: Int?
  package var sex: Sex?

  /// A single setting, in display order.
  package enum Setting: CaseIterable, Hashable, Sendable {
    case ftp, sex, maxHeartRate, restingHeartRate, thresholdHeartRate
  }

  package init(
    ftpWatts: Int? = nil, maxHeartRate: Int? = nil, restingHeartRate: Int? = nil,
    thresholdHeartRate: Int? = nil, sex: Sex? = nil
  ) {
    self.ftpWatts = ftpWatts
    self.maxHeartRate = maxHeartRate
    self.restingHeartRate = restingHeartRate
    self.thresholdHeartRate = thresholdHeartRate
    self.sex = sex
  }

  /// These settings, with missing ones taken from `other`.
  package func completed(by other: RiderSettings) -> RiderSettings {
    RiderSettings(
      ftpWatts: ftpWatts ?? other.ftpWatts, maxHeartRate: maxHeartRate ?? other.maxHeartRate,
      restingHeartRate: restingHeartRate ?? other.restingHeartRate,
      thresholdHeartRate: thresholdHeartRate ?? other.thresholdHeartRate, sex: sex ?? other.sex)
  }
}
