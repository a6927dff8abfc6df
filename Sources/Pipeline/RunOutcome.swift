// The outcome of a run, decided from its failures and those of its sources.

package import Model

/// The outcome and exit status of a run.
struct RunOutcome: Hashable, Sendable {
  let outcome: RunSummary.Outcome
  let exit: ExitStatus

  init(_ run: SyncState) {
    let failures = run.sourceFailures.map(\.failure)
    if run.failure == .interrupted {
      (outcome, exit) = (.interrupted, ExitStatus(.interrupted))
    } else if let failure = (failures + [run.failure].compactMap(\.self)).first(where: \.isStorage)
    {
      // A store that cannot be written outweighs the results of the sources.
      (outcome, exit) = (.failed, ExitStatus(failure))
    } else if run.isOffline {
      (outcome, exit) = (.failed, .network)
    } else if let failure = run.failure {
      (outcome, exit) = (.failed, ExitStatus(failure))
    } else if failures.isEmpty {
      // Files that could not be read are no failure of the run, but a script should know.
      (outcome, exit) = run.hasUnreadFiles ? (.partial, .partial) : (.ok, .ok)
    } else if !run.hasWholeSource, let failure = Self.mostImportant(failures) {
      (outcome, exit) = (.failed, ExitStatus(failure))
    } else {
      (outcome, exit) = (.partial, .partial)
    }
  }

  /// The failure that describes a run in which no source worked.
  static func mostImportant(_ failures: [SyncFailure]) -> SyncFailure? {
    // `min` returns the first of equals: the first source in order.
    failures.min { $0.precedence < $1.precedence }
  }
}

extension SyncFailure {
  /// Whether the store could not be written or read.
  var isStorage: Bool {
    if case .storage = self { return true }
    return false
  }

  /// Whether the service is down or unreachable, so that contacting it again is useless.
  var isUnavailability: Bool {
    switch self {
    case .network, .timeout, .server: true
    default: false
    }
  }

  /// Whether there was no answer at all.
  var isUnanswered: Bool {
    switch self {
    case .network, .timeout: true
    default: false
    }
  }

  /// Whether a service's limit ended the download early.
  var isLimit: Bool {
    if case .rateLimited = self { return true }
    return false
  }
}

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
