// The exit codes as tables for `--help`, the manual page and the README.

import Flags
import Model

extension ExitStatus {
  /// The codes with their meanings and error names.
  static var table: [HelpRow] {
    own.map { status in
      let names = status.errors.joined(separator: ", ")
      return HelpRow(
        name: "\(status.code)", meaning: status.meaning + (names.isEmpty ? "" : " [\(names)]"))
    }
  }

  /// The same as a Markdown table.
  static var markdown: String {
    let rows = own.map { status in
      let names = status.errors.map { "`\($0)`" }.joined(separator: ", ")
      return "| \(status.code) | \(names) | \(status.meaning) |\n"
    }
    return "| code | error | means |\n|---|---|---|\n" + rows.joined()
  }

  /// The error names, in messages and events, that have this status.
  var errors: [String] {
    FailureCode.allCases.filter { $0.exit == self }.map(\.rawValue)
  }

  /// The meaning for a script.
  private var meaning: String {
    switch self {
    case .ok: "success, even if nothing was new"
    case .failed: "other failure"
    case .partial: "some sources failed; data from the others is saved"
    case .usage: "wrong option or argument"
    case .badInput: "damaged or unsupported file"
    case .missingInput: "file not found"
    case .network: "no connection"
    case .unavailable: "service unavailable"
    case .internal: "internal error"
    case .storage: "could not save data or write output"
    case .temporary: "try again later: rate limit, timeout, or already running"
    case .badReply: "unexpected answer (a login page?)"
    case .notAllowed: "sign-in expired or access denied"
    case .config: "nothing connected, or a wrong setting"
    case .other: "another program's own code"
    case .signal: "ended by a signal"
    }
  }
}
