// The exit codes as a table, for `--help`.

import Flags
import SyncModel

extension ExitStatus {
  /// Every status but signals with its meaning, in order of its code.
  static var table: [HelpRow] {
    let all: [ExitStatus] = [
      .ok, .failed, .partial, .usage, .badInput, .missingInput, .network, .unavailable, .internal,
      .storage, .temporary, .badReply, .notAllowed, .config,
    ]
    return all.map { HelpRow(name: "\($0.code)", meaning: $0.meaning) }
  }

  /// What a script may conclude.
  private var meaning: String {
    switch self {
    case .ok: "done, also when nothing was new"
    case .failed: "failed in another way"
    case .partial: "some sources worked, some failed; what worked is saved"
    case .usage: "wrong option or argument"
    case .badInput: "a file is damaged, or of another kind"
    case .missingInput: "a file is missing"
    case .network: "no connection"
    case .unavailable: "the service is unavailable"
    case .internal: "something went wrong inside velo-sync"
    case .storage: "could not save, or not write the output"
    case .temporary: "try again later: limit reached, no answer, or already running"
    case .badReply: "unexpected answer (a login page?)"
    case .notAllowed: "sign in again, or not allowed"
    case .config: "nothing connected, or a wrong setting"
    case .other: "another program's own code"
    case .signal: "ended by a signal"
    }
  }
}
