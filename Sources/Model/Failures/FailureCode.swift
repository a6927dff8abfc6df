// The error codes that machines read: their one list, and the failures they stand for.

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

extension SyncFailure {
  /// The machine-readable code.
  package var code: String { kind?.rawValue ?? "interrupted" }

  /// What kind of failure it is; nil for an interruption, which is never shown.
  package var kind: FailureCode? {
    switch self {
    case .network: .network
    case .timeout: .timeout
    case .server: .server
    case .auth, .signInRefused: .auth
    case .permission: .permission
    case .rateLimited: .rateLimited
    case .badReply, .deletionsRefused: .badReply
    case .missingInput, .missingFolders, .missingRide, .noRides, .badRecord(_, .none),
      .badCommand(_, .notFound):
      .missingInput
    case .badInput, .badExport, .badRecord, .badCommand(_, .notExecutable): .badInput
    case .storage: .storage
    case .locked: .locked
    case .notConnected: .notConnected
    case .config: .config
    case .usage: .usage
    case .exhausted, .internal: .internal
    case .reported(let failure): failure.code
    case .interrupted: nil
    }
  }

  /// Whether running again, with nothing else changed, may succeed.
  package var isRetryable: Bool {
    if case .reported(let failure) = self { return failure.isRetryable }
    return kind?.isRetryable ?? false
  }

  /// The source that failed, if any.
  package var source: Source? {
    switch self {
    case .network(let source), .server(let source), .auth(let source),
      .signInRefused(let source, _), .permission(let source, _),
      .rateLimited(let source, _), .badReply(let source), .deletionsRefused(let source, _),
      .timeout(.answer(let source)),
      .timeout(.signIn(let source)), .config(.otherAthlete(let source, _, _)):
      source
    case .notConnected(let source): source
    case .storage(let failure): failure.lostSignIn
    case .reported(let failure): failure.source
    default: nil
    }
  }

  /// When trying again may succeed, if known.
  package var retryAt: Timestamp? {
    switch self {
    case .rateLimited(_, let limit): limit.retryAt
    case .reported(let failure): failure.retryAt
    default: nil
    }
  }

  /// The order in which one of several failures is chosen to describe the whole run; lowest first.
  package var precedence: Int {
    switch self {
    case .storage: 0
    case .exhausted, .internal: 1
    case .config, .usage, .notConnected: 2
    case .auth, .signInRefused: 3
    case .permission: 4
    case .badInput, .badExport, .badRecord, .badCommand, .missingInput, .missingFolders,
      .missingRide, .noRides:
      5
    case .badReply, .deletionsRefused: 6
    case .server: 7
    case .locked: 8
    case .rateLimited: 9
    case .timeout: 10
    case .network: 11
    case .reported: 12
    case .interrupted: 13
    }
  }
}
