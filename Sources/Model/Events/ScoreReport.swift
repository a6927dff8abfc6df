// A score as it is reported.

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
