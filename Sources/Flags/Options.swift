// What a run was asked to do: the one value that arguments, environment and config add up to.

package import Model

/// Every setting of a run. A fresh value holds the defaults.
package struct Options: Hashable, Sendable {
  /// What to do, and to what.
  package enum Action: Hashable, Sendable {
    case sync
    case connect(Source)
    case disconnect(Source)
    case sources
    /// The paths as they were given; at least one.
    case `import`([String])
    case status
    /// The file as it was given, `-` for standard input; nil lets the program choose.
    case replay(String?)
    /// The command with its arguments; at least one.
    case wrap([String])
    /// The type of the event, and its members as they were typed.
    case emit(type: String, members: [String])
    case schema
    case completions(Shell)
  }

  /// The command, with its argument.
  package var action = Action.sync

  // MARK: What this run does

  /// `--dry-run`.
  package var dryRun = false
  /// `--sample`.
  package var sample = false
  /// `--speed`; nil is real time.
  package var speed: Speed?
  /// `--simulate`.
  package var simulation: SimulationRequest?
  /// `--source`, in the fixed order, each once; empty means every connected source.
  package var sources: [Source] = []
  /// `--since`: the first local day to fetch.
  package var since: Day?
  /// `--full`.
  package var full = false
  /// `--streams`: also fetch the second-by-second data.
  package var streams = false
  /// `--wait`; nil leaves the choice to the kind of wait.
  package var wait: Duration?
  /// `--timeout`; nil is no limit.
  package var timeout: Duration?

  /// `--max-age`; nil is any age.
  package var maxAge: Duration?

  /// `--explain`: tell the settings instead of doing anything.
  package var explain = false

  // MARK: How it is told

  /// `--output`, `--plain`, `--json`, and who asked.
  package var output = OutputRequest(mode: .auto, level: .default)
  /// `--quiet`, whatever the mode.
  package var quiet = false
  /// `--color`.
  package var color = ColorChoice.auto
  /// `--all`: every run of the file, not its last alone.
  package var allRuns = false
  /// `--exit-code`: end as the recorded run did.
  package var recordedExit = false
  /// `--events`: where the events go beside the face, as it was given.
  package var events: String?
  /// `--pace`.
  package var pace = Pace.readable
  /// Whether tips may be shown: false after `--no-tips`.
  package var tips = true
  /// `--bell`.
  package var bell = false
  /// `--heartbeat`.
  package var heartbeat = Heartbeat.standard
  /// `--verbose`.
  package var verbose = false
  /// Whether prompts are allowed: false after `--no-input`.
  package var input = true

  // MARK: The rider

  /// `--ftp`, `--max-hr`, `--rest-hr`, `--threshold-hr`, `--sex`: what the rider knows better than
  /// the services.
  package var rider = RiderSettings()
  /// `--sleep-need`; nil is the usual one.
  package var sleepNeed: Duration?

  // MARK: Where things are

  /// `--store`, as it was given (`~/` expanded in a config file); nil is the usual place.
  package var store: String?
  /// `--config`, `--no-config`.
  package var config = ConfigChoice.standard

  // MARK: Signing in and out

  /// `--client-id`.
  package var clientID: String?
  /// `--port`, 1…65535; nil lets the system choose.
  package var port: UInt16?
  /// `--paste`.
  package var paste = false
  /// `--redirect-uri`: an https address; nil is the usual one.
  package var redirectURI: String?
  /// Whether a browser may be opened: false after `--no-browser`.
  package var browser = true
  /// `--athlete`: letters and digits; nil is the owner of the key.
  package var athlete: String?
  /// `--purge`.
  package var purge = false
  /// `--yes`.
  package var yes = false

  /// The defaults.
  package init() {}
}

extension Options.Action {
  /// The command alone.
  package var command: CommandName {
    switch self {
    case .sync: .sync
    case .connect: .connect
    case .disconnect: .disconnect
    case .sources: .sources
    case .import: .import
    case .status: .status
    case .replay: .replay
    case .wrap: .wrap
    case .emit: .emit
    case .schema: .schema
    case .completions: .completions
    }
  }
}

extension Options {
  /// What to answer when the run turns out not to use the sample athlete, although an option needs
  /// it; nil when none does.
  ///
  /// `Invocation.parse` has checked what the arguments alone tell. A `--dry-run` without `--source`
  /// may become a rehearsal on the sample athlete: whoever finds out that it does not asks here.
  package var sampleTrouble: SyncFailure? {
    guard action == .sync else { return nil }
    if simulation != nil { return .usage(.needsSample(option: "--simulate")) }
    if speed != nil { return .usage(.needsSample(option: "--speed")) }
    return nil
  }
}
