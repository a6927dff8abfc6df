// What a whole command line asks for: a text or a command.

import Model

extension [ArgumentToken] {
  /// The text that is asked for instead of a run: `--help` and `--version` win anywhere but with an
  /// unknown command, the first of them; then the command `help`.
  var request: Invocation? {
    for case .option(let flag, let spelling, _, _) in self {
      guard case .request = flag.form else { continue }
      if let unknownCommand { return .failure(.usage(.unknownCommand(named: unknownCommand))) }
      if flag.name == "version" { return .version }
      return .help(HelpRequest(length: spelling == "-h" ? .short : .full, command: subject))
    }
    guard operands.first == CommandName.help.rawValue else { return nil }
    if operands.count > 2 { return .failure(.usage(.unexpectedArgument(shown(operands[2])))) }
    if operands.count == 2, subject == nil {
      return .failure(.usage(.unknownCommand(named: operands[1])))
    }
    return .help(HelpRequest(length: .full, command: subject))
  }

  /// The word in place of a command, if it is none; nil after an invalid option, whose value it may
  /// be.
  private var unknownCommand: String? {
    for word in self {
      switch word {
      case .option: continue
      case .failure: return nil
      case .operand(let text): return CommandName(rawValue: text) == nil ? text : nil
      }
    }
    return nil
  }

  /// The command that a help request is about.
  private var subject: CommandName? {
    let name =
      operands.first == CommandName.help.rawValue ? operands.dropFirst().first : operands.first
    return name.flatMap(CommandName.init(rawValue:))
  }

  /// The command, as far as it can be determined.
  private var command: CommandName {
    operands.first.flatMap(CommandName.init(rawValue:)) ?? .sync
  }

  private var operands: [String] {
    compactMap { if case .operand(let text) = $0 { text } else { nil } }
  }

  /// The command with its argument.
  ///
  /// Tokens are examined in order, including invalid options: after an unknown option a command
  /// cannot be told from a value.
  func action() throws(SyncFailure) -> Options.Action {
    var command: CommandName?
    var arguments: [String] = []
    for word in self {
      switch word {
      case .option: break
      case .failure(.unknownOption(let name, _)) where command == .wrap && !arguments.isEmpty:
        let meant = "velo-sync wrap -- \(arguments.joined(separator: " ")) \(name)"
        throw .usage(.unknownOption(name, suggestion: shown(meant)))
      case .failure(let failure): throw .usage(failure)
      case .operand(let text):
        switch command {
        case nil:
          guard let known = CommandName(rawValue: text) else {
            throw .usage(.unknownCommand(named: text))
          }
          command = known
        case let command?:
          guard arguments.count < command.mostArguments else {
            throw .usage(.unexpectedArgument(shown(text)))
          }
          arguments.append(text)
        }
      }
    }
    return try Options.Action(command ?? .sync, arguments)
  }

  func layers(_ environment: [String: String], _ config: ConfigFile?) -> [Layer] {
    [Layer(config, of: command), Layer(environment, of: command), Layer(self, of: command)]
  }

  /// Errors that do not depend on the date.
  func knownOptions(
    _ environment: [String: String], _ config: ConfigFile?, home: String?
  ) -> Options {
    Layer.resolve(layers(environment, config), today: Day(number: 0), home: home).options
  }
}

extension UsageFailure {
  /// An unknown command, with the nearest known one.
  fileprivate static func unknownCommand(named name: String) -> UsageFailure {
    let nearest =
      Suggestion.otherCommands[name]
      ?? Suggestion.nearest(to: name, among: CommandName.allCases.map(\.rawValue))
    return .unknownCommand(shown(name), suggestion: nearest.map(shown))
  }
}

extension CommandName {
  /// The maximum number of arguments.
  fileprivate var mostArguments: Int {
    switch page.argument {
    case .none: 0
    case .optional, .required: 1
    case .rest: .max
    }
  }
}

extension Options.Action {
  /// - Throws: `usage` when an argument is missing or is none that the command knows.
  fileprivate init(_ command: CommandName, _ arguments: [String]) throws(SyncFailure) {
    func first(_ name: DisplayText) throws(SyncFailure) -> String {
      guard let first = arguments.first else {
        throw .usage(.missingArgument(command: shown(command.rawValue), argument: name))
      }
      return first
    }
    func source() throws(SyncFailure) -> Source {
      let name = try first("SOURCE")
      guard let source = Source(rawValue: name) else {
        guard name.contains("/") || name == "." || name == ".." else {
          throw .usage(.unknownSource(named: name))
        }
        throw .usage(
          .foldersAsSource(command: shown(command.rawValue), arguments.prefix(9).map { $0 }))
      }
      return source
    }
    func sourceAndFolders() throws(SyncFailure) -> (Source, [String]) {
      let (source, folders) = (try source(), Array(arguments.dropFirst()))
      if source != .files, let extra = folders.first {
        throw .usage(.unexpectedArgument(shown(extra)))
      }
      return (source, folders)
    }
    func word<Word: RawRepresentable<String> & CaseIterable>(
      _ name: String, among words: [Word] = Array(Word.allCases)
    ) throws(SyncFailure) -> Word {
      guard let word = words.first(where: { $0.rawValue == name }) else {
        throw .usage(
          .badValue(
            option: shown(command.rawValue), value: shown(name), expected: shown(words.list)))
      }
      return word
    }
    switch command {
    // `help` never comes here: `request` has answered it.
    case .sync, .help: self = .sync
    case .sources: self = .sources
    case .status: self = .status
    case .chart:
      self = .chart(
        try word(arguments.first ?? Chart.fitness.rawValue, among: Chart.offered))
    case .rides: self = .rides
    case .ride: self = .ride(arguments.first)
    case .schema: self = .schema(try word(arguments.first ?? PublishedSchema.events.rawValue))
    case .check: self = .check
    case .completions: self = .completions(try word(try first("SHELL")))
    case .connect:
      let (source, folders) = try sourceAndFolders()
      guard source == .files else {
        self = .connect(source)
        return
      }
      if folders.isEmpty {
        throw .usage(.missingArgument(command: "connect", argument: "DIR"))
      }
      self = .connectFolders(folders)
    case .disconnect:
      let (source, folders) = try sourceAndFolders()
      self = folders.isEmpty ? .disconnect(source) : .disconnectFolders(folders)
    case .import:
      _ = try first("PATH")
      self = .import(arguments)
    case .replay: self = .replay(arguments.first)
    case .wrap:
      _ = try first("COMMAND")
      self = .wrap(arguments)
    case .emit: self = .emit(type: try first("TYPE"), members: Array(arguments.dropFirst()))
    }
  }
}
