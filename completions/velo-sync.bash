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
        --source | -s | --since | --ftp | --max-hr | --rest-hr | --threshold-hr | --sex | --sleep-need | --speed | --simulate | --output | -o | --color | --events | --pace | --heartbeat | --wait | --timeout | --max-age | --store | --config | --client-id | --port | --redirect-uri | --athlete)
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
    --source | -s)
      _velo_sync_offer_list strava intervals wahoo apple-health garmin trainerroad
      return ;;
    --sex)
      _velo_sync_offer female male
      return ;;
    --speed)
      _velo_sync_offer max
      return ;;
    --simulate)
      if [[ $part == *@* ]]; then
        before+=${part%%@*}@
        part=${part#*@}
        _velo_sync_offer strava intervals wahoo apple-health garmin trainerroad
      else
        _velo_sync_offer network timeout server auth permission rate-limit bad-reply \
          disk-full locked internal slow offline
      fi
      return ;;
    --output | -o)
      _velo_sync_offer auto live plain accessible json quiet
      return ;;
    --color)
      _velo_sync_offer auto always never
      return ;;
    --events)
      _velo_sync_offer_paths default -f
      return ;;
    --pace)
      _velo_sync_offer readable instant
      return ;;
    --heartbeat)
      _velo_sync_offer off
      return ;;
    --store)
      _velo_sync_offer_paths dirnames -d
      return ;;
    --config)
      _velo_sync_offer_paths default -f
      return ;;
    ?*) return ;;
  esac

  if [[ -z $ended && $current == -* ]]; then
    case $command in
      '' | sync)
        _velo_sync_offer --dry-run --no-dry-run -n --source -s --since --full --no-full \
          --streams --no-streams --ftp --max-hr --rest-hr --threshold-hr --sex --sleep-need \
          --sample --no-sample --speed --simulate --output -o --plain --no-plain --json \
          --no-json --quiet --no-quiet -q --verbose --no-verbose -v --color --events --pace \
          --no-tips --tips --bell --no-bell --heartbeat --wait --timeout --store --config \
          --no-config --no-input --input --explain --no-explain --help -h --version
        ;;
      connect)
        _velo_sync_offer --output -o --plain --no-plain --json --no-json --quiet --no-quiet \
          -q --verbose --no-verbose -v --color --pace --no-tips --tips --bell --no-bell \
          --heartbeat --store --config --no-config --client-id --port --paste --no-paste \
          --redirect-uri --no-browser --browser --athlete --no-input --input --explain \
          --no-explain --help -h --version
        ;;
      disconnect)
        _velo_sync_offer --output -o --plain --no-plain --json --no-json --quiet --no-quiet \
          -q --verbose --no-verbose -v --color --pace --no-tips --tips --bell --no-bell \
          --heartbeat --store --config --no-config --purge --no-purge --yes --no-yes \
          --no-input --input --explain --no-explain --help -h --version
        ;;
      sources)
        _velo_sync_offer --output -o --plain --no-plain --json --no-json --quiet --no-quiet \
          -q --verbose --no-verbose -v --color --pace --no-tips --tips --bell --no-bell \
          --heartbeat --store --config --no-config --no-input --input --explain --no-explain \
          --help -h --version
        ;;
      import)
        _velo_sync_offer --dry-run --no-dry-run -n --ftp --max-hr --rest-hr --threshold-hr \
          --sex --sleep-need --output -o --plain --no-plain --json --no-json --quiet \
          --no-quiet -q --verbose --no-verbose -v --color --events --pace --no-tips --tips \
          --bell --no-bell --heartbeat --wait --timeout --store --config --no-config \
          --no-input --input --explain --no-explain --help -h --version
        ;;
      status)
        _velo_sync_offer --ftp --max-hr --rest-hr --threshold-hr --sex --sleep-need --output \
          -o --plain --no-plain --json --no-json --quiet --no-quiet -q --verbose --no-verbose \
          -v --color --pace --no-tips --tips --bell --no-bell --heartbeat --max-age --store \
          --config --no-config --no-input --input --explain --no-explain --help -h --version
        ;;
      replay)
        _velo_sync_offer --speed --all --no-all --exit-code --no-exit-code --output -o \
          --plain --no-plain --json --no-json --quiet --no-quiet -q --verbose --no-verbose -v \
          --color --events --pace --no-tips --tips --bell --no-bell --heartbeat --store \
          --config --no-config --no-input --input --explain --no-explain --help -h --version
        ;;
      wrap)
        _velo_sync_offer --output -o --plain --no-plain --json --no-json --quiet --no-quiet \
          -q --verbose --no-verbose -v --color --events --pace --no-tips --tips --bell \
          --no-bell --heartbeat --store --config --no-config --no-input --input --explain \
          --no-explain --help -h --version
        ;;
      emit)
        _velo_sync_offer --output -o --plain --no-plain --json --no-json --quiet --no-quiet \
          -q --verbose --no-verbose -v --color --pace --no-tips --tips --bell --no-bell \
          --heartbeat --store --config --no-config --no-input --input --explain --no-explain \
          --help -h --version
        ;;
      schema)
        _velo_sync_offer --output -o --plain --no-plain --json --no-json --quiet --no-quiet \
          -q --verbose --no-verbose -v --color --pace --no-tips --tips --bell --no-bell \
          --heartbeat --store --config --no-config --no-input --input --explain --no-explain \
          --help -h --version
        ;;
      completions)
        _velo_sync_offer --output -o --plain --no-plain --json --no-json --quiet --no-quiet \
          -q --verbose --no-verbose -v --color --pace --no-tips --tips --bell --no-bell \
          --heartbeat --store --config --no-config --no-input --input --explain --no-explain \
          --help -h --version
        ;;
      help)
        _velo_sync_offer --output -o --plain --no-plain --json --no-json --quiet --no-quiet \
          -q --verbose --no-verbose -v --color --pace --no-tips --tips --bell --no-bell \
          --heartbeat --store --config --no-config --no-input --input --explain --no-explain \
          --help -h --version
        ;;
    esac
    return
  fi

  case $command/$count in
    /*)
      _velo_sync_offer sync connect disconnect sources import status replay wrap emit schema \
        completions help
      ;;
    connect/0)
      _velo_sync_offer strava intervals wahoo
      ;;
    disconnect/0)
      _velo_sync_offer strava intervals wahoo
      ;;
    import/*)
      _velo_sync_offer_paths default -f
      ;;
    replay/0)
      _velo_sync_offer_paths default -f
      ;;
    wrap/*)
      if [[ $count -eq 0 ]]; then
        _velo_sync_offer_paths command -c
      else
        _velo_sync_offer_paths default -f
      fi
      ;;
    emit/0)
      _velo_sync_offer version run_started stage_started stage_finished status progress \
        source_finished score waiting notice source fitness routine prep sign_in request log \
        warning error summary
      ;;
    completions/0)
      _velo_sync_offer bash zsh fish
      ;;
    help/0)
      _velo_sync_offer sync connect disconnect sources import status replay wrap emit schema \
        completions help
      ;;
  esac
}

complete -F _velo_sync velo-sync
