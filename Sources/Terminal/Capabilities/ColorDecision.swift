// Whether a stream gets colour, and what decided it.

package import Model

/// A colour decision with its reason.
package struct ColorDecision: Hashable, Sendable {
  /// What decided, highest precedence first.
  package enum Reason: Hashable, Sendable {
    /// Our own setting.
    case setting
    /// The environment variable of this name.
    case variable(String)
    /// `TERM` is unset or names a terminal without colour.
    case term
    /// Whether the stream is a terminal.
    case device
  }

  package let isOn: Bool
  package let reason: Reason

  /// - Parameter choice: our own setting; with `auto` the variables and the stream decide.
  package init(_ choice: ColorChoice, environment: [String: String], isTerminal: Bool) {
    func isForced(_ name: String) -> Bool {
      switch environment[name] {
      case nil, "", "0", "false": false
      default: true
      }
    }
    if choice != .auto {
      (isOn, reason) = (choice == .always, .setting)
    } else if environment["NO_COLOR"].map({ !$0.isEmpty }) == true {
      (isOn, reason) = (false, .variable("NO_COLOR"))
    } else if let name = ["CLICOLOR_FORCE", "FORCE_COLOR"].first(where: isForced) {
      (isOn, reason) = (true, .variable(name))
    } else if environment["CLICOLOR"] == "0" {
      (isOn, reason) = (false, .variable("CLICOLOR"))
    } else if hasNoColor(environment["TERM"] ?? "") {
      (isOn, reason) = (false, .term)
    } else {
      (isOn, reason) = (isTerminal, .device)
    }
  }
}

/// Whether `TERM` names a terminal without colour: the entries of ncurses' terminfo.src without
/// `colors` that may still be in use. All others count as coloured.
private func hasNoColor(_ term: String) -> Bool {
  switch term {
  case "", "dumb", "sun", "mach", "mach-bold", "mach-gnu", "rxvt-basic", "xterm-r5", "xterm-r6":
    true
  case "vt525": false
  default:
    // `ansi-m`, `rxvt-m` and `xterm-mono` have no colour; `vt100` has many variants.
    term.hasSuffix("-m") || term.hasSuffix("-mono")
      || (term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true)
  }
}
