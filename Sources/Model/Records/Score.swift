// The three scores of a day, its row in the store, and its fitness.

/// One of the three scores.
package enum ScoreKind: String, CaseIterable, Hashable, Sendable { case recovery, sleep, strain }

/// A named range of a score. Recovery and sleep use optimal to low, strain rest to very high.
package enum Band: String, CaseIterable, Hashable, Sendable {
  case optimal, good, fair, low
  case rest
  case veryLow = "very_low"
  case medium, high
  case veryHigh = "very_high"
}

/// Why a score, a routine or a suggestion is missing.
package enum ScoreGap: Hashable, Sendable {
  /// No HRV, resting heart rate or sleep at all.
  case noHealthData
  /// No sleep recorded for last night.
  case noSleepData
  /// Neither HRV nor resting heart rate for today.
  case noMorningReading
  /// The baseline has `days` of the `needed` days.
  case shortBaseline(days: Int, needed: Int)
  /// There are no activities at all.
  case noActivities
  /// No activity today, and no source of activities has been synced today.
  case noActivitiesToday
  /// Today's activities have no load.
  case noLoad
  /// `days` of the `needed` days of history.
  case shortHistory(days: Int, needed: Int)
  /// No recovery score to base a suggestion on.
  case noRecovery
  /// No activity has a load: there is neither fitness nor fatigue.
  case noFitness
  /// A reason from outside of which only the name is known.
  case reported(DisplayText)

  /// The gap with this name. Its numbers, if any, are unknown and set to zero.
  package init(named name: DisplayText) {
    let plain: [ScoreGap] = [
      .noHealthData, .noSleepData, .noMorningReading, .shortBaseline(days: 0, needed: 0),
      .noActivities, .noActivitiesToday, .noLoad, .shortHistory(days: 0, needed: 0), .noRecovery,
      .noFitness,
    ]
    self = plain.first { $0.name == name.description } ?? .reported(name)
  }

  /// The machine-readable name.
  package var name: String {
    switch self {
    case .noHealthData: "no_health_data"
    case .noSleepData: "no_sleep_data"
    case .noMorningReading: "no_morning_reading"
    case .shortBaseline: "short_baseline"
    case .noActivities: "no_activities"
    case .noActivitiesToday: "no_activities_today"
    case .noLoad: "no_load"
    case .shortHistory: "short_history"
    case .noRecovery: "no_recovery"
    case .noFitness: "no_fitness"
    case .reported(let name): name.description
    }
  }
}

/// A score, or the reason why it is missing.
package struct Score: Hashable, Sendable {
  /// 0…100, rounded for display.
  package var value: Int?
  package var band: Band?
  package var inputsUsed: Int
  package var inputsTotal: Int
  /// Whether the real value may be higher because some activities have no load.
  package var atLeast: Bool
  package var reason: ScoreGap?

  package init(
    value: Int?, band: Band?, inputsUsed: Int, inputsTotal: Int, atLeast: Bool = false,
    reason: ScoreGap? = nil
  ) {
    (self.value, self.band, self.inputsUsed) = (value, band, inputsUsed)
    (self.inputsTotal, self.atLeast, self.reason) = (inputsTotal, atLeast, reason)
  }
}

/// The stored row of one day.
package struct ScoreDay: Hashable, Sendable {
  package var date: Day
  package var recovery: Score
  package var sleep: Score
  package var strain: Score
  /// The day's load; 100 = one hour at threshold.
  package var load: Double?
  /// Load averaged exponentially over 42 days.
  package var fitness: Double?
  /// Load averaged exponentially over 7 days.
  package var fatigue: Double?
  /// Fitness minus fatigue, of the same day.
  package var form: Double?

  package init(date: Day, recovery: Score, sleep: Score, strain: Score) {
    (self.date, self.recovery, self.sleep, self.strain) = (date, recovery, sleep, strain)
  }

  /// Whether there was any HRV, resting heart rate or sleep to compute it from.
  package var hasHealthData: Bool { sleep.reason != .noHealthData }

  package subscript(kind: ScoreKind) -> Score {
    switch kind {
    case .recovery: recovery
    case .sleep: sleep
    case .strain: strain
    }
  }
}

/// The figures of one day that are not scores.
package struct FitnessDay: Hashable, Sendable {
  package var date: Day
  /// The day's load; 100 = one hour at threshold.
  package var load: Double?
  /// Load averaged exponentially over 42 days.
  package var fitness: Double?
  /// Load averaged exponentially over 7 days.
  package var fatigue: Double?
  /// Fitness minus fatigue.
  package var form: Double?

  package init(date: Day, load: Double?, fitness: Double?, fatigue: Double?, form: Double?) {
    (self.date, self.load, self.fitness) = (date, load, fitness)
    (self.fatigue, self.form) = (fatigue, form)
  }

  /// The figures of a stored row.
  package init(_ day: ScoreDay) {
    self.init(
      date: day.date, load: day.load, fitness: day.fitness, fatigue: day.fatigue, form: day.form)
  }
}
