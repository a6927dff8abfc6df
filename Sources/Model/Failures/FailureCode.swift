// The error codes that machines read: their one list.

/// What kind of failure it is. The raw value is the code in events and files.
package enum FailureCode: String, CaseIterable, Sendable {
  case network, timeout, server, auth, permission
  case rateLimited = "rate_limited"
  case badReply = "bad_reply"
  case badInput = "bad_input"
  case missingInput = "missing_input"
  case storage, locked
  case notConnected = "not_connected"
  case config, usage
  case `internal`
  /// A wrapped command's own error, and every code that is none of these.
  case unknown

  /// The exit status of a run that fails by it alone, unless the failure has its own.
  package var exit: ExitStatus {
    ExitStatus.own.first { $0.failures.contains(self) }?.status ?? .failed
  }

  /// Whether running again, with nothing else changed, may succeed, unless the failure has its own.
  package var isRetryable: Bool {
    switch self {
    case .network, .timeout, .server, .rateLimited, .badReply, .storage, .locked, .unknown: true
    case .auth, .permission, .badInput, .missingInput, .notConnected, .config, .usage, .internal:
      false
    }
  }
}
