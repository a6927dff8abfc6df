// The generated texts: the manual pages, and the exit codes of the README.

import Flags
import Model

/// The texts of the manual pages, as committed.
package enum Manual {
  /// velo-sync(1).
  package static var command: String { CommandPage.text(exits: ExitStatus.table) }

  /// The table of exit codes in the README, in Markdown.
  package static var exitCodes: String { ExitStatus.markdown }

  /// velo-sync-events(5).
  package static var events: String { EventsPage.text }
}
