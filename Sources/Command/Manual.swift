// The generated texts: the manual pages, and the exit codes of the README.

import Flags
import Model

/// The texts of the manual pages, as committed.
package enum Manual {
  /// velo-sync(1).
  package static var command: String { CommandPage.text }

  /// The table of exit codes in the README, in Markdown.
  package static var exitCodes: String {
    let rows = ExitStatus.own.map { _, code, meaning, failures in
      let names = failures.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      return "| \(code) | \(names) | \(meaning) |\n"
    }
    let interrupted = "| \(ExitStatus.interrupted.codes) |  | \(ExitStatus.interrupted.meaning) |\n"
    return "| code | error | means |\n|---|---|---|\n" + rows.joined() + interrupted
  }

  /// The systemd units of the release archive by their file names.
  package static var units: [String: String] { CommandPage.units }

  /// velo-sync-events(5).
  package static var events: String { EventsPage.text }
}
