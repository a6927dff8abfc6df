// The load of an activity from its heart rate, in the unit of loads from power.

package import Model

/// Load from heart rate: 100 times the training impulse over that of an hour at threshold (HRSS, as
/// GoldenCheetah and Elevate compute it). That it counts the same as load from power is a choice of
/// this project.
package struct HeartRateLoad: Hashable, Sendable {
  private let impulse: TrainingImpulse
  private let hourAtThreshold: Double

  /// - Parameters:
  ///   - rider: Resting, highest and threshold heart rate, and the sex for its constants.
  ///   - weighting: Other constants than those of the rider's sex.
  /// - Throws: what is unknown or wrong with the rider's settings.
  package init(
    _ rider: RiderSettings, weighting: TrainingImpulse.Weighting? = nil
  ) throws(TrainingGap) {
    let threshold = try rider.checkedThresholdHeartRate()
    impulse = try TrainingImpulse(rider, weighting: weighting)
    hourAtThreshold = 60 * impulse.perMinute(at: threshold)
    guard hourAtThreshold > 0, threshold <= (try rider.checkedMaxHeartRate()) else {
      throw .unbelievable(.thresholdHeartRate)
    }
  }

  /// The load of a stream, its seconds with a value being the time it took.
  ///
  /// - Throws: `noHeartRate` for a stream without a value.
  package func load(of stream: ActivityStream<BeatsPerMinute>) throws(TrainingGap) -> Double {
    try Load.believed(100 * (try impulse.sum(over: stream)) / hourAtThreshold)
  }

  /// The load of an activity from its average heart rate: less than second by second, by some percent
  /// for an uneven ride.
  ///
  /// - Throws: `noHeartRate` or `noDuration`.
  package func load(of activity: Activity) throws(TrainingGap) -> Double {
    guard let heartRate = activity.averageHeartRate else { throw .noHeartRate }
    guard let duration = activity.durationSeconds else { throw .noDuration }
    let sum = try impulse.sum(minutes: Double(duration) / 60, at: heartRate)
    return try Load.believed(100 * sum / hourAtThreshold)
  }
}
