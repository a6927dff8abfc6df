// The two settings that loads depend on.

/// What the rider can sustain for about an hour.
package struct Thresholds: Hashable, Sendable {
  /// Functional threshold power in watts; nil when unknown.
  package let ftpWatts: Int?
  /// In beats a minute; nil when unknown.
  package let heartRate: Int?

  package init(ftpWatts: Int?, heartRate: Int?) {
    self.ftpWatts = ftpWatts
    self.heartRate = heartRate
  }

  /// These thresholds, with missing ones taken from `earlier`.
  package func completed(by earlier: Thresholds?) -> Thresholds {
    Thresholds(
      ftpWatts: ftpWatts ?? earlier?.ftpWatts, heartRate: heartRate ?? earlier?.heartRate)
  }
}
