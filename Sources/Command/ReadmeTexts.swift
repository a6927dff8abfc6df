// The exit codes of the README.

import Model

/// Generated texts that no command prints.
package enum ReadmeTexts {
  /// The table of exit codes in the README, in Markdown.
  package static var exitCodes: String {
    let rows = ExitStatus.own.map { _, code, meaning, failures in
      let names = failures.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      return "| \(code) | \(names) | \(meaning) |\n"
    }
    let interrupted = "| \(ExitStatus.interrupted.codes) |  | \(ExitStatus.interrupted.meaning) |\n"
    return "| code | error | means |\n|---|---|---|\n" + rows.joined() + interrupted
  }
}
