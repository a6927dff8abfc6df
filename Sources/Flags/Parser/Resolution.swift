// What the levels add up to, and whose word each setting is.

import Model

/// The outcome of the rule of precedence.
struct Resolution {
  var options = Options()
  /// What is wrong.
  var failure: SyncFailure?
  /// Where settings came from, by the name of the option; those that are not here are defaults.
  private var origins: [String: Origin] = [:]

  /// Remembers where a setting came from that was just stored.
  ///
  /// - Parameters:
  ///   - below: what the lower levels add up to.
  ///   - isChange: whether it made a difference to the output mode.
  mutating func note(_ setting: Setting, below: Resolution, isChange: Bool) {
    let flag = setting.flag
    let name = flag.shortFor ?? flag.name
    if flag.name == "color", setting.text == ColorChoice.auto.rawValue {
      // This asks the level below.
      origins[name] = below.origins[name]
    } else if flag.shortFor == nil || setting.isOn || isChange {
      // `--no-json` beside `--plain` sets nothing.
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
  /// Who says so, and where.
  fileprivate var words: DisplayText {
    switch self {
    case .argument(let spelling): shown("argument \(spelling)")
    case .variable(let name): shown("variable \(name)")
    case .line(let line, _): shown("config \(line.file.description):\(line.number)")
    }
  }
}
