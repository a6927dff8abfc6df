// Activities without a load for lack of a setting.

/// The number of these activities, and the settings they lack.
package struct LoadShortage: Hashable, Sendable {
  /// All of them, each counted once.
  package let activities: Int
  /// Those with measured power; they need the FTP.
  package let withPower: Int
  /// Those with heart rate; they need all of `settings`.
  package let withHeartRate: Int
  /// The missing settings for a load from heart rate, in display order.
  package let settings: [RiderSettings.Setting]

  package init(
    activities: Int, withPower: Int, withHeartRate: Int, settings: [RiderSettings.Setting]
  ) {
    self.activities = activities
    self.withPower = withPower
    self.withHeartRate = withHeartRate
    self.settings = settings
  }
}
