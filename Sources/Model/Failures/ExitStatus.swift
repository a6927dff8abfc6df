// How a process ends, and the exit status of every failure.

/// The exit status of velo-sync. Codes from 64 on are those of sysexits(3).
package enum ExitStatus: Hashable, Sendable {
  case ok
  /// A failure without a code of its own.
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
  /// Another program's own code, different from all others here.
  case other(Int32)
  /// Ended by a signal, which is raised again after the clean-up so that a shell sees it.
  case signal(Int32)

  /// The exit code of the process; for a signal, the code that a shell shows.
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
    case .other(let code): code
    case .signal(let number): 128 + number
    }
  }

  /// The statuses of velo-sync itself, in order of their codes.
  package static let own: [ExitStatus] = [
    .ok, .failed, .partial, .usage, .badInput, .missingInput, .network, .unavailable, .internal,
    .storage, .temporary, .badReply, .notAllowed, .config,
  ]

  /// The status with this code. A code above 128 stays a code and is not taken for a signal.
  package init(code: Int32) {
    self = Self.own.first { $0.code == code } ?? .other(code)
  }

  /// The signal that ended a process; nil when it exited.
  package var signal: Int32? {
    switch self {
    case .signal(let number): number
    case .other(let code) where (129...192).contains(code): code - 128
    case .ok, .failed, .partial, .usage, .badInput, .missingInput, .network, .unavailable,
      .internal, .storage, .temporary, .badReply, .notAllowed, .config, .other:
      nil
    }
  }

  /// The one mapping from failures to exit codes.
  package init(_ failure: SyncFailure) {
    self =
      switch failure {
      // The codes a shell uses when a command cannot be run.
      case .badCommand(_, .notFound): .other(127)
      case .badCommand(_, .notExecutable): .other(126)
      case .reported(let failure): failure.exit
      default: failure.kind?.exit ?? .signal(2)
      }
  }
}
