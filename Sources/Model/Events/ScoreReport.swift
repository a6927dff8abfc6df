// Scores and fitness as they are reported.

/// A score, reported as soon as it is known.
package struct ScoreReport: Hashable, Sendable {
  package let kind: ScoreKind
  package let score: Score
  package let date: Day
  /// True for a score saved by an earlier run.
  package let cached: Bool

  package init(kind: ScoreKind, score: Score, date: Day, cached: Bool) {
    self.kind = kind
    self.score = score
    self.date = date
    self.cached = cached
  }
}

/// The fitness of a day and of the days before it.
package struct FitnessReport: Hashable, Sendable {
  /// Days of history in a report: six weeks.
  package static let lookBack = 42

  package var day: FitnessDay
  /// The known days up to and including this one, oldest first.
  package var history: [FitnessDay]

  package init(day: FitnessDay, history: [FitnessDay] = []) {
    self.day = day
    self.history = history
  }

  /// The report made from the last rows of the store; nil when there are none.
  ///
  /// - Parameter rows: in order of date; the last is the day of the report.
  package init?(_ rows: [ScoreDay]) {
    guard let last = rows.last else { return nil }
    self.init(day: FitnessDay(last), history: rows.map { FitnessDay($0) })
  }
}
