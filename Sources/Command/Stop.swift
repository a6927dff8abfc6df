// Why the loop asked the work to stop before it was done.

import Model

/// The reason a run is cut short.
enum Stop: Hashable, Sendable {
  /// SIGINT, SIGTERM or SIGHUP.
  case signal(Int32)
  /// `--timeout`.
  case timeout(Duration)
  /// Nobody reads standard output any more.
  case outputClosed
  /// Standard output cannot be written.
  case outputTrouble(StorageTrouble.Reason)
  /// The work could not be begun.
  case failure(SyncFailure)

  /// How the process ends.
  var exit: ExitStatus {
    switch self {
    case .signal(let number): .signal(number)
    case .timeout: .temporary
    // SIGPIPE, as any other writer of a pipe without a reader.
    case .outputClosed: .signal(13)
    case .outputTrouble: .storage
    case .failure(let failure): ExitStatus(failure)
    }
  }
}
