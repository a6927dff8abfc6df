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

  /// The statuses of velo-sync itself, in order of their codes: their only list. With the meaning
  /// for a script, and the failures that end a run so.
  package static let own:
    [(status: ExitStatus, code: Int32, meaning: String, failures: [FailureCode])] = [
      (.ok, 0, "success, even if nothing was new", []),
      (.failed, 1, "other failure", [.unknown]),
      (.partial, 10, "some sources failed; data from the others is saved", []),
      (.usage, 64, "wrong option or argument", [.usage]),
      (.badInput, 65, "damaged or unsupported file", [.badInput]),
      (.missingInput, 66, "file not found", [.missingInput]),
      (.network, 68, "no connection", [.network]),
      (.unavailable, 69, "service unavailable", [.server]),
      (.internal, 70, "internal error", [.internal]),
      (.storage, 74, "could not save data or write output", [.storage]),
      (
        .temporary, 75, "try again later: rate limit, timeout, or already running",
        [.timeout, .rateLimited, .locked]
      ),
      (.badReply, 76, "unexpected answer (a login page?)", [.badReply]),
      (.notAllowed, 77, "sign-in expired or access denied", [.auth, .permission]),
      (.config, 78, "nothing connected, or a wrong setting", [.notConnected, .config]),
    ]

  /// An interrupted run: HUP, INT or TERM ended it.
  package static let interrupted = (
    codes: "129, 130, 143", meaning: "interrupted by a signal, whose code a shell shows"
  )

  /// The exit code of the process; for a signal, the code that a shell shows.
  package var code: Int32 {
    switch self {
    case .other(let code): code
    case .signal(let number): 128 + number
    default: Self.own.first { $0.status == self }?.code ?? 1
    }
  }

  /// The status with this code. A code above 128 stays a code and is not taken for a signal.
  package init(code: Int32) { self = Self.own.first { $0.code == code }?.status ?? .other(code) }

  /// The signal that ended a process; nil when it exited.
  package var signal: Int32? {
    switch self {
    case .signal(let number): number
    case .other(let code) where (129...192).contains(code): code - 128
    default: nil
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
