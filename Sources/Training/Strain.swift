// The strain score: how hard a day was, on a nonlinear scale.

package import Model

/// Strain, 0…100, from the day's load.
package enum Strain {
  /// `100·L / (L + 150)`: 0 at rest, 50 at a load of 150, always below 100. The curve is a choice
  /// of this project; no manufacturer publishes one.
  ///
  /// - Parameter load: the day's load, zero or more; 100 = one hour at threshold.
  package static func value(load: Double) -> Double {
    100 * load / (load + 150)
  }

  /// The band of a load. The edges are those attributed to Coggan for one activity, applied to a
  /// day.
  package static func band(load: Double) -> Band {
    switch load {
    case ...0: .rest
    case ..<50: .veryLow
    case ..<150: .low
    case ..<300: .medium
    case ..<450: .high
    default: .veryHigh
    }
  }

  /// The day's score.
  ///
  /// - Parameters:
  ///   - day: the total of the day's activities.
  ///   - gap: why no activity does not mean rest; nil when a source of activities has covered this
  ///     day.
  package static func score(_ day: DayLoad, gap: ScoreGap?) -> Score {
    var score = Score(
      value: nil, band: nil, inputsUsed: day.withLoad, inputsTotal: day.activities,
      atLeast: day.isAtLeast)
    if day.activities == 0, let gap {
      score.reason = gap
    } else if let load = day.load {
      score.value = value(load: load).shown
      score.band = band(load: load)
    } else {
      score.reason = .noLoad
    }
    return score
  }
}
