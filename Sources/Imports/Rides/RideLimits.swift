// What a recorder can have measured; everything else counts as nothing.

/// The values that are believed, whatever the format. Choices of this project, wide enough for
/// every real ride.
enum RideLimits {
  /// Watts: invalid values of 16 bits are 65,535.
  static let power = 0.0...5_000.0
  /// Beats a minute: 0 means no contact with the skin.
  static let heartRate = 1.0...254.0
  /// Revolutions a minute.
  static let cadence = 0.0...254.0
  /// Degrees Celsius.
  static let temperature = -100.0...100.0
  /// Metres.
  static let altitude = -1_000.0...20_000.0
  static let ascent = 0.0...65_534.0
  static let metres = 0.0...20_000_000.0
  /// Metres a second.
  static let speed = 0.0...150.0
  /// Degrees.
  static let latitude = -90.0...90.0
  static let longitude = -180.0...180.0
  /// Joules.
  static let joules = 0.0...4_294_967_294.0
  /// A hundred days.
  static let seconds = 0.0...8_640_000.0
  static let longestRide: Int64 = 8_640_000
  /// The longest time between the start that a summary names and the first record, in seconds.
  static let startTolerance = 60
  /// Times that count from the moment of switching on, in seconds (FIT profile, `date_time`).
  static let sinceSwitchingOn: Range<Int64> = 0..<268_435_456
  /// Seconds since 1970: the years 1990 to 2099.
  static let times: Range<Int64> = 631_152_000..<4_102_444_800
}

/// The offset of a recorder's clock from UTC.
enum LocalOffset {
  /// The offset in seconds, to the quarter of an hour; nil for one that no place on earth has.
  ///
  /// - Parameter seconds: local time less UTC, as two messages of one moment have them.
  static func plausible(_ seconds: Int64) -> Int? {
    guard seconds.magnitude <= 14 * 3_600 + 60 else { return nil }
    let quarter = Int((Double(seconds) / 900).rounded()) * 900
    guard (Int(seconds) - quarter).magnitude <= 60, quarter.magnitude <= 14 * 3_600 else {
      return nil
    }
    return quarter
  }

  /// An offset from elsewhere, within the 18 hours that one can have.
  static func bounded(_ seconds: Int) -> Int { min(max(seconds, -64_800), 64_800) }
}

extension RideSample {
  /// Takes a position unless it is outside the earth, or the 0/0 of a recorder without one.
  mutating func setPosition(latitude: Double?, longitude: Double?) {
    guard let latitude, let longitude, RideLimits.latitude.contains(latitude),
      RideLimits.longitude.contains(longitude), latitude != 0 || longitude != 0
    else { return }
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}
