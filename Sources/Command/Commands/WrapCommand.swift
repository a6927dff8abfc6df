// `velo-sync wrap -- COMMAND…`: runs a command under a live status line.

import Flags
import Format
import Model
import Platform
import Reporting
import Terminal
import Wrap

struct WrapCommand {
  let session: Session
  /// The command with its arguments; at least one.
  let command: [String]

  private var world: World { session.world }
  private var renderer: RendererChoice { session.renderer }
  private var options: Options { session.options }

  /// Runs the command, shows its events and its output, and exits with its code.
  func run(_ loop: inout Loop) -> ExitStatus {
    session.keepAsLastRun(&loop)
    session.begin(nil, &loop)
    do throws(SyncFailure) {
      let outputs = try hasTerminal ? ownTerminal(loop.console.devices.mode.original) : outputs
      var wrapped = try start(outputs, loop)
      follow(&wrapped, &loop)
      if wrapped.summary.exit.code != 0 {
        let kept = wrapped.keptOutput(in: keptForm)
        loop.together { $0.write(kept.map { Chunk($0.stream, $0.bytes) }) }
      }
      return loop.finish(wrapped.summary)
    } catch {
      // A command that has not started has counted nothing.
      let summary = loop.report(error).map {
        RunSummary(outcome: $0.outcome, exit: $0.exit, counts: nil)
      }
      return loop.finish(summary)
    }
  }

  /// - Throws: `badCommand` when it did not start, `exhausted` when the system has no resources for
  ///   it.
  private func start(_ outputs: ChildOutputs, _ loop: Loop) throws(SyncFailure) -> WrappedCommand {
    do throws(ChildFailure) {
      // The service manager takes notices from this process alone.
      let environment = world.environment.filter { $0.key != ManagerSocket.variable }
      return try WrappedCommand(
        command, environment: environment, outputs: outputs,
        copies: copy(of: outputs, loop.console), devices: loop.console.devices,
        window: loop.window, writesEvents: renderer == .json,
        // Quiet and transparent runs show no progress.
        findsProgress: options.detect && renderer != .quiet && renderer != .transparent,
        keepsOutput: renderer == .quiet)
    } catch {
      let failure: CommandFailure =
        switch error {
        case .notFound: .notFound
        case .notExecutable(let code): .notExecutable(StorageFailure.Reason(errno: code))
        case .exhausted(let limit): throw .exhausted(limit)
        }
      throw .badCommand(DisplayText(command.first ?? ""), failure)
    }
  }

  /// Shows its output and its events until it has ended.
  private func follow(_ wrapped: inout WrappedCommand, _ loop: inout Loop) {
    var events = EventPipeReader(keepsLines: true)
    while wrapped.isRunning {
      for signal in loop.nextOrTick(until: nil) {
        let now = loop.view.now.wall
        switch signal {
        case .bytes(.events, let bytes):
          events.feed(bytes, now: now) { wrapped.receive($0.kind, $0.received, &loop) }
        case .bytesEnded(.events):
          events.end(now: now) { wrapped.receive($0.kind, $0.received, &loop) }
        case .interrupt, .terminate, .hangup: loop.record(signal, loop.view)
        default: break
        }
        wrapped.handle(signal, &loop)
      }
    }
    wrapped.end(&loop)
    if let fault = events.faults.text {
      let count = events.faults.count
      loop.post(.warning(.strangeEvents(command: wrapped.name, count: count, fault: fault)))
    }
  }

  /// Whether it gets a pseudo terminal: beside the live line unless it is refused, elsewhere only
  /// if it is asked for. Where its output is its own, only an argument can mean it to go through
  /// another terminal; beside other programs of a pipeline it has this one.
  private var hasTerminal: Bool {
    let isAsked = options.pty?.isOn == true
    return switch renderer {
    case .live: options.pty?.isOn != false
    case .transparent:
      isAsked && options.pty?.level == .argument
        && session.start.capabilities.liveObstacle != .sharedTerminal
    case .plain, .accessible, .json, .quiet: isAsked
    }
  }

  /// Where its outputs go, unless it has a pseudo terminal.
  private var outputs: ChildOutputs {
    let (outlet, devices) = (session.start.outlet, session.start.capabilities.devices)
    return switch renderer {
    case _ where outlet == .eventsPipe: .inherited
    case .transparent: .inherited
    case .live where outlet == .standardError: .errorsOnly
    case .live: devices.error.isTerminal ? .joined : .outputOnly
    case .plain, .accessible, .quiet: devices.shareOutput ? .joined : .separate
    case .json: .separate
    }
  }

  /// Kept output may hold sequences that change a terminal for what comes after.
  private func keptForm(_ stream: OutputStream) -> KeptForm {
    let capabilities = session.start.capabilities
    guard capabilities.devices[stream].isTerminal else { return .bytes }
    return .lines(hasColors: capabilities.color(on: stream, options.color).isOn)
  }

  /// A pseudo terminal for what of the command would arrive here anyway, or for standard output if
  /// nothing would, and for standard input if that is a terminal.
  ///
  /// - Parameter settings: those of the terminal that it stands for.
  /// - Throws: `exhausted` when the system has none left.
  private func ownTerminal(_ settings: TerminalAttributes?) throws(SyncFailure) -> ChildOutputs {
    guard let terminal = CommandTerminal(settings) else { throw .exhausted(.descriptors) }
    var arrivals = outputs.arrivals
    if arrivals.isEmpty {
      // No terminal shows the bytes, so that line breaks stay as they are.
      terminal.keepLineBreaks()
      let streams = world.streamsAtStart
      let devices = Devices.probe(output: streams.output, error: streams.error)
      arrivals = (devices.shareOutput ? ChildOutputs.joined : .outputOnly).arrivals
    }
    let input: [Int32] = session.isInputTerminal ? [0] : []
    return ChildOutputs(
      [(arrivals.first?.stream ?? .standardOutput, input + arrivals.flatMap(\.descriptors))],
      terminal: terminal)
  }

  /// Where the bytes from a pseudo terminal go on unchanged: to standard output, if the command's
  /// outputs would be its own without one.
  private func copy(of outputs: ChildOutputs, _ console: Console) -> CheckedOutput? {
    guard outputs.terminal != nil, self.outputs.arrivals.isEmpty else { return nil }
    return console.makeOutput(to: world.streamsAtStart, closed: world.closedAtStart)
  }
}

extension Loop: WrapHost {
  var child: ChildView {
    get { view.state.child }
    set { view.state.child = newValue }
  }

  var now: Now { view.now }
  var window: WindowSize { console.window }

  var hasLostReader: Bool {
    switch stop {
    case nil, .signal: false
    case .timeout, .outputClosed, .outputFailure, .failure: true
    }
  }

  mutating func relay(_ change: OutputChange) {
    view.state.apply(change)
    show(.output(change))
  }

  mutating func write(_ bytes: [UInt8]) { write([Chunk(.standardOutput, bytes)]) }

  mutating func giveScreen(_ isGiven: Bool) {
    if isGiven { show(.suspend) }
    view.state.child.hasScreen = isGiven
    refreshView()
    if !isGiven { show(.resume) }
  }

  /// A wrap does not leave before its command has ended, whatever the signal.
  mutating func handle(_ signal: Signal) { _ = dispatch(signal) }
  mutating func endBar() { view.state.endBar() }
}
