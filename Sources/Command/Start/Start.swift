// The start of a run: output before the options are known, and the way to a session.

import Flags
import Format
import Model
import Platform
import Reporting
import Terminal
import Wrap

/// What is known before the options are.
struct Start: Sendable {
  /// Where the output of the run goes.
  enum Outlet {
    case standardOutput
    /// To an enclosing wrap, as events.
    case eventsPipe
    /// To standard error, because a wrapped command has standard output.
    case standardError
  }

  let arguments: [String]
  let world: World
  let home: String?
  let began: Moment
  let outlet: Outlet
  let capabilities: Capabilities

  /// - Parameters:
  ///   - world: its standard output is the outlet.
  ///   - sharesTerminal: whether the reader of another output writes to the terminal of this one.
  init(
    arguments: [String], world: World, home: String?, began: Moment,
    outlet: Outlet = .standardOutput, sharesTerminal: Bool = false
  ) {
    (self.arguments, self.world, self.home, self.began) = (arguments, world, home, began)
    self.outlet = outlet
    let streams = world.streams
    capabilities = Capabilities(
      devices: .probe(input: streams.input, output: streams.output, error: streams.error),
      environment: world.environment, sharesTerminal: sharesTerminal)
  }

  // MARK: Texts and failures

  /// Writes a text on standard output.
  func show(_ text: String) -> ExitStatus {
    Self.write(
      Array(text.utf8), to: world, ifClosed: StopReason.outputClosed.exit,
      complaint: TroubleLines.unwritableOutput)
  }

  /// Writes bytes at once, on the standard output of a world.
  ///
  /// - Parameters:
  ///   - closed: the exit status when the output has no reader.
  ///   - complaint: the line on standard error when it cannot be written.
  static func write(
    _ bytes: [UInt8], to world: World, ifClosed closed: ExitStatus,
    complaint: (StorageFailure.Reason) -> Chunk
  ) -> ExitStatus {
    let output = plainOutput(of: world)
    do throws(OutputFailure) {
      try output.write(bytes, to: .standardOutput)
      return .ok
    } catch {
      switch error {
      case .closed: return closed
      case .interrupted: return .signal(2)
      case .failure(let reason):
        let complaint = complaint(reason)
        // Nothing is left to say it with.
        try? output.write(complaint.bytes, to: complaint.stream)
        return .storage
      }
    }
  }

  /// Reports a usage or configuration error: as an event if JSON is requested anywhere or inside a
  /// wrap, as a sentence in accessible mode.
  ///
  /// - Parameter reportsToWrap: whether to report it to the enclosing wrap, as the failure of a
  ///   run.
  func fail(
    _ failure: SyncFailure, config: ConfigFile? = nil, reportsToWrap: Bool = true
  ) -> ExitStatus {
    let store = world.environment.filter { $0.key == "VELO_SYNC_STORE" }
    let asked = Invocation.knownOptions(
      arguments: arguments, environment: store, config: nil, home: home)
    if asked.output.mode == .auto, reportsToWrap, let inside = insideWrap() {
      return inside.report(failure, as: .json, asked)
    }
    let mode = Invocation.knownOptions(
      arguments: arguments, environment: world.environment, config: config, home: home
    ).output.mode
    return report(failure, as: mode, asked)
  }

  /// - Parameter asked: the arguments.
  private func report(_ failure: SyncFailure, as mode: OutputMode, _ asked: Options) -> ExitStatus {
    var options = Options()
    options.output = OutputRequest(mode: mode, level: .default)
    (options.store, options.typed, options.units) = (asked.store, asked.typed, asked.units)
    (options.config, options.typedCommand) = (asked.config, asked.typedCommand)
    options.sample = asked.sample
    let renderers = RendererMaker(self, options)
    guard mode == .json else {
      let output = Self.plainOutput(of: world)
      for chunk in renderers.troubles().lines(for: failure) {
        try? output.write(chunk.bytes, to: chunk.stream)
      }
      return ExitStatus(failure)
    }
    do throws(SyncFailure) {
      let clock = RunClock(world.time)
      let console = try Console(world, capabilities, clock: clock, isLive: false)
      defer { console.close() }
      var loop = Loop(console: console, clock: clock, renderer: renderers.make(.json), began: began)
      loop.begin()
      return loop.fail(failure)
    } catch {
      return ExitStatus(error)
    }
  }

  /// Output without a loop, for texts that are printed at once.
  private static func plainOutput(of world: World) -> CheckedOutput {
    CheckedOutput(
      output: world.streams.output, error: world.streams.error, closed: world.closedStreams,
      signals: nil)
  }

  // MARK: Commands

  func perform(_ options: Options, config: ConfigFile?) -> ExitStatus {
    switch options.action {
    case .schema(.events): return show(EventSchema.text)
    case .schema(.records): return show(RecordSchema.text)
    case .completions(let shell): return show(Completions.script(for: shell))
    case .emit(let type, let members):
      return EmitCommand(start: self, type: type, members: members).run()
    case .sync, .connect, .connectFolders, .disconnect, .disconnectFolders, .sources, .import,
      .status, .chart, .rides, .rideNames, .ride, .check, .replay, .wrap:
      break
    }
    if options.output.level != .argument, let inside = insideWrap() {
      var options = options
      options.output = OutputRequest(mode: .json, level: .argument)
      return inside.runSession(options, config)
    }
    return (besideOutput(options) ?? self).runSession(options, config)
  }

  private func runSession(_ options: Options, _ config: ConfigFile?) -> ExitStatus {
    do throws(SyncFailure) {
      let (renderer, isDowngrade) = try RendererChoice.choose(options, capabilities)
      let session = Session(
        start: self, options: options, config: config, renderer: renderer,
        folders: try folders(options))
      if let name = session.replayed(world.files.record(world.streams.output)) {
        // Recording even this event would add to the recording.
        return report(
          .badRecord(file: name, .ownRecord), as: renderer == .json ? .plain : options.output.mode,
          options)
      }
      let clock = RunClock(world.time)
      let console = try Console(
        world, capabilities, clock: clock, isLive: renderer == .live,
        watchesOutput: renderer != .transparent, deadline: options.timeout.map { began + $0 })
      defer { console.close() }
      var loop = Loop(
        console: console, clock: clock, renderer: session.renderers().make(renderer), began: began)
      loop.begin()
      do throws(SyncFailure) {
        try session.recordEvents(&loop)
      } catch {
        return loop.fail(session.beforeCommand(error))
      }
      session.notifyManager(&loop)
      if isDowngrade { loop.post(.warning(.liveUnavailable)) }
      return session.perform(&loop)
    } catch {
      return fail(error)
    }
  }

  /// The same start with the enclosing wrap's event pipe as standard output; nil outside of a wrap.
  private func insideWrap() -> Start? {
    guard let pipe = EventsPipe.claim(world.environment) else { return nil }
    return Start(
      arguments: arguments, world: world.writing(to: pipe), home: home, began: began,
      outlet: .eventsPipe)
  }

  /// The same start with standard error as its output, if this is a wrap that leaves standard
  /// output to its command; nil for any other run.
  func besideOutput(_ options: Options) -> Start? {
    guard options.action.command == .wrap, !options.quiet, let obstacle = capabilities.liveObstacle
    else { return nil }
    switch options.output.mode {
    case .auto: break
    case .live: if !obstacle.isFinal { return nil }
    case .plain, .accessible, .json, .quiet: return nil
    }
    let streams = world.streams
    return Start(
      arguments: arguments, world: world.writing(to: streams.error), home: home, began: began,
      outlet: .standardError,
      sharesTerminal: capabilities.devices.error.isTerminal
        && PipeReader.isShown(streams.output, on: streams.error))
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
}
