// The types of the settings that are neither switches nor plain numbers.

package import Model

/// Who asked for a setting; higher levels win.
package enum Level: Int, Comparable, Hashable, Sendable {
  case `default`, config, environment, argument

  package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
}

/// The faces that can be asked for.
package enum OutputMode: String, CaseIterable, Hashable, Sendable {
  case auto, live, plain, accessible, json, quiet
}

/// A face and who asked for it: `live` where it cannot be is an error from an argument and a
/// warning from anywhere else.
package struct OutputRequest: Hashable, Sendable {
  package let mode: OutputMode
  package let level: Level

  package init(mode: OutputMode, level: Level) {
    self.mode = mode
    self.level = level
  }
}

/// Whether to use colour; `auto` leaves it to the usual variables and the terminal.
package enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  case auto, always, never
}

/// How the live line changes.
package enum Pace: String, CaseIterable, Hashable, Sendable {
  /// Each status stays long enough to be read.
  case readable
  /// The truth of the moment.
  case instant
}

/// The longest silence of a log or of what a screen reader says.
package enum Heartbeat: Hashable, Sendable {
  /// The face's own.
  case standard
  case off
  case every(Duration)
}

/// How much faster than real time the sample's pauses pass.
package enum Speed: Hashable, Sendable {
  /// 0.1…1000.
  case times(Double)
  /// No pauses at all.
  case max
}

/// A shell that completions can be had for.
package enum Shell: String, CaseIterable, Hashable, Sendable {
  case bash, zsh, fish
}

/// Which config file to read.
package enum ConfigChoice: Hashable, Sendable {
  /// The usual one, which need not exist.
  case standard
  /// This one, as it was given, which has to.
  case file(String)
  /// None.
  case none
}

/// What `--simulate` asks the sample athlete for.
package struct SimulationRequest: Hashable, Sendable {
  /// The raw value is the name as it is typed.
  package enum Case: String, CaseIterable, Hashable, Sendable {
    case network, timeout, server, auth, permission
    case rateLimit = "rate-limit"
    case badReply = "bad-reply"
    case diskFull = "disk-full"
    case locked, `internal`, slow, offline
  }

  package let what: Case
  /// Where it is to happen; nil leaves the choice to the sample.
  package let source: Source?

  package init(_ what: Case, at source: Source? = nil) {
    self.what = what
    self.source = source
  }
}
