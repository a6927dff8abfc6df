// What the failures of a run, and of its sources, mean for the run as a whole.

import Model

/// The outcome and exit status of a run.
struct Verdict: Hashable, Sendable {
  let outcome: RunSummary.Outcome
  let exit: ExitStatus

  init(_ run: SyncState) {
    let failures = run.sourceFailures.map(\.failure)
    if run.failure == .interrupted {
      (outcome, exit) = (.interrupted, ExitStatus(.interrupted))
    } else if let trouble = (failures + [run.failure].compactMap(\.self)).first(where: \.isStorage)
    {
      // A store that cannot be written outweighs whatever the sources did.
      (outcome, exit) = (.failed, ExitStatus(trouble))
    } else if run.isOffline {
      (outcome, exit) = (.failed, .network)
    } else if let failure = run.failure {
      (outcome, exit) = (.failed, ExitStatus(failure))
    } else if failures.isEmpty {
      (outcome, exit) = (.ok, .ok)
    } else if !run.hasWholeSource, let failure = Self.loudest(failures) {
      (outcome, exit) = (.failed, ExitStatus(failure))
    } else {
      (outcome, exit) = (.partial, .partial)
    }
  }

  /// The failure that speaks for a run none of whose sources worked.
  static func loudest(_ failures: [SyncFailure]) -> SyncFailure? {
    // `min` takes the first of equals: the first source in order.
    failures.min { $0.precedence < $1.precedence }
  }
}

extension SyncFailure {
  /// Whether the store could not be written or read.
  var isStorage: Bool {
    if case .storage = self { return true }
    return false
  }

  /// Whether the far end is down or cannot be reached, so that there is no use in contacting it.
  var isUnavailability: Bool {
    switch self {
    case .network, .timeout, .server: true
    case .auth, .signInRefused, .permission, .rateLimited, .badReply, .badInput, .badExport,
      .badRecord, .badCommand, .missingInput, .storage, .locked, .notConnected, .config, .usage,
      .exhausted, .internal, .reported, .interrupted:
      false
    }
  }

  /// Whether there was no answer at all.
  var isSilence: Bool {
    switch self {
    case .network, .timeout: true
    case .server, .auth, .signInRefused, .permission, .rateLimited, .badReply, .badInput,
      .badExport, .badRecord, .badCommand, .missingInput, .storage, .locked, .notConnected, .config,
      .usage, .exhausted, .internal, .reported, .interrupted:
      false
    }
  }

  /// Whether a service's limit cut the download short.
  var isLimit: Bool {
    if case .rateLimited = self { return true }
    return false
  }
}
