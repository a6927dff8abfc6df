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
      .init("score", "Which score.", .word().at(\.kind), isRequired: true)
    ] + Score.rows(isEvent: true).map { $0.within({ $0.score }, { $0.score = $1 }) } + [
      .init("date", "Day of the score.", .eventDay.at(\.date), isAlways: true),
      .init(
        "cached", "Whether an earlier run saved the score.",
        .flag.at(\.cached), isAlways: true),
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
        .list(FitnessDay.table, from: .blank).at(
          { $0.history.isEmpty ? nil : $0.history }, { $0.history = $1 ?? [] }))
    ]
  ) { report, _ in .fitness(report) }
}

extension FitnessDay {
  static let blank = FitnessDay(
    date: Day(number: 0), load: nil, fitness: nil, fatigue: nil, form: nil)

  static let table = Table<FitnessDay>(
    [
      .init("date", "The day.", .eventDay.at(\.date), isRequired: true)
    ] + rows, name: "fitness_day", about: "Load and fitness of a day.")

  /// Load, and what follows from it: members of fitness and prep, and of the days of a history.
  static let rows: [Field<FitnessDay>] = [
    .init(
      "load", "Training load of the day; 100 is one hour at threshold.", .eventFigure.at(\.load)),
    .init("fitness", "Load averaged over 42 days.", .eventFigure.at(\.fitness)),
    .init("fatigue", "Load averaged over 7 days.", .eventFigure.at(\.fatigue)),
    .init("form", "Fitness minus fatigue.", .eventFigure.at(\.form)),
  ]
}

// MARK: power

extension Events {
  package static let power = EventTable<PowerReport>(
    "power", "The best power of the last weeks, and the threshold that it suggests.",
    from: PowerReport(bestWatts: 0, date: Day(number: 0), ftpWatts: nil, weightKilograms: nil),
    [
      .init(
        "best_20_min_w", "Best mean power over 20 minutes of the last six weeks, in watts.",
        .count.at(\.bestWatts), isRequired: true),
      .init("date", "Day of that ride.", .eventDay.at(\.date), isRequired: true),
      .init(
        "threshold_w", "Threshold power that it suggests: 95 percent.",
        // It follows from the best power.
        .count.at({ $0.thresholdWatts }, { _, _ in }), isAlways: true),
      .init("ftp_w", "Functional threshold power in use, in watts.", .count.at(\.ftpWatts)),
      .init("weight_kg", "Weight of the rider in kilograms.", .eventFigure.at(\.weightKilograms)),
    ]
  ) { report, _ in .power(report) }
}
