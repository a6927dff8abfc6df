// The types of the settings that are neither switches nor plain numbers.

package import Model

/// Where a setting comes from; higher levels take precedence.
package enum Level: Comparable, Hashable, Sendable { case `default`, config, environment, argument }

/// The values of `--output`.
package enum OutputMode: String, CaseIterable, Hashable, Sendable {
  case auto, live, plain, accessible, json, quiet
}

/// An output mode and where it was set: an impossible `live` is an error from an argument and a
/// warning from anywhere else.
package struct OutputRequest: Hashable, Sendable {
  package let mode: OutputMode
  package let level: Level

  package init(mode: OutputMode, level: Level) { (self.mode, self.level) = (mode, level) }
}

/// How fast statuses change on the live line.
package enum Pace: String, CaseIterable, Hashable, Sendable {
  /// Each status is shown long enough to be read.
  case readable
  /// Each status is shown at once.
  case instant
}

/// The longest silence of plain and accessible output.
package enum Heartbeat: Hashable, Sendable {
  /// The output mode's own.
  case standard
  case off
  case every(Duration)
}

/// The speed of the sample athlete or of a replay.
package enum Speed: Hashable, Sendable {
  /// 0.1…1000.
  case times(Double)
  /// Without pauses.
  case max
}

/// What `schema` prints.
package enum PublishedSchema: String, CaseIterable, Hashable, Sendable { case events, records }

/// A shell with completions.
package enum Shell: String, CaseIterable, Hashable, Sendable { case bash, zsh, fish }

/// Which config file to read.
package enum ConfigChoice: Hashable, Sendable {
  /// The default file, which may be missing.
  case standard
  /// This file, as given, which must exist.
  case file(String)
  /// None.
  case none
}

/// What `--simulate` asks the sample athlete for.
package struct SimulationRequest: Hashable, Sendable {
  package let what: SimulationCase
  /// Where to simulate it; nil for the sample's default.
  package var source: Source?
}
