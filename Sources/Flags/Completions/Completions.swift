// What can follow the words of a command line, for the completion scripts.

import Model

/// What can complete the last word of a command line.
package struct Completions: Sendable {
  /// The word up to the cursor.
  package let word: String
  let candidates: CompletionCandidate
  /// What stands before the part that is completed: `--source=`.
  private var before = ""
  /// The word that the program of `wrap` is or would be, velo-sync counted.
  private var programAt = 0
  /// The store that is named.
  private let store: String?

  /// - Parameter line: the words after `velo-sync` up to the cursor, without quotes; the last one,
  ///   which may be empty, is completed.
  package init(line: some BidirectionalCollection<String>) {
    var scan = Scan()
    for word in line.dropLast() { scan.read(word) }
    word = line.last ?? ""
    store = scan.store
    programAt = scan.programAt ?? max(1, line.count)
    if let flag = scan.awaiting {
      candidates = flag.offer
    } else if scan.hasOptions, word.hasPrefix("--"), let end = word.firstIndex(of: "=") {
      before = String(word[...end])
      candidates = Flag.spelled(String(word[..<end]))?.flag.offer ?? .nothing
    } else if scan.hasOptions, word.hasPrefix("-") {
      candidates = .words(Self.options(of: scan.command ?? .sync))
    } else if let command = scan.command {
      candidates = Self.offer(of: command, at: scan.arguments)
    } else {
      candidates = scan.isUnknown ? .nothing : .words(Self.commands)
    }
  }

  /// The candidates that begin like the word, a line each, a tab before what they mean; `:files`,
  /// `:folders` and `:program N` stand for what the shell completes itself, N being the number of
  /// words before the program.
  package var text: String {
    let part = String(word.dropFirst(before.count))
    switch candidates {
    case .nothing, .rides: return ""
    case .files, .paths: return ":files\n"
    case .folders, .wordsThenFolders: return ":folders\n"
    case .program: return ":program \(programAt)\n"
    case .words(let rows): return lines(rows.filter { $0.name.hasPrefix(part) })
    case .list(let words):
      let named = part.split(separator: ",", omittingEmptySubsequences: false).dropLast()
      let begun = named.map { $0 + "," }.joined()
      let others = words.filter { !named.contains($0[...]) }.map { begun + $0 }
      return lines(others.filter { $0.hasPrefix(part) }.map { HelpRow(name: $0, meaning: "") })
    case .located(let words, let places):
      let begun = part.firstIndex(of: "@").map { part[...$0] }
      let all = begun.map { begun in places.map { begun + $0 } } ?? words
      return lines(all.filter { $0.hasPrefix(part) }.map { HelpRow(name: $0, meaning: "") })
    }
  }

  /// The arguments of a run that lists rides of the store that is named; nil where no ride is to be
  /// completed.
  package var rideArguments: [String]? {
    guard case .rides = candidates else { return nil }
    return ["rides", "--output=quiet"] + (store.map { ["--store=\($0)"] } ?? [])
  }

  private func lines(_ rows: [HelpRow]) -> String {
    rows.map { row in
      before + row.name + (row.meaning.isEmpty ? "" : "\t\(row.meaning)") + "\n"
    }.joined()
  }

  private static func options(of command: CommandName) -> [HelpRow] {
    Flag.all.filter { $0.commands.contains(command) }.flatMap { flag in
      flag.longForms + flag.letters.map { HelpRow(name: $0, meaning: flag.line) }
    }
  }

  /// Every command with its line.
  static var commands: [HelpRow] {
    CommandName.allCases.map { HelpRow(name: $0.rawValue, meaning: $0.page.line) }
  }

  /// What is offered as an argument of a command.
  ///
  /// - Parameter index: counts from 0.
  private static func offer(of command: CommandName, at index: Int) -> CompletionCandidate {
    let offer: CompletionCandidate
    switch command.page.argument {
    case .none: return .nothing
    case .optional(let name), .required(let name), .rest(let name): offer = .init(name)
    }
    switch offer {
    case .paths, .program: return offer
    case .wordsThenFolders(let rows): return index == 0 ? .words(rows) : .folders
    default: return index == 0 ? offer : .nothing
    }
  }
}

/// What the words before the cursor say.
private struct Scan {
  var command: CommandName?
  /// Whether the first argument is no command.
  var isUnknown = false
  /// The number of arguments after the command.
  var arguments = 0
  /// The option that awaits its value.
  var awaiting: Flag?
  var store: String?
  /// The word that is the program of `wrap`, velo-sync counted.
  var programAt: Int?
  /// Whether options may follow.
  var hasOptions = true
  /// The words so far, velo-sync counted.
  private var count = 1

  mutating func read(_ word: String) {
    defer { count += 1 }
    if let flag = awaiting {
      if flag.name == "store" { store = word }
      awaiting = nil
    } else if hasOptions, word == "--" {
      hasOptions = false
    } else if hasOptions, word.hasPrefix("-"), word != "-" {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let named =
        word.hasPrefix("--")
        ? Flag.spelled(String(parts[0])).flatMap { $0.isOn ? $0.flag : nil }
        : Flag.all.first { $0.letters == [word] }
      guard let named, named.valueName != nil else { return }
      if parts.count == 1 { awaiting = named }
      if parts.count == 2, named.name == "store" { store = String(parts[1]) }
    } else if command == nil, !isUnknown {
      command = CommandName(rawValue: word)
      isUnknown = command == nil
    } else {
      if command == .wrap, arguments == 0 { (programAt, hasOptions) = (count, false) }
      arguments += 1
    }
  }
}

extension Flag {
  /// What is offered as its value.
  fileprivate var offer: CompletionCandidate {
    valueName.map { CompletionCandidate($0, choices: choices) } ?? .nothing
  }

  /// The short form in a list, or an empty one.
  fileprivate var letters: [String] { short.map { ["-\($0)"] } ?? [] }

  /// Every long spelling with its description; a `--no-` form names what it undoes.
  fileprivate var longForms: [HelpRow] {
    longNames.map { name in
      HelpRow(name: name, meaning: name == spelling ? line : "turn off \(spelling)")
    }
  }
}
