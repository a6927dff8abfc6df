// What the help and the manual say of each command.

import Format
import Model

extension CommandName.Page {
  static let sync = CommandName.Page(
    argument: .none, line: "sync all connected services (the default)",
    text: """
      Fetches new data from every connected service, computes power zones and the day's \
      recovery, sleep and strain, and saves everything as plain files.
      Each run lists the last 30 days again to find recent edits and deletions. If a run fails, \
      downloaded data is kept and the next run continues from there.
      """,
    examples: [
      ("velo-sync", "sync all connected services"),
      ("velo-sync --dry-run", "show what would change; save nothing"),
      ("velo-sync --source strava", "sync only Strava"),
    ])

  static let connect = CommandName.Page(
    argument: .rest("SOURCE [DIR...]"), line: "sign in to a service, or connect folders",
    text: """
      Signs in to a service and remembers the sign-in. Secrets are read from the terminal or \
      from standard input, never from arguments. A sign-in with a browser on this machine waits \
      for 5 minutes; over SSH, pass --paste.
      connect files DIR... makes folders a source of every sync: GARMIN/Activity of a mounted \
      device, Documents/Zwift/Activities of Zwift, the synced folder of a head unit, or a folder \
      into which another program saves FIT files from a service. Each sync reads the FIT, TCX \
      and GPX files that are new or changed there, also gzipped or in zip archives, and in all \
      folders below that are not hidden. Files that are still being written are left to the next \
      sync. Rides stay in the store when their file is gone. With folders alone, a sync needs no \
      network.
      """,
    examples: [
      ("velo-sync connect files ~/Rides", "read the ride files in a folder with every sync"),
      ("velo-sync connect strava", "sign in with a browser"),
      ("velo-sync connect strava --paste", "sign in without a browser, or over SSH"),
      ("velo-sync connect intervals < key.txt", "use an Intervals.icu API key"),
      ("velo-sync connect wahoo", "paste the URL that Wahoo redirects to"),
    ])

  static let disconnect = CommandName.Page(
    argument: .rest("SOURCE [DIR...]"), line: "sign out of a service, or forget folders",
    text: """
      Deletes the sign-in of a service and revokes it there if the service answers. Keeps its \
      records unless --purge is given. disconnect files forgets all connected \
      folders, disconnect files DIR... these.
      """,
    examples: [
      ("velo-sync disconnect strava", "sign out, keep the records"),
      ("velo-sync disconnect strava --purge", "also delete the records"),
      ("velo-sync disconnect files ~/Rides", "forget this folder, keep its rides"),
    ], isCommon: false)

  static let sources = CommandName.Page(
    argument: .none, line: "list all sources and their state",
    text: "Lists every source, whether it is connected, and how its last sync ended.",
    examples: [
      ("velo-sync sources", "show a table"),
      ("velo-sync sources --json | jq .", "get events for a script"),
    ], isCommon: false)

  static let `import` = CommandName.Page(
    argument: .rest("PATH..."), line: "import ride files and archives",
    text: """
      Imports rides, nights and measurements from files, then computes scores and fitness. Needs \
      no network.
      """,
    details: [
      HelpRow(
        name: "What is read",
        meaning: """
          FIT, TCX and GPX files, also gzipped; zip archives of them; folders, with all folders \
          below that are not hidden; the bulk export of Strava; the account export of Garmin; and \
          the export of Apple Health as zip archive, XML file or folder. Files are told apart by \
          their content, not by their names. The originals are not copied.
          """),
      HelpRow(
        name: "Importing again",
        meaning: """
          Importing the same files again changes nothing, and a less complete file never replaces \
          a more complete record. A ride that a service or another file also has counts once; of \
          several files the longest counts, or where they differ little the one that recorded \
          most. An interrupted import keeps nothing, one that a full disk ends may keep a part: \
          run it again.
          """),
      HelpRow(
        name: "Whose rides they are",
        meaning: """
          Rides of Garmin devices belong to the source garmin, rides of TrainerRoad to \
          trainerroad, rides in an export of Strava to strava, all others to files.
          """),
      HelpRow(
        name: "Damaged files",
        meaning: """
          A damaged ride file is imported up to the damage. A file that cannot be read, and an \
          export of Apple Health that is damaged, is reported and skipped. If it is the only one, \
          nothing is stored.
          """),
      HelpRow(
        name: "Nights and health data",
        meaning: """
          Apple Health and Garmin have nights, resting heart rate, heart rate variability, \
          respiration and weight, Apple Health also workouts. Recovery and sleep are computed from \
          them.
          For each night of Apple Health, only the device that recorded the most sleep is used; \
          ties go to the one with sleep stages. A night belongs to the date on which it ends; if \
          there are several, the longest counts. Heart rate variability and respiration are averages \
          over the night from the same device.
          """),
    ],
    examples: [
      ("velo-sync import ~/Rides", "import all ride files in a folder"),
      ("velo-sync import export_123.zip", "import a bulk export of Strava"),
      ("velo-sync import export.zip", "import an export from the phone"),
      ("velo-sync import --dry-run export.zip", "show what would change; save nothing"),
    ])

  static let status = CommandName.Page(
    argument: .none, line: "show the last sync, sources and scores",
    text: """
      Shows the last sync, how much the store contains, each source, the scores and their inputs, \
      fitness over six weeks, this week's routine and the suggested strain for today. Reads the \
      store only: contacts no service and writes nothing. Can run during a sync.
      """,
    examples: [
      ("velo-sync status", "show the status"),
      ("velo-sync status -q --max-age 6h", "check in a script whether a sync is due"),
    ])

  static let chart = CommandName.Page(
    argument: .optional("WHAT"), line: "draw a chart of the stored data",
    text: """
      Draws the stored data as a chart, or as sentences with --output accessible. Reads the \
      store only: contacts no service, and writes nothing but the file of --svg.
      WHAT is one of these. fitness, the default: fitness, fatigue, form and load of each day, twelve weeks. load: \
      load of each week, 52 weeks. hours: hours and distance of each week. scores: recovery, \
      sleep and strain of each day, six weeks. power: best mean power over 5 seconds to 2 hours, \
      the last six weeks beside all rides. zones: hours in each power zone, by week.
      power and zones need rides with second-by-second data: imported files, or activities \
      synced with --streams.
      """,
    examples: [
      ("velo-sync chart", "draw fitness, fatigue and form"),
      ("velo-sync chart load --since 730d", "draw the load of each week of two years"),
      ("velo-sync chart power --svg power.svg", "also save it as a picture"),
      ("velo-sync chart --csv > days.csv", "make a spreadsheet of days"),
    ])

  static let rides = CommandName.Page(
    argument: .none, line: "list your rides, or add them up",
    text: """
      Lists the stored rides, the newest first: by default those of the last six weeks, or the \
      latest ten where these have none. A ride without a name is called by its hour. With \
      --by, adds them up by \(RideGrouping.list): by default over twelve weeks, \
      twelve months or everything. A ride that several sources have is one ride. Figures that a \
      narrow window has no room for are left out. Reads the store only: contacts no service and \
      writes nothing.
      """,
    examples: [
      ("velo-sync rides", "list the rides of six weeks"),
      ("velo-sync rides --by gear", "show the kilometres of each bike"),
      ("velo-sync rides --csv > rides.csv", "make a spreadsheet"),
    ])

  static let ride = CommandName.Page(
    argument: .optional("ID|DATE|latest"), line: "show one ride in full",
    text: """
      Shows one ride: its figures, its best powers and whether they are the best of six weeks or \
      ever, its time in each zone, and a trace of power, heart rate and altitude. ID is an id of \
      velo-sync rides --json or the beginning of one, a date or latest, the default. Reads the \
      store only, unless --exclude or --include is given.
      The trace needs second-by-second data: that of --streams, or the ride's own file, which is \
      read again if it is unchanged where an import, or a sync of a connected folder, has read it. \
      Each column of the trace is a mean, in which 0 W while coasting counts.
      """,
    details: [
      HelpRow(
        name: "Intensity",
        meaning: "Normalized power divided by the FTP of the day (Allen and Coggan)."),
      HelpRow(
        name: "Variability",
        meaning: "Normalized power divided by average power (Allen and Coggan)."),
      HelpRow(
        name: "Efficiency",
        meaning: "Normalized power divided by average heart rate (Friel)."),
      HelpRow(
        name: "Decoupling",
        meaning: """
          How much efficiency falls from the first to the second half, in percent (Friel). Counts \
          seconds that have power and heart rate, which leaves out pauses; needs an hour of them.
          """),
    ],
    examples: [
      ("velo-sync ride", "show the latest ride"),
      ("velo-sync ride 2026-11-19", "show the ride of a day"),
      ("velo-sync ride latest --gpx ride.gpx", "save it as GPX"),
      ("velo-sync ride latest --svg ride.svg", "save its trace as a picture"),
    ], isCommon: false)

  static let replay = CommandName.Page(
    argument: .optional("FILE"), line: "replay a recorded run",
    text: """
      Replays recorded events with their original timing. Reads FILE; standard input if FILE is \
      - or if standard input is a pipe or a file; otherwise the last run. Exits with 0 unless \
      --exit-code is given.
      """,
    examples: [
      ("velo-sync replay", "replay the last run"),
      ("velo-sync replay --speed 4 run.ndjson", "replay at four times the speed"),
      ("velo-sync replay --plain < run.ndjson", "print it as a log"),
    ], isCommon: false)

  static let wrap = CommandName.Page(
    argument: .rest("-- COMMAND..."), line: "run any command under a live status line",
    text: """
      Runs COMMAND and keeps a live status line below its output: a spinner, the command as typed \
      or --title, the last line that it printed, the elapsed time, and a bar for the progress that \
      it prints. The output stays above; with --quiet it is shown only if COMMAND fails. Exits \
      with COMMAND's exit code, or with 126 or 127 if COMMAND cannot start.
      """,
    details: [
      HelpRow(
        name: "Output",
        meaning: """
          wrap never changes what COMMAND writes unless you ask for it. If standard output is a \
          terminal, the output appears above the status line. If it is a file or a pipe, it is \
          COMMAND's own, byte for byte, and the status line is shown on standard error if that is a \
          terminal, unless the next program of the pipeline writes there as well; without a status \
          line, wrap prints nothing but errors. Output that is COMMAND's own is not in the file of --events.
          With --plain, --json or --output accessible, the output becomes lines of a log without \
          control characters, or events. With --quiet, its last 1,000 lines are shown only if \
          COMMAND fails.
          """),
      HelpRow(
        name: "Progress",
        meaning: """
          Progress that COMMAND prints, such as 45%, [3/8] or 12.5 MiB / 25 MiB, becomes a bar with \
          the percentage and the time left, unless --no-detect is given.
          A command that writes events to the descriptor in VELO_SYNC_EVENTS_FD, or calls velo-sync \
          emit, sets the status and the progress itself. With --json and --events, a COMMAND that \
          fails without an error event of its own is an error event with its exit code.
          """),
      HelpRow(
        name: "Questions and whole screens",
        meaning: """
          Where the status line is shown, COMMAND runs on a terminal of its own, of the window's size: \
          it shows its colours and its own progress and asks what it would ask without wrap. A line \
          that it has not ended, such as a question, stands above the status line with the cursor at \
          its end. Lines that COMMAND redraws are updated in place, and a screen that it clears has the \
          status line below what follows. A program that uses the whole screen, such as an editor, has \
          it until it leaves the alternate screen or exits. With --no-pty, COMMAND runs on pipes.
          """),
      HelpRow(
        name: "Signals and processes",
        meaning: """
          Signals sent to wrap are passed on, except SIGUSR1, which prints one line of progress. \
          Standard input, and every file that COMMAND leaves open, are COMMAND's own. Processes that \
          COMMAND leaves running are not waited for; those on a terminal of its own are hung up, as \
          when a window is closed, unless they ignore that (nohup, setsid).
          """),
    ],
    examples: [
      ("velo-sync wrap -- make -j4", "build under a status line"),
      ("velo-sync wrap -- gzip -c f > f.gz", "write a file; the line is on the terminal"),
      ("velo-sync wrap -q -- ./backup.sh", "show its output only if it fails"),
      ("velo-sync wrap --json -- make | jq .", "get its output as events"),
    ])

  static let emit = CommandName.Page(
    argument: .rest("TYPE [NAME=VALUE...]"), line: "send one event to the enclosing wrap",
    text: """
      Sends one event to the velo-sync wrap that runs the calling script. Does nothing outside \
      wrap. Values that are numbers, true, false or null are sent as such, all others as text.
      TYPE is one of \(sentTypes), or a type of your own. velo-sync-events(5) lists their \
      members.
      """,
    examples: [
      ("velo-sync emit status text=Copying", "set the status"),
      ("velo-sync emit progress fraction=0.5", "report progress"),
    ], isCommon: false)

  static let schema = CommandName.Page(
    argument: .optional(PublishedSchema.allCases.map(\.rawValue).joined(separator: "|")),
    line: "print the JSON Schema of the events or the records",
    text: """
      Prints a JSON Schema (2020-12): of the event stream, the default, or of every record in \
      the store.
      """,
    examples: [
      ("velo-sync schema > events.json", "save it for a validator"),
      ("velo-sync schema records", "print the schema of the stored records"),
    ], isCommon: false)

  static let check = CommandName.Page(
    argument: .none, line: "check the store for damage",
    text: """
      Reads the whole store and reports what is damaged, stored twice, not a file of the store, \
      or second-by-second data without its activity, each with the way to mend it. Changes \
      nothing. Exits with 0 if there is nothing to report, otherwise with 65.
      A ride from several sources is not stored twice: each source has its own record. During a \
      sync, check fails with exit code 75; a sync that begins during check does the same.
      """,
    examples: [
      ("velo-sync check", "check the store"),
      ("velo-sync check --quiet", "report problems only"),
    ], isCommon: false)

  static let completions = CommandName.Page(
    argument: .required(Shell.allCases.map(\.rawValue).joined(separator: "|")),
    line: "print shell completions",
    text: """
      Prints a completion script for bash, zsh or fish. Save it as \
      bash-completion/completions/velo-sync in $XDG_DATA_HOME or ~/.local/share for bash, as \
      _velo-sync in a folder of $fpath for zsh, or as velo-sync.fish in \
      ~/.config/fish/completions for fish.
      """,
    examples: [
      ("velo-sync completions fish | source", "complete in this fish session"),
      ("eval \"$(velo-sync completions bash)\"", "complete in this bash session"),
      ("velo-sync completions zsh > _velo-sync", "write the file for zsh"),
    ], isCommon: false)

  static let help = CommandName.Page(
    argument: .optional("COMMAND"), line: "show help for velo-sync or a command",
    text: "Shows help for velo-sync or for one command. Same as --help.",
    examples: [
      ("velo-sync help", "show all help"),
      ("velo-sync help connect", "show help for one command"),
    ], isCommon: false)

  /// The types of events that a program may send: `version` and `run_started` are those of wrap.
  private static var sentTypes: String {
    EventType.all.map(\.name.description)
      .filter { !["version", "run_started"].contains($0) }.joined(separator: ", ")
  }
}
