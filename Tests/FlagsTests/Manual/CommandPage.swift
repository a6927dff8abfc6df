// velo-sync(1): what follows from the tables of commands and options, and the units it shows.

import Codec
import Format
import Model

@testable import Flags

extension ManualPage {
  static let commands = ManualPage(
    "velo-sync.1", about: Help.purpose,
    words: limits.merging([
      "levels": Help.levels, "config": Help.config, "sources'": sources("'"),
      "sources\"": sources("\""),
    ]) { $1 },
    rows: ["variables": variables, "exits": Help.exits.map { ($0.name, $0.meaning.sentence) }],
    parts: [
      "synopsis": { $0.synopsis() }, "description": { $0.description() },
      "import": { $0.details(of: .import) }, "ride": { $0.details(of: .ride) },
      "wrap": { $0.details(of: .wrap) }, "stored": { $0.storedFiles() },
    ])

  /// What an import, or a sync of connected folders, reads at most.
  private static let limits = [
    "files": ImportLimits.files, "archiveLevels": ImportLimits.archiveLevels,
    "archiveMembers": ImportLimits.archiveMembers,
    "unpackedBytes": Int(ImportLimits.unpackedBytes) / 1_000_000_000,
    "unpackedRatio": Int(ImportLimits.unpackedRatio), "zeros": ImportLimits.zeros >> 20,
    "samples": ImportLimits.samples, "sessions": ImportLimits.sessions,
    "pauses": ImportLimits.pauses, "wellnessReadings": ImportLimits.wellnessReadings,
    "wellnessNights": ImportLimits.wellnessNights,
    "object": JSONObjectCutter(nesting: 1).limit >> 20, "text": ImportLimits.text >> 10,
    "tag": ImportLimits.tag >> 10, "elementDepth": ImportLimits.elementDepth,
    "stravaRows": ImportLimits.stravaRows, "stravaText": ImportLimits.stravaText >> 20,
    "garminActivities": ImportLimits.garminActivities, "garminName": ImportLimits.garminName,
    "garminDays": ImportLimits.garminDays, "appleWorkouts": ImportLimits.appleWorkouts,
    "appleReadings": ImportLimits.appleReadings, "appleSleep": ImportLimits.appleSleep,
    "appleDevices": ImportLimits.appleDevices, "beats": ImportLimits.beats,
  ].mapValues(\.grouped)

  /// The order of sources as a list, which jq and DuckDB write alike but for the quotation mark.
  private static func sources(_ quote: String) -> String {
    "[" + Source.allCases.map { quote + $0.rawValue + quote }.joined(separator: ", ") + "]"
  }

  private static let variables = Flag.all.compactMap { flag -> Mdoc.Row? in
    guard let variable = flag.variable else { return nil }
    let isOff = if case .switchedOn = flag.form { true } else { false }
    return ("Ev \(variable)", isOff ? "0 means \(flag.spelling)." : "Sets \(flag.spelling).")
  }

  /// The units of the release archive by their file names. They find the program below the prefix
  /// that the archive was unpacked over.
  static let units: [String: String] = {
    let names = ["velo-sync.service", "velo-sync.timer", "velo-sync@.service", "velo-sync@.timer"]
    let search =
      "Environment=PATH=%h/.local/bin:/usr/local/bin:/usr/bin:/bin\nExecStart=/usr/bin/env "
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, commands[$0].replacing("ExecStart=%h/.local/bin/", with: search) + "\n")
      })
  }()
}

extension Mdoc {
  fileprivate mutating func synopsis() {
    chapter("SYNOPSIS")
    for command in CommandName.allCases {
      macro("Nm velo-sync")
      macro(command == .sync ? "Op Cm sync" : "Cm \(command.rawValue)")
      macro("Op Ar option ...")
      for argument in command.page.argument.macros { macro(argument) }
    }
  }

  fileprivate mutating func description() {
    chapter("DESCRIPTION")
    paragraph(CommandName.sync.page.text())
    paragraph("Commands:")
    list(
      CommandName.allCases.map { command in
        let term = ["Cm \(command.rawValue)"] + command.page.argument.macros
        // The description of sync is above.
        let page = command.page
        let text = command == .sync ? page.line.sentence : page.text()
        let more = page.details.isEmpty ? "" : " See \(command.rawValue.uppercased()) below."
        return (term.joined(separator: " "), text + more)
      })
    for category in Flag.Category.allCases {
      subsection(category.rawValue)
      list(
        Flag.all.filter { $0.category == category }.map { flag in
          (flag.term, ([flag.text] + flag.notes(for: nil)).joined(separator: " "))
        })
    }
    subsection("Values")
    list(Help.values.map { ("Ar \($0.name)", $0.meaning.sentence) })
    paragraph(Help.forms)
  }

  fileprivate mutating func details(of command: CommandName) {
    chapter(command.rawValue.uppercased())
    for detail in command.page.details {
      subsection(detail.name)
      paragraph(detail.meaning)
    }
  }

  fileprivate mutating func storedFiles() {
    for files in StoredFiles.all {
      subsection(files.path)
      paragraph(files.about)
      list(files.fields.map { (Mdoc.code($0.name), $0.about) })
    }
  }
}

extension Flag {
  /// `-o , --output MODE` in mdoc.
  fileprivate var term: String {
    let letter = short.map { "Fl \($0) , " } ?? ""
    let value = valueName.map { " Ar \(Mdoc.inLine($0))" } ?? ""
    return letter + "Fl \(Mdoc.inLine(String(spelling.dropFirst())))" + value
  }
}

extension CommandName.Argument {
  /// The words in mdoc, a macro each.
  fileprivate var macros: [String] {
    switch self {
    case .none: []
    case .optional(let name): ["Op Ar \(name)"]
    case .required(let name): ["Ar \(name)"]
    case .rest(let names):
      names.split(separator: " ").map { name in
        if name == "--" { return "Fl \\-" }
        let isOptional = name.hasPrefix("[")
        let bare = name.filter { !"[].".contains($0) }
        return (isOptional ? "Op Ar \(bare)" : "Ar \(bare)")
          + (name.hasSuffix("...") || name.hasSuffix("...]") ? " ..." : "")
      }
    }
  }
}

extension String {
  /// A line of a list as a sentence.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
