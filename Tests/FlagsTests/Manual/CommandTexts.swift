// The parts of velo-sync(1) that do not follow from a table: variables, files, examples.

import Codec
import Model

@testable import Flags

extension CommandPage {
  /// Where bugs are reported: an address for the page, which says nothing of it while this is nil.
  static let reports: String? = nil

  static let limitsOfImport = """
    Files are read in bounded memory. What is beyond these limits, which are far above what people \
    have, is reported: a file as skipped, a part of a file as damaged or skipped.
    """

  /// What an import, or a sync of connected folders, reads at most.
  static let limits = [
    HelpRow(
      name: "\(ImportLimits.files.grouped) files and rides",
      meaning: "In a run. Further ones are skipped."),
    HelpRow(
      name: "\(ImportLimits.archiveLevels) levels",
      meaning: "Of archives inside archives, gzip included. A file that is deeper is skipped."),
    HelpRow(
      name: "\(ImportLimits.archiveMembers.grouped) members",
      meaning: "Of a zip archive or a gzip file."),
    HelpRow(
      name: "\(ImportLimits.unpackedBytes / 1_000_000_000) GB",
      meaning: """
        Of unpacked data in a run, and \(Int(ImportLimits.unpackedRatio).grouped) times the size of \
        each file. A file with more is damaged.
        """),
    HelpRow(
      name: "\(ImportLimits.zeros >> 20) MiB of NULs",
      meaning: "In a row. A file with more is damaged."),
    HelpRow(
      name: "\(ImportLimits.samples.grouped) samples",
      meaning: """
        Of a ride: three days at one a second. Of a longer ride every second sample is read, or every \
        fourth, and a notice says so.
        """),
    HelpRow(
      name: "\(ImportLimits.sessions.grouped) sessions, \(ImportLimits.pauses.grouped) pauses",
      meaning: "Of a ride file. The rest is damaged."),
    HelpRow(
      name: """
        \(ImportLimits.wellnessReadings.grouped) readings, \(ImportLimits.wellnessNights.grouped) nights
        """,
      meaning: "Of a wellness FIT file. The rest is damaged."),
    HelpRow(
      name: "\(JSONObjectCutter(nesting: 1).limit >> 20) MiB",
      meaning: """
        Of a row of Strava's activities.csv, which ends there, and of an object in Garmin's files, \
        which is skipped and counted.
        """),
    HelpRow(
      name: "\(ImportLimits.text >> 10) KiB",
      meaning: "Of a name. A longer one is cut."),
    HelpRow(
      name: "\(ImportLimits.tag >> 10) KiB, \(ImportLimits.elementDepth) levels",
      meaning: "Of an XML tag, and of XML elements inside each other. A file with more is damaged."),
    HelpRow(
      name: "\(ImportLimits.stravaRows.grouped) rows, \(ImportLimits.stravaText >> 20) MiB",
      meaning: "Of Strava's activities.csv, and of its text. The rest is damaged."),
    HelpRow(
      name: """
        \(ImportLimits.garminActivities.grouped) activities, \
        names of \(ImportLimits.garminName) bytes, \(ImportLimits.garminDays.grouped) days
        """,
      meaning: """
        Of Garmin's summaries, and its days. Further ones are skipped and counted, longer names are \
        cut.
        """),
    HelpRow(
      name: """
        \(ImportLimits.appleWorkouts.grouped) workouts, \(ImportLimits.appleReadings.grouped) \
        readings, \(ImportLimits.appleSleep.grouped) sleep samples, \
        \(ImportLimits.appleDevices.grouped) devices
        """,
      meaning: """
        Of Apple Health, the readings of each kind. An export with more is refused. A record of heart \
        rate variability with more than \(ImportLimits.beats.grouped) beats has no rMSSD.
        """),
  ]

  /// Environment variables without an option.
  static let variables = [
    HelpRow(
      name: "HOME, XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
      meaning: "The base folders of all files. Empty and relative values are ignored."),
    HelpRow(
      name: "TMPDIR",
      meaning: """
        The folder for a file without a name in which the rides of a large import wait; /tmp without \
        it.
        """),
    HelpRow(
      name: "TERM, CI, COLUMNS",
      meaning: """
        The live line is off if TERM is unset or dumb, and off by default if CI is set. COLUMNS is \
        the width of plain text.
        """),
    HelpRow(
      name: "LC_ALL, LC_CTYPE, LANG",
      meaning:
        "The first that is not empty decides: output is UTF-8 if it names UTF-8, otherwise ASCII."),
    HelpRow(
      name: "NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, CLICOLOR",
      meaning: "Colour; see the list below."),
    HelpRow(name: "https_proxy, all_proxy, no_proxy", meaning: "Proxy settings, as for curl."),
    HelpRow(
      name: "VELO_SYNC_CA_FILE",
      meaning: "A file of trusted certificates to use instead of the system's."),
    HelpRow(
      name:
        "VELO_SYNC_STRAVA_API, VELO_SYNC_STRAVA_OAUTH, VELO_SYNC_INTERVALS_API, VELO_SYNC_WAHOO_API",
      meaning: """
        Base URLs of the services: https, or http to this machine. Strava moves its API to another \
        host, announced for 2027-01-04 and required from 2027-06-01; \
        VELO_SYNC_STRAVA_API=https://www.api-v3.strava.com/api/v3, or the URL that Strava then \
        documents, moves it here. Sign-in stays where VELO_SYNC_STRAVA_OAUTH is.
        """),
    HelpRow(
      name: "VELO_SYNC_EVENTS_FD",
      meaning: "Set by wrap: the file descriptor to which its command can write events."),
    HelpRow(
      name: "VELO_SYNC_TASKBAR",
      meaning: """
        tmux: inside tmux, show progress in the taskbar of the terminal around it. tmux must pass \
        sequences on (set -g allow-passthrough on).
        """),
    HelpRow(
      name: "CREDENTIALS_DIRECTORY",
      meaning: """
        Set by systemd (LoadCredential=): a folder with files that supply sign-ins. The file \
        intervals contains the API key; strava and wahoo contain JSON with client_id, \
        client_secret and refresh_token, used until credentials.json has a newer pair.
        """),
    HelpRow(
      name: "JOURNAL_STREAM",
      meaning: """
        Set by systemd: lines for the journal begin with a priority instead of a time.
        """),
    HelpRow(
      name: "NOTIFY_SOCKET",
      meaning: """
        Set by systemd (NotifyAccess=main): a sync, an import and a wrap send their status there, \
        for systemctl status. Commands of wrap do not get it.
        """),
  ]

  static let colours = [
    "--color, unless it is auto.",
    "VELO_SYNC_COLOR, unless it is auto.",
    "color in the config file, unless it is auto.",
    "NO_COLOR, if not empty: off.",
    "CLICOLOR_FORCE or FORCE_COLOR, unless empty, 0 or false: on.",
    "CLICOLOR, if it is 0: off.",
    "TERM, if unset or a terminal without colour: off.",
    "Otherwise: on if the stream is a terminal.",
  ]

  static let files = [
    HelpRow(
      name: "~/.config/velo-sync/config",
      meaning: Help.config + " velo-sync never writes it."),
    HelpRow(
      name: "~/.local/share/velo-sync/",
      meaning: """
        The store: activities, wellness, scores, routine and today's prep plan, as JSON and NDJSON \
        files.
        """),
    HelpRow(
      name: "~/.local/share/velo-sync-sample/", meaning: "The store of the sample athlete."),
    HelpRow(
      name: "~/.local/state/velo-sync/credentials.json",
      meaning: "The sign-ins, readable by you alone."),
    HelpRow(
      name: "~/.local/state/velo-sync/last-run.ndjson",
      meaning: "The events of the last run, for replay and bug reports."),
  ]

  /// The files of the store, before each kind.
  static let store = """
    The store is made of plain files. YEAR is the year by the local clock. Fields without a value are \
    absent. Units are in the names: _s (seconds), _m (metres), _w (watts), _kj (kilojoules), _kg \
    (kilograms). velo-sync keeps fields that you add, and notices records that you change.
    routine.json and prep.json have the members of the events routine and prep, described in \
    velo-sync-events(5). streams/SOURCE/ID.json has the second-by-second data that --streams keeps.
    """

  /// Examples with cron, systemd, jq and a shell.
  static let examples = [
    Example(
      "A crontab(5) line that syncs every morning at six, appends to a log, and sends mail only on "
        + "failure. The full path is needed because the PATH of cron and systemd does not contain "
        + "~/.local/bin:",
      "0 6 * * * \"$HOME/.local/bin/velo-sync\" >> \"$HOME/velo-sync.log\""),
    Example(
      "The same with systemd, in ~/.config/systemd/user/velo-sync.service. Permanent failures are not "
        + "retried; %h is the home folder:",
      service),
    Example(
      "Next to it, velo-sync.timer, for systemctl --user enable --now velo-sync.timer:", timer),
    Example(
      "The same on macOS, in ~/Library/LaunchAgents/velo-sync.plist, for launchctl bootstrap "
        + "gui/$UID ~/Library/LaunchAgents/velo-sync.plist:",
      launchAgent),
    Example(
      "Sync only if the last complete sync is older than six hours:",
      "velo-sync status -q --max-age 6h || velo-sync"),
    Example(
      "Write a log, and print errors only if a whole day was missed:",
      "velo-sync 2>err >>log || velo-sync status -q --max-age 1d || cat err >&2"),
    Example("Count the new activities with jq(1):", newActivities),
    Example(
      "A script that keeps the store in a git(1) repository and handles each exit code. 68, 69 and 75 "
        + "are temporary; the next run continues from there:",
      script),
  ]

  private static let newActivities =
    "velo-sync --json | " + (EventsPage.recipes.first?.text ?? "jq .")

  /// A script that acts on the exit code.
  static let script = """
    #!/bin/sh
    PATH="$HOME/.local/bin:$PATH"
    velo-sync --quiet
    code=$?
    case $code in
      0 | 10)
        cd "$HOME/.local/share/velo-sync" || exit 1
        [ -d .git ] || git init --quiet
        git add --all
        git diff --cached --quiet || git commit --quiet --message 'Sync'
        ;;
      68 | 69 | 75) code=0 ;;
    esac
    exit $code
    """
}
