// The completion scripts: each asks `velo-sync __complete` and leaves paths and commands to its
// shell.

extension Completions {
  /// The script for a shell, ending in a newline.
  package static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let bash = #"""
    # shellcheck shell=bash
    # Completions of velo-sync for bash 3.2 and later: velo-sync itself says what can follow.

    # Leaves it to readline to complete names, which it quotes as they need; an older bash, without
    # compopt, lists them.
    _velo_sync_paths() {
      local name
      if compopt -o "$1" 2>/dev/null; then return; fi
      while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$2" -- "$3")
    }

    _velo_sync() {
      local line=${COMP_LINE:0:COMP_POINT} words=() last=-1 typed=${2#[\"\']} word i
      COMPREPLY=()

      # Readline cuts words at = and @; what stands together is put together again.
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
      # As the shell would pass them, but for variables.
      words=("${words[@]//[\"\'\\]/}")

      while IFS= read -r line; do
        case $line in
          :files) _velo_sync_paths default -f "$typed" ;;
          :folders) _velo_sync_paths dirnames -d "$typed" ;;
          ":program $last")
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -c -- "$typed") ;;
          :program*) _velo_sync_paths default -f "$typed" ;;
          *)
            # Readline replaces the last part of the word only.
            line=${line%%$'\t'*}
            COMPREPLY+=("${line#"${words[last]%"$typed"}"}") ;;
        esac
      done < <("$1" __complete "${words[@]:1}" 2>/dev/null </dev/null)
    }

    complete -F _velo_sync velo-sync

    """#

  private static let zsh = #"""
    #compdef velo-sync
    # Completions of velo-sync for zsh: velo-sync itself says what can follow.

    _velo_sync() {
      local line
      local -a rows

      for line in "${(@f)$("${(Q)words[1]/#\~\//$HOME/}" __complete "${(@Q)words[2,CURRENT-1]}" \
        "${(Q)PREFIX}" 2>/dev/null </dev/null)}"; do
        case $line in
          (:files) compset -P '--*='; _files ;;
          (:folders) compset -P '--*='; _files -/ ;;
          (:program*)
            shift ${line#:program } words
            ((CURRENT -= ${line#:program }))
            _normal
            ;;
          (?*) rows+=("${${line//:/\\:}/$'\t'/:}") ;;
        esac
      done
      ((! $#rows)) || _describe values rows
    }

    # Loaded by its file's name it completes at once; read as a script it is registered.
    if [[ $funcstack[1] == _velo-sync ]]; then
      _velo_sync "$@"
    else
      compdef _velo_sync velo-sync
    fi

    """#

  private static let fish = #"""
    # Completions of velo-sync for fish: velo-sync itself says what can follow.

    function __velo_sync_complete
        set -l call (commandline -opc)
        set -l typed (commandline -ct)
        set -l option (string match -r -- '^--[^=]*=' $typed)
        set -l path (string replace -r -- '^--[^=]*=' '' $typed)
        for line in ($call[1] __complete $call[2..] "$typed" 2>/dev/null </dev/null)
            switch $line
                case :files
                    string replace -r -- '^' "$option" (__fish_complete_path "$path")
                case :folders
                    string replace -r -- '^' "$option" (__fish_complete_directories "$path")
                case ':program *'
                    set -l first (math 1 + (string replace ':program ' '' $line))
                    complete -C (string join ' ' -- (string escape -- $call[$first..]) $typed)
                case '*'
                    echo $line
            end
        end
    end

    complete -c velo-sync -f -a '(__velo_sync_complete)'

    """#
}
