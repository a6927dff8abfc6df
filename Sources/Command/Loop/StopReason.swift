// Why the loop stopped the work before it ended.

import Model

/// Why a run is stopped early.
enum StopReason: Hashable, Sendable {
  /// SIGINT, SIGTERM or SIGHUP.
  case signal(Int32)
  /// `--timeout`.
  case timeout(Duration)
  /// Standard output has no reader any more.
  case outputClosed
  /// Standard output cannot be written.
  case outputFailure(StorageFailure.Reason)
  /// The work could not be started.
  case failure(SyncFailure)

  /// How the process ends.
  var exit: ExitStatus {
    switch self {
    case .signal(let number): .signal(number)
    case .timeout: .temporary
    // SIGPIPE, as for any other program that writes to a closed pipe.
    case .outputClosed: .signal(13)
    case .outputFailure: .storage
    case .failure(let failure): ExitStatus(failure)
    }
  }
}
