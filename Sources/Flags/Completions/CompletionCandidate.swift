// What is offered for a value or an argument.

import Format
import Model

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
