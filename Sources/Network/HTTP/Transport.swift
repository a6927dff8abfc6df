// The port to the network: sends a request and returns the whole reply.

package import Model

/// Sends requests without following redirects, storing cookies or retrying.
package protocol Transport: Sendable {
  /// Sends a request and returns the whole reply, whatever its status.
  ///
  /// - Throws: `cancelled` as soon as the task is cancelled, even if the request was not sent.
  func send(_ request: Request) async throws(TransportFailure) -> Reply
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
