// The load, fitness, fatigue and form of one day.

/// The figures of one day that are not scores.
package struct FitnessDay: Hashable, Sendable {
  package let date: Day
  /// The day's load; 100 = one hour at threshold.
  package let load: Double?
  /// Load averaged exponentially over 42 days.
  package let fitness: Double?
  /// Load averaged exponentially over 7 days.
  package let fatigue: Double?
  /// Fitness minus fatigue.
  package let form: Double?

  package init(
    date: Day, load: Double?, fitness: Double?, fatigue: Double?, form: Double?
  ) {
    self.date = date
    self.load = load
    self.fitness = fitness
    self.fatigue = fatigue
    self.form = form
  }

  /// The figures of a stored row.
  package init(_ day: ScoreDay) {
    self.init(
      date: day.date, load: day.load, fitness: day.fitness, fatigue: day.fatigue, form: day.form)
  }
}
