// What a heart rate costs: Banister's training impulse.

package import Model
import Platform

/// Banister's training impulse (TRIMP) of one rider: `minutes · x · a · e^(b·x)`, where x is the share
/// of the way from the resting to the highest heart rate, kept within 0…1.
package struct TrainingImpulse: Hashable, Sendable {
  /// The constants a and b (Morton 1990).
  package struct Weighting: Hashable, Sendable {
    package let scale: Double
    package let exponent: Double

    package static let men = Weighting(scale: 0.64, exponent: 1.92)
    package static let women = Weighting(scale: 0.86, exponent: 1.67)

    package init(scale: Double, exponent: Double) {
      self.scale = scale
      self.exponent = exponent
    }

    /// The constants of a sex.
    package init(_ sex: Sex) {
      switch sex {
      case .female: self = .women
      case .male: self = .men
      }
    }
  }

  private let rest: Double
  private let reserve: Double
  private let weighting: Weighting

  /// - Parameters:
  ///   - rider: The resting and the highest heart rate.
  ///   - weighting: Other constants than those of the rider's sex.
  /// - Throws: what is unknown or wrong with the rider's settings.
  package init(_ rider: RiderSettings, weighting: Weighting? = nil) throws(TrainingGap) {
    rest = try rider.checkedRestingHeartRate()
    reserve = try rider.checkedMaxHeartRate() - rest
    guard reserve > 0 else { throw .unbelievable(.restingHeartRate) }
    guard let weighting = weighting ?? rider.sex.map(Weighting.init) else { throw .unknown(.sex) }
    self.weighting = weighting
  }

  /// The impulse of one minute.
  ///
  /// - Parameter heartRate: In beats a minute.
  package func perMinute(at heartRate: Double) -> Double {
    let share = ((heartRate - rest) / reserve).clamped(to: 0...1)
    return share * weighting.scale * Mathematics.exponential(weighting.exponent * share)
  }

  /// The impulse of an activity, second by second: an uneven one costs more than its average tells.
  ///
  /// - Throws: `noHeartRate` for a stream without a value.
  package func sum(over stream: ActivityStream<BeatsPerMinute>) throws(TrainingGap) -> Double {
    guard !stream.isEmpty else { throw .noHeartRate }
    return stream.runs.reduce(0) { sum, run in
      run.values.reduce(sum) { $0 + perMinute(at: $1) }
    } / 60
  }

  /// The impulse of so long at one heart rate.
  ///
  /// - Throws: `noHeartRate` and `noDuration` for what can be neither.
  package func sum(minutes: Double, at heartRate: Double) throws(TrainingGap) -> Double {
    guard BeatsPerMinute.believable.contains(heartRate) else { throw .noHeartRate }
    guard minutes > 0, minutes.isFinite else { throw .noDuration }
    return minutes * perMinute(at: heartRate)
  }
}
