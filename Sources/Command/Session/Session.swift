// A command with its options, and what all commands share.

import Flags
import Imports
import Model
import Pipeline
import Platform
import Reporting
import Storage
import Terminal
import Training

/// A command with its options, its folders and its world. All commands share the one that there is.
final class Session: Sendable {
  let start: Start
  let options: Options
  let config: ConfigFile?
  let renderer: RendererChoice
  let folders: Folders

  init(
    start: Start, options: Options, config: ConfigFile?, renderer: RendererChoice, folders: Folders
  ) {
    (self.start, self.options, self.config) = (start, options, config)
    (self.renderer, self.folders) = (renderer, folders)
  }

  var world: World { start.world }
  var isLive: Bool { renderer == .live }
  var isInputTerminal: Bool { start.capabilities.devices.input.isTerminal }

  /// Whether questions may be asked.
  var isInteractive: Bool { options.input && isInputTerminal }

  /// How many times faster than real time; nil for as fast as possible.
  var speed: Double? {
    switch options.speed {
    case .times(let factor)?: factor
    case .max?: nil
    case nil: 1
    }
  }

  /// Makes the renderers of a run.
  ///
  /// - Parameter began: when the run began; nil for the start of the process.
  func renderers(began: Moment? = nil) -> RendererMaker {
    RendererMaker(start, options, began: began)
  }

  func perform(_ loop: inout Loop) -> ExitStatus {
    switch options.action {
    case .sync: SyncCommand(session: self).run(&loop)
    case .connect(let source): SignInDialog(self, source).run(&loop)
    case .connectFolders(let paths): FoldersCommand(session: self, paths: paths).connect(&loop)
    case .disconnectFolders(let paths):
      FoldersCommand(session: self, paths: paths).disconnect(&loop)
    case .disconnect(let source): DisconnectCommand(session: self, source: source).run(&loop)
    case .sources: SourcesCommand(session: self).run(&loop)
    case .import(let paths): ImportCommand(session: self, paths: paths).run(&loop)
    case .status: StatusCommand(session: self).run(&loop)
    case .check: CheckCommand(session: self).run(&loop)
    case .chart(let chart): ChartCommand(session: self, chart: chart).run(&loop)
    case .rides: RidesCommand(session: self).run(&loop)
    case .rideNames(let beginning):
      RidesCommand(session: self).printNames(beginning: beginning, &loop)
    case .ride(let name): RideCommand(session: self, name: name).run(&loop)
    case .wrap(let command): WrapCommand(session: self, command: command).run(&loop)
    case .replay(let file): ReplayCommand(session: self, file: file).run(&loop)
    // Handled before there is a session.
    case .schema, .completions, .emit: loop.finish(.ok)
    }
  }

  // MARK: Recordings

  /// Also records the events in the file of `--events`.
  ///
  /// - Throws: `storage` when it cannot be written, `badInput` for the recording that is replayed.
  func recordEvents(_ loop: inout Loop) throws(SyncFailure) {
    guard let events = options.events, !options.printsEvents else { return }
    let path = try world.absolute(events)
    let file = try fileWork { () throws(FileError) in
      try world.files.openRecord(path, mode: 0o644)
    }
    if let name = replayed(file) { throw .badRecord(file: name, .ownRecord) }
    try loop.record(Recorder(.requested, renderer: renderers().recording(), file: file))
  }

  /// The failure as that of a run, which does not start the command of a wrap.
  func beforeCommand(_ failure: SyncFailure) -> SyncFailure {
    guard case .storage(var storage) = failure, case .wrap(let command) = options.action else {
      return failure
    }
    storage.unstarted = DisplayText(command.first ?? "")
    return .storage(storage)
  }

  /// Tells the service manager what the run does, if one wants to know.
  func notifyManager(_ loop: inout Loop) {
    guard options.isRecorded || options.dryRun,
      let address = world.environment[ManagerSocket.variable],
      let socket = ManagerSocket(address)
    else { return }
    // Nobody has asked for it on the command line: a run goes on without.
    let renderer = ManagerRenderer(messages: renderers().messages(.utc))
    try? loop.record(Recorder(.manager, renderer: renderer, file: socket))
  }

  /// Records the run as the last one, if its command is one of those recorded.
  func keepAsLastRun(_ loop: inout Loop) {
    // Without a home folder there is no place for it.
    guard options.isRecorded, folders.state != Folders.nowhere.state else { return }
    loop.recordLastRun(in: folders.state, on: world.files, renderer: renderers().recording())
  }

  /// The name of the recording that a replay reads, if that is the file `record`, to which the
  /// replay is to be written.
  func replayed(_ record: any RecordFile) -> DisplayText? {
    guard case .replay(let file) = options.action else { return nil }
    return ReplayCommand(session: self, file: file).source(ifSameAs: record)
  }

  // MARK: Runs

  /// Posts the first event of a command.
  ///
  /// - Parameters:
  ///   - sources: nil for the run of another program.
  ///   - attempt: from 1; each retry adds one.
  func begin(_ sources: [Source]?, isSample: Bool = false, attempt: Int = 1, _ loop: inout Loop) {
    let scope = sources.map {
      RunStart.Scope(
        dryRun: options.dryRun, sample: isSample, sources: $0, store: DisplayText(folders.store))
    }
    let digits = String(world.random.next(), radix: 16)
    loop.post(
      .runStarted(
        RunStart(
          id: String(repeating: "0", count: 16 - digits.count) + digits,
          subject: options.subject, arguments: start.arguments.map { DisplayText($0) },
          scope: scope, attempt: attempt)))
    if let unrecorded = loop.unrecorded.take() { loop.post(unrecorded) }
  }

  /// The store of this run.
  ///
  /// - Parameter readOnly: for commands that change nothing.
  func store(
    isSample: Bool = false, readOnly: Bool = false, rehearsal: StoreRehearsal? = nil
  ) -> Store {
    Store(
      root: folders.store, stateFolder: folders.state, isSample: isSample,
      mode: readOnly ? .readOnly : .readWrite, files: world.files, time: world.time,
      process: world.process, rehearsal: rehearsal)
  }

  /// - Throws: `usage` for the sample athlete's store, where nothing is signed in; why it cannot be
  ///   read.
  func refuseSampleStore() throws(SyncFailure) {
    guard try Store.isSample(folders.store, on: world.files) else { return }
    throw .usage(.sampleStore(path: DisplayText(folders.store)))
  }

  /// Runs a command that only reads the store.
  ///
  /// - Parameters:
  ///   - namesSources: whether the command is about the connected sources.
  ///   - outputs: what is printed when the work has ended.
  ///   - body: shows the store. Reads everything before it posts anything: a damaged file must not
  ///     leave half an overview. Its second argument is the connected sources; nil in a sample
  ///     store, where nothing is signed in.
  func showStore(
    _ loop: inout Loop, namesSources: Bool = true, outputs: [NamedOutput?] = [],
    _ body: @escaping @Sendable (Store, [Source]?) async throws(SyncFailure) -> RunSummary
  ) -> ExitStatus {
    do throws(SyncFailure) {
      let isSample = try Store.isSample(folders.store, on: world.files)
      let connected = isSample || !namesSources ? [] : try connectedSources()
      begin(connected, isSample: isSample, &loop)
      let store = store(isSample: isSample, readOnly: true)
      let exit = loop.runReporting { () async throws(SyncFailure) in
        try await body(store, isSample ? nil : connected)
      }
      return outputs.reduce(exit) { exit, output in output?.end(exit, &loop) ?? exit }
    } catch {
      return loop.fail(error)
    }
  }
}

extension Options {
  fileprivate var subject: RunSubject {
    switch action {
    case .sync: .sync
    case .import: .import
    case .connect, .connectFolders: .connect
    case .disconnect, .disconnectFolders: .disconnect
    case .sources: .sources
    case .status: .status
    case .rides, .rideNames: .rides
    case .ride: .ride
    case .check: .check
    case .chart(let chart): .chart(chart)
    case .wrap(let command): .wrap(WrappedProgram(command, title: title))
    case .replay, .emit, .schema, .completions: .other(action.command.rawValue)
    }
  }

  /// Whether the run is recorded as the last one.
  var isRecorded: Bool {
    switch action {
    case .sync, .import: !dryRun
    case .wrap: true
    default: false
    }
  }
}

extension Session {
  var syncSettings: SyncSettings {
    var settings = SyncSettings(destination: DisplayText(folders.store))
    settings.dryRun = options.dryRun
    settings.listing = Listing(
      full: options.full, since: options.since, allowDeletions: options.allowDeletions)
    settings.streams = options.streams
    settings.rider = options.rider
    let unkept = options.unkeptSettings
    if !options.sample, !options.dryRun, !unkept.lines.isEmpty {
      settings.adviceOnSettings = .keepSettings(unkept.lines, replacing: unkept.areChanged)
    }
    settings.sleepNeed = options.sleepNeed ?? settings.sleepNeed
    settings.lockWait = options.wait ?? .zero
    return settings
  }

  /// What is computed while files are read.
  var formulas: ImportFormulas {
    let time = world.time
    return ImportFormulas(
      rMSSD: { BeatIntervals(beats: $0).rmssd() }, weightedPower: { $0.weightedPower() },
      analyze: { RideAnalysis(of: $0, isMeasured: $1, rider: $2) },
      localOffset: { time.localOffset(at: $0) })
  }
}
