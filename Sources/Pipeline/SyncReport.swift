// The result of one attempt of a sync or an import.

package import Model

/// The end of an attempt, from which the caller makes the run's summary or begins another attempt.
package struct SyncReport: Sendable {
  package let outcome: RunSummary.Outcome
  /// For an interrupted run the status of SIGINT; the caller knows the actual signal.
  package let exit: ExitStatus
  /// Every failure posted by this attempt, in order.
  package let failures: [SyncFailure]
  /// The counts that all attempts have stored, or a dry run would have. A ride from several
  /// services counts once.
  package let counts: Counts
  /// The state from which a further attempt continues.
  let state: SyncState
}
