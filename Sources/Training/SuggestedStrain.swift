// How hard today may be: a rule of thumb, and labelled as one wherever it is shown.

package import Model

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
