// The recovery score: heart rate variability, resting pulse and sleep against the rider's usual.

package import Model

/// Recovery, 0…100.
package enum Recovery {
  /// The least deviation of ln HRV to divide by.
  package static let variabilityFloor = 0.02
  /// The least deviation of the resting pulse to divide by, in beats a minute.
  package static let pulseFloor = 1.0

  /// What a recovery score is made of; nil where it is missing.
  package struct Inputs: Hashable, Sendable {
    /// Standard deviations of ln HRV above the baseline.
    package let variability: Double?
    /// Standard deviations of the resting pulse below the baseline.
    package let pulse: Double?
    /// The unrounded sleep score, 0…100.
    package let sleep: Double?

    /// What is no number is missing.
    package init(variability: Double? = nil, pulse: Double? = nil, sleep: Double? = nil) {
      func number(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
      self.variability = number(variability)
      self.pulse = number(pulse)
      self.sleep = number(sleep)?.clamped(to: 0...100)
    }

    /// How many of the three there are.
    package var count: Int { [variability, pulse, sleep].count { $0 != nil } }
  }

  /// `70 + 20 z` within 0…100, so that the bands' edges at 60 and 80 are half a standard deviation,
  /// the usual smallest worthwhile change. A choice of this project.
  package static func component(deviations z: Double) -> Double {
    (70 + 20 * z).clamped(to: 0...100)
  }

  /// The plain mean of the components there are: no other weights have published support.
  ///
  /// - Returns: nil without variability and without pulse; sleep alone is no recovery.
  package static func value(_ inputs: Inputs) -> Double? {
    guard inputs.variability != nil || inputs.pulse != nil else { return nil }
    let parts = [
      inputs.variability.map(component), inputs.pulse.map(component), inputs.sleep,
    ]
    return Statistics.mean(parts.compactMap(\.self))
  }

  /// The day's score.
  ///
  /// - Parameter gap: Why there is neither variability nor pulse, for when there is none.
  package static func score(_ inputs: Inputs, gap: ScoreGap) -> Score {
    let shown = value(inputs).flatMap(\.shown)
    return Score(
      value: shown, band: shown.map { Band(wellness: $0) }, inputsUsed: inputs.count,
      inputsTotal: 3, reason: shown == nil ? gap : nil)
  }
}
