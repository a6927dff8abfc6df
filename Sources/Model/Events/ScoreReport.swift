// Scores, fitness and power as they are reported.

/// A score, reported as soon as it is known.
package struct ScoreReport: Hashable, Sendable {
  package let kind: ScoreKind
  package let score: Score
  package let date: Day
  /// True for a score saved by an earlier run.
  package let cached: Bool

  package init(kind: ScoreKind, score: Score, date: Day, cached: Bool) {
    (self.kind, self.score, self.date, self.cached) = (kind, score, date, cached)
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
    (self.day, self.history) = (day, history)
  }

  /// The report made from the last rows of the store; nil when there are none.
  ///
  /// - Parameter rows: in order of date; the last is the day of the report.
  package init?(_ rows: [ScoreDay]) {
    guard let last = rows.last else { return nil }
    self.init(day: FitnessDay(last), history: rows.map { FitnessDay($0) })
  }
}

/// The best twenty minutes of the last six weeks, and the threshold they suggest.
package struct PowerReport: Hashable, Sendable {
  /// The share of the best twenty minutes that is the threshold (Allen & Coggan).
  private static let thresholdShare = 0.95
  /// A suggestion that differs by no more than this share of the FTP in use is no news.
  private static let tolerance = 0.05

  /// The best mean power over twenty minutes, in watts.
  package var bestWatts: Int
  /// The day of that ride.
  package var date: Day
  /// The functional threshold power in use, in watts; nil when there is none.
  package var ftpWatts: Int?
  /// The rider's weight in kilograms; nil when it is not known.
  package var weightKilograms: Double?

  package init(bestWatts: Int, date: Day, ftpWatts: Int?, weightKilograms: Double?) {
    (self.bestWatts, self.date) = (bestWatts, date)
    (self.ftpWatts, self.weightKilograms) = (ftpWatts, weightKilograms)
  }

  /// The threshold power that the best twenty minutes suggest, in watts.
  package var thresholdWatts: Int { Int((Double(bestWatts) * Self.thresholdShare).rounded()) }

  /// The threshold in watts per kilogram.
  package var thresholdPerKilogram: Double? {
    weightKilograms.flatMap { $0 > 0 ? Double(thresholdWatts) / $0 : nil }
  }

  /// The FTP in use, when the suggestion differs from it by more than five percent.
  package var outdatedFTP: Int? {
    guard let ftpWatts else { return nil }
    let difference = (thresholdWatts - ftpWatts).magnitude
    return Double(difference) > Self.tolerance * Double(ftpWatts) ? ftpWatts : nil
  }
}
