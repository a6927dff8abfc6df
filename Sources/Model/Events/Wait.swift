// What a run can wait for: a service, another run, or a sign-in.

/// Waiting for a service or for another run.
package struct Wait: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case rateLimit
    /// Try number `attempt` of `of` comes next, as far as the numbers are known. The last one had
    /// an answer, or none.
    case retry(attempt: Int?, of: Int?, isAnswered: Bool = true)
    case locked

    /// The names of the reasons in events.
    package enum Name: String, CaseIterable, Sendable {
      case rateLimit = "rate_limit"
      case retry, locked
    }

    /// The name used wherever a machine reads it.
    package var name: Name {
      switch self {
      case .rateLimit: .rateLimit
      case .retry: .retry
      case .locked: .locked
      }
    }
  }

  package let reason: Reason
  package let source: Source?
  package let until: Timestamp
  /// How long from now.
  package let duration: Duration

  package init(reason: Reason, source: Source?, until: Timestamp, duration: Duration) {
    (self.reason, self.source, self.until, self.duration) = (reason, source, until, duration)
  }
}

/// A pending sign-in.
package struct SignIn: Hashable, Sendable {
  package let source: Source
  package let url: DisplayText
  /// When the wait for it ends.
  package let until: Timestamp
  /// Whether the redirect is pasted: that is waited for without an end.
  package let isPasted: Bool

  package init(source: Source, url: DisplayText, until: Timestamp, isPasted: Bool = false) {
    (self.source, self.url, self.until, self.isPasted) = (source, url, until, isPasted)
  }
}
