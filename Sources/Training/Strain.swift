// The strain score, and how hard today may be.

package import Model

/// Strain, 0…100, from the day's load.
package enum Strain {
  /// `100·L / (L + 150)`: 0 at rest, 50 at a load of 150, always below 100. The curve is a choice
  /// of this project; no manufacturer publishes one.
  ///
  /// - Parameter load: the day's load, zero or more; 100 = one hour at threshold.
  package static func value(load: Double) -> Double { 100 * load / (load + 150) }

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
  static func score(_ day: DayLoad, gap: ScoreGap?) -> Score {
    var score = Score(
      value: nil, band: nil, inputsUsed: day.withLoad, inputsTotal: day.activities,
      atLeast: day.withLoad > 0 && day.withLoad < day.activities)
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

extension SuggestedStrain {
  /// The suggestion for a day. The table is a choice of this project, not a published rule.
  ///
  /// - Parameters:
  ///   - recovery: the day's recovery score.
  ///   - fitness: load averaged over 42 days; nil while it is still warming up. The upper load is
  ///     at most 2.5 times it plus 20.
  ///   - hasLoads: whether any activity has a load. Otherwise nothing could be compared with a
  ///     range, and there is none.
  package init(recovery: Score, fitness: Double?, hasLoads: Bool) {
    let loads = recovery.value == nil ? nil : Self.loads(recovery.band, fitness: fitness)
    guard let loads, let low = Strain.value(load: loads.lowerBound).shown,
      let high = Strain.value(load: loads.upperBound).shown
    else {
      self.init(range: nil, loads: nil, reason: .noRecovery)
      return
    }
    guard hasLoads else {
      self.init(range: nil, loads: nil, reason: .noFitness)
      return
    }
    self.init(range: low...high, loads: loads, reason: nil)
  }

  /// The suggested loads for a band of recovery, limited by fitness.
  private static func loads(_ band: Band?, fitness: Double?) -> ClosedRange<Double>? {
    guard let table = loads(band) else { return nil }
    guard let fitness, fitness >= 0 else { return table }
    let upper = min(table.upperBound, 2.5 * fitness + 20)
    return min(table.lowerBound, upper)...upper
  }

  /// The suggested loads for a band of recovery; 100 = one hour at threshold.
  private static func loads(_ band: Band?) -> ClosedRange<Double>? {
    switch band {
    case .optimal: 150...300
    case .good: 100...183
    case .fair: 38...100
    case .low: 0...38
    case .rest, .veryLow, .medium, .high, .veryHigh, nil: nil
    }
  }
}
