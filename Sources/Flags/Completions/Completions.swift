// The completion scripts, as folds over the tables of commands and options.

/// Makes the completion scripts.
package enum Completions {
  /// The script for a shell, ending in a newline.
  package static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash()
    case .zsh: zsh()
    case .fish: fish()
    }
  }

  /// The spellings of every option with a value: the next word is not an argument.
  static var spellingsWithValue: [String] {
    Flag.all.filter { $0.valueName != nil }.flatMap { ["--\($0.name)"] + $0.letters }
  }

  /// What a shell offers as the argument of a command.
  static func offer(of command: CommandName) -> CompletionCandidate {
    switch command.page.argument {
    case .none: .nothing
    case .optional(let name), .required(let name), .rest(let name): CompletionCandidate(name)
    }
  }

  /// Prints days and ids from `velo-sync rides --csv`, in which only the name before the times may
  /// have a comma. Without a local time the day is that of UTC.
  static let ridesFromCSV = """
    match($0, /,[0-9]+-[0-9]+-[0-9]+T[0-9:]+Z,[0-9-]*/) {
            split(substr($0, RSTART, RLENGTH), t, ",")
            day = t[3] == "" ? substr(t[2], 1, 10) : t[3]
            if (!seen[day]++) print day
            print $1
          }
    """

  /// Every command with its line.
  static var commands: [HelpRow] {
    CommandName.allCases.map { HelpRow(name: $0.rawValue, meaning: $0.page.line) }
  }
}

extension Flag {
  /// What a shell offers as its value.
  var offer: CompletionCandidate {
    valueName.map { CompletionCandidate($0, choices: choices) } ?? .nothing
  }

  /// The short form in a list, or an empty one.
  var letters: [String] { short.map { ["-\($0)"] } ?? [] }

  /// Every long spelling with its description; a `--no-` form names what it undoes.
  var longForms: [HelpRow] {
    longNames.map { name in
      HelpRow(name: name, meaning: name == spelling ? line : "turn off \(spelling)")
    }
  }
}
