// Chooses the renderer of a run, its glyphs and its colours.

import Flags
import Reporting
import Model
import Storage
import Terminal

enum RendererChoice: String {
  case live, plain, accessible, json, quiet
  /// A wrapped command writes for itself.
  case transparent

  /// Chooses by the options and the capabilities of the terminal. `isDowngrade` means that `live`
  /// was set by the environment or the config file and is not possible.
  ///
  /// - Throws: `usage` when an argument requests `live` where it is not possible.
  static func choose(
    _ options: Options, _ capabilities: Capabilities
  ) throws(SyncFailure) -> (choice: RendererChoice, isDowngrade: Bool) {
    let obstacle = capabilities.liveObstacle
    // Without a live line, a wrapped command is left alone unless a log of it was asked for.
    let fallback = options.action.command == .wrap ? RendererChoice.transparent : .plain
    switch options.output.mode {
    case _ where options.printsFile: return (.quiet, false)
    case .json: return (.json, false)
    case _ where options.quiet: return (.quiet, false)
    case .quiet: return (.quiet, false)
    case .plain: return (.plain, false)
    case .accessible: return (.accessible, false)
    case .auto: return (obstacle == nil ? .live : fallback, false)
    case .live:
      guard obstacle?.isFinal == true else { return (.live, false) }
      if options.output.level == .argument { throw .usage(.liveImpossible) }
      return (fallback, true)
    }
  }
}

struct RendererMaker {
  private let start: Start
  private let options: Options
  private let began: Moment

  /// - Parameter began: when the run began; nil for the start of the process.
  init(_ start: Start, _ options: Options, began: Moment? = nil) {
    (self.start, self.options, self.began) = (start, options, began ?? start.began)
  }

  private var capabilities: Capabilities { start.capabilities }

  private var glyphs: Glyphs { capabilities.glyphs == .unicode ? .unicode : .ascii }

  /// Whether this is a replay: its clock may run faster, and all times are those of the recording.
  private var isReplay: Bool { options.action.command == .replay }

  private var isAtTopSpeed: Bool { isReplay && options.speed == .max }

  /// How much faster than real time the renderer's own intervals pass. At top speed the run ends
  /// before any of them.
  private var speed: Double {
    if !isReplay, case .times(let factor)? = options.speed { factor } else { 1 }
  }

  /// The pacing of the status line; at top speed nothing is held.
  private var rule: PaceRule {
    switch options.pace {
    case .instant: .instant
    case .readable where isAtTopSpeed: .instant
    case .readable: PaceRule(speed: options.speed == .max ? 1000 : speed)
    }
  }

  /// A random tip first, then all tips in order.
  private var firstTip: Int? {
    options.tips ? Int(truncatingIfNeeded: start.world.random.next() >> 32) : nil
  }

  /// - Parameters:
  ///   - units: nil for those of the reader.
  ///   - job: nil for that of the command.
  func messages(
    _ clock: Messages.Clock, _ voice: Messages.Voice = .written, units: Units? = nil,
    job: Messages.Job? = nil
  ) -> Messages {
    let time = start.world.time
    let state = Folders.state(start.world.environment)
    var messages = Messages(
      clock: clock, voice: voice, home: start.home, units: units ?? options.units
    ) { time.localOffset(at: $0) }
    messages.record = options.isRecorded ? state.map { LastRun.finished(in: $0) } : nil
    messages.settings = chosenPaths + (state.map { [($0, "XDG_STATE_HOME")] } ?? [])
    if options.store == nil {
      // What keeps it from being found is the run's to report.
      let folders = try? Folders(
        environment: start.world.environment, store: nil, isSample: options.sample, current: nil)
      if let store = folders?.store {
        let files = start.world.files
        messages.settings.append((store, "XDG_DATA_HOME"))
        messages.mayWriteStore = files.mayWrite(store)
        messages.isStoreThere = ((try? files.info(store)) ?? nil) != nil
      }
    }
    messages.config = config.flatMap { start.world.files.mayWrite($0) ? $0 : nil }
    (messages.store, messages.typedSettings) = (storeOption, options.typedSettings)
    if options.typed.contains("config") {
      switch options.config {
      case .file(let name): messages.typedConfig = "--config \(messages.shellPath(name))"
      case .none: messages.typedConfig = "--no-config"
      case .standard: break
      }
    }
    messages.typedUnits = options.typed.contains("units") ? options.units : nil
    messages.isDryRun = options.dryRun
    messages.typedCommand = options.typedCommand?.rawValue
    if options.riderOfConfig != RiderProfile(), !options.typed.contains("config") {
      messages.configOfRider = config
    }
    // Only an argument takes back what a setting silences.
    let isSilenced = options.quiet && !options.typed.contains("quiet")
    let isUseless = options.verbose || options.output.mode == .quiet
    messages.verbosely = isSilenced ? ["--verbose", "--no-quiet"] : isUseless ? nil : ["--verbose"]
    messages.mayWait = [.sync, .import].contains(options.action.command)
    messages.job = job ?? options.action.job
    // What was typed does not try another job again.
    let isTyped = messages.job == options.action.job && options.retriesAsTyped
    messages.typed = isTyped ? wordsOfRetry : nil
    return messages
  }

  /// What was typed, without what was simulated, which would happen again.
  private var wordsOfRetry: [String] {
    if options.simulation == nil { return start.arguments }
    var words = start.arguments.filter { !$0.hasPrefix("--simulate=") }
    if let at = words.firstIndex(of: "--simulate") {
      words.removeSubrange(at..<min(at + 2, words.count))
    }
    return words
  }

  private var storeOption: Messages.StoreOption {
    let world = start.world
    if let given = options.store {
      // What keeps a store from being used is the run's to report.
      let path = try? world.absolute(given)
      let isSample =
        options.sample || path.flatMap { try? Store.isSample($0, on: world.files) } == true
      // Who sets the variable for one command does not have it in the next.
      let isSet = world.environment["VELO_SYNC_STORE"]?.isEmpty == false
      return isSet || options.typed.contains("store")
        ? .folder(given, isSample: isSample) : isSample ? .usualSample : .usual
    }
    guard options.sample else { return .usual }
    let folders = try? Folders(
      environment: world.environment, store: nil, isSample: true, current: nil)
    return folders.map { .sample($0.store) } ?? .usual
  }

  /// The config file that is read, or would be if it existed.
  private var config: String? {
    switch options.config {
    case .none: nil
    case .standard: Folders.config(start.world.environment)
    // The current folder may be gone: the texts then name no file.
    case .file(let name): try? start.world.absolute(name)
    }
  }

  /// The files that an option names.
  private var chosenPaths: [(path: String, name: String)] {
    [(options.events, "--events"), (options.svg, "--svg"), (options.gpx, "--gpx")].compactMap {
      path, name in
      guard let path, path != "-" else { return nil }
      // Without a current folder, the run reports the path itself.
      return (try? start.world.absolute(path)).map { ($0, name) }
    }
  }

  func make(_ choice: RendererChoice) -> any Renderer {
    switch choice {
    case .live: live()
    case .plain: log(messages(.utc), glyphs, silence: .seconds(10))
    case .accessible: log(messages(.local, .spoken), .unicode, silence: .seconds(30))
    case .json: json(isQuiet: options.quiet)
    case .quiet: QuietRenderer(messages: messages(.utc), troubles: troubles())
    case .transparent:
      QuietRenderer(messages: messages(.utc), troubles: troubles(), isBesideCommand: true)
    }
  }

  func recording() -> any Renderer { json(isQuiet: false) }

  private func json(isQuiet: Bool) -> JSONRenderer {
    JSONRenderer(
      messages: messages(.utc, units: .metric), isQuiet: isQuiet, isVerbose: options.verbose,
      version: Version.number, isReplay: isReplay)
  }

  /// The lines for warnings and errors, also before a renderer exists. They are spoken texts in
  /// accessible mode, even with `--quiet`.
  func troubles() -> TroubleLines {
    if options.output.mode == .accessible {
      return TroubleLines(messages: messages(.local, .spoken), glyphs: .ascii)
    }
    return TroubleLines(
      messages: messages(.utc), glyphs: glyphs, isJournal: capabilities.isJournal(.standardError))
  }

  private func live() -> LiveRenderer {
    let devices = capabilities.devices
    let isColoured = capabilities.color(on: .standardOutput, options.color).isOn
    return LiveRenderer(
      messages: messages(.local), glyphs: glyphs, palette: isColoured ? .theme : .colorless,
      style: LiveStyle(
        rule: rule, isVerbose: options.verbose,
        errorsAreHere: devices.error.identity == devices.output.identity, firstTip: firstTip,
        rings: options.bell, taskbar: capabilities.taskbar, isAtTopSpeed: isAtTopSpeed),
      began: began)
  }

  /// - Parameter silence: the longest one, unless another is asked for.
  private func log(_ messages: Messages, _ glyphs: Glyphs, silence: Duration) -> LogRenderer {
    let heartbeat: Duration? =
      switch options.heartbeat {
      case .standard: silence
      case .off: nil
      case .every(let duration): duration
      }
    return LogRenderer(
      messages: messages, glyphs: glyphs,
      style: LogStyle(
        heartbeat: heartbeat, isVerbose: options.verbose,
        isJournal: capabilities.isJournal(.standardOutput), speed: speed),
      troubles: troubles(), began: began)
  }
}

extension Options {
  /// Whether only the same command does again what failed: a plain sync of the store would do
  /// something else.
  fileprivate var retriesAsTyped: Bool {
    guard case .sync = action else { return true }
    return full || streams || since != nil || !sources.isEmpty || ftpLevels.last == .argument
      || !typed.isDisjoint(with: ["events", "speed"])
  }
}

extension Options.Action {
  /// The corresponding value for the messages.
  fileprivate var job: Messages.Job {
    switch self {
    case .connect(let source): .connect(source)
    case .connectFolders: .connect(.files)
    case .disconnect(let source): .disconnect(source)
    case .disconnectFolders: .disconnect(.files)
    case .import: .import
    default: .sync
    }
  }
}
