// The exit codes as a table, for `--help`.

import Flags
import SyncModel

extension ExitStatus {
  /// Every status with its meaning, in order of its code.
  static var table: [HelpRow] {
    let rows: [(ExitStatus, String)] = [
      (.ok, "done, also when nothing was new"),
      (.failed, "failed in another way"),
      (.partial, "some sources worked, some failed; what worked is saved"),
      (.usage, "wrong option or argument"),
      (.badInput, "a file is damaged"),
      (.missingInput, "a file is missing"),
      (.network, "no connection"),
      (.unavailable, "the service is unavailable"),
      (.internal, "something went wrong inside velo-sync"),
      (.storage, "could not save, or not write the output"),
      (.temporary, "try again later: limit reached, no answer, or already running"),
      (.badReply, "unexpected answer (a login page?)"),
      (.notAllowed, "sign in again, or not allowed"),
      (.config, "nothing connected, or a wrong setting"),
    ]
    return rows.map { HelpRow(name: "\($0.code)", meaning: $1) }
  }
}
