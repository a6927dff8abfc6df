// score, fitness and power: the day's figures as they become known.

package import Model

// MARK: score

/// The members of `score`.
package struct ScoreMembers: Sendable {
  var kind: ScoreKind
  var score: Score
  var date: Day?
  var cached = false

  fileprivate init() { (kind, score) = (.recovery, .blank) }

  package init(_ report: ScoreReport) {
    (kind, score, date, cached) = (report.kind, report.score, report.date, report.cached)
  }
}

extension Events {
  package static let score = EventTable<ScoreMembers>(
    "score", "One of the three daily scores is known.", from: ScoreMembers(),
    [
      .init(
        "score", "Which score.", .word({ $0.kind }, { $0.kind = $1 ?? $0.kind }),
        isRequired: true)
    ] + Score.rows(isEvent: true).map { $0.within({ $0.score }, { $0.score = $1 }) } + [
      .init(
        "date", "Day of the score.",
        .day(within: EventRange.days, { $0.date }, { $0.date = $1 }), isAlways: true),
      .init(
        "cached", "Whether an earlier run saved the score.",
        .flag({ $0.cached }, { $0.cached = $1 ?? false }), isAlways: true),
    ]
  ) { members, line in
    .score(
      ScoreReport(
        kind: members.kind, score: members.score, date: members.date ?? Day(of: line.stamp),
        cached: members.cached))
  }
}

// MARK: fitness

extension Events {
  package static let fitness = EventTable<FitnessReport>(
    "fitness", "Load and fitness of a day.", from: FitnessReport(day: .blank),
    FitnessDay.table.fields.map { $0.within({ $0.day }, { $0.day = $1 }) } + [
      .init(
        "history", "Days up to this one, oldest first.",
        .list(
          FitnessDay.table, from: .blank, { $0.history.isEmpty ? nil : $0.history },
          { $0.history = $1 }))
    ]
  ) { report, _ in .fitness(report) }
}

extension FitnessDay {
  static let blank = FitnessDay(
    date: Day(number: 0), load: nil, fitness: nil, fatigue: nil, form: nil)

  static let table = RecordTable<FitnessDay>(
    [
      .init(
        "date", "The day.",
        .day(within: EventRange.days, { $0.date }, { $0.date = $1 ?? $0.date }), isRequired: true)
    ] + rows, name: "fitness_day", about: "Load and fitness of a day.")

  /// Load, and what follows from it: members of fitness and prep, and of the days of a history.
  static let rows: [RecordField<FitnessDay>] = [
    .init(
      "load", "Training load of the day; 100 is one hour at threshold.",
      .number(EventRange.figure, decimals: 2, { $0.load }, { $0.load = $1 })),
    .init(
      "fitness", "Load averaged over 42 days.",
      .number(EventRange.figure, decimals: 2, { $0.fitness }, { $0.fitness = $1 })),
    .init(
      "fatigue", "Load averaged over 7 days.",
      .number(EventRange.figure, decimals: 2, { $0.fatigue }, { $0.fatigue = $1 })),
    .init(
      "form", "Fitness minus fatigue.",
      .number(EventRange.figure, decimals: 2, { $0.form }, { $0.form = $1 })),
  ]
}

// MARK: power

extension Events {
  package static let power = EventTable<PowerReport>(
    "power", "The best power of the last weeks, and the threshold that it suggests.",
    from: PowerReport(
      bestWatts: 0, date: Day(number: 0), ftpWatts: nil, weightKilograms: nil),
    [
      .init(
        "best_20_min_w", "Best mean power over 20 minutes of the last six weeks, in watts.",
        .count({ $0.bestWatts }, { $0.bestWatts = $1 ?? 0 }), isRequired: true),
      .init(
        "date", "Day of that ride.",
        .day(within: EventRange.days, { $0.date }, { $0.date = $1 ?? $0.date }),
        isRequired: true),
      .init(
        "threshold_w", "Threshold power that it suggests: 95 percent.",
        // It follows from the best power.
        .count({ $0.thresholdWatts }, { _, _ in }), isAlways: true),
      .init(
        "ftp_w", "Functional threshold power in use, in watts.",
        .count({ $0.ftpWatts }, { $0.ftpWatts = $1 })),
      .init(
        "weight_kg", "Weight of the rider in kilograms.",
        .number(
          EventRange.figure, decimals: 2, { $0.weightKilograms }, { $0.weightKilograms = $1 })),
    ]
  ) { report, _ in .power(report) }
}
