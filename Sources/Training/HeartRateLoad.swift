// The load of an activity from its heart rate, in the unit of loads from power.

package import Model

/// Load from heart rate: 100 times the training impulse divided by that of an hour at threshold
/// (HRSS, as computed by GoldenCheetah and Elevate). Treating it as equal to load from power is a
/// choice of this project.
package struct HeartRateLoad: Hashable, Sendable {
  private let impulse: TrainingImpulse
  private let hourAtThreshold: Double

  /// - Parameters:
  ///   - rider: resting, maximum and threshold heart rate, and sex.
  ///   - weighting: constants to use instead of those of the rider's sex.
  /// - Throws: the rider's setting that is missing or implausible.
  package init(
    _ rider: RiderSettings, weighting: TrainingImpulse.Weighting? = nil
  ) throws(TrainingGap) {
    let threshold = try rider.checkedThresholdHeartRate()
    impulse = try TrainingImpulse(rider, weighting: weighting)
    hourAtThreshold = 60 * impulse.perMinute(at: threshold)
    guard hourAtThreshold > 0, threshold <= (try rider.checkedMaxHeartRate()) else {
      throw .implausible(.thresholdHeartRate)
    }
  }

  /// The load of a stream; its duration is the number of seconds with a value.
  ///
  /// - Throws: `noHeartRate` for a stream without values.
  package func load(of stream: ActivityStream<BeatsPerMinute>) throws(TrainingGap) -> Double {
    try Load.checked(100 * (try impulse.sum(over: stream)) / hourAtThreshold)
  }

  /// The load of an activity from its average heart rate: a few percent less than second by second
  /// when the effort was uneven.
  ///
  /// - Throws: `noHeartRate` or `noDuration`.
  package func load(of activity: Activity) throws(TrainingGap) -> Double {
    guard let heartRate = activity.averageHeartRate else { throw .noHeartRate }
    guard let duration = activity.durationSeconds else { throw .noDuration }
    let sum = try impulse.sum(minutes: Double(duration) / 60, at: heartRate)
    return try Load.checked(100 * sum / hourAtThreshold)
  }
}
