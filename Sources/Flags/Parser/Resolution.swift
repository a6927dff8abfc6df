// The merged settings, and where each comes from.

import Model

/// The result of the rule of precedence.
struct Resolution {
  var options = Options()
  /// The first error.
  var failure: SyncFailure?
  /// Where settings came from, by option name; the others are defaults.
  private var origins: [String: Origin] = [:]

  /// Remembers the origin of a setting that was just stored.
  ///
  /// - Parameters:
  ///   - below: the result of the lower levels.
  ///   - isChange: whether it changed the output mode.
  mutating func note(_ setting: Setting, below: Resolution, isChange: Bool) {
    let flag = setting.flag
    let name = flag.shortFor ?? flag.name
    if flag.name == "color", setting.text == ColorChoice.auto.rawValue {
      // `auto` leaves the choice to the level below.
      origins[name] = below.origins[name]
    } else if flag.shortFor == nil || setting.isOn || isChange {
      // `--no-json` after `--plain` changes nothing.
      origins[name] = setting.origin
    }
  }

  /// Every setting of a command, in the order of the table.
  func explained(_ command: CommandName) -> [ExplainedSetting] {
    Flag.all.filter { $0.commands.contains(command) && $0.isExplained }.map { flag in
      ExplainedSetting(
        name: flag.name, value: flag.read(options).map(shown),
        origin: origins[flag.name]?.words ?? "default")
    }
  }
}

extension Flag {
  /// Whether it has a setting of its own.
  var isExplained: Bool {
    if case .request = form { return false }
    return shortFor == nil && name != "explain"
  }
}

extension Origin {
  /// The level and the place in it.
  fileprivate var words: DisplayText {
    switch self {
    case .argument(let spelling): shown("argument \(spelling)")
    case .variable(let name): shown("variable \(name)")
    case .line(let line, _): shown("config \(line.file.description):\(line.number)")
    }
  }
}
