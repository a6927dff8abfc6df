// The settings of a run, merged from arguments, environment and config file.

package import Model

/// All settings of a run, named after their options. A fresh value holds the defaults.
package struct Options: Hashable, Sendable {
  /// What to do, and to what.
  package enum Action: Hashable, Sendable {
    case sync
    case connect(Source)
    /// The paths of folders as they were given; at least one.
    case connectFolders([String])
    case disconnect(Source)
    /// At least one folder.
    case disconnectFolders([String])
    case sources
    /// The paths as they were given; at least one.
    case `import`([String])
    case status
    case chart(Chart)
    case rides
    /// Print the days and ids of rides that begin so, for a completion script.
    case rideNames(beginning: String)
    /// An id or its beginning, a day or `latest`; nil for the latest ride.
    case ride(String?)
    /// The file as it was given, `-` for standard input; nil lets the program choose.
    case replay(String?)
    /// The command with its arguments; at least one.
    case wrap([String])
    /// The type of the event, and its members as they were typed.
    case emit(type: String, members: [String])
    case schema(PublishedSchema)
    case check
    case completions(Shell)
  }

  /// The command, with its argument.
  package var action = Action.sync

  // MARK: What this run does

  /// The names of the options that arguments set: hints repeat some of them.
  package var typed: Set<String> = []
  /// The command that arguments name, whatever is wrong with them: hints name its help.
  package var typedCommand: CommandName?

  package var dryRun = false
  package var sample = false
  /// `--speed`; nil is real time.
  package var speed: Speed?
  package var simulation: SimulationRequest?
  /// `--source`, in the fixed order, each once; empty means every connected source.
  package var sources: [Source] = []
  /// `--since`: the first local day to fetch, or to draw.
  package var since: Day?
  /// `--until`: the last local day of a list of rides or of a chart.
  package var until: Day?
  /// `--sport`: a kind of sport, `all`, or a source's own word; nil for rides.
  package var sport: String?
  /// `--by`: what rides are added up by; nil lists them.
  package var grouping: RideGrouping?
  package var csv = false
  /// `--gpx`: the file for the ride as GPX, as it was given; `-` is standard output.
  package var gpx: String?
  /// `--exclude`, `--include`.
  package var exclude = false
  package var include = false
  package var full = false
  /// `--allow-deletions`: believe a listing that lacks most of what is stored.
  package var allowDeletions = false
  /// `--streams`: also fetch the second-by-second data.
  package var streams = false
  /// `--wait`; nil leaves the choice to the kind of wait.
  package var wait: Duration?
  /// `--timeout`; nil is no limit.
  package var timeout: Duration?

  /// `--max-age`; nil is any age.
  package var maxAge: Duration?

  /// `--svg`: the file for the chart as a picture, as it was given; `-` is standard output.
  package var svg: String?

  /// Whether standard output carries a picture or a table of values, and nothing else.
  package var printsFile: Bool { svg == "-" || gpx == "-" || csv }

  /// `--explain`: show the settings instead of running.
  package var explain = false

  // MARK: Output

  /// `--output`, `--plain`, `--json`, and where it was set.
  package var output = OutputRequest(mode: .auto, level: .default)
  /// `--quiet`, whatever the mode.
  package var quiet = false
  package var color = ColorChoice.auto
  /// `--all`: every run of the file, not only its last; every ride, not only the latest.
  package var all = false
  /// `--exit-code`: exit with the recorded run's code.
  package var recordedExit = false
  /// `--events`: the file to which events are also written, as given; `-` is standard output.
  package var events: String?
  /// Whether standard output carries the events of `--events`, as with `--json`.
  package var printsEvents: Bool { events == "-" }
  /// `--pace`; nil is the usual one of the command.
  private var chosenPace: Pace?
  /// `--pace`. A wrapped command's newest line is shown at once unless another pace is chosen.
  package var pace: Pace {
    get { chosenPace ?? (action.command == .wrap ? .instant : .readable) }
    set { chosenPace = newValue }
  }
  /// `--title`: the name of a wrapped command's run; nil is the command as it was typed.
  package var title: String?
  /// Whether progress that a wrapped command prints is recognised: false after `--no-detect`.
  package var detect = true
  /// `--pty` or `--no-pty`, and where it was set.
  package struct PseudoTerminal: Hashable, Sendable {
    package let isOn: Bool
    package let level: Level
  }
  /// nil for a pseudo-terminal where the live line is drawn, and nowhere else.
  package var pty: PseudoTerminal?
  /// Whether tips may be shown: false after `--no-tips`.
  package var tips = true
  package var bell = false
  /// `--units`: those of texts.
  package var units = Units.metric
  package var heartbeat = Heartbeat.standard
  package var verbose = false
  /// Whether prompts are allowed: false after `--no-input`.
  package var input = true

  // MARK: The rider

  /// `--ftp`, `--max-hr`, `--rest-hr`, `--threshold-hr`, `--sex`: override the services' values.
  package var rider = RiderProfile()
  /// Where the FTP was set, the lowest level first: the value is that of the last one.
  package var ftpLevels: [Level] = []
  /// The rider's settings of the config file.
  package var riderOfConfig = RiderProfile()
  /// The settings that were typed, and an FTP of the environment, as arguments.
  package var typedSettings: [String] {
    let given = ftpLevels.last == .environment ? typed.union(["ftp"]) : typed
    return rider.options.filter { given.contains($0.name) }.map { "--\($0.name) \($0.value)" }
  }
  /// The settings that only this run has, as lines of the config file, which the next runs would
  /// read; and whether lines of the file, with dates of their own, would change what they say.
  package var unkeptSettings: (lines: [String], areChanged: Bool) {
    let hidden: Set = ftpLevels.contains(.environment) ? ["ftp"] : []
    let kept = Dictionary(uniqueKeysWithValues: riderOfConfig.options.map { ($0.name, $0.value) })
    func parts(_ value: String?) -> Set<Substring> { Set((value ?? "").split(separator: ",")) }
    let unkept = rider.options.filter {
      typed.subtracting(hidden).contains($0.name)
        && !parts($0.value).isSubset(of: parts(kept[$0.name]))
    }
    let areChanged = unkept.contains { name, value in
      parts(value).contains { !$0.contains("@") }
        && parts(kept[name]).subtracting(parts(value)).contains { $0.contains("@") }
    }
    return (unkept.map { "--\($0.name) \($0.value)" }, areChanged)
  }
  /// `--sleep-need`; nil is the usual one.
  package var sleepNeed: Duration?

  // MARK: Files

  /// `--store`, as it was given (`~/` expanded); nil is the usual place.
  package var store: String?
  /// `--config`, `--no-config`.
  package var config = ConfigChoice.standard

  // MARK: Signing in and out

  package var clientID: String?
  /// `--port`, 1…65535; nil lets the system choose.
  package var port: UInt16?
  package var paste = false
  /// `--redirect-uri`: an https address; nil is the usual one.
  package var redirectURI: String?
  /// Whether a browser may be opened: false after `--no-browser`.
  package var browser = true
  /// `--athlete`: letters and digits; nil is the owner of the key.
  package var athlete: String?
  package var purge = false
  package var yes = false

  /// The defaults.
  package init() {}
}

extension Options.Action {
  /// The command alone.
  package var command: CommandName {
    switch self {
    case .sync: .sync
    case .connect, .connectFolders: .connect
    case .disconnect, .disconnectFolders: .disconnect
    case .sources: .sources
    case .import: .import
    case .status: .status
    case .chart: .chart
    case .rides, .rideNames: .rides
    case .ride: .ride
    case .replay: .replay
    case .wrap: .wrap
    case .emit: .emit
    case .schema: .schema
    case .check: .check
    case .completions: .completions
    }
  }
}

extension Options {
  /// The failure if an option needs the sample athlete and the run does not use it; nil if no
  /// option does.
  ///
  /// `Invocation.parse` checks what the arguments alone say. A `--dry-run` without `--source` may
  /// become a dry run with the sample athlete, which is known only later.
  package var sampleFailure: SyncFailure? {
    guard action == .sync else { return nil }
    if simulation != nil { return .usage(.needsSample(option: "--simulate")) }
    if speed != nil { return .usage(.needsSample(option: "--speed")) }
    return nil
  }

  /// The failure if a heart rate is not below the maximum; nil if all are.
  var heartRateFailure: SyncFailure? {
    guard let most = rider.maxHeartRate else { return nil }
    let values = [
      ("--rest-hr", rider.restingHeartRate), ("--threshold-hr", rider.thresholdHeartRate.undated),
    ]
    guard let (option, value) = values.first(where: { $0.1 ?? 0 >= most }), let value else {
      return nil
    }
    return .usage(
      .badValue(
        option: DisplayText(option), value: DisplayText(String(value)),
        expected: "less than --max-hr (\(most))"))
  }

  /// The failure if the first day asked for is after the last one; nil if it is not.
  var spanFailure: SyncFailure? {
    guard let since, let until, since > until else { return nil }
    return .usage(
      .badValue(
        option: "--until", value: DisplayText(until.description),
        expected: "a day from --since on (\(since.description))"))
  }
}

extension RiderProfile {
  /// The options that set it, with their values.
  fileprivate var options: [(name: String, value: String)] {
    let values = [
      ("ftp", ftp.description), ("threshold-hr", thresholdHeartRate.description),
      ("max-hr", maxHeartRate.map(String.init)), ("sex", sex?.rawValue),
      ("rest-hr", restingHeartRate.map(String.init)),
    ]
    return values.compactMap { name, value in value.map { (name, $0) } }
  }
}
