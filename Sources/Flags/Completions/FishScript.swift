// The completions for fish, with a line about each word.

extension Completions {
  static func fish() -> String {
    var script = fishHead(spellingsWithValue.joined(separator: " "))
    for command in commands {
      script += fishLine(
        "__velo_sync_expects 0", "-a \(command.name)", about: command.meaning)
    }
    for command in CommandName.allCases {
      script += fishArgument(
        offer(of: command), of: command)
    }
    for flag in Flag.all {
      let of = "__velo_sync_of " + flag.commands.map(\.rawValue).joined(separator: " ")
      for form in flag.longForms {
        let isMain = form.name == flag.spelling
        var what = "-l \(form.name.dropFirst(2))"
        if isMain { what += flag.letters.map { " -s \($0.dropFirst())" }.joined() }
        if flag.valueName != nil, form.name == "--\(flag.name)" {
          what += " " + fishValue(flag.offer)
        }
        script += fishLine(flag.isGlobal ? nil : of, what, about: form.meaning)
      }
    }
    return script
  }

  private static func fishArgument(_ offer: CompletionCandidate, of command: CommandName) -> String
  {
    let condition = "__velo_sync_expects 1 \(command.rawValue)"
    switch offer {
    case .nothing: return ""
    case .words(let rows):
      return rows.map { fishLine(condition, "-a \($0.name)", about: $0.meaning) }.joined()
    case .files: return fishLine(condition, "-F")
    case .paths: return fishLine("__velo_sync_of \(command.rawValue)", "-F")
    case .program:
      return fishLine("__velo_sync_of \(command.rawValue)", "-a '(__velo_sync_program)'")
    case .list, .located, .folders: return fishLine(condition, fishValue(offer))
    }
  }

  /// How the value of an option is completed.
  private static func fishValue(_ offer: CompletionCandidate) -> String {
    switch offer {
    case .nothing, .program: "-x"
    case .words(let rows): "-x -a '\(rows.map(\.name).joined(separator: " "))'"
    case .list(let words): "-x -a '(__velo_sync_list \(words.joined(separator: " ")))'"
    case .located(let words, let places):
      "-x -a '\(words.joined(separator: " ")) (__velo_sync_located \(places.joined(separator: " ")))'"
    case .files, .paths: "-r -F"
    case .folders: "-x -a '(__fish_complete_directories)'"
    }
  }

  private static func fishLine(_ condition: String?, _ what: String, about: String = "") -> String {
    let when = condition.map { " -n '\($0)'" } ?? ""
    let text = about.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "complete -c velo-sync\(when) \(what)" + (about.isEmpty ? "" : " -d '\(text)'")
      + "\n"
  }

  private static func fishHead(_ spellingsWithValue: String) -> String {
    """
    # Completions of velo-sync for fish, as velo-sync completions fish prints them.

    # The command and its arguments before the word that is typed, one a line.
    function __velo_sync_operands
        set -l words (commandline -opc)
        set -e words[1]
        while set -q words[1]
            set -l word $words[1]
            set -e words[1]
            switch $word
                case --
                    string join -- \\n $words
                    return
                case \(spellingsWithValue)
                    set -e words[1]
                case '-?*'
                case '*'
                    echo -- $word
            end
        end
    end

    # Whether the command is one of these; without one it is sync.
    function __velo_sync_of
        set -l operands (__velo_sync_operands) sync
        contains -- $operands[1] $argv
    end

    # Whether so many words stand there, of the command named.
    function __velo_sync_expects -a count command
        set -l operands (__velo_sync_operands)
        test (count $operands) -eq $count
        and test -z "$command" -o "$operands[1]" = "$command"
    end

    # A list with commas.
    function __velo_sync_list
        set -l begun (commandline -ct | string match -r '^(?:--[^=]*=)?(.*,)?')[2]
        for word in $argv
            string match -q -- "*,$word,*" ",$begun"
            or echo -- "$begun$word"
        end
    end

    # What stands behind @, once that is typed.
    function __velo_sync_located
        set -l begun (commandline -ct | string match -r '^(?:--[^=]*=)?(.*@)')[2]
        and string join \\n -- $begun$argv
    end

    # The command that is to be run has completions of its own.
    function __velo_sync_program
        set -l operands (__velo_sync_operands)
        set -e operands[1]
        complete -C (string join ' ' -- (string escape -- $operands) (commandline -ct))
    end

    complete -c velo-sync -f

    """
  }
}
