// Decides whether a stream gets colour, and records which setting decided.

/// A user's colour setting.
package enum ColorSetting: String, CaseIterable, Hashable, Sendable {
  case auto, always, never
}

/// A colour decision with its reason.
package struct ColorDecision: Hashable, Sendable {
  /// What decided, in descending precedence.
  package enum Reason: Hashable, Sendable {
    /// One of the settings passed in `levels`, by index.
    case setting(level: Int)
    /// The environment variable of this name.
    case variable(String)
    /// `TERM` is unset or names a terminal without colour.
    case term
    /// Whether the stream is a terminal.
    case device
  }

  package let isOn: Bool
  package let reason: Reason

  /// - Parameter levels: our settings, highest precedence first; `auto` and nil defer to the next.
  package init(levels: [ColorSetting?], environment: [String: String], isTerminal: Bool) {
    for (level, setting) in levels.enumerated() {
      guard let setting, setting != .auto else { continue }
      self.init(isOn: setting == .always, reason: .setting(level: level))
      return
    }
    func isForced(_ name: String) -> Bool {
      switch environment[name] {
      case nil, "", "0", "false": false
      default: true
      }
    }
    if environment["NO_COLOR"].map({ !$0.isEmpty }) == true {
      self.init(isOn: false, reason: .variable("NO_COLOR"))
    } else if let name = ["CLICOLOR_FORCE", "FORCE_COLOR"].first(where: isForced) {
      self.init(isOn: true, reason: .variable(name))
    } else if environment["CLICOLOR"] == "0" {
      self.init(isOn: false, reason: .variable("CLICOLOR"))
    } else if hasNoColor(environment["TERM"] ?? "") {
      self.init(isOn: false, reason: .term)
    } else {
      self.init(isOn: isTerminal, reason: .device)
    }
  }

  private init(isOn: Bool, reason: Reason) {
    self.isOn = isOn
    self.reason = reason
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
