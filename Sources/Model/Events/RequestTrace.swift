// A network request, as `--verbose` reports it, and what a run can wait for.

/// One request and its answer.
package struct RequestTrace: Hashable, Sendable {
  package var source: Source
  package var method: String
  /// Without secrets.
  package var url: DisplayText
  /// nil when no answer came.
  package var status: Int?
  package var bytes: Int?
  /// From 1.
  package var attempt: Int
  package var duration: Duration
  /// When the decision to send it was made; nil when it was reported from outside.
  package let began: Moment?
  /// Why no answer came; nil when one did, or the reason is not known.
  package let failure: TransportFailure?

  package init(
    source: Source, method: String, url: DisplayText, status: Int?, bytes: Int?, attempt: Int,
    duration: Duration, began: Moment? = nil, failure: TransportFailure? = nil
  ) {
    (self.source, self.method, self.url) = (source, method, url)
    (self.status, self.bytes, self.attempt) = (status, bytes, attempt)
    (self.duration, self.began, self.failure) = (duration, began, failure)
  }
}

/// The reason a request has no reply.
package enum TransportFailure: Error, Hashable, Sendable {
  /// The name does not resolve.
  case name
  case connect
  /// The TLS handshake or certificate check failed.
  case tls
  /// The proxy is unreachable or refuses the connection.
  case proxy
  /// A timeout of `TransportLimits`.
  case timeout
  /// The connection closed before the end of the reply.
  case cut
  /// The reply exceeds the size limits.
  case tooLarge
  /// The reply is not HTTP.
  case malformed
  /// The request is invalid: a line break in a header, a forbidden address.
  case unsendable
  case cancelled
  /// libcurl is not installed.
  case noLibcurl
  /// No thread left, or no descriptor to start libcurl.
  case exhausted(SystemLimit)
  /// Any other libcurl error, with its code.
  case other(Int32)
}

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
