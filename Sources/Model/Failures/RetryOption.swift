// What a person can do about a failed run with one key.

/// The action that may fix a failure.
package enum RetryOption: Hashable, Sendable {
  /// Try again from the step that failed.
  case retry
  /// Sign in again at this source, then continue.
  case signIn(Source)

  /// The retry option for the failures of one run, in their order. Signing in comes first, because
  /// a retry without it would fail in the same way. nil when no key can help.
  package init?(for failures: [SyncFailure]) {
    let closed = failures.lazy.compactMap { failure -> Source? in
      switch failure {
      case .auth(let source), .signInRefused(let source, _), .permission(let source, _),
        .timeout(.signIn(let source)):
        source
      default: nil
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

/// A failed run and its retry option, while the answer is awaited.
package struct RetryPrompt: Hashable, Sendable {
  package let retryOption: RetryOption
  /// How the run ends when the retry option is declined.
  package let summary: RunSummary
  /// When it was made: the clock of the run stands still until it is answered.
  package let at: Moment

  package init(retryOption: RetryOption, summary: RunSummary, at: Moment) {
    (self.retryOption, self.summary, self.at) = (retryOption, summary, at)
  }
}
