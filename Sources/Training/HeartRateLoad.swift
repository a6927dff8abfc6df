// The load of an activity from its heart rate, in the unit of loads from power.

import Model
import Platform

/// Load from heart rate: 100 times the training impulse divided by that of an hour at threshold
/// (HRSS, as computed by GoldenCheetah and Elevate). Treating it as equal to load from power is a
/// choice of this project.
struct HeartRateLoad: Hashable, Sendable {
  private let impulse: TrainingImpulse
  private let hourAtThreshold: Double

  /// - Parameter rider: resting, maximum and threshold heart rate, and sex.
  /// - Throws: the rider's setting that is missing or implausible.
  init(_ rider: RiderSettings) throws(LoadUnavailable) {
    let threshold = try rider.checkedThresholdHeartRate()
    impulse = try TrainingImpulse(rider)
    hourAtThreshold = 60 * impulse.perMinute(at: threshold)
    guard hourAtThreshold > 0, threshold <= (try rider.checkedMaxHeartRate()) else {
      throw .implausible(.thresholdHeartRate)
    }
  }

  /// The load of a stream; its duration is the number of seconds with a value.
  ///
  /// - Throws: `noHeartRate` for a stream without values.
  func load(of stream: ActivityStream<BeatsPerMinute>) throws(LoadUnavailable) -> Double {
    try Load.checked(100 * (try impulse.sum(over: stream)) / hourAtThreshold)
  }

  /// The load of an activity from its average heart rate: a few percent less than second by second
  /// when the effort was uneven.
  ///
  /// - Throws: `noHeartRate` or `noDuration`.
  func load(of activity: Activity) throws(LoadUnavailable) -> Double {
    guard let heartRate = activity.averageHeartRate else { throw .noHeartRate }
    guard let duration = activity.durationSeconds else { throw .noDuration }
    let sum = try impulse.sum(minutes: Double(duration) / 60, at: heartRate)
    return try Load.checked(100 * sum / hourAtThreshold)
  }
}

/// Banister's training impulse (TRIMP) of one rider: `minutes · x · a · e^(b·x)`, where x is the
/// heart rate between resting (0) and maximum (1), clamped to 0…1.
struct TrainingImpulse: Hashable, Sendable {
  private let rest: Double
  private let reserve: Double
  /// The constants a and b.
  private let scale: Double
  private let exponent: Double

  /// - Parameter rider: the resting and the maximum heart rate, and sex.
  /// - Throws: the rider's setting that is missing or implausible.
  init(_ rider: RiderSettings) throws(LoadUnavailable) {
    rest = try rider.checkedRestingHeartRate()
    reserve = try rider.checkedMaxHeartRate() - rest
    guard reserve > 0 else { throw .implausible(.restingHeartRate) }
    // Morton 1990.
    switch rider.sex {
    case .male: (scale, exponent) = (0.64, 1.92)
    case .female: (scale, exponent) = (0.86, 1.67)
    case nil: throw .unknown(.sex)
    }
  }

  /// The impulse of one minute.
  ///
  /// - Parameter heartRate: in beats a minute.
  func perMinute(at heartRate: Double) -> Double {
    let share = ((heartRate - rest) / reserve).clamped(to: 0...1)
    return share * scale * Mathematics.exponential(exponent * share)
  }

  /// The impulse of an activity, second by second: more than its average heart rate would give when
  /// the effort was uneven.
  ///
  /// - Throws: `noHeartRate` for a stream without values.
  func sum(over stream: ActivityStream<BeatsPerMinute>) throws(LoadUnavailable) -> Double {
    guard !stream.isEmpty else { throw .noHeartRate }
    return stream.runs.reduce(0) { sum, run in
      run.values.reduce(sum) { $0 + perMinute(at: $1) }
    } / 60
  }

  /// The impulse of this long at one heart rate.
  ///
  /// - Throws: `noHeartRate` and `noDuration` for implausible values.
  func sum(minutes: Double, at heartRate: Double) throws(LoadUnavailable) -> Double {
    guard BeatsPerMinute.plausible.contains(heartRate) else { throw .noHeartRate }
    guard minutes > 0, minutes.isFinite else { throw .noDuration }
    return minutes * perMinute(at: heartRate)
  }
}
