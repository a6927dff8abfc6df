// The completions for zsh, with a line about each word.

extension Completions {
  static func zsh() -> String {
    var script = """
      #compdef velo-sync
      # Completions of velo-sync for zsh, as velo-sync completions zsh prints them.

      _velo_sync_commands() {
        local -a rows
        rows=(

      """
    script += zshRows(commands) + zshMiddle
    script += "      (\(spellingsWithValue.joined(separator: "|"))) ((i++)) ;;\n" + zshOperand
    script += "  specs=(\n" + zshSpecs(Flag.all.filter(\.isGlobal)) + "  )\n  case $command in\n"
    for command in CommandName.allCases {
      let own = Flag.all.filter { !$0.isGlobal && $0.commands.contains(command) }
      let pattern = command == .sync ? "''|sync" : command.rawValue
      script += "    (\(pattern))\n      specs+=(\n" + zshSpecs(own, indent: 8)
      if let argument = zshArgument(offer(of: command)) {
        script += "        \(quoted(argument))\n"
      }
      script += "      )\n      ;;\n"
    }
    return script + zshTail
  }

  private static func zshSpecs(_ flags: [Flag], indent: Int = 4) -> String {
    let margin = String(repeating: " ", count: indent)
    return flags.flatMap(zshSpecs).map { "\(margin)\(quoted($0))\n" }.joined()
  }

  /// The specifications of an option, one for each spelling. A list may be given again.
  private static func zshSpecs(_ flag: Flag) -> [String] {
    let isList = if case .list = flag.offer { true } else { false }
    let all = (flag.longNames + flag.letters).joined(separator: " ")
    let rule = isList ? "*" : "(\(all))"
    let value = flag.valueName.map { ":\(zshText($0)):\(zshAction(flag.offer))" }
    let long = flag.longForms.map { form in
      let takesValue = value != nil && form.name == "--\(flag.name)"
      return rule + form.name + (takesValue ? "=" : "") + "[\(zshText(form.meaning))]"
        + (takesValue ? value ?? "" : "")
    }
    let short = flag.letters.map { letter in
      rule + letter + (value == nil ? "" : "+") + "[\(zshText(flag.line))]" + (value ?? "")
    }
    return short + long
  }

  private static func zshArgument(_ offer: CompletionCandidate) -> String? {
    switch offer {
    case .nothing: nil
    case .program: "*::: :_normal"
    case .paths: "*: :\(zshAction(offer))"
    case .words, .list, .located, .files, .folders: "2: :\(zshAction(offer))"
    }
  }

  /// What `_arguments` does to complete a value.
  private static func zshAction(_ offer: CompletionCandidate) -> String {
    switch offer {
    case .nothing: " "
    case .words(let rows) where rows.allSatisfy(\.meaning.isEmpty):
      "(\(rows.map(\.name).joined(separator: " ")))"
    case .words(let rows):
      "(("
        + rows.map { "\($0.name)\\:\(quotedTwice($0.meaning))" }.joined(separator: " ")
        + "))"
    case .list(let words): "_values -s , name \(words.joined(separator: " "))"
    case .located(let words, let places):
      " _velo_sync_located \(words.joined(separator: " ")) @ \(places.joined(separator: " "))"
    case .files, .paths: "_files"
    case .folders: "_files -/"
    case .program: "_normal"
    }
  }

  private static func zshRows(_ rows: [HelpRow]) -> String {
    rows.map { "    \(quoted("\($0.name):\(zshText($0.meaning))"))\n" }.joined()
  }

  /// The text with colons and brackets escaped.
  private static func zshText(_ text: String) -> String {
    escaping(text, ["\\", ":", "[", "]"])
  }

  /// A description in a word list, quoted once more because zsh evaluates specifications as code.
  private static func quotedTwice(_ text: String) -> String {
    "\"" + escaping(text, ["\\", "\"", "$", "`", ":", "(", ")"]) + "\""
  }

  private static func escaping(_ text: String, _ characters: Set<Character>) -> String {
    text.map { characters.contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  private static let zshMiddle = #"""
      )
      _describe -t commands command rows
    }

    # The words before @, and those behind it once it is typed.
    _velo_sync_located() {
      local at=${@[(i)@]}
      if compset -P '*@'; then
        compadd -- "${@[at + 1, -1]}"
      else
        compadd -- "${@[1, at - 1]}"
      fi
    }

    _velo_sync() {
      local command word ended
      local -a specs
      integer i

      # Which options there are hangs on the command, which may stand behind some of them.
      for ((i = 2; i < CURRENT && ! $#command; i++)); do
        word=$words[i]
        case $word in

    """#

  private static let zshOperand = #"""
          (-?*) ;;
          (*) command=$word ;;
        esac
      done


    """#

  private static let zshTail = #"""
      esac
      _arguments -s -S : '1: :_velo_sync_commands' $specs
    }

    # Loaded by its file's name it completes at once; read as a script it is registered.
    if [[ $funcstack[1] == _velo-sync ]]; then
      _velo_sync "$@"
    else
      compdef _velo_sync velo-sync
    fi

    """#
}
