// How hard today may be: a rule of thumb, and labelled as one wherever it is shown.

package import SyncModel

extension SuggestedStrain {
  /// The suggestion for a day. The table is a choice of this project, no published rule.
  ///
  /// - Parameters:
  ///   - recovery: The day's recovery score.
  ///   - fitness: Load averaged over 42 days; nil while it is still warming up. The upper load is
  ///     at most 2.5 times it plus 20.
  package init(recovery: Score, fitness: Double?) {
    guard recovery.value != nil, let table = Self.loads(recovery.band) else {
      self.init(range: nil, loads: nil, reason: .noRecovery)
      return
    }
    let upper = min(table.upperBound, fitness.map { 2.5 * $0 + 20 } ?? .infinity)
    let loads = min(table.lowerBound, upper)...upper
    let low = Strain.value(load: loads.lowerBound).shown
    let high = Strain.value(load: loads.upperBound).shown
    self.init(range: low...high, loads: loads, reason: nil)
  }

  /// The loads that a band of recovery leaves room for; 100 = one hour at threshold.
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
