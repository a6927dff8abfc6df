// Reads each source of settings by itself, and merges them.

import Model

/// The settings of one level.
struct Layer {
  let level: Level
  /// Settings, or the errors in their place, in their original order.
  private var entries: [Result<Setting, SyncFailure>] = []

  /// The command line. Options of other commands are errors.
  init(_ words: [ArgumentToken], of command: CommandName) {
    self.init(level: .argument)
    for word in words {
      switch word {
      case .operand: break
      case .failure(let failure): fail(.usage(failure))
      case .option(let flag, let spelling, let isOn, let value):
        if flag.commands.contains(command) {
          set(Setting(flag: flag, isOn: isOn, text: value, origin: .argument(spelling)))
        } else {
          fail(
            .usage(
              .optionOfOthers(
                option: shown(spelling), command: shown(command.rawValue),
                commands: flag.commands.map { shown($0.rawValue) })))
        }
      }
    }
  }

  /// The environment. Other commands' variables and unknown variables are ignored.
  init(_ environment: [String: String], of command: CommandName) {
    self.init(level: .environment)
    let environment = environment.filter { $0.key.hasPrefix("VELO_SYNC_") && !$0.value.isEmpty }
    if environment.isEmpty { return }
    for flag in Flag.all where flag.commands.contains(command) {
      guard let name = flag.variable, let text = environment[name] else { continue }
      if flag.valueName != nil {
        set(Setting(flag: flag, text: text, origin: .variable(name)))
      } else if let isOn = truth(text) {
        set(Setting(flag: flag, isOn: isOn, origin: .variable(name)))
      } else {
        let expected: DisplayText = "1 or 0, true or false, yes or no"
        fail(.usage(.badValue(option: shown(name), value: shown(text), expected: expected)))
      }
    }
  }

  /// A config file. Options of other commands are ignored; options only for the command line,
  /// commands and operands are errors.
  init(_ file: ConfigFile?, of command: CommandName) {
    self.init(level: .config)
    for line in file?.lines ?? [] {
      // A line with only `--` has no tokens.
      if line.arguments.first == "--" { fail(line.failure(.unexpectedArgument("--"))) }
      for word in ArgumentToken.split(line.arguments) {
        switch word {
        case .operand(let text):
          let problem = UsageFailure.unexpectedArgument(shown(text))
          fail(line.failure(line.text.hasPrefix("-") ? problem : line.failure(otherwise: problem)))
        case .failure(.unknownOption(let name, let suggestion)):
          let problem = UsageFailure.unknownOption(name, suggestion: suggestion)
          fail(line.failure(line.failure(otherwise: problem)))
        case .failure(let failure): fail(line.failure(failure))
        case .option(let flag, let spelling, let isOn, let value):
          guard flag.reach == .everywhere else {
            fail(line.failure(.notInConfig(option: shown(spelling))))
            continue
          }
          if flag.commands.contains(command) {
            let origin = Origin.line(line, spelling: spelling)
            set(Setting(flag: flag, isOn: isOn, text: value, origin: origin))
          }
        }
      }
    }
  }

  private init(level: Level) { self.level = level }

  private mutating func set(_ setting: Setting) { entries.append(.success(setting)) }

  private mutating func fail(_ failure: SyncFailure) { entries.append(.failure(failure)) }

  private func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }

  /// The one rule of precedence: argument over environment over config over default.
  ///
  /// Continues after errors, so that the options say how to show them; only a config file with an
  /// error is ignored as a whole. The failure is the first one of the highest level that has any.
  static func resolve(_ layers: [Layer], today: Day, home: String?) -> Resolution {
    var resolution = Resolution()
    for layer in layers.sorted(by: { $0.level < $1.level }) {
      let below = resolution
      let mistake = layer.apply(to: &resolution, today: today, home: home)
      if mistake != nil, layer.level == .config { resolution = below }
      resolution.failure = mistake ?? resolution.failure
    }
    resolution.printEvents()
    return resolution
  }

  /// Stores every valid setting; returns the first error.
  private func apply(to resolution: inout Resolution, today: Day, home: String?) -> SyncFailure? {
    var failure: SyncFailure?
    var seen: Set<String> = []
    let below = resolution
    for entry in entries {
      switch entry {
      case .failure(let mistake): failure = failure ?? mistake
      case .success(let setting):
        let value = Value(
          text: setting.text, isOn: setting.isOn, level: level,
          isFirst: seen.insert(setting.flag.name).inserted, below: below.options, today: today,
          home: home)
        do throws(ValueFailure) {
          let before = resolution.options.output
          try setting.flag.binding.store(&resolution.options, value)
          resolution.note(setting, below: below, isChange: before != resolution.options.output)
        } catch {
          failure = failure ?? setting.failure(error)
        }
      }
    }
    return failure
  }
}
