// The generated texts: the manual pages, and the exit codes of the README.

import Flags
import Model

/// The texts of the manual pages, as committed.
package enum Manual {
  /// velo-sync(1).
  package static var command: String { CommandPage.text(exits: ExitStatus.table) }

  /// The table of exit codes in the README, in Markdown.
  package static var exitCodes: String {
    let rows = ExitStatus.own.map { _, code, meaning, failures in
      let names = failures.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      return "| \(code) | \(names) | \(meaning) |\n"
    }
    return "| code | error | means |\n|---|---|---|\n" + rows.joined()
  }

  /// velo-sync-events(5).
  package static var events: String { EventsPage.text }
}

extension ExitStatus {
  /// The codes with their meanings and error names, for the help and velo-sync(1).
  static var table: [HelpRow] {
    own.map { _, code, meaning, failures in
      let names = failures.map(\.rawValue).joined(separator: ", ")
      return HelpRow(name: "\(code)", meaning: meaning + (names.isEmpty ? "" : " [\(names)]"))
    }
  }
}
