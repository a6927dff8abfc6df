// How a process ends, and which failure ends it how.

/// The exit status of velo-sync. Codes from 64 on are those of sysexits(3).
package enum ExitStatus: Hashable, Sendable {
  case ok
  /// Failed in a way without a code of its own.
  case failed
  /// Some sources worked, some failed.
  case partial
  case usage
  case badInput
  case missingInput
  case network
  case unavailable
  case `internal`
  case storage
  case temporary
  case badReply
  case notAllowed
  case config
  /// The signal is raised again after the clean-up, so that a shell sees it.
  case signal(Int32)

  /// The process's exit code; for a signal, what a shell shows.
  package var code: Int32 {
    switch self {
    case .ok: 0
    case .failed: 1
    case .partial: 10
    case .usage: 64
    case .badInput: 65
    case .missingInput: 66
    case .network: 68
    case .unavailable: 69
    case .internal: 70
    case .storage: 74
    case .temporary: 75
    case .badReply: 76
    case .notAllowed: 77
    case .config: 78
    case .signal(let number): 128 + number
    }
  }

  /// The one mapping from failures to exit codes.
  package init(_ failure: SyncFailure) {
    self =
      switch failure {
      case .network: .network
      case .timeout: .temporary
      case .server: .unavailable
      case .auth: .notAllowed
      case .permission: .notAllowed
      case .rateLimited: .temporary
      case .badReply: .badReply
      case .badInput: .badInput
      case .missingInput: .missingInput
      case .storage: .storage
      case .locked: .temporary
      case .notConnected: .config
      case .config: .config
      case .usage: .usage
      case .internal: .internal
      case .interrupted: .signal(2)
      }
  }
}

extension SyncFailure {
  /// The code used wherever a machine reads it.
  package var code: String {
    switch self {
    case .network: "network"
    case .timeout: "timeout"
    case .server: "server"
    case .auth: "auth"
    case .permission: "permission"
    case .rateLimited: "rate_limited"
    case .badReply: "bad_reply"
    case .badInput: "bad_input"
    case .missingInput: "missing_input"
    case .storage: "storage"
    case .locked: "locked"
    case .notConnected: "not_connected"
    case .config: "config"
    case .usage: "usage"
    case .internal: "internal"
    case .interrupted: "interrupted"
    }
  }

  /// Whether running again, with nothing else changed, may succeed.
  package var isRetryable: Bool {
    switch self {
    case .network, .timeout, .server, .rateLimited, .badReply, .storage, .locked: true
    case .auth, .permission, .badInput, .missingInput, .notConnected, .config, .usage, .internal,
      .interrupted:
      false
    }
  }

  /// The source it happened at, where it happened at one.
  package var source: Source? {
    switch self {
    case .network(let source), .server(let source), .auth(let source), .permission(let source, _),
      .rateLimited(let source, _), .badReply(let source), .timeout(.answer(let source)),
      .timeout(.signIn(let source)), .config(.otherAthlete(let source, _, _)):
      source
    case .notConnected(let source): source
    case .timeout(.run), .badInput, .missingInput, .storage, .locked, .config, .usage, .internal,
      .interrupted:
      nil
    }
  }

  /// When trying again may succeed, where that is known.
  package var retryAt: Timestamp? {
    if case .rateLimited(_, let limit) = self { return limit.retryAt }
    return nil
  }

  /// The order in which the failures of several sources speak for the whole run; lowest first.
  package var precedence: Int {
    switch self {
    case .storage: 0
    case .internal: 1
    case .config, .usage, .notConnected: 2
    case .auth: 3
    case .permission: 4
    case .badInput, .missingInput: 5
    case .badReply: 6
    case .server: 7
    case .locked: 8
    case .rateLimited: 9
    case .timeout: 10
    case .network: 11
    case .interrupted: 12
    }
  }
}
