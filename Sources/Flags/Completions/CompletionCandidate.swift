// What a shell offers where a value or an argument stands.

import Format
import Model

/// What can stand in a place, derived from the name that the tables give it.
enum CompletionCandidate: Sendable {
  /// Whatever a person knows: a date, a number.
  case nothing
  /// One of these, each with what it means where that is not plain.
  case words([HelpRow])
  /// Some of these, with commas between them.
  case list([String])
  /// One of these; one of the others may follow behind an `@`.
  case located([String], at: [String])
  case files
  /// Files and folders, as many as wanted.
  case paths
  case folders
  /// A command line of its own.
  case program

  /// - Parameters:
  ///   - name: as the tables write it: `FILE`, `N|max`.
  ///   - choices: the words it is chosen from, where the table has them.
  init(_ name: String, choices: [String] = []) {
    let sources = Source.allCases.map(\.rawValue)
    switch name {
    case "FILE": self = .files
    case "PATH...": self = .paths
    case "DIR": self = .folders
    // Nobody signs in to a folder of files.
    case "SOURCE": self = .words(Self.plain(Source.allCases.filter { !$0.isFiles }.map(\.rawValue)))
    case "NAME,...": self = .list(sources)
    case "CASE[@SOURCE]": self = .located(choices, at: sources)
    case "COMMAND": self = .words(Completions.commands)
    case "-- COMMAND...": self = .program
    case "TYPE [NAME=VALUE...]":
      self = .words(EventType.all.map { HelpRow(name: "\($0.name)", meaning: "\($0.about)") })
    default:
      // `DURATION|off`: what is in small letters is typed as it stands.
      let fixed = name.split(separator: "|").map(String.init).filter { $0 == $0.lowercased() }
      let words = choices.isEmpty ? fixed : choices
      self = words.isEmpty ? .nothing : .words(Self.plain(words))
    }
  }

  /// Whether it is offered for every argument, and not for the first alone.
  var isRepeated: Bool {
    switch self {
    case .paths, .program: true
    case .nothing, .words, .list, .located, .files, .folders: false
    }
  }

  private static func plain(_ words: [String]) -> [HelpRow] {
    words.map { HelpRow(name: $0, meaning: "") }
  }
}
