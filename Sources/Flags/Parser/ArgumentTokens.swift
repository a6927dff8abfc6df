// What a whole command line asks for: a text or a command.

import Model

extension [ArgumentToken] {
  /// The text that is asked for instead of a run: `--help` and `--version` win anywhere but with an
  /// unknown command, the first of them; then the command `help`.
  var request: Invocation? {
    for case .option(let flag, let spelling, _, _) in self {
      guard case .request = flag.form else { continue }
      if let unknownCommand {
        return .failure(.usage(.unknownCommand(named: unknownCommand, in: [unknownCommand], nil)))
      }
      if flag.name == "version" { return .version }
      return .help(HelpRequest(length: spelling == "-h" ? .short : .full, command: subject))
    }
    guard operands.first == CommandName.help.rawValue else { return nil }
    if operands.count > 2 { return .failure(.usage(.unexpectedArgument(shown(operands[2])))) }
    if operands.count == 2, subject == nil {
      return .failure(.usage(.unknownCommand(named: operands[1], in: operands, nil)))
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
  fileprivate var command: CommandName {
    operands.first.flatMap(CommandName.init(rawValue:)) ?? .sync
  }

  var operands: [String] { compactMap { if case .operand(let text) = $0 { text } else { nil } } }

  /// The command with its argument. What may have been meant is said in the words that were typed.
  ///
  /// Tokens are examined in order, including invalid options: after an unknown option a command
  /// cannot be told from a value.
  func action(typed: [String], today: Day) throws(SyncFailure) -> Options.Action {
    var command: CommandName?
    var arguments: [String] = []
    for word in self {
      switch word {
      case .option: break
      case .failure(.unknownOption(let name, _)) where command == .wrap && !arguments.isEmpty:
        let start = typed.firstIndex(of: arguments[0]) ?? 0
        let meant = ["velo-sync"] + typed[..<start] + ["--"] + typed[start...]
        let words = meant.map(shellWord).joined(separator: " ")
        throw .usage(.unknownOption(name, suggestion: shown(words)))
      case .failure(.unknownOption(let name, let suggestion)):
        // The nearest option is no help where it belongs to other commands.
        let near = suggestion?.description.split(separator: " ").first.map(String.init)
        let commands = near.flatMap(Flag.spelled)?.flag.commands
        let isOfOthers = command.map { commands?.contains($0) == false } ?? false
        throw .usage(.unknownOption(name, suggestion: isOfOthers ? nil : suggestion))
      case .failure(let failure): throw .usage(failure)
      case .operand(let text):
        switch command {
        case nil:
          guard let known = CommandName(rawValue: text) else {
            throw .usage(.unknownCommand(named: text, in: typed, today))
          }
          command = known
        case let command?:
          guard arguments.count < command.mostArguments else {
            let meant = command == .rides ? meant(by: text, in: typed, today) : nil
            throw .usage(.unexpectedArgument(shown(text), meant: meant))
          }
          arguments.append(text)
        }
      }
    }
    return try Operands(command: command ?? .sync, words: arguments, typed: typed).action()
  }

  /// What `rides` with an argument means: a span of days, or one ride; nil where it may be neither.
  private func meant(by text: String, in typed: [String], _ today: Day) -> [String]? {
    // After a `--`, or where the same text is a value, other words would be replaced.
    guard typed.count(where: { [text, "--"].contains($0) }) == 1 else { return nil }
    if text == "latest" || text.contains(":") || !areOptions(of: .rides), areOptions(of: .ride) {
      return typed.map { $0 == "rides" ? "ride" : $0 }
    }
    let day = { Day.span($0)?.lowerBound ?? Day($0) ?? Day(ago: $0, today: today) }
    // A second day behind the first ends the span.
    let end = typed.drop { $0 != text }.dropFirst().first.flatMap(day)
    guard let first = day(text), first <= Swift.min(end ?? today, today) else { return nil }
    let words = end != nil ? 3 : text.hasSuffix("d") ? 2 : 4
    let span = ["--since", text, "--until", text].prefix(words)
    return typed.flatMap { $0 == text ? span : [$0] }
  }

  /// Whether a command has all the options.
  fileprivate func areOptions(of command: CommandName) -> Bool {
    allSatisfy {
      guard case .option(let flag, _, _, _) = $0 else { return true }
      return flag.commands.contains(command)
    }
  }

  func layers(_ environment: [String: String], _ config: ConfigFile?) -> [Layer] {
    [Layer(config, of: command), Layer(environment, of: command), Layer(self, of: command)]
  }

  /// Errors that do not depend on the date.
  func knownOptions(
    _ environment: [String: String], _ config: ConfigFile?, home: String?
  ) -> Options {
    var options = Layer.resolve(layers(environment, config), today: Day(number: 0), home: home)
      .options
    options.typedCommand = subject
    return options
  }
}

extension UsageFailure {
  /// An unknown command, with the nearest known one among the words that were typed.
  fileprivate static func unknownCommand(
    named name: String, in typed: [String], _ today: Day?
  ) -> UsageFailure {
    let near = Suggestion.nearest(to: name, among: CommandName.allCases.map(\.rawValue))
    let path = name.contains("/") ? ["import", name] : nil
    let other = Suggestion.otherCommands[name]?.split(separator: " ").map(String.init)
    guard let words = path ?? other ?? near.map({ [$0] }) else {
      return .unknownCommand(shown(name), meant: nil)
    }
    var meant = words
    let arguments = ArgumentToken.split(typed).operands.drop { $0 != name }.dropFirst()
    if let first = arguments.first {
      if ["ID", "WATTS"].contains(words.last) { meant.removeLast() }
      if words == ["connect"], Source(rawValue: first) == nil { meant.append("files") }
    }
    meant = typed.flatMap { $0 == name ? meant : [$0] }
    let tokens = ArgumentToken.split(meant)
    do throws(SyncFailure) {
      if let today { _ = try tokens.action(typed: meant, today: today) }
    } catch .usage(.unexpectedArgument(_, let better)) {
      meant = better ?? words
    } catch .usage(.unknownCommand) {
      meant = words
    } catch {
      // What else is wrong is said once the command is right.
    }
    // Where the same word is a value, it would be replaced as well.
    let isWhole = typed.count(where: { $0 == name }) == 1 && tokens.areOptions(of: tokens.command)
    return .unknownCommand(shown(name), meant: isWhole ? meant : words)
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

/// What a command is given besides its options.
private struct Operands {
  let command: CommandName
  let words: [String]
  let typed: [String]

  /// - Throws: `usage` when an argument is missing or is none that the command knows.
  func action() throws(SyncFailure) -> Options.Action {
    switch command {
    // `help` never comes here: `request` has answered it.
    case .sync, .help: return .sync
    case .sources: return .sources
    case .status: return .status
    case .rides: return .rides
    case .check: return .check
    case .ride:
      if let word = words.first, word != "latest", word.allSatisfy(\.isLetter),
        Suggestion.nearest(to: word, among: ["latest", "last", "newest"]) != nil
      {
        let meant = typed.map { $0 == word ? "latest" : $0 }
        throw .usage(.unexpectedArgument(shown(word), meant: meant))
      }
      return .ride(words.first)
    case .replay: return .replay(words.first)
    case .chart: return .chart(try choice(among: Chart.offered) ?? .fitness)
    case .schema: return .schema(try choice(among: PublishedSchema.allCases) ?? .events)
    case .completions:
      _ = try first("SHELL")
      return .completions(try choice(among: Shell.allCases) ?? .bash)
    case .connect:
      let source = try source()
      if source != .files { return .connect(source) }
      guard words.count > 1 else { throw missing("DIR") }
      return .connectFolders(Array(words.dropFirst()))
    case .disconnect:
      let (source, folders) = (try source(), Array(words.dropFirst()))
      return folders.isEmpty ? .disconnect(source) : .disconnectFolders(folders)
    case .import:
      _ = try first("PATH")
      return .import(words)
    case .wrap:
      _ = try first("COMMAND")
      return .wrap(words)
    case .emit: return .emit(type: try first("TYPE"), members: Array(words.dropFirst()))
    }
  }

  private func first(_ name: DisplayText) throws(SyncFailure) -> String {
    guard let first = words.first else { throw missing(name) }
    return first
  }

  private func missing(_ name: DisplayText) -> SyncFailure {
    .usage(.missingArgument(command: shown(command.rawValue), argument: name))
  }

  /// The first argument as one of these words; nil without any.
  private func choice<Word: RawRepresentable<String>>(
    among choices: [Word]
  ) throws(SyncFailure) -> Word? {
    guard let word = words.first else { return nil }
    if let choice = choices.first(where: { $0.rawValue == word }) { return choice }
    throw .usage(
      .badValue(option: shown(command.rawValue), value: shown(word), expected: shown(choices.list)))
  }

  /// The source, after which only `files` may be followed by folders.
  private func source() throws(SyncFailure) -> Source {
    let name = try first("SOURCE")
    if let source = Source(rawValue: name) {
      if source == .files || words.count == 1 { return source }
    }
    // Folders alone, or behind a word: `connect zwift ~/Zwift`.
    let paths = words.map { $0.hasPrefix("files:") ? String($0.dropFirst(6)) : $0 }
    let folders = paths.drop { !$0.contains("/") && $0 != "." && $0 != ".." }
    if words.count - folders.count < 2, !folders.isEmpty {
      throw .usage(.foldersAsSource(command: shown(command.rawValue), Array(folders.prefix(9))))
    }
    throw .usage(
      Source(rawValue: name) == nil
        ? .unknownSource(named: name, isToConnect: command == .connect)
        : .unexpectedArgument(shown(words[1]), meant: typed.filter { !words[1...].contains($0) }))
  }
}
