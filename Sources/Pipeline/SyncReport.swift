// How a sync ended.

package import Model

/// The end of an attempt, from which the caller makes the run's summary or begins another attempt.
package struct SyncReport: Sendable {
  package let outcome: RunSummary.Outcome
  /// For an interrupted run that of SIGINT; the caller knows which signal it was.
  package let exit: ExitStatus
  /// Every failure that this attempt posted, in that order.
  package let failures: [SyncFailure]
  /// What all attempts have stored; what a dry run would have. One ride from several services counts
  /// once.
  package let counts: Counts
  /// Where a further attempt goes on.
  let state: SyncState
}
