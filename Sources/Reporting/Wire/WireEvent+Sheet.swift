// Scores, routine and sheet of the day, from their events.

import Model

extension WireEvent.Score {
  /// nil for a score that this version does not know.
  func model(at stamp: Timestamp) -> ScoreReport? {
    kind.known.map { kind in
      let score = Model.Score(
        value: value, band: band?.known, inputsUsed: inputsUsed ?? 0, inputsTotal: inputsTotal ?? 0,
        atLeast: atLeast ?? false, reason: reason.map { ScoreGap(named: $0) })
      return ScoreReport(
        kind: kind, score: score, date: date ?? Day(of: stamp), cached: cached ?? false)
    }
  }
}

extension FitnessReport {
  init(_ report: WireEvent.Fitness) {
    self.init(
      day: FitnessDay(
        date: report.date, load: report.load, fitness: report.fitness, fatigue: report.fatigue,
        form: report.form),
      history: report.history)
  }
}

extension Routine {
  init(_ routine: WireEvent.Routine) {
    self.init(
      reason: routine.reason.map { ScoreGap(named: $0) }, from: routine.from, to: routine.to,
      days: routine.days, week: routine.week)
  }
}

extension PrepSheet {
  init(_ prep: WireEvent.Prep) {
    func score(_ kind: ScoreKind) -> Score {
      let entry = prep.scores[kind]
      return Score(
        value: entry?.value, band: entry?.band?.known, inputsUsed: entry?.inputsUsed ?? 0,
        inputsTotal: entry?.inputsTotal ?? 0, atLeast: entry?.atLeast ?? false,
        reason: entry?.reason.map { ScoreGap(named: $0) })
    }
    var day = ScoreDay(
      date: prep.date, recovery: score(.recovery), sleep: score(.sleep), strain: score(.strain))
    day.load = prep.load
    day.fitness = prep.fitness
    day.fatigue = prep.fatigue
    day.form = prep.form
    self.init(
      scores: day, zones: prep.zones, ftpWatts: prep.ftpWatts,
      suggestedStrain: SuggestedStrain(prep.suggested))
  }
}

extension SuggestedStrain {
  fileprivate init(_ suggestion: WireEvent.Prep.Suggestion?) {
    self.init(
      range: ordered(suggestion?.from, suggestion?.to),
      loads: ordered(suggestion?.lowLoad, suggestion?.highLoad),
      reason: suggestion?.reason.map { ScoreGap(named: $0) })
  }
}

/// nil unless both ends are there, in order.
private func ordered<Bound: Comparable>(_ low: Bound?, _ high: Bound?) -> ClosedRange<Bound>? {
  guard let low, let high, low <= high else { return nil }
  return low...high
}

extension WireCode {
  /// How a run that fails by it alone ends, unless it says otherwise.
  var exit: ExitStatus {
    switch self {
    case .network: .network
    case .timeout, .rateLimited, .locked: .temporary
    case .server: .unavailable
    case .auth, .permission: .notAllowed
    case .badReply: .badReply
    case .badInput: .badInput
    case .missingInput: .missingInput
    case .storage: .storage
    case .notConnected, .config: .config
    case .usage: .usage
    case .internal: .internal
    case .unknown: .failed
    }
  }

  /// Whether running again may succeed, unless it says otherwise.
  var isRetryable: Bool {
    switch self {
    case .network, .timeout, .server, .rateLimited, .badReply, .storage, .locked, .unknown: true
    case .auth, .permission, .badInput, .missingInput, .notConnected, .config, .usage, .internal:
      false
    }
  }
}
