// An option that was set, its value and its origin.

import Model

/// One use of an option.
struct Setting {
  let flag: Flag
  /// False for a `--no-` form.
  var isOn = true
  /// The value; empty for a switch.
  var text = ""
  let origin: Origin
}

/// Where a setting was given, for error messages.
enum Origin {
  /// As typed, without its value.
  case argument(String)
  case variable(String)
  case line(ConfigFile.Line, spelling: String)

  var level: Level {
    switch self {
    case .argument: .argument
    case .variable: .environment
    case .line: .config
    }
  }
}

extension Setting {
  /// The failure for `trouble` with this setting's value.
  func failure(_ trouble: ValueTrouble) -> SyncFailure {
    switch (trouble, origin) {
    case (.noHome, _):
      .config(.noHome)
    case (.expected(let expected), .variable(let name)):
      .usage(.badVariable(variable: shown(name), value: shown(text), expected: shown(expected)))
    case (.unknownSource(let source), .variable(let name)):
      .usage(
        .badVariable(
          variable: shown(name), value: shown(source), expected: shown(Source.list(or: "or"))))
    case (.expected(let expected), .argument(let name)):
      .usage(.badValue(option: shown(name), value: shown(text), expected: shown(expected)))
    case (.unknownSource(let source), .argument):
      .usage(.unknownSource(named: source))
    case (.expected(let expected), .line(let line, let name)):
      line.failure(.badValue(option: shown(name), value: shown(text), expected: shown(expected)))
    case (.unknownSource(let source), .line(let line, _)):
      line.failure(.unknownSource(named: source))
    }
  }
}

extension UsageTrouble {
  /// An unknown source, with the nearest known one.
  static func unknownSource(named name: String) -> UsageTrouble {
    let nearest = Suggestion.nearest(to: name, among: Source.allCases.map(\.rawValue))
    return .unknownSource(shown(name), suggestion: nearest.map(shown))
  }
}

/// Typed text, made safe to show.
func shown(_ text: String) -> DisplayText { DisplayText(text) }
