// The settings as they were given, and what they add up to.

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
    if flag.name == "ftp" { options.ftpLevels = below.options.ftpLevels + [setting.origin.level] }
    if setting.origin.level == .argument { options.typed.insert(name) }
    if setting.origin.level == .config { options.riderOfConfig = options.rider }
    if flag.name == "color", setting.text == ColorChoice.auto.rawValue {
      // `auto` leaves the choice to the level below.
      origins[name] = below.origins[name]
    } else if flag.shortFor == nil || setting.isOn || isChange {
      // `--no-json` after `--plain` changes nothing.
      origins[name] = setting.origin
    }
  }

  /// Lets standard output carry all events, whatever else was asked for, with `--events -`.
  mutating func printEvents() {
    guard options.printsEvents else { return }
    options.output = OutputRequest(mode: .json, level: .argument)
    options.quiet = false
    origins["output"] = origins["events"]
  }

  /// Every setting of a command, in the order of the table.
  ///
  /// - Parameter options: with the command, which has defaults of its own.
  func explained(_ options: Options) -> [ExplainedSetting] {
    Flag.all.filter { $0.commands.contains(options.action.command) && $0.isExplained }.map { flag in
      ExplainedSetting(
        name: String(flag.spelling.dropFirst(2)), value: flag.binding.read(options).map(shown),
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
  fileprivate var level: Level {
    switch self {
    case .argument: .argument
    case .variable: .environment
    case .line: .config
    }
  }

  /// The level and the place in it.
  fileprivate var words: DisplayText {
    switch self {
    case .argument(let spelling): shown("argument \(spelling)")
    case .variable(let name): shown("variable \(name)")
    case .line(let line, _): DisplayText("config \(line.file.description):\(line.number)")
    }
  }
}

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
}

extension Setting {
  /// The failure for this one with this setting's value.
  func failure(_ failure: ValueFailure) -> SyncFailure {
    let name =
      switch origin {
      case .argument(let name), .variable(let name), .line(_, let name): name
      }
    let problem: UsageFailure
    switch failure {
    case .noHome: return .config(.noHome)
    case .unknownSource(let source): problem = .unknownSource(named: source)
    case .wrong(let fault, let expected):
      problem = .badValue(
        option: shown(name), value: shown(text), expected: DisplayText(expected), fault: fault)
    }
    if case .line(let line, _) = origin { return line.failure(problem) }
    return .usage(problem)
  }
}

extension UsageFailure {
  /// An unknown source, with the nearest known one; that one itself where nobody can connect it.
  static func unknownSource(named name: String, isToConnect: Bool = false) -> UsageFailure {
    let nearest = Suggestion.nearest(to: name, among: Source.allCases.map(\.rawValue))
    if isToConnect, let source = nearest.flatMap(Source.init(rawValue:)), !source.isConnectable {
      return .cannotConnect(source)
    }
    return .unknownSource(
      shown(name), suggestion: nearest.map(shown), isToConnect: isToConnect)
  }
}

/// Typed text, made safe to show, and as it is typed if it is empty.
func shown(_ text: String) -> DisplayText {
  if text.isEmpty { return DisplayText(shellWord(text)) }
  // An argument may have 128 KiB, and nobody reads that much.
  let beginning = text.prefix(longestQuote)
  return DisplayText(beginning.endIndex == text.endIndex ? text : beginning + "…")
}

/// The number of characters of an argument or a line that a message repeats.
private let longestQuote = 200
