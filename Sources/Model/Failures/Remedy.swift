// What a person can do with one key about a run that did not work.

/// The way out of a failure.
package enum Remedy: Hashable, Sendable {
  /// Try again from where it failed.
  case retry
  /// Sign in again at this source, then go on.
  case signIn(Source)

  /// For the failures of one run, in their order: signing in comes first, because trying again
  /// without it would fail in the same way. nil when no key can help.
  package init?(for failures: [SyncFailure]) {
    let closed = failures.lazy.compactMap { failure -> Source? in
      switch failure {
      case .auth(let source), .signInRefused(let source, _), .permission(let source, _),
        .timeout(.signIn(let source)):
        source
      case .network, .timeout, .server, .rateLimited, .badReply, .badInput, .badExport, .badRecord,
        .badCommand, .missingInput, .storage, .locked, .notConnected, .config, .usage, .exhausted,
        .internal, .reported, .interrupted:
        nil
      }
    }
    if let source = closed.first {
      self = .signIn(source)
    } else if failures.contains(where: \.isRetryable) {
      self = .retry
    } else {
      return nil
    }
  }
}

/// A run that did not work, and what can be done about it while a key is awaited.
package struct RetryPrompt: Hashable, Sendable {
  package let remedy: Remedy
  /// How the run ends when nobody takes the offer.
  package let report: RunSummary

  package init(remedy: Remedy, report: RunSummary) {
    self.remedy = remedy
    self.report = report
  }
}
