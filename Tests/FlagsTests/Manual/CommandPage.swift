// velo-sync(1): the manual page, as a fold over the tables of commands and options.

import Format
import Model

@testable import Flags

/// The manual page of the command line.
enum CommandPage {
  /// The page in mdoc.
  static var text: String {
    var page = Mdoc("velo-sync", section: 1, date: Version.date, line: Help.purpose)
    page.synopsis()
    page.description()
    page.details(of: .import)
    page.subsection("Limits")
    page.paragraph(limitsOfImport)
    page.list(limits.map { (Mdoc.inLine($0.name), $0.meaning) })
    page.details(of: .ride)
    page.details(of: .wrap)
    page.environment()
    page.chapter("FILES")
    page.list(files.map { ("Pa \(Mdoc.inLine($0.name))", $0.meaning) })
    page.chapter("STORE")
    page.paragraph(store)
    for files in StoredFiles.all {
      page.subsection(files.path)
      page.paragraph(files.about)
      page.list(files.fields.map { (Mdoc.code($0.name), $0.about) })
    }
    page.chapter("READING THE STORE")
    page.paragraph(reading)
    for recipe in recipes {
      page.paragraph(recipe.meaning, breaks: true)
      page.literal(recipe.text)
    }
    page.chapter("SEVERAL RIDERS")
    page.paragraph(riders)
    page.literal(riderCommands)
    page.paragraph(riderUnits, breaks: true)
    page.literal(riderService)
    page.paragraph(riderTimers, breaks: true)
    page.literal(riderTimer)
    page.chapter("EXIT STATUS")
    page.list(Help.exits.map { ($0.name, $0.meaning.sentence) })
    page.paragraph("wrap exits with the exit code of its command.", breaks: true)
    page.chapter("EXAMPLES")
    for (index, example) in examples.enumerated() {
      page.paragraph(example.meaning, breaks: index > 0)
      page.literal(example.text)
    }
    if let reports {
      page.chapter("BUGS")
      page.paragraph("Please report bugs to \(reports).")
    }
    page.chapter("SEE ALSO")
    page.macro("Xr jq 1 ,")
    page.macro("Xr crontab 5 ,")
    page.macro("Xr systemd.timer 5 ,")
    page.macro("Xr velo-sync-events 5")
    return page.text
  }
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
    paragraph(CommandName.sync.page.text)
    paragraph("Commands:", breaks: true)
    list(
      CommandName.allCases.map { command in
        let term = ["Cm \(command.rawValue)"] + command.page.argument.macros
        // The description of sync is above.
        let page = command.page
        let text = command == .sync ? page.line.sentence : page.text
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
    list(
      Help.values.map {
        ("Ar \($0.name)", $0.meaning.sentence)
      })
    paragraph(Help.forms, breaks: true)
  }

  fileprivate mutating func details(of command: CommandName) {
    chapter(command.rawValue.uppercased())
    for detail in command.page.details {
      subsection(detail.name)
      paragraph(detail.meaning)
    }
  }

  fileprivate mutating func environment() {
    chapter("ENVIRONMENT")
    paragraph(Help.levels)
    list(
      Flag.all.compactMap { flag in
        guard let variable = flag.variable else { return nil }
        let isOff = if case .switchedOn = flag.form { true } else { false }
        return ("Ev \(variable)", isOff ? "0 means \(flag.spelling)." : "Sets \(flag.spelling).")
      } + CommandPage.variables.map { ("Ev \(Self.inLine($0.name))", $0.meaning) })
    paragraph("Colour of a stream; the first that applies decides:", breaks: true)
    steps(CommandPage.colours)
    paragraph(
      "This decides about colour only. The live line needs a terminal.",
      breaks: true)
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
