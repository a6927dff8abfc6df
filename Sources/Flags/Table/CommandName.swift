// The table of commands.

/// A command; the raw value is what is typed, and the order is that of the help.
package enum CommandName: String, CaseIterable, Hashable, Sendable {
  case sync, connect, disconnect, sources
  case `import`
  case status, replay, wrap, emit, schema, completions, help
}

extension CommandName {
  /// The texts about a command.
  struct Page: Sendable {
    /// The name of its argument, if it takes one.
    let argument: Argument
    /// One line for lists.
    let line: String
    /// The full description; paragraphs are separated by a newline.
    let text: String
    /// Example command lines with descriptions.
    let examples: [(line: String, meaning: String)]
    /// Whether the short help lists it.
    var isCommon = true
  }

  /// What a command may take besides its options.
  enum Argument: Hashable, Sendable {
    case none
    case optional(String)
    case required(String)
    /// This, and whatever follows: `-- COMMAND...`.
    case rest(String)
  }

  /// The command's texts.
  var page: Page {
    switch self {
    case .sync:
      Page(
        argument: .none,
        line: "sync all connected services (the default)",
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
    case .connect:
      Page(
        argument: .required("SOURCE"),
        line: "sign in to a service",
        text: """
          Signs in to a service and remembers the sign-in. Secrets are read from the terminal or \
          from standard input, never from arguments.
          """,
        examples: [
          ("velo-sync connect strava", "sign in with a browser"),
          ("velo-sync connect strava --paste", "sign in without a browser, or over SSH"),
          ("velo-sync connect intervals < key.txt", "use an Intervals.icu API key"),
          ("velo-sync connect wahoo", "paste the URL that Wahoo redirects to"),
        ])
    case .disconnect:
      Page(
        argument: .required("SOURCE"),
        line: "sign out of a service",
        text: """
          Deletes the sign-in of a service and revokes it there if the service answers. Keeps its \
          records unless --purge is given.
          """,
        examples: [
          ("velo-sync disconnect strava", "sign out, keep the records"),
          ("velo-sync disconnect strava --purge", "also delete the records"),
        ], isCommon: false)
    case .sources:
      Page(
        argument: .none,
        line: "list all sources and their state",
        text: "Lists every source, whether it is connected, and how its last sync ended.",
        examples: [
          ("velo-sync sources", "show a table"),
          ("velo-sync sources --json | jq .", "get events for a script"),
        ], isCommon: false)
    case .import:
      Page(
        argument: .rest("PATH..."),
        line: "import Apple Health exports",
        text: """
          Imports Apple Health exports: the zip archive from the phone, the XML file in it, or the \
          unpacked folder. Imports nights, resting heart rate, heart rate variability, respiration, \
          weight and workouts, then computes scores and fitness.
          Importing the same export again changes nothing. A newer export adds new data; an older \
          one removes nothing. If any file is damaged, nothing is stored. A workout that a service \
          also has counts as one ride.
          For each night, only the device that recorded the most sleep is used; ties go to the one \
          with sleep stages. A night belongs to the date on which it ends; if there are several, \
          the longest counts. Heart rate variability and respiration are averages over the night \
          from the same device.
          """,
        examples: [
          ("velo-sync import export.zip", "import an export from the phone"),
          ("velo-sync import --dry-run export.zip", "show what would change; save nothing"),
        ])
    case .status:
      Page(
        argument: .none,
        line: "show the last sync, sources and scores",
        text: """
          Shows the last sync, how much the store contains, each source, the scores and their inputs, \
          fitness over six weeks, this week's routine and the suggested strain for today. Reads the \
          store only: contacts no service and writes nothing. Can run during a sync.
          """,
        examples: [
          ("velo-sync status", "show the status"),
          ("velo-sync status -q --max-age 6h", "check in a script whether a sync is due"),
        ])
    case .replay:
      Page(
        argument: .optional("FILE"),
        line: "replay a recorded run",
        text: """
          Replays recorded events with their original timing. Reads FILE; standard input if FILE is \
          - or if standard input is a pipe or a file; otherwise the last run. Exits with 0 unless \
          --exit-code is given.
          """,
        examples: [
          ("velo-sync replay", "replay the last run"),
          ("velo-sync replay --speed 4 run.ndjson", "replay at four times the speed"),
          ("velo-sync replay --plain < run.ndjson", "print it as a log"),
        ])
    case .wrap:
      Page(
        argument: .rest("-- COMMAND..."),
        line: "run any command under a live status line",
        text: """
          Runs COMMAND under a live status line: a spinner, the elapsed time and the last line that \
          the command printed, even if it is an unfinished prompt or progress line. A command that \
          writes events to the descriptor in VELO_SYNC_EVENTS_FD, or calls velo-sync emit, sets the \
          status and the progress itself. Its output appears above the status line, line by line. \
          Exits with COMMAND's exit code, or with 126 or 127 if COMMAND cannot start.
          """,
        examples: [
          ("velo-sync wrap -- ./backup.sh", "run a script"),
          ("velo-sync wrap --json -- make | jq .", "get its output as events"),
        ])
    case .emit:
      Page(
        argument: .rest("TYPE [NAME=VALUE...]"),
        line: "send one event to the enclosing wrap",
        text: """
          Sends one event to the velo-sync wrap that runs the calling script. Does nothing outside \
          wrap. Values that are numbers, true, false or null are sent as such, all others as text.
          """,
        examples: [
          ("velo-sync emit status text=Copying", "set the status"),
          ("velo-sync emit progress fraction=0.5", "report progress"),
        ], isCommon: false)
    case .schema:
      Page(
        argument: .none,
        line: "print the JSON Schema of the events",
        text: "Prints the JSON Schema (2020-12) of the event stream.",
        examples: [("velo-sync schema > events.json", "save it for a validator")], isCommon: false)
    case .completions:
      Page(
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
    case .help:
      Page(
        argument: .optional("COMMAND"),
        line: "show help for velo-sync or a command",
        text: "Shows help for velo-sync or for one command. Same as --help.",
        examples: [
          ("velo-sync help", "show all help"),
          ("velo-sync help connect", "show help for one command"),
        ], isCommon: false)
    }
  }

  /// How the command is typed, with its argument: `connect SOURCE`, `help [COMMAND]`.
  var usage: String {
    switch page.argument {
    case .none: rawValue
    case .optional(let name): "\(rawValue) [\(name)]"
    case .required(let name), .rest(let name): "\(rawValue) \(name)"
    }
  }

  /// The same with options, which must come before "--".
  var fullUsage: String {
    if case .rest(let name) = page.argument, name.hasPrefix("-- ") {
      return "\(rawValue) [OPTION...] \(name)"
    }
    return "\(usage) [OPTION...]"
  }
}
