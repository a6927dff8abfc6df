// What is known of the rider's body and fitness.

/// The sex whose constants the heart-rate formulas take.
package enum Sex: String, CaseIterable, Hashable, Sendable {
  case female, male
}

/// What loads and zones are computed with; nil where nobody has told.
package struct RiderSettings: Hashable, Sendable {
  /// Functional threshold power in watts.
  package var ftpWatts: Int?
  /// The highest heart rate the rider reaches, in beats a minute.
  package var maxHeartRate: Int?
  /// The heart rate at rest, in beats a minute.
  package var restingHeartRate: Int?
  /// The heart rate that can be held for about an hour, in beats a minute.
  package var thresholdHeartRate: Int?
  package var sex: Sex?

  /// One of them, in the order in which they are named.
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

  /// These settings, those that are missing taken from `other`.
  package func completed(by other: RiderSettings) -> RiderSettings {
    RiderSettings(
      ftpWatts: ftpWatts ?? other.ftpWatts, maxHeartRate: maxHeartRate ?? other.maxHeartRate,
      restingHeartRate: restingHeartRate ?? other.restingHeartRate,
      thresholdHeartRate: thresholdHeartRate ?? other.thresholdHeartRate, sex: sex ?? other.sex)
  }
}
