// score and fitness: the day's figures as they become known.

package import Codec
package import Model

enum ScoreEvent {
  static let score = EventRow<ScoreKind>(required: "score", "Which score.")
  static let value = EventRow<CountOrNull>(
    required: "value", "0 to 100; null if there is no score.")
  static let band = EventRow<Band>("band", "Named range of the value.")
  static let inputsUsed = EventRow<Int>(required: "inputs_used", "Number of inputs used.")
  static let inputsTotal = EventRow<Int>(required: "inputs_total", "Number of possible inputs.")
  static let atLeast = EventRow<Bool>(
    "at_least", "Whether some activities have no load, so that the score may be higher.")
  static let reason = EventRow<DisplayText>("reason", "Why there is no score.")
  static let date = EventRow<Day>(required: "date", "Day of the score.")
  static let cached = EventRow<Bool>(required: "cached", "Whether an earlier run saved the score.")

  static let type = EventType(
    "score", "One of the three daily scores is known.",
    entries(score, value, band, inputsUsed, inputsTotal, atLeast, reason, date, cached)
  ) { fields throws(EventError) in
    let kind = try fields.required(score)
    let score = Score(
      value: try fields.read(value), band: try fields.read(band),
      inputsUsed: try fields.read(inputsUsed) ?? 0,
      inputsTotal: try fields.read(inputsTotal) ?? 0, atLeast: try fields.read(atLeast) ?? false,
      reason: try fields.read(reason).map { ScoreGap(named: $0) })
    let date = try fields.read(date) ?? Day(of: fields.stamp)
    let cached = try fields.read(cached) ?? false
    guard let kind else { return fields.foreign }
    return .score(ScoreReport(kind: kind, score: score, date: date, cached: cached))
  }
}

/// Load, and what follows from it: members of fitness and prep, and of the days of a history.
enum FitnessMembers {
  static let load = EventRow<Figure>(
    "load", "Training load of the day; 100 is one hour at threshold.")
  static let fitness = EventRow<Figure>("fitness", "Load averaged over 42 days.")
  static let fatigue = EventRow<Figure>("fatigue", "Load averaged over 7 days.")
  static let form = EventRow<Figure>("form", "Fitness minus fatigue.")

  static let rows = entries(load, fitness, fatigue, form)
}

enum FitnessDayObject: EventObjectMember {
  typealias Model = FitnessDay

  static let name = "fitness_day"
  static let about = "Load and fitness of a day."
  static let date = EventRow<Day>(required: "date", "The day.")

  static let rows = entries(date) + FitnessMembers.rows

  static func read(_ members: inout EventObjectFields) -> FitnessDay? {
    guard let date = members.read(date) else { return nil }
    return FitnessDay(
      date: date, load: members.read(FitnessMembers.load),
      fitness: members.read(FitnessMembers.fitness), fatigue: members.read(FitnessMembers.fatigue),
      form: members.read(FitnessMembers.form))
  }

  static func write(_ day: FitnessDay, to json: inout JSONWriter) {
    json.put(date, day.date)
    json.fitnessMembers(of: day)
  }
}

enum FitnessEvent {
  static let date = EventRow<Day>(required: "date", "The day.")
  static let history = EventRow<[FitnessDayObject]>(
    "history", "Days up to this one, oldest first.")

  static let type = EventType(
    "fitness", "Load and fitness of a day.", entries(date) + FitnessMembers.rows + entries(history)
  ) { fields throws(EventError) in
    let day = FitnessDay(
      date: try fields.required(date), load: try fields.read(FitnessMembers.load),
      fitness: try fields.read(FitnessMembers.fitness),
      fatigue: try fields.read(FitnessMembers.fatigue),
      form: try fields.read(FitnessMembers.form))
    return .fitness(FitnessReport(day: day, history: try fields.read(history) ?? []))
  }
}

// MARK: Writing

extension JSONWriter {
  /// Writes the members of `score`.
  package mutating func members(of report: ScoreReport) {
    put(ScoreEvent.score, report.kind)
    put(ScoreEvent.value, report.score.value)
    put(ScoreEvent.band, report.score.band)
    put(ScoreEvent.inputsUsed, report.score.inputsUsed)
    put(ScoreEvent.inputsTotal, report.score.inputsTotal)
    if report.score.atLeast { put(ScoreEvent.atLeast, true) }
    put(ScoreEvent.reason, report.score.reason?.name)
    put(ScoreEvent.date, report.date)
    put(ScoreEvent.cached, report.cached)
  }

  /// Writes the members of `fitness`: a day, and those before it where there are any.
  package mutating func members(of report: FitnessReport) {
    FitnessDayObject.write(report.day, to: &self)
    put(FitnessEvent.history, report.history.isEmpty ? nil : report.history)
  }

  /// Load, fitness, fatigue and form of a day.
  package mutating func fitnessMembers(of day: FitnessDay) {
    put(FitnessMembers.load, day.load)
    put(FitnessMembers.fitness, day.fitness)
    put(FitnessMembers.fatigue, day.fatigue)
    put(FitnessMembers.form, day.form)
  }
}
