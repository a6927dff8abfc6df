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
