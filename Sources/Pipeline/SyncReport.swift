// How a sync ended.

package import SyncModel

/// The end of a sync, from which the caller makes the run's summary.
package struct SyncReport: Hashable, Sendable {
  package let outcome: RunSummary.Outcome
  /// For an interrupted run that of SIGINT; the caller knows which signal it was.
  package let exit: ExitStatus
  /// Every failure that was posted, in that order.
  package let failures: [SyncFailure]
  /// One ride from several services counts once.
  package let counts: Counts

  package init(
    outcome: RunSummary.Outcome, exit: ExitStatus, failures: [SyncFailure], counts: Counts
  ) {
    self.outcome = outcome
    self.exit = exit
    self.failures = failures
    self.counts = counts
  }
}
