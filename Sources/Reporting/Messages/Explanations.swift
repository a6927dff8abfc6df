// The texts of `--explain`: why the output looks as it does. The names of settings are in the table
// of options.

package import Model
package import Terminal

/// What `--explain` says about the output.
package enum Explanations {
  package static let notSet = "not set"
  /// The origin of a setting of an earlier run.
  package static let remembered = "remembered"

  /// The default of a setting that depends on the output mode; nil for others.
  package static func standard(of setting: String, in mode: String) -> String? {
    switch (setting, mode) {
    case ("heartbeat", "plain"): "10s"
    case ("heartbeat", "accessible"): "30s"
    case ("wait", "live"): "20m, 0s for another run"
    case ("wait", _): "60s, 0s for another run"
    case ("sleep-need", _): "7h"
    default: nil
    }
  }

  /// The default config file if it does not exist; nil for no home folder.
  package static func missingConfig(_ path: DisplayText?) -> String {
    path.map { "\($0.description) (there is none)" } ?? "none"
  }

  /// Whether there can be a live line on a stream, and why not.
  package static func liveLine(_ obstacle: LiveObstacle?, on stream: OutputStream) -> String {
    let name = name(stream)
    return switch obstacle {
    case nil: "\(name) is a terminal"
    case .notATerminal: "\(name) is not a terminal"
    case .noTerm: "TERM is not set"
    case .dumbTerm: "TERM is dumb"
    case .ci: "CI is set"
    case .sharedTerminal: "the reader of standard output writes to this terminal"
    case .narrow(let columns): "the window has only \(columns) columns"
    }
  }

  /// What decided the colour.
  ///
  /// - Parameter origin: where our own setting comes from.
  package static func color(
    _ reason: ColorDecision.Reason, setBy origin: DisplayText?, isTerminal: Bool
  ) -> String {
    switch reason {
    case .setting: "\(text(origin)) says so"
    case .variable(let name): "\(name) is set"
    case .term: "TERM is unset or names a terminal without colour"
    case .device: "\(name(.standardOutput)) is \(isTerminal ? "" : "not ")a terminal"
    }
  }

  /// Which setting asks for the output mode, or asks in vain for a live line.
  package static func asked(
    by origin: DisplayText?, butImpossible obstacle: String? = nil
  ) -> String {
    let origin = text(origin)
    return obstacle.map { "\($0), although \(origin) asks for live" } ?? "\(origin) asks for it"
  }

  /// The last lines.
  ///
  /// - Parameter since: the day of an earlier `--since`; nil without any.
  package static func verdict(
    _ mode: String, _ reason: String, isColored: Bool, _ colorReason: String, since: Day? = nil
  ) -> String {
    let limit = since.map { Messages(clock: .utc, home: nil).limit(since: $0).description + ".\n" }
    return """

      Output: \(mode) (\(reason)).
      Colour: \(isColored ? "on" : "off") (\(colorReason)).
      \(limit ?? "")
      """
  }

  private static func name(_ stream: OutputStream) -> String {
    switch stream {
    case .standardOutput: "standard output"
    case .standardError: "standard error"
    }
  }

  private static func text(_ origin: DisplayText?) -> String {
    origin.map { "the \($0.description)" } ?? "the default"
  }
}
