// A network request, as `--verbose` reports it, and why it may have no reply.

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
