// Heart rate zones: Friel's for display, Edwards' for a load in minutes.

package import Model

/// Heart rate zones. Each edge belongs to the zone above it.
package enum HeartRateZones {
  /// The lower edges of zones 2 to 5, in percent of the threshold heart rate.
  private static let friel = PercentZones(edges: [81, 90, 94, 100])
  /// The lower edges of zones 1 to 5, in percent of the maximum heart rate.
  private static let edwards = PercentZones(edges: [50, 60, 70, 80, 90])

  /// The seconds in each of Friel's five zones for cycling (5a to 5c as one), in percent of the
  /// threshold heart rate.
  ///
  /// - Throws: `noHeartRate`, or the setting that is missing or implausible.
  package static func times(
    in stream: ActivityStream<BeatsPerMinute>, rider: RiderSettings
  ) throws(TrainingGap) -> ZoneTimes {
    guard !stream.isEmpty else { throw .noHeartRate }
    return friel.times(in: stream, reference: try rider.checkedThresholdHeartRate())
  }

  /// Edwards' training impulse: the minutes in 50–60 … 90–100 % of the maximum heart rate, times 1
  /// to 5.
  ///
  /// The unit differs from that of loads: never add the two.
  ///
  /// - Throws: `noHeartRate`, or the setting that is missing or implausible.
  package static func edwardsImpulse(
    of stream: ActivityStream<BeatsPerMinute>, rider: RiderSettings
  ) throws(TrainingGap) -> Double {
    guard !stream.isEmpty else { throw .noHeartRate }
    let times = edwards.times(in: stream, reference: try rider.checkedMaxHeartRate())
    return times.seconds.enumerated().reduce(0) { $0 + Double($1.offset * $1.element) } / 60
  }
}
