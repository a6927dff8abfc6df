// What velo-sync(1) says that follows from no table of options: variables of others, files, examples.

extension CommandPage {
  /// Variables that belong to no option.
  static let variables = [
    HelpRow(
      name: "HOME, XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
      meaning: "Where files lie. Empty and relative values do not count."),
    HelpRow(
      name: "TERM, CI, COLUMNS",
      meaning: """
        There is no live line where TERM is unset or dumb, nor by itself where CI is set. COLUMNS \
        is the width of plain text.
        """),
    HelpRow(
      name: "LC_ALL, LC_CTYPE, LANG",
      meaning: "The first that is not empty says whether the output is UTF-8; else it is ASCII."),
    HelpRow(
      name: "NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, CLICOLOR", meaning: "See the list below."),
    HelpRow(
      name: "https_proxy, all_proxy, no_proxy", meaning: "The proxy, as libcurl understands them."),
    HelpRow(name: "VELO_SYNC_CA_FILE", meaning: "Another file of trusted certificates."),
    HelpRow(
      name:
        "VELO_SYNC_STRAVA_API, VELO_SYNC_STRAVA_OAUTH, VELO_SYNC_INTERVALS_API, VELO_SYNC_WAHOO_API",
      meaning: "Other addresses of the services; https, or http to this machine."),
    HelpRow(
      name: "VELO_SYNC_EVENTS_FD",
      meaning: "Set by wrap: the descriptor that its command may write events to."),
    HelpRow(
      name: "CREDENTIALS_DIRECTORY",
      meaning: "Set by systemd: a folder whose files may supply secrets."),
    HelpRow(
      name: "JOURNAL_STREAM",
      meaning: """
        Set by systemd: what goes to the journal has a priority instead of a time on each line.
        """),
  ]

  /// How colour is decided.
  static let colours = [
    "--color always or never; auto, here and below, asks the next.",
    "VELO_SYNC_COLOR.",
    "color in the config file.",
    "NO_COLOR, if it is not empty: off.",
    "CLICOLOR_FORCE or FORCE_COLOR, unless empty, 0 or false: on.",
    "CLICOLOR, if it is 0: off.",
    "TERM, if it is unset or names a terminal without color: off.",
    "The stream: on if it is a terminal.",
  ]

  static let files = [
    HelpRow(
      name: "~/.config/velo-sync/config",
      meaning: Help.config + " It is only ever read."),
    HelpRow(
      name: "~/.local/share/velo-sync/",
      meaning: """
        The store: activities, wellness, scores, routine and the day's sheet, as lines and files \
        of JSON.
        """),
    HelpRow(
      name: "~/.local/share/velo-sync-sample/", meaning: "The store of the sample athlete."),
    HelpRow(
      name: "~/.local/state/velo-sync/credentials.json",
      meaning: "The sign-ins. Nobody else may read it."),
    HelpRow(
      name: "~/.local/state/velo-sync/last-run.ndjson",
      meaning: "The events of the last run, for replay and for reports of mistakes."),
  ]

  /// What cron, systemd, jq and a shell do with it.
  package static let examples: [(meaning: String, text: String)] = [
    (
      "A line of crontab(5): every morning at six, a log of what happened, and a mail when something "
        + "went wrong. The path is given in full, because the PATH of cron and systemd does not have "
        + "~/.local/bin:",
      "0 6 * * * \"$HOME/.local/bin/velo-sync\" >> \"$HOME/velo-sync.log\""
    ),
    (
      "The same with systemd, in ~/.config/systemd/user/velo-sync.service; permanent failures are not "
        + "retried, and %h is the home folder:",
      service
    ),
    ("and velo-sync.timer beside it, for systemctl --user enable --now velo-sync.timer:", timer),
    (
      "A sync only when the last complete one is older than six hours:",
      "velo-sync status -q --max-age 6h || velo-sync"
    ),
    (
      "A log in a file, and an error only when a whole day was missed:",
      "velo-sync 2>err >>log || velo-sync status -q --max-age 1d || cat err >&2"
    ),
    ("How many activities are new, with jq(1):", newActivities),
    (
      "A script that keeps the store in a git(1) repository and knows what to do about each ending; "
        + "68, 69 and 75 pass, and the next run goes on from there:",
      script
    ),
  ]

  private static let newActivities =
    "velo-sync --json | " + (EventsPage.recipes.first?.command ?? "jq .")

  /// A service that syncs once.
  package static let service = """
    [Unit]
    Description=Sync training data
    StartLimitIntervalSec=1h
    StartLimitBurst=3

    [Service]
    Type=oneshot
    ExecStart=%h/.local/bin/velo-sync
    Restart=on-failure
    RestartSec=5min
    RestartPreventExitStatus=USAGE DATAERR NOINPUT SOFTWARE NOPERM CONFIG
    """

  /// When it does.
  package static let timer = """
    [Unit]
    Description=Sync training data every morning

    [Timer]
    OnCalendar=*-*-* 06:00
    RandomizedDelaySec=10min
    Persistent=true

    [Install]
    WantedBy=timers.target
    """

  /// What a script may conclude from the exit code.
  package static let script = """
    #!/bin/sh
    PATH="$HOME/.local/bin:$PATH"
    velo-sync --quiet
    case $? in
      0)
        cd "$HOME/.local/share/velo-sync" || exit 1
        [ -d .git ] || git init --quiet
        git add --all
        git diff --cached --quiet || git commit --quiet --message 'Sync'
        ;;
      10) echo 'Some sources failed; what worked is saved.' >&2 ;;
      68 | 69 | 75) exit 0 ;;
      77) echo 'Sign in again: velo-sync connect strava' >&2 ;;
      *) exit 1 ;;
    esac
    """
}
