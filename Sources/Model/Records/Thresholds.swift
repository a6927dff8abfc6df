// The two settings that decide what a load comes to.

/// What the rider can hold for about an hour.
package struct Thresholds: Hashable, Sendable {
  /// Functional threshold power in watts; nil where nobody has told.
  package let ftpWatts: Int?
  /// In beats a minute; nil where nobody has told.
  package let heartRate: Int?

  package init(ftpWatts: Int?, heartRate: Int?) {
    self.ftpWatts = ftpWatts
    self.heartRate = heartRate
  }

  /// These, those that are missing taken from `earlier`.
  package func completed(by earlier: Thresholds?) -> Thresholds {
    Thresholds(
      ftpWatts: ftpWatts ?? earlier?.ftpWatts, heartRate: heartRate ?? earlier?.heartRate)
  }
}
