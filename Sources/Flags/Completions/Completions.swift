// What can follow the words of a command line, for the completion scripts.

import Format
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
  private let store: String?

  /// - Parameter line: the words after `velo-sync` up to the cursor, without quotes; the last one,
  ///   which may be empty, is completed.
  package init(line: some BidirectionalCollection<String>) {
    let words = Array(line.dropLast())
    let tokens = ArgumentToken.split(words)
    let operands = tokens.operands
    let command = operands.first.flatMap(CommandName.init(rawValue:))
    word = line.last ?? ""
    store = tokens.lazy.compactMap(\.store).last
    // The first operand of a wrap is its program, which all that follows belongs to.
    let program = words.indices.first {
      ArgumentToken.split(Array(words[...$0])).operands.count > 1
    }
    programAt = 1 + (program ?? words.count)
    if command == .wrap, program != nil {
      candidates = .program
    } else if let flag = tokens.last?.flagWithoutValue {
      candidates = flag.offer
    } else if !words.contains("--"), word.hasPrefix("--"), let end = word.firstIndex(of: "=") {
      before = String(word[...end])
      candidates = Flag.spelled(String(word[..<end]))?.flag.offer ?? .nothing
    } else if !words.contains("--"), word.hasPrefix("-") {
      candidates = .words(Self.options(of: command ?? .sync))
    } else if let command {
      candidates = command.page.argument.offer(at: operands.count - 1)
    } else {
      candidates = operands.isEmpty ? .words(Self.commands) : .nothing
    }
  }

  /// The candidates that begin like the word, a line each, a tab before what they mean; `:files`,
  /// `:folders` and `:program N` stand for what the shell completes itself, N being the number of
  /// words before the program.
  package var text: String {
    let part = String(word.dropFirst(before.count))
    switch candidates {
    case .nothing, .rides: return ""
    case .files: return ":files\n"
    case .folders: return ":folders\n"
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
}

extension ArgumentToken {
  fileprivate var store: String? {
    if case .option(let flag, _, _, let value) = self, flag.name == "store" { value } else { nil }
  }

  /// The option whose value is missing.
  fileprivate var flagWithoutValue: Flag? {
    guard case .failure(.missingValue(let option)) = self else { return nil }
    let name = option.description
    return Flag.spelled(name)?.flag ?? Flag.all.first { $0.letters == [name] }
  }
}

extension CommandName.Argument {
  /// What is offered as one of several words, which are counted from 0.
  fileprivate func offer(at index: Int) -> CompletionCandidate {
    switch self {
    case .none: return .nothing
    case .optional(let name), .required(let name):
      return index == 0 ? CompletionCandidate(name) : .nothing
    case .rest("-- COMMAND..."): return .program
    case .rest(let names):
      let names = names.split(separator: " ")
      let name = names[min(index, names.count - 1)].filter { !"[].".contains($0) }
      return CompletionCandidate(name)
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

/// The possible values, derived from the name that the tables give them.
enum CompletionCandidate: Sendable {
  /// Free text: a date, a number.
  case nothing
  /// One of these words, with descriptions where needed.
  case words([HelpRow])
  /// Several of these words, separated by commas.
  case list([String])
  /// One of these words, optionally followed by `@` and one of the others.
  case located([String], at: [String])
  case files, folders
  /// The stored rides by day and by id, or `latest`.
  case rides
  /// A command with its arguments.
  case program

  /// - Parameter name: as the tables write it: `FILE`, `N|max`.
  init(_ name: String, choices: [String] = []) {
    let sources = Source.allCases.map(\.rawValue)
    switch name {
    case "FILE", "PATH": self = .files
    case "DIR": self = .folders
    case "SOURCE":
      self = .words(Self.plain(Source.allCases.filter(\.isConnectable).map(\.rawValue)))
    case "NAME,...": self = .list(sources)
    case "SPORT": self = .words(Self.plain(ActivityKind.allCases.map(\.rawValue) + ["all"]))
    case "CASE[@SOURCE]": self = .located(choices, at: sources)
    case "WHAT": self = .words(Self.plain(Chart.offered.map(\.rawValue)))
    case "ID|DATE|latest": self = .rides
    case "COMMAND": self = .words(Completions.commands)
    case "TYPE":
      self = .words(EventType.all.map { HelpRow(name: "\($0.name)", meaning: "\($0.about)") })
    default:
      // `DURATION|off`: words in lower case are typed literally.
      let fixed = name.split(separator: "|").map(String.init).filter { $0 == $0.lowercased() }
      let words = choices.isEmpty ? fixed : choices
      self = words.isEmpty ? .nothing : .words(Self.plain(words))
    }
  }

  private static func plain(_ words: [String]) -> [HelpRow] {
    words.map { HelpRow(name: $0, meaning: "") }
  }
}
