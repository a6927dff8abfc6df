// The help, as a fold over the tables of commands and options.

import Model

/// The texts of `-h`, `--help` and `help`.
package enum Help {
  /// The requested help, in ASCII, ending in a newline.
  ///
  /// - Parameter width: cells of a line; at most 100 are used.
  package static func text(_ request: HelpRequest, width: Int) -> String {
    var page = Page(width: min(max(width, 20), 100))
    switch (request.length, request.command) {
    case (.short, let command): page.short(about: command)
    case (.full, nil): page.overview()
    case (.full, let command?): page.full(about: command)
    }
    return page.text
  }

  static let purpose = "syncs cycling data; scores recovery, sleep and strain"

  /// The names of values and what they stand for.
  static let values = [
    HelpRow(name: "DURATION", meaning: "numbers with units ms, s, m, h or d: 90s, 1m30s"),
    HelpRow(
      name: "DATE", meaning: "a local day like 2026-01-31; 2026-01, 2026; 30d for 30 days ago"),
    HelpRow(
      name: "SOURCE", meaning: "one of " + Source.allCases.map(\.rawValue).joined(separator: ", ")),
  ]

  /// The exit codes with their meanings and the names of the errors.
  static var exits: [HelpRow] {
    ExitStatus.own.map { _, code, meaning, failures in
      let names = failures.map(\.rawValue).joined(separator: ", ")
      return HelpRow(name: "\(code)", meaning: meaning + (names.isEmpty ? "" : " [\(names)]"))
    } + [HelpRow(name: ExitStatus.interrupted.codes, meaning: ExitStatus.interrupted.meaning)]
  }

  static let optionsOfAll = "Options of every command, such as --json and --store: velo-sync help"

  static let forms = "Every switch has a --no- form. -- ends the options."

  static let levels = """
    Precedence: arguments, environment variables, config file. A variable is named after its \
    option: VELO_SYNC_OUTPUT for --output. Switches take 1 or 0, true or false, yes or no. An \
    empty variable counts as unset. Options for a single run, like --dry-run, have no variable \
    and cannot be set in the config file.
    """

  static let config = """
    The config file is velo-sync/config in $XDG_CONFIG_HOME or ~/.config. It has one option per \
    line, as on the command line. Lines that begin with # are comments; ~/ is the home folder; \
    quotes are not special.
    """
}

extension Page {
  /// One screen: examples, commands and common options.
  fileprivate mutating func short(about command: CommandName?) {
    if let command {
      sentences("velo-sync \(command.rawValue): \(command.page.line)")
    } else {
      sentences("velo-sync: \(Help.purpose)")
    }
    begin()
    examples(of: command)
    if command == nil {
      begin("Commands:")
      commands(CommandName.allCases.filter(\.page.isCommon))
    }
    if command == .chart {
      begin("Charts:")
      columns(Chart.offered.map { ($0.rawValue, $0.line) })
    }
    if command != .help {
      begin("Options:")
      let known = Flag.all.filter { $0.isCommon && $0.commands.contains(command ?? .sync) }
      columns(known.filter { command == nil || !$0.isGlobal }.map { ($0.label, $0.line) })
      if command != nil { sentences(Help.optionsOfAll, indent: 2) }
    }
    begin()
    sentences("Full help: velo-sync \(command.map { $0.rawValue + " " } ?? "")--help")
  }

  /// All commands and options.
  fileprivate mutating func overview() {
    sentences("velo-sync: \(Help.purpose)")
    begin()
    sentences("Usage: velo-sync [COMMAND] [OPTION...]")
    begin("Examples:")
    examples(of: nil)
    begin("Commands:")
    commands(CommandName.allCases)
    for category in Flag.Category.allCases {
      options(Flag.all.filter { $0.category == category }, heading: category.rawValue, of: nil)
    }
    values()
    environmentAndConfig()
    exits()
  }

  fileprivate mutating func full(about command: CommandName) {
    sentences("velo-sync \(command.rawValue): \(command.page.line)")
    usage(command)
    begin()
    sentences(command.page.text())
    for detail in command.page.details {
      begin("\(detail.name):")
      sentences(detail.meaning, indent: 2)
    }
    begin("Examples:")
    examples(of: command)
    guard command != .help else { return }
    let known = Flag.all.filter { $0.commands.contains(command) }
    options(known.filter { !$0.isGlobal }, heading: "Options", of: command)
    begin()
    sentences(Help.optionsOfAll)
    values()
    environmentAndConfig()
    exits()
  }

  // MARK: Parts

  private mutating func usage(_ command: CommandName) {
    begin()
    sentences("Usage: velo-sync \(command.fullUsage)")
  }

  /// The examples of a command; without a command, a selection.
  private mutating func examples(of command: CommandName?) {
    let overview = [
      ("velo-sync connect files DIR", "read the ride files in a folder"),
      ("velo-sync", "sync all connected services"),
      ("velo-sync --dry-run", "try it without saving anything"),
      ("velo-sync --json | jq .", "process the events of a run"),
    ]
    columns(command?.page.examples.map { ($0.line, $0.meaning) } ?? overview)
  }

  private mutating func commands(_ commands: [CommandName]) {
    columns(commands.map { ($0.usage, $0.page.line) })
  }

  private mutating func options(_ flags: [Flag], heading: String, of command: CommandName?) {
    if flags.isEmpty { return }
    begin("\(heading):")
    for flag in flags {
      sentences(flag.label, indent: 2)
      sentences(command.flatMap { flag.textOfCommand[$0] } ?? flag.text, indent: 6)
      for note in flag.notes(for: command) { sentences(note, indent: 6) }
    }
  }

  private mutating func values() {
    begin("Values:")
    columns(Help.values.map { ($0.name, $0.meaning) })
    sentences(Help.forms, indent: 2)
  }

  private mutating func environmentAndConfig() {
    begin("Environment and config file:")
    sentences(Help.levels + "\n" + Help.config, indent: 2)
  }

  private mutating func exits() {
    begin("Exit codes:")
    columns(Help.exits.map { ($0.name, $0.meaning) })
  }
}

extension Flag {
  /// `-o, --output MODE`; long forms are aligned, with or without a short form.
  fileprivate var label: String {
    let letter = short.map { "-\($0), " } ?? "    "
    return letter + spelling + (valueName.map { " " + $0 } ?? "")
  }

  /// The facts from the table: choices, commands, environment variable.
  func notes(for command: CommandName?) -> [String] {
    var notes: [String] = []
    if !choices.isEmpty { notes.append("One of: \(choices.joined(separator: ", ")).") }
    if command == nil, !isGlobal {
      notes.append("Commands: \(commands.map(\.rawValue).joined(separator: ", ")).")
    }
    if let variable {
      if case .switchedOn = form {
        notes.append("Variable: \(variable)=0.")
      } else {
        notes.append("Variable: \(variable).")
      }
    }
    return notes
  }
}

extension Chart {
  /// What it draws, in one line.
  fileprivate var line: String {
    switch self {
    case .fitness: "fitness, fatigue, form and load of each day, twelve weeks"
    case .load: "load of each week, 52 weeks"
    case .hours: "hours and distance of each week"
    case .scores: "recovery, sleep and strain of each day, six weeks"
    case .power: "best power over 5 seconds to 2 hours"
    case .zones: "hours in each power zone, by week"
    case .trace: "power, heart rate and altitude of a ride"
    }
  }
}
