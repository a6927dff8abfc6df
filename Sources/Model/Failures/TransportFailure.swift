// Why a request has no reply.

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
