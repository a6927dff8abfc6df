// Where a ride led, second by second, with what its sensors said.

/// The points of a ride in order of time.
package struct RideTrack: Hashable, Sendable {
  /// What is known at one moment; nil where nothing was recorded or the value is none that a sensor
  /// gives.
  package struct Point: Hashable, Sendable {
    /// Since the start of the ride.
    package var seconds: Int
    /// In degrees, present together.
    package var latitude: Double?
    package var longitude: Double?
    package var altitudeMetres: Double?
    package var heartRate: Double?
    package var cadence: Double?
    package var powerWatts: Double?

    package init(seconds: Int) { self.seconds = seconds }
  }

  package var points: [Point]
  /// When the recorder's timer stood still, in seconds since the start, in order.
  package var pauses: [Range<Int>]

  package init(points: [Point], pauses: [Range<Int>] = []) {
    (self.points, self.pauses) = (points, pauses)
  }
}
