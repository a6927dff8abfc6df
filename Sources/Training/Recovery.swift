// The recovery score: heart rate variability, resting heart rate and sleep against the rider's
// usual values.

import Model

/// Recovery, 0…100.
enum Recovery {
  /// The smallest deviation of ln HRV to divide by.
  static let variabilityFloor = 0.02
  /// The smallest deviation of the resting heart rate to divide by, in beats a minute.
  static let restingHeartRateFloor = 1.0

  /// The inputs of a recovery score; nil when missing.
  struct Inputs: Hashable, Sendable {
    /// Standard deviations of ln HRV above the baseline.
    let variability: Double?
    /// Standard deviations of the resting heart rate below the baseline.
    let restingHeartRate: Double?
    /// The unrounded sleep score, 0…100.
    let sleep: Double?

    /// The number of inputs that are present.
    var count: Int { [variability, restingHeartRate, sleep].count { $0 != nil } }
  }

  /// `70 + 20 z` within 0…100, so that the bands' edges at 60 and 80 are half a standard deviation
  /// away, the usual smallest worthwhile change. A choice of this project.
  static func component(deviations z: Double) -> Double { (70 + 20 * z).clamped(to: 0...100) }

  /// The plain mean of the components that are present: no other weights have published support.
  ///
  /// - Returns: nil without both variability and resting heart rate; sleep alone is not enough.
  static func value(_ inputs: Inputs) -> Double? {
    guard inputs.variability != nil || inputs.restingHeartRate != nil else { return nil }
    let parts = [
      inputs.variability.map(component), inputs.restingHeartRate.map(component), inputs.sleep,
    ]
    return Statistics.mean(parts.compactMap(\.self))
  }

  /// The day's score.
  ///
  /// - Parameter gap: the reason to report when both variability and resting heart rate are
  ///   missing.
  static func score(_ inputs: Inputs, gap: ScoreGap) -> Score {
    let shown = value(inputs).flatMap(\.shown)
    return Score(
      value: shown, band: shown.map { Band(wellness: $0) }, inputsUsed: inputs.count,
      inputsTotal: 3, reason: shown == nil ? gap : nil)
  }
}
