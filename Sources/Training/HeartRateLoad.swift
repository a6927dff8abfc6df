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
    let threshold = try rider.checked(.thresholdHeartRate)
    impulse = try TrainingImpulse(rider)
    hourAtThreshold = 60 * impulse.perMinute(at: threshold)
    guard hourAtThreshold > 0, threshold <= (try rider.checked(.maxHeartRate)) else {
      throw .setting(.thresholdHeartRate)
    }
  }

  /// The load of a stream; its duration is the number of seconds with a value.
  func load(of stream: ActivityStream<BeatsPerMinute>) throws(LoadUnavailable) -> Double {
    if stream.isEmpty { throw .data }
    return try Load.checked(100 * impulse.sum(over: stream) / hourAtThreshold)
  }

  /// The load of an activity from its average heart rate: a few percent less than second by second
  /// when the effort was uneven.
  func load(of activity: Activity) throws(LoadUnavailable) -> Double {
    guard let heartRate = activity.averageHeartRate, BeatsPerMinute.plausible.contains(heartRate),
      let duration = activity.durationSeconds, duration > 0
    else { throw .data }
    let sum = Double(duration) / 60 * impulse.perMinute(at: heartRate)
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
    rest = try rider.checked(.restingHeartRate)
    reserve = try rider.checked(.maxHeartRate) - rest
    guard reserve > 0 else { throw .setting(.restingHeartRate) }
    // Morton 1990.
    switch rider.sex {
    case .male: (scale, exponent) = (0.64, 1.92)
    case .female: (scale, exponent) = (0.86, 1.67)
    case nil: throw .setting(.sex)
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
  func sum(over stream: ActivityStream<BeatsPerMinute>) -> Double {
    stream.runs.reduce(0) { sum, run in
      run.values.reduce(sum) { $0 + perMinute(at: $1) }
    } / 60
  }
}
