// Activities that have no load only because nobody told a setting.

/// How many there are, and what gives them one.
package struct LoadShortage: Hashable, Sendable {
  /// All of them, each once.
  package let activities: Int
  /// Those with measured power, which take the FTP.
  package let withPower: Int
  /// Those with heart rate, which take all of `settings`.
  package let withHeartRate: Int
  /// What is missing for a load from heart rate, in the order in which it is named.
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
