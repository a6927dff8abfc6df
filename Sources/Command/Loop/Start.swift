// The start of a run: output before the options are known, and the way to a session.

import Flags
import Format
import Reporting
import Model
import Platform
import Terminal
import Wrap

/// What is known before the options are.
struct Start {
  let arguments: [String]
  let world: World
  let home: String?
  let began: Moment
  let capabilities: Capabilities
  /// Whether the output of this run is the events pipe of an enclosing wrap.
  private var isInsideWrap = false
  /// Whether the output of this run is standard error, because a wrapped command has the other.
  private(set) var isBesideOutput = false

  /// - Parameter sharesTerminal: whether the reader of another output writes to the terminal of this
  ///   one.
  init(
    arguments: [String], world: World, home: String?, began: Moment, sharesTerminal: Bool = false
  ) {
    self.arguments = arguments
    self.world = world
    self.home = home
    self.began = began
    let streams = world.streams
    capabilities = Capabilities(
      devices: .probe(input: streams.input, output: streams.output, error: streams.error),
      environment: world.environment, sharesTerminal: sharesTerminal)
  }

  /// Writes a text on standard output.
  func show(_ text: String) -> ExitStatus {
    let output = plainOutput()
    do throws(OutputFailure) {
      try output.write(Array(text.utf8), to: .standardOutput)
      return .ok
    } catch {
      switch error {
      case .closed: return StopReason.outputClosed.exit
      case .interrupted: return .signal(2)
      case .trouble(let reason):
        let complaint = TroubleLines.unwritableOutput(reason)
        try? output.write(complaint.bytes, to: complaint.stream)
        return .storage
      }
    }
  }

  /// Reports a usage or configuration error: as an event if JSON is requested anywhere or inside a
  /// wrap, as a sentence in accessible mode.
  ///
  /// - Parameter reportsToWrap: whether to report it to the enclosing wrap, as the failure of a run.
  func fail(_ failure: SyncFailure, config: ConfigFile?, reportsToWrap: Bool = true) -> ExitStatus {
    let asked = Invocation.outputMode(
      arguments: arguments, environment: [:], config: nil, home: home)
    if asked == .auto, reportsToWrap, let inside = insideWrap() {
      return inside.report(failure, as: .json)
    }
    let mode = Invocation.outputMode(
      arguments: arguments, environment: world.environment, config: config, home: home)
    return report(failure, as: mode)
  }

  private func report(_ failure: SyncFailure, as mode: OutputMode) -> ExitStatus {
    var options = Options()
    options.output = OutputRequest(mode: mode, level: .default)
    let maker = faces(options)
    guard mode == .json else {
      let output = plainOutput()
      for chunk in maker.troubles().lines(for: failure) {
        try? output.write(chunk.bytes, to: chunk.stream)
      }
      return ExitStatus(failure)
    }
    do throws(SyncFailure) {
      let clock = RunClock(world.time)
      let console = try Console(world, capabilities, clock: clock, isLive: false)
      defer { console.close() }
      var loop = Loop(console: console, clock: clock, face: maker.make(.json), began: began)
      loop.begin()
      return loop.fail(failure)
    } catch {
      return ExitStatus(error)
    }
  }

  /// Runs a command.
  func perform(_ options: Options, config: ConfigFile?) -> ExitStatus {
    if options.output.level != .argument, options.action.isRun, let inside = insideWrap() {
      var options = options
      options.output = OutputRequest(mode: .json, level: .argument)
      return inside.perform(options, config: config)
    }
    switch options.action {
    case .schema: return show(EventSchema.text)
    case .completions(let shell): return show(Completions.script(for: shell))
    case .emit(let type, let members): return emit(type: type, members: members)
    case .sync, .connect, .connectFolders, .disconnect, .sources, .import, .status, .chart, .replay,
      .wrap:
      break
    }
    if let other = besideOutput(options) { return other.perform(options, config: config) }
    do throws(SyncFailure) {
      let (choice, isDowngrade) = try FaceChoice.choose(options, capabilities)
      var options = options
      // Where the command's output is its own, only an argument can mean it to go through another
      // terminal; beside other programs of a pipeline the command has this one.
      if choice == .transparent,
        options.pty != .argument || capabilities.liveObstacle == .sharedTerminal
      {
        options.pty = nil
      }
      let folders = try folders(options)
      let session = Session(
        arguments: arguments, options: options,
        record: { [options] in faces(options).recording() },
        nextFace: { [options] in faces(options, began: $0).make(choice) },
        connectOptions: { connectOptions($0, config) },
        folders: folders, world: world,
        isInputTerminal: capabilities.devices.input.isTerminal,
        isOutputTerminal: capabilities.devices.output.isTerminal, face: choice,
        wrapping: wrapping(choice))
      if let name = session.replayed(world.files.record(world.streams.output)) {
        // Recording even this event would add to the recording.
        return report(
          .badRecord(file: name, .ownRecord), as: choice == .json ? .plain : options.output.mode)
      }
      let clock = RunClock(world.time)
      let console = try Console(
        world, capabilities, clock: clock, isLive: choice == .live,
        watchesOutput: choice != .transparent,
        sharesKeyboard: options.action.command == .wrap,
        deadline: options.timeout.map { began + $0 })
      defer { console.close() }
      let face = faces(options).make(choice)
      var loop = Loop(console: console, clock: clock, face: face, began: began)
      loop.begin()
      if let events = options.events {
        do throws(SyncFailure) {
          let recorder = try recorder(events, options)
          if let name = session.replayed(recorder.file) {
            return loop.fail(.badRecord(file: name, .ownRecord))
          }
          try loop.record(recorder)
        } catch {
          return loop.fail(error)
        }
      }
      if isDowngrade { loop.post(.warning(.liveUnavailable)) }
      return session.perform(&loop)
    } catch {
      return fail(error, config: nil)
    }
  }

  /// The same start with the enclosing wrap's event pipe as standard output; nil outside of a wrap.
  private func insideWrap() -> Start? {
    guard let pipe = EventsPipe.claim(world.environment) else { return nil }
    var inside = Start(
      arguments: arguments, world: world.writing(to: pipe), home: home, began: began)
    inside.isInsideWrap = true
    return inside
  }

  /// The same start with standard error as its output, if this is a wrap that leaves standard output
  /// to its command; nil for any other run.
  func besideOutput(_ options: Options) -> Start? {
    guard options.action.command == .wrap, !options.quiet, !isBesideOutput,
      let obstacle = capabilities.liveObstacle
    else { return nil }
    switch options.output.mode {
    case .auto: break
    case .live: if !obstacle.isFinal { return nil }
    case .plain, .accessible, .json, .quiet: return nil
    }
    let streams = world.streams
    var other = Start(
      arguments: arguments, world: world.writing(to: streams.error), home: home, began: began,
      sharesTerminal: capabilities.devices.error.isTerminal
        && Pipeline.leads(from: streams.output, to: streams.error))
    other.isBesideOutput = true
    return other
  }

  /// The folders of a run. A wrapped command runs without, too: it may be a part of the system.
  private func folders(_ options: Options) throws(SyncFailure) -> Folders {
    do throws(SyncFailure) {
      return try Folders(
        environment: world.environment, store: options.store, isSample: options.sample,
        current: world.currentFolder)
    } catch {
      guard options.action.command == .wrap else { throw error }
      return .nowhere
    }
  }

  /// How a wrapped command is connected to this process.
  private func wrapping(_ choice: FaceChoice) -> ChildOutputs {
    let devices = capabilities.devices
    if isInsideWrap || choice == .transparent { return .inherited }
    switch choice {
    case .live where isBesideOutput: return .errorsOnly
    case .live: return devices.error.isTerminal ? .joined : .outputOnly
    case .quiet:
      return devices.shareOutput ? .joined : .separate
    case .plain, .accessible: return devices.shareOutput ? .joined : .separate
    case .json, .transparent: return .separate
    }
  }

  /// The options of `velo-sync connect SOURCE` without further arguments. The defaults if those are
  /// invalid, so that a sign-in during a run does not fail because of them.
  private func connectOptions(_ source: Source, _ config: ConfigFile?) -> Options {
    let invocation = Invocation.parse(
      arguments: ["connect", source.rawValue], environment: world.environment, config: config,
      today: world.time.localDay(), home: home)
    if case .run(let options) = invocation { return options }
    return Options()
  }

  /// The recorder for `--events`.
  private func recorder(_ path: String, _ options: Options) throws(SyncFailure) -> Recorder {
    let path = try Folders.absolute(path, from: world.currentFolder)
    let file = try fileWork { () throws(FileError) in
      try world.files.openRecord(path, mode: 0o644)
    }
    return Recorder(.requested, face: faces(options).recording(), file: file)
  }

  /// - Parameter began: when the run began; nil for the start of the process.
  private func faces(_ options: Options, began: Moment? = nil) -> FaceMaker {
    FaceMaker(
      options: options, capabilities: capabilities, home: home,
      record: options.isRecorded
        ? Folders.state(world.environment).map { LastRun.finished(in: $0) } : nil,
      settings: settings(options),
      time: world.time, began: began ?? self.began, random: world.random)
  }

  /// The files and folders that a setting decides, except the store.
  private func settings(_ options: Options) -> [(path: String, name: String)] {
    let svg = options.printsPicture ? nil : options.svg
    let files = [(options.events, "--events"), (svg, "--svg")].compactMap { path, name in
      path.flatMap { try? Folders.absolute($0, from: world.currentFolder) }.map { ($0, name) }
    }
    return files + (Folders.state(world.environment).map { [($0, "XDG_STATE_HOME")] } ?? [])
  }

  /// Output without a loop, for texts that are printed at once.
  private func plainOutput() -> CheckedOutput {
    CheckedOutput(
      output: world.streams.output, error: world.streams.error, closed: world.closedStreams,
      signals: nil)
  }
}

extension Options {
  /// Whether it is recorded as the last run.
  var isRecorded: Bool {
    switch action {
    case .sync, .import: !dryRun
    case .wrap: true
    case .connect, .connectFolders, .disconnect, .sources, .status, .chart, .replay, .schema,
      .completions, .emit:
      false
    }
  }
}

extension Options.Action {
  /// Whether it posts events; other commands print a text.
  fileprivate var isRun: Bool {
    switch self {
    case .sync, .connect, .connectFolders, .disconnect, .sources, .import, .status, .chart, .replay,
      .wrap:
      true
    case .schema, .completions, .emit: false
    }
  }
}
