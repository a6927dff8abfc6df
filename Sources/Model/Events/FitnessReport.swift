// Fitness on its way to whoever watches, with the weeks that led to it.

/// The figures of a day, and those of the days before it.
package struct FitnessReport: Hashable, Sendable {
  /// Days that a report looks back: six weeks.
  package static let lookBack = 42

  package let day: FitnessDay
  /// The days up to this one, oldest first, as far as they are known; it may be their last.
  package let history: [FitnessDay]

  package init(day: FitnessDay, history: [FitnessDay] = []) {
    self.day = day
    self.history = history
  }

  /// What the last rows of the store say; nil when there is none.
  ///
  /// - Parameter rows: in order of date; the last is the day of the report.
  package init?(_ rows: [ScoreDay]) {
    guard let last = rows.last else { return nil }
    self.init(day: FitnessDay(last), history: rows.map { FitnessDay($0) })
  }
}
