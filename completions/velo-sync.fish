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
                string join -- \n $words
                return
            case --source -s --since --ftp --max-hr --rest-hr --threshold-hr --sex --sleep-need --speed --simulate --output -o --color --events --pace --heartbeat --wait --timeout --max-age --store --config --client-id --port --redirect-uri --athlete
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
    and string join \n -- $begun$argv
end

# The command that is to be run has completions of its own.
function __velo_sync_program
    set -l operands (__velo_sync_operands)
    set -e operands[1]
    complete -C (string join ' ' -- (string escape -- $operands) (commandline -ct))
end

complete -c velo-sync -f
complete -c velo-sync -n '__velo_sync_expects 0' -a sync -d 'sync all connected services (the default)'
complete -c velo-sync -n '__velo_sync_expects 0' -a connect -d 'sign in to a service'
complete -c velo-sync -n '__velo_sync_expects 0' -a disconnect -d 'sign out of a service'
complete -c velo-sync -n '__velo_sync_expects 0' -a sources -d 'list all sources and their state'
complete -c velo-sync -n '__velo_sync_expects 0' -a import -d 'import Apple Health exports'
complete -c velo-sync -n '__velo_sync_expects 0' -a status -d 'show the last sync, sources and scores'
complete -c velo-sync -n '__velo_sync_expects 0' -a replay -d 'replay a recorded run'
complete -c velo-sync -n '__velo_sync_expects 0' -a wrap -d 'run any command under a live status line'
complete -c velo-sync -n '__velo_sync_expects 0' -a emit -d 'send one event to the enclosing wrap'
complete -c velo-sync -n '__velo_sync_expects 0' -a schema -d 'print the JSON Schema of the events'
complete -c velo-sync -n '__velo_sync_expects 0' -a completions -d 'print shell completions'
complete -c velo-sync -n '__velo_sync_expects 0' -a help -d 'show help for velo-sync or a command'
complete -c velo-sync -n '__velo_sync_expects 1 connect' -a strava
complete -c velo-sync -n '__velo_sync_expects 1 connect' -a intervals
complete -c velo-sync -n '__velo_sync_expects 1 connect' -a wahoo
complete -c velo-sync -n '__velo_sync_expects 1 disconnect' -a strava
complete -c velo-sync -n '__velo_sync_expects 1 disconnect' -a intervals
complete -c velo-sync -n '__velo_sync_expects 1 disconnect' -a wahoo
complete -c velo-sync -n '__velo_sync_of import' -F
complete -c velo-sync -n '__velo_sync_expects 1 replay' -F
complete -c velo-sync -n '__velo_sync_of wrap' -a '(__velo_sync_program)'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a version -d 'First line of every stream.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a run_started -d 'A run begins; a retry begins another run in the same stream.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a stage_started -d 'A stage begins.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a stage_finished -d 'A stage ends.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a status -d 'What the run is doing now.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a progress -d 'Progress of a source or of the whole run, each at most once a second.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a source_finished -d 'A source is done or has failed.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a score -d 'One of the three daily scores is known.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a waiting -d 'The run waits: for a rate limit, before a retry, or for another run.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a notice -d 'Information that needs no action.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a source -d 'State of a source.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a fitness -d 'Load and fitness of a day.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a routine -d 'Weekly routine of the last six weeks, and the current week.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a prep -d 'Today\'s sheet: scores, fitness, power zones and suggested strain.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a sign_in -d 'A person must open a page to sign in.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a request -d 'One request to a service, with --verbose.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a log -d 'A line of a wrapped command\'s output.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a warning -d 'A problem that may need action.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a error -d 'A failure.'
complete -c velo-sync -n '__velo_sync_expects 1 emit' -a summary -d 'The run ends; always the last line, and a stream without it is a crashed run.'
complete -c velo-sync -n '__velo_sync_expects 1 completions' -a bash
complete -c velo-sync -n '__velo_sync_expects 1 completions' -a zsh
complete -c velo-sync -n '__velo_sync_expects 1 completions' -a fish
complete -c velo-sync -n '__velo_sync_expects 1 help' -a sync -d 'sync all connected services (the default)'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a connect -d 'sign in to a service'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a disconnect -d 'sign out of a service'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a sources -d 'list all sources and their state'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a import -d 'import Apple Health exports'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a status -d 'show the last sync, sources and scores'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a replay -d 'replay a recorded run'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a wrap -d 'run any command under a live status line'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a emit -d 'send one event to the enclosing wrap'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a schema -d 'print the JSON Schema of the events'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a completions -d 'print shell completions'
complete -c velo-sync -n '__velo_sync_expects 1 help' -a help -d 'show help for velo-sync or a command'
complete -c velo-sync -n '__velo_sync_of sync import' -l dry-run -s n -d 'do everything except write'
complete -c velo-sync -n '__velo_sync_of sync import' -l no-dry-run -d 'do without --dry-run'
complete -c velo-sync -n '__velo_sync_of sync' -l source -s s -x -a '(__velo_sync_list strava intervals wahoo apple-health garmin trainerroad)' -d 'sync only these sources, like strava,intervals'
complete -c velo-sync -n '__velo_sync_of sync' -l since -x -d 'start date: 2026-01-31, or 30d for 30 days'
complete -c velo-sync -n '__velo_sync_of sync' -l full -d 'list everything again, however old'
complete -c velo-sync -n '__velo_sync_of sync' -l no-full -d 'do without --full'
complete -c velo-sync -n '__velo_sync_of sync' -l streams -d 'also download second-by-second data'
complete -c velo-sync -n '__velo_sync_of sync' -l no-streams -d 'do without --streams'
complete -c velo-sync -n '__velo_sync_of sync import status' -l ftp -x -d 'your functional threshold power, in watts'
complete -c velo-sync -n '__velo_sync_of sync import status' -l max-hr -x -d 'your maximum heart rate'
complete -c velo-sync -n '__velo_sync_of sync import status' -l rest-hr -x -d 'your resting heart rate'
complete -c velo-sync -n '__velo_sync_of sync import status' -l threshold-hr -x -d 'your threshold heart rate'
complete -c velo-sync -n '__velo_sync_of sync import status' -l sex -x -a 'female male' -d 'sex-specific constants for heart-rate load'
complete -c velo-sync -n '__velo_sync_of sync import status' -l sleep-need -x -d 'how much sleep you need, like 7h'
complete -c velo-sync -n '__velo_sync_of sync' -l sample -d 'use the built-in sample athlete'
complete -c velo-sync -n '__velo_sync_of sync' -l no-sample -d 'do without --sample'
complete -c velo-sync -n '__velo_sync_of sync replay' -l speed -x -a 'max' -d 'speed up time: 0.1 to 1000, or max'
complete -c velo-sync -n '__velo_sync_of sync' -l simulate -x -a 'network timeout server auth permission rate-limit bad-reply disk-full locked internal slow offline (__velo_sync_located strava intervals wahoo apple-health garmin trainerroad)' -d 'simulate a failure with the sample athlete'
complete -c velo-sync -n '__velo_sync_of replay' -l all -d 'replay every run in the file, not only the last'
complete -c velo-sync -n '__velo_sync_of replay' -l no-all -d 'do without --all'
complete -c velo-sync -n '__velo_sync_of replay' -l exit-code -d 'exit with the recorded exit code'
complete -c velo-sync -n '__velo_sync_of replay' -l no-exit-code -d 'do without --exit-code'
complete -c velo-sync -l output -s o -x -a 'auto live plain accessible json quiet' -d 'live, plain, accessible, json or quiet'
complete -c velo-sync -l plain -d 'timestamped lines; short for --output plain'
complete -c velo-sync -l no-plain -d 'do without --plain'
complete -c velo-sync -l json -d 'one JSON object per line; short for -o json'
complete -c velo-sync -l no-json -d 'do without --json'
complete -c velo-sync -l quiet -s q -d 'show errors and warnings only'
complete -c velo-sync -l no-quiet -d 'do without --quiet'
complete -c velo-sync -l verbose -s v -d 'also show requests, retries and durations'
complete -c velo-sync -l no-verbose -d 'do without --verbose'
complete -c velo-sync -l color -x -a 'auto always never' -d 'use colour: auto, always or never'
complete -c velo-sync -n '__velo_sync_of sync import replay wrap' -l events -r -F -d 'also append the events to a file'
complete -c velo-sync -l pace -x -a 'readable instant' -d 'readable or instant status changes'
complete -c velo-sync -l no-tips -d 'no tips below the live line'
complete -c velo-sync -l tips -d 'do without --no-tips'
complete -c velo-sync -l bell -d 'ring once on success, twice on failure'
complete -c velo-sync -l no-bell -d 'do without --bell'
complete -c velo-sync -l heartbeat -x -a 'off' -d 'longest silence in plain or accessible output'
complete -c velo-sync -n '__velo_sync_of sync import' -l wait -x -d 'longest wait for a limit or another run'
complete -c velo-sync -n '__velo_sync_of sync import' -l timeout -x -d 'stop the whole run after this long'
complete -c velo-sync -n '__velo_sync_of status' -l max-age -x -d 'exit with 75 if the last sync is older'
complete -c velo-sync -l store -x -a '(__fish_complete_directories)' -d 'the data folder'
complete -c velo-sync -l config -r -F -d 'another config file; --no-config reads none'
complete -c velo-sync -l no-config -d 'do without --config'
complete -c velo-sync -n '__velo_sync_of connect' -l client-id -x -d 'client ID of your API application'
complete -c velo-sync -n '__velo_sync_of connect' -l port -x -d 'local port for the sign-in redirect'
complete -c velo-sync -n '__velo_sync_of connect' -l paste -d 'paste the URL you are redirected to'
complete -c velo-sync -n '__velo_sync_of connect' -l no-paste -d 'do without --paste'
complete -c velo-sync -n '__velo_sync_of connect' -l redirect-uri -x -d 'the redirect URI registered at Wahoo'
complete -c velo-sync -n '__velo_sync_of connect' -l no-browser -d 'print the sign-in URL; open no browser'
complete -c velo-sync -n '__velo_sync_of connect' -l browser -d 'do without --no-browser'
complete -c velo-sync -n '__velo_sync_of connect' -l athlete -x -d 'athlete ID to read, for coaches'
complete -c velo-sync -n '__velo_sync_of disconnect' -l purge -d 'also delete the source\'s records'
complete -c velo-sync -n '__velo_sync_of disconnect' -l no-purge -d 'do without --purge'
complete -c velo-sync -n '__velo_sync_of disconnect' -l yes -d 'confirm --purge without a question'
complete -c velo-sync -n '__velo_sync_of disconnect' -l no-yes -d 'do without --yes'
complete -c velo-sync -l no-input -d 'never ask for input'
complete -c velo-sync -l input -d 'do without --no-input'
complete -c velo-sync -l explain -d 'show settings and where they come from'
complete -c velo-sync -l no-explain -d 'do without --explain'
complete -c velo-sync -l help -s h -d 'show help; -h is shorter'
complete -c velo-sync -l version -d 'print the version'
