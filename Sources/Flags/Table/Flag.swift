// A row of the table of options; everything about an option follows from it.

/// An option of the command line.
struct Flag: Sendable {
  /// What follows the name.
  enum Form: Sendable {
    /// Requests a text instead of a run: `--help`, `--version`.
    case request
    /// A switch that is off by default.
    case `switch`
    /// A switch that is on by default; texts explain its `--no-` form.
    case switchedOn
    /// A value: its name in texts, and the allowed words if there are only a few.
    case value(String, choices: [String] = [])
    /// A value with a `--no-` form.
    case refusableValue(String)
  }

  /// Where the option may be given.
  enum Reach: Sendable {
    /// On the command line only, because it says what this run does.
    case arguments
    /// On the command line and in the environment.
    case environment
    /// On the command line, in the environment and in the config file.
    case everywhere
  }

  /// The headings of the help, in its order.
  enum Category: String, CaseIterable, Sendable {
    case sync = "Sync"
    case rider = "Rider"
    case sample = "Sample athlete and replay"
    case output = "Output"
    case patience = "Waiting"
    case places = "Files"
    case signIn = "Sign-in"
    case general = "General"
  }

  /// The long name in its positive form, without dashes.
  let name: String
  /// The letter of the short form.
  let short: Character?
  let binding: Binding
  let category: Category
  let commands: [CommandName]
  let reach: Reach
  /// The option that this one is a short form of.
  let shortFor: String?
  /// Whether the short help lists it.
  let isCommon: Bool
  /// What it does, in one line without a full stop.
  let line: String
  /// What it does, in sentences.
  let text: String
  /// Descriptions for commands where it does something else.
  let textOfCommand: [CommandName: String]

  init(
    _ name: String, short: Character? = nil, _ binding: Binding, in category: Category,
    of commands: [CommandName] = CommandName.allCases, reach: Reach = .everywhere,
    shortFor: String? = nil, isCommon: Bool = false, line: String, text: String,
    textOfCommand: [CommandName: String] = [:]
  ) {
    (self.name, self.short, self.binding) = (name, short, binding)
    (self.category, self.commands, self.reach) = (category, commands, reach)
    (self.shortFor, self.isCommon, self.line) = (shortFor, isCommon, line)
    (self.text, self.textOfCommand) = (text, textOfCommand)
  }

  var form: Form { binding.form }

  /// Whether every command knows it.
  var isGlobal: Bool { commands.count == CommandName.allCases.count }

  /// The name of its value in texts; nil for switches.
  var valueName: String? {
    switch form {
    case .value(let name, _), .refusableValue(let name): name
    case .request, .switch, .switchedOn: nil
    }
  }

  /// The allowed words; empty if the value is free.
  var choices: [String] { if case .value(_, let choices) = form { choices } else { [] } }

  /// The spelling that texts use: `--json`, `--no-input`.
  var spelling: String { if case .switchedOn = form { "--no-\(name)" } else { "--\(name)" } }

  /// Every long spelling, first the one used in texts.
  var longNames: [String] {
    switch form {
    case .switchedOn: ["--no-\(name)", "--\(name)"]
    case .switch, .refusableValue: ["--\(name)", "--no-\(name)"]
    case .request, .value: ["--\(name)"]
    }
  }

  /// The option with this spelling, and whether it is the positive form.
  static func spelled(_ spelling: String) -> (flag: Flag, isOn: Bool)? {
    let name = spelling.dropFirst(2)
    if let flag = all.first(where: { $0.name == name }) { return (flag, true) }
    guard name.hasPrefix("no-") else { return nil }
    return all.first { $0.longNames.count > 1 && $0.name == name.dropFirst(3) }.map { ($0, false) }
  }

  /// The environment variable; nil for none.
  var variable: String? {
    if reach == .arguments { return nil }
    return "VELO_SYNC_" + name.uppercased().split(separator: "-").joined(separator: "_")
  }
}
