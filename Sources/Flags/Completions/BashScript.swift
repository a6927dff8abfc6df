// The completions for bash: 3.2 and later, without the package bash-completion.

extension Completions {
  static func bash() -> String {
    var script = bashHead
    script += "        \(spellingsWithValue.joined(separator: " | ")))\n"
    script += bashMiddle
    for flag in Flag.all where flag.valueName != nil {
      let spellings = (["--\(flag.name)"] + flag.letters).joined(separator: " | ")
      guard let line = bashLine(flag.offer) else { continue }
      script += "    \(spellings))\n\(line)      return ;;\n"
    }
    script += "    ?*) return ;;\n  esac\n\n"
    script += "  if [[ -z $ended && $current == -* ]]; then\n    case $command in\n"
    for command in CommandName.allCases {
      let names = Flag.all.filter { $0.commands.contains(command) }.flatMap { flag in
        flag.longNames + flag.letters
      }
      let pattern = command == .sync ? "'' | sync" : command.rawValue
      script += "      \(pattern))\n" + bashOffer(names, indent: 8) + "        ;;\n"
    }
    script += "    esac\n    return\n  fi\n\n  case $command/$count in\n"
    script += "    /*)\n" + bashOffer(commands.map(\.name), indent: 6) + "      ;;\n"
    for command in CommandName.allCases {
      let offer = offer(of: command)
      guard let line = bashLine(offer) else { continue }
      let count = offer.isRepeated ? "*" : "0"
      script += "    \(command.rawValue)/\(count))\n\(line)      ;;\n"
    }
    return script + "  esac\n}\n\ncomplete -F _velo_sync velo-sync\n"
  }

  /// The line that offers values; nil for free text.
  private static func bashLine(_ offer: CompletionCandidate) -> String? {
    switch offer {
    case .nothing: nil
    case .words(let rows): bashOffer(rows.map(\.name), indent: 6)
    case .list(let words): bashOffer(words, by: "_velo_sync_offer_list", indent: 6)
    case .located(let words, let places):
      "      if [[ $part == *@* ]]; then\n        before+=${part%%@*}@\n"
        + "        part=${part#*@}\n" + bashOffer(places, indent: 8) + "      else\n"
        + bashOffer(words, indent: 8) + "      fi\n"
    case .files, .paths: "      _velo_sync_offer_paths default -f\n"
    case .folders: "      _velo_sync_offer_paths dirnames -d\n"
    case .program:
      "      if [[ $count -eq 0 ]]; then\n        _velo_sync_offer_paths command -c\n      else\n"
        + "        _velo_sync_offer_paths default -f\n      fi\n"
    }
  }

  /// A call over as many lines as it takes.
  private static func bashOffer(
    _ words: [String], by function: String = "_velo_sync_offer", indent: Int
  ) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines = [margin + function]
    for word in words {
      if (lines.last ?? "").count + word.count > 92 {
        lines.append(margin + "  " + word)
      } else {
        lines[lines.count - 1] += " " + word
      }
    }
    return lines.joined(separator: " \\\n") + "\n"
  }

  private static let bashHead = #"""
    # shellcheck shell=bash
    # Completions of velo-sync for bash 3.2 and later, as velo-sync completions bash prints them.

    # Offers those of the words that go on from what is typed. Readline replaces the last part of it
    # only; what it keeps is left out.
    _velo_sync_offer() {
      local word
      for word in "$@"; do
        if [[ $word == "$part"* ]]; then
          word=$before$word
          COMPREPLY+=("${word#"$kept"}")
        fi
      done
    }

    # The same for the last word of a list with commas; what the list has is not offered again.
    _velo_sync_offer_list() {
      local word named=",${part%"${part##*,}"}"
      before+=${named#,}
      part=${part##*,}
      for word in "$@"; do
        [[ $named == *",$word,"* ]] || _velo_sync_offer "$word"
      done
    }

    # Leaves it to readline to complete names of files or folders, which it quotes as they need;
    # an older bash, without compopt, lists them.
    _velo_sync_offer_paths() {
      local word
      if [[ $1 != command ]] && compopt -o "$1" 2>/dev/null; then return; fi
      while IFS= read -r word; do
        _velo_sync_offer "$word"
      done < <(compgen "$2" -- "$part")
    }

    _velo_sync() {
      local line word words=() last=-1 i
      COMPREPLY=()

      # Readline cuts words at = and @; what stands together is put together again.
      line=${COMP_LINE:0:COMP_POINT}
      for ((i = 0; i <= COMP_CWORD; i++)); do
        if [[ $i -eq 0 || $line == [[:blank:]]* ]]; then
          last=$((last + 1))
          words[last]=''
          line=${line#"${line%%[![:blank:]]*}"}
        fi
        word=${COMP_WORDS[i]}
        if [[ $i -eq $COMP_CWORD ]]; then word=$line; fi
        words[last]+=$word
        line=${line#"$word"}
      done

      # The command, how many arguments it has, and the option that awaits its value.
      local command='' count=0 option='' ended=''
      for ((i = 1; i < last; i++)); do
        word=${words[i]}
        if [[ -n $option ]]; then
          option=''
          continue
        fi
        if [[ -z $ended ]]; then
          case $word in

    """#

  private static let bashMiddle = #"""
              option=$word
              continue
              ;;
            --)
              ended=1
              continue
              ;;
            -?*) continue ;;
          esac
        fi
        if [[ -z $command ]]; then command=$word; else count=$((count + 1)); fi
      done

      local current=${words[last]#[\"\']} before='' part kept
      part=$current
      kept=${current%"${2#[\"\']}"}
      if [[ -z $option && -z $ended && $current == --*=* ]]; then
        option=${current%%=*}
        before=$option=
        part=${current#*=}
      fi

      case $option in

    """#
}
