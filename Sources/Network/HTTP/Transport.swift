// The port to the network: one request in, one whole answer out.

package import Model

/// Sends requests. Follows no redirect, keeps no cookie, retries nothing.
package protocol Transport: Sendable {
  /// Sends a request and returns the whole answer, whatever its status.
  ///
  /// - Throws: `cancelled` as soon as the task is cancelled, even when the request was never sent.
  func send(_ request: Request) async throws(TransportFailure) -> Reply
}

/// Why there is no answer.
package enum TransportFailure: Error, Hashable, Sendable {
  /// The name does not resolve.
  case name
  /// Nobody takes the connection.
  case connect
  /// No trustworthy TLS.
  case tls
  /// The proxy cannot be reached or refuses.
  case proxy
  /// A limit of `TransportLimits` passed.
  case timeout
  /// The connection broke, or ended before the answer did.
  case cut
  /// The answer is larger than `TransportLimits` allow.
  case tooLarge
  /// What came is not HTTP.
  case malformed
  /// The request cannot be sent as it is: a line break in a header, a forbidden address.
  case unsendable
  case cancelled
  /// The system has no libcurl.
  case noLibcurl
  /// The system has no thread left, or no descriptor for libcurl to begin with.
  case exhausted(SystemLimit)
  /// Anything else, with libcurl's code.
  case other(Int32)
}

extension TransportFailure {
  /// For `--verbose`: what a person who looks for the cause may want to know.
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

/// How long and how large a transfer may get.
package struct TransportLimits: Hashable, Sendable {
  /// To resolve the name, connect and agree on TLS.
  package var connect: Duration
  /// Without a byte in either direction; whole seconds, rounded up.
  package var idle: Duration
  /// For everything.
  package var total: Duration
  /// Bytes of the body, after decompression.
  package var bodyBytes: Int
  /// Bytes of all headers.
  package var headerBytes: Int

  package init(
    connect: Duration = .seconds(10), idle: Duration = .seconds(30),
    total: Duration = .seconds(120), bodyBytes: Int = Request.answerLimit,
    headerBytes: Int = 256 << 10
  ) {
    self.connect = connect
    self.idle = idle
    self.total = total
    self.bodyBytes = bodyBytes
    self.headerBytes = headerBytes
  }
}
