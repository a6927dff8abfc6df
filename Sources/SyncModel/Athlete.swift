// The person behind an account.

/// Who a service says the account belongs to.
package struct Athlete: Hashable, Sendable {
  /// The service's own id.
  package let id: String
  package let name: DisplayText?
  /// Functional threshold power in watts, where the service knows it.
  package let ftpWatts: Int?
  /// Body mass, where the service knows it.
  package let weightKilograms: Double?
  /// The highest heart rate on a bicycle in beats a minute, where the service knows it.
  package let maxHeartRate: Int?
  /// The heart rate at rest in beats a minute, where the service knows it.
  package let restingHeartRate: Int?
  /// The heart rate that can be held for about an hour on a bicycle in beats a minute, where the
  /// service knows it.
  package let thresholdHeartRate: Int?

  package init(
    id: String, name: DisplayText? = nil, ftpWatts: Int? = nil, weightKilograms: Double? = nil,
    maxHeartRate: Int? = nil, restingHeartRate: Int? = nil, thresholdHeartRate: Int? = nil
  ) {
    self.id = id
    self.name = name
    self.ftpWatts = ftpWatts
    self.weightKilograms = weightKilograms
    self.maxHeartRate = maxHeartRate
    self.restingHeartRate = restingHeartRate
    self.thresholdHeartRate = thresholdHeartRate
  }
}
