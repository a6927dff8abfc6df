// The end of a run.

/// How a run ended as a whole.
package struct RunSummary: Hashable, Sendable {
  package enum Outcome: String, CaseIterable, Sendable { case ok, partial, failed, interrupted }

  package let outcome: Outcome
  package let exit: ExitStatus
  /// One ride from two services counts once.
  package let counts: Counts

  package init(outcome: Outcome, exit: ExitStatus, counts: Counts) {
    self.outcome = outcome
    self.exit = exit
    self.counts = counts
  }
}
