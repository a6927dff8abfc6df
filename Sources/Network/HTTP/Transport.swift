// The port to the network: sends a request and returns the whole reply.

package import Model

/// Sends requests without following redirects, storing cookies or retrying.
package protocol Transport: Sendable {
  /// Sends a request and returns the whole reply, whatever its status.
  ///
  /// - Throws: `cancelled` as soon as the task is cancelled, even if the request was not sent.
  func send(_ request: Request) async throws(TransportFailure) -> Reply
}

/// The reason a request has no reply.
package enum TransportFailure: Error, Hashable, Sendable {
  /// The name does not resolve.
  case name
  /// The connection failed.
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

extension TransportFailure {
  /// The text shown by `--verbose`.
  var explanation: String {
    switch self {
    case .name: "the name does not resolve"
    case .connect: "nobody takes the connection"
    case .tls: "no trustworthy TLS connection"
    case .proxy: "the proxy cannot be reached or refuses"
    case .timeout: "no answer in time"
    case .cut: "the connection broke"
    case .tooLarge: "the answer is too large"
    case .malformed: "the answer is not HTTP"
    case .unsendable: "the request cannot be sent"
    case .cancelled: "stopped"
    case .noLibcurl: "no libcurl"
    case .exhausted(.threads): "no thread left"
    case .exhausted(.descriptors): "no descriptor left"
    case .other(let code): "libcurl error \(code)"
    }
  }
}

/// Timeouts and size limits of a transfer.
package struct TransportLimits: Hashable, Sendable {
  /// Timeout for name resolution, connect and TLS.
  package var connect = Duration.seconds(10)
  /// Timeout without data in either direction; rounded up to whole seconds.
  package var idle = Duration.seconds(30)
  /// Total timeout.
  package var total = Duration.seconds(120)
  /// Maximum size of the decompressed body, bytes.
  package var bodyBytes = Request.answerLimit
  /// Maximum size of all headers, bytes.
  package var headerBytes = 256 << 10

  package init() {}
}
