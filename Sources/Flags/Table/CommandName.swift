// The table of commands.

/// A command; the raw value is the word that is typed. The order is that of the help.
package enum CommandName: String, CaseIterable, Hashable, Sendable {
  case sync, connect, disconnect, sources
  case `import`
  case status, replay, wrap, emit, schema, completions, help
}

extension CommandName {
  /// What the texts say about a command.
  struct Page: Sendable {
    /// The name of its argument, if it takes one.
    let argument: Argument
    /// One line for lists.
    let line: String
    /// The description in full; paragraphs are separated by a line end.
    let text: String
    /// Command lines worth knowing, each with what it does.
    let examples: [(line: String, meaning: String)]
    /// Whether the short help of the whole lists it.
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
        line: "sync everything that is connected (the default)",
        text: """
          Fetches what is new from every connected service, works out power zones and the day's \
          recovery, sleep and strain, and saves it all as plain files.
          It lists the last weeks again on each run, so that recent edits and deletions are seen. \
          What was downloaded is kept when a run fails; the next one goes on from there.
          """,
        examples: [
          ("velo-sync", "sync everything that is connected"),
          ("velo-sync --dry-run", "see what it would do; write nothing"),
          ("velo-sync --source strava --since 30d", "the last 30 days of one service"),
        ])
    case .connect:
      Page(
        argument: .required("SOURCE"),
        line: "sign in to a service",
        text: """
          Signs in to a service and remembers it for every later sync. Secrets are asked for on \
          the terminal or read from standard input; they are never arguments.
          """,
        examples: [
          ("velo-sync connect strava", "sign in with the browser"),
          ("velo-sync connect strava --paste", "without a browser on this machine"),
          ("velo-sync connect intervals < key.txt", "with the API key of Intervals.icu"),
          ("velo-sync connect wahoo", "with the code that Wahoo's page leads to"),
        ])
    case .disconnect:
      Page(
        argument: .required("SOURCE"),
        line: "forget a service",
        text: """
          Forgets the sign-in of a service and, when the service answers, revokes it there. Its \
          records stay unless --purge is given.
          """,
        examples: [
          ("velo-sync disconnect strava", "forget the sign-in, keep the records"),
          ("velo-sync disconnect strava --purge", "delete its records, too"),
        ], isCommon: false)
    case .sources:
      Page(
        argument: .none,
        line: "list every source with its state and health",
        text: "Lists every source: whether it is connected, and how its last sync went.",
        examples: [
          ("velo-sync sources", "list them for a person"),
          ("velo-sync sources --json | jq .", "list them for a script"),
        ], isCommon: false)
    case .import:
      Page(
        argument: .rest("PATH..."),
        line: "read Apple Health exports into the store",
        text: """
          Reads exports of Apple Health into the store: the zip archive as the phone makes it, the \
          XML inside it, or the folder it was unpacked into. Nights, resting pulse, heart rate \
          variability, respiration, weight and workouts come in; scores and fitness follow.
          For each night, only the device that recorded the most sleep is used; ties go to the one \
          with sleep stages. A night belongs to the date on which it ends, and of several the \
          longest counts; sleep of two devices is never added up. Heart rate variability and \
          respiration are means over the night, by the same device.
          A workout that a service also has counts as one ride. The same export again changes \
          nothing, a newer one brings what is new, and an older one takes nothing away. If any \
          file is damaged, nothing is stored.
          """,
        examples: [
          ("velo-sync import export.zip", "read what the phone exported"),
          ("velo-sync import --dry-run export.zip", "see what it holds; write nothing"),
        ])
    case .status:
      Page(
        argument: .none,
        line: "show how everything stands",
        text: """
          Shows when everything was last synced, what the store holds, each source, the scores with \
          what they were made from, fitness over six weeks, the week's routine and what today may \
          hold. It reads what is stored, asks no service, writes nothing and needs no network; it \
          may run beside a sync.
          """,
        examples: [
          ("velo-sync status", "see how things stand"),
          ("velo-sync status -q --max-age 6h", "say by the exit code whether a sync is due"),
        ])
    case .replay:
      Page(
        argument: .optional("FILE"),
        line: "show a recorded run again",
        text: """
          Shows a recorded stream of events with its own timing: FILE, standard input for - or when \
          that is a pipe or a file, else the last run. Ends with 0 unless --exit-code is given.
          """,
        examples: [
          ("velo-sync replay", "see the last run again"),
          ("velo-sync replay --speed 4 run.ndjson", "four times as fast"),
          ("velo-sync replay --plain < run.ndjson", "as a log"),
        ])
    case .wrap:
      Page(
        argument: .rest("-- COMMAND..."),
        line: "run any command and show how it is doing",
        text: """
          Runs COMMAND and shows its progress. A command that knows nothing of velo-sync gets a \
          spinner, the time that has passed and its last line, a prompt or a progress that has not \
          ended yet included; one that writes events to the descriptor in VELO_SYNC_EVENTS_FD, or \
          calls velo-sync emit, gets statuses and progress. Everything it prints appears above the \
          line as soon as its line ends. Ends as COMMAND does.
          """,
        examples: [
          ("velo-sync wrap -- ./backup.sh", "watch a script"),
          ("velo-sync wrap --json -- make | jq .", "its output as events"),
        ])
    case .emit:
      Page(
        argument: .rest("TYPE [NAME=VALUE...]"),
        line: "write one event for the wrap around it",
        text: """
          Writes one event to the velo-sync wrap that runs the calling script; without one it does \
          nothing. Values that are numbers, true, false or null are written as such, all others as \
          text.
          """,
        examples: [
          ("velo-sync emit status text=Copying", "say what is being done"),
          ("velo-sync emit progress fraction=0.5", "say how far it is"),
        ], isCommon: false)
    case .schema:
      Page(
        argument: .none,
        line: "print the JSON Schema of the events",
        text: "Prints the JSON Schema (2020-12) of the event stream.",
        examples: [("velo-sync schema > events.json", "keep it for a validator")], isCommon: false)
    case .completions:
      Page(
        argument: .required(Shell.allCases.map(\.rawValue).joined(separator: "|")),
        line: "print the completions for a shell",
        text: """
          Prints the script that has a shell complete the words of velo-sync. It belongs \
          into bash-completion/completions/velo-sync in $XDG_DATA_HOME or ~/.local/share, into \
          _velo-sync in a folder of zsh's $fpath, or into completions/velo-sync.fish in \
          ~/.config/fish.
          """,
        examples: [
          ("velo-sync completions fish | source", "complete in this fish"),
          ("eval \"$(velo-sync completions bash)\"", "complete in this bash"),
          ("velo-sync completions zsh > _velo-sync", "the file for zsh"),
        ], isCommon: false)
    case .help:
      Page(
        argument: .optional("COMMAND"),
        line: "explain velo-sync or one of its commands",
        text: "Explains velo-sync, or the command that is named. The same as --help.",
        examples: [
          ("velo-sync help", "explain everything"),
          ("velo-sync help connect", "explain one command"),
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

  /// The same with its options: behind "--" nothing is one.
  var fullUsage: String {
    if case .rest(let name) = page.argument, name.hasPrefix("-- ") {
      return "\(rawValue) [OPTION...] \(name)"
    }
    return "\(usage) [OPTION...]"
  }
}
