// Properties of a failure: its code, source and precedence, and whether to retry.

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
    case .badReply: .badReply
    case .missingInput, .badRecord(_, .none), .badCommand(_, .notFound): .missingInput
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
      .rateLimited(let source, _), .badReply(let source), .timeout(.answer(let source)),
      .timeout(.signIn(let source)), .config(.otherAthlete(let source, _, _)):
      source
    case .notConnected(let source): source
    case .storage(let trouble): trouble.lostSignIn
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
    case .badInput, .badExport, .badRecord, .badCommand, .missingInput: 5
    case .badReply: 6
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
