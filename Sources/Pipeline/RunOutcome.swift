// The outcome of a run, decided from its failures and those of its sources.

package import Model

extension SyncState {
  /// The outcome and exit status of the run.
  var outcome: (outcome: RunSummary.Outcome, exit: ExitStatus) {
    let failures = countedFailures
    if failure == .interrupted { return (.interrupted, ExitStatus(.interrupted)) }
    // A store that cannot be written outweighs the results of the sources.
    if let failure = (failures + [failure].compactMap(\.self)).first(where: \.isStorage) {
      return (.failed, ExitStatus(failure))
    }
    if isOffline { return (.failed, .network) }
    if let failure { return (.failed, ExitStatus(failure)) }
    // Files that could not be read are no failure of the run, but a script should know.
    if failures.isEmpty { return hasUnreadFiles ? (.partial, .partial) : (.ok, .ok) }
    if !hasWholeSource, let failure = failures.mostImportant {
      return (.failed, ExitStatus(failure))
    }
    return (.partial, .partial)
  }
}

extension [SyncFailure] {
  /// The failure that describes a run in which no source worked; of equals the first.
  var mostImportant: SyncFailure? { self.min { $0.precedence < $1.precedence } }
}

extension SyncFailure {
  /// Whether the store could not be written or read.
  var isStorage: Bool { kind == .storage }

  /// Whether there was no answer at all.
  var isUnanswered: Bool { [.network, .timeout].contains(kind) }

  /// Whether a service's limit ended the download early.
  var isLimit: Bool { kind == .rateLimited }
}

/// The end of an attempt, from which the caller makes the run's summary or begins another attempt.
package struct SyncReport: Sendable {
  package let outcome: RunSummary.Outcome
  /// For an interrupted run the status of SIGINT; the caller knows the actual signal.
  package let exit: ExitStatus
  /// Every failure posted by this attempt, in order.
  package let failures: [SyncFailure]
  /// The counts that all attempts have stored, or a dry run would have.
  package let counts: Counts
  /// What another attempt has to know of this one.
  let state: SyncState
}
