// `velo-sync wrap -- COMMAND…`: runs a command under a live status line.

import Flags
import Format
import Model
import Platform
import Reporting
import Terminal
import Wrap

extension Session {
  /// Runs the command, shows its events and its output, and exits with its code.
  func wrap(_ command: [String], _ loop: inout Loop) -> ExitStatus {
    keepAsLastRun(&loop)
    loop.post(.runStarted(runStart(scope: nil)))
    do throws(SyncFailure) {
      let outputs = try options.pty == nil ? wrapping : ownTerminal()
      if let terminal = outputs.terminal { loop.console.forwardKeys(to: terminal) }
      loop.console.sizeTerminal(hasScreen: false)
      let child = try loop.console.start(
        command, environment: world.environment, outputs: outputs)
      var wrapped = WrappedCommand(
        command, child: child, outputs: outputs, face: face,
        copies: copy(of: outputs, loop.console),
        detects: options.detect)
      wrapped.follow(&loop)
      if wrapped.summary.exit.code != 0 { loop.write(wrapped.keptOutput) }
      let exit = loop.finish(wrapped.summary)
      loop.console.passOn(wrapped.lateOutputs, world.environment)
      return exit
    } catch {
      // A command that has not started has counted nothing.
      let summary = loop.report(error).map {
        RunSummary(outcome: $0.outcome, exit: $0.exit, counts: nil)
      }
      return loop.finish(summary)
    }
  }
}

extension Session {
  /// A pseudo terminal for what of the command would arrive here anyway, or for standard output if
  /// nothing would, and for standard input if that is a terminal.
  ///
  /// - Throws: `exhausted` when the system has none left.
  private func ownTerminal() throws(SyncFailure) -> ChildOutputs {
    guard let terminal = CommandTerminal(like: world.streams.input) else {
      throw .exhausted(.descriptors)
    }
    let input: [Int32] = isInputTerminal ? [0] : []
    switch wrapping {
    case .inherited:
      // No terminal shows the bytes, so that line breaks stay as they are.
      terminal.keepLineBreaks()
      let streams = world.streamsAtStart
      let devices = Devices.probe(output: streams.output, error: streams.error)
      return .terminal(
        terminal, descriptors: input + (devices.shareOutput ? [1, 2] : [1]),
        stream: .standardOutput)
    case .separate, .joined, .terminal:
      return .terminal(terminal, descriptors: input + [1, 2], stream: .standardOutput)
    case .outputOnly: return .terminal(terminal, descriptors: input + [1], stream: .standardOutput)
    case .errorsOnly: return .terminal(terminal, descriptors: input + [2], stream: .standardError)
    }
  }

  /// Where the bytes from a pseudo terminal go on unchanged: to standard output, if the command's
  /// outputs would be its own without one.
  private func copy(of outputs: ChildOutputs, _ console: Console) -> CheckedOutput? {
    guard outputs.terminal != nil, case .inherited = wrapping else { return nil }
    return console.makeOutput(to: world.streamsAtStart, closed: world.closedAtStart)
  }
}

/// Follows a command until it ends. Wrap never exits before the command, and signals are meant for
/// the command.
struct WrappedCommand: ~Copyable {
  private let name: DisplayText
  private let child: ChildProcess
  private var output: CommandOutput
  private var reader = EventPipeReader(keepsLines: true)
  /// The channels that may still deliver bytes.
  private var open: Set<ByteChannel>
  /// Whether each line is an event of its own for a reader.
  private let writesEvents: Bool
  /// The progress that it prints.
  private var bar: PrintedBar
  /// Its output, if that is shown only when it fails.
  private var kept: KeptOutput?
  /// Where its output goes on unchanged, if it goes through here at all.
  private let copies: CheckedOutput?
  /// Its pseudo terminal.
  private var relay: TerminalRelay?
  /// Whether its output appears above the block.
  private let isLive: Bool
  /// Finds out that it takes the whole screen without a terminal of its own, which is said once.
  private var screen: ScreenSwitch?
  /// What it may have left open at its end.
  private(set) var lateOutputs: [OrphanOutput] = []
  private var end: ChildEnd?
  /// The exit status of the first failure it reported.
  private var failure: ExitStatus?
  /// Its last summary.
  private var reported: RunSummary?
  /// How it waited for something typed at the last look.
  private var reading: PendingTerminalRead?
  /// When the line began that last seemed to be a question.
  private var lastQuestion: Moment?
  /// Whether our own reader has gone and the command was told.
  private var isAbandoned = false

  /// - Parameters:
  ///   - copies: where its output goes on unchanged.
  ///   - detects: whether progress that it prints is recognised.
  init(
    _ command: [String], child: ChildProcess, outputs: ChildOutputs, face: FaceChoice,
    copies: CheckedOutput?, detects: Bool
  ) {
    name = DisplayText(command.first?.split(separator: "/").last.map { String($0) } ?? "")
    self.child = child
    self.copies = copies
    let isLive = face == .live
    self.isLive = isLive
    output = CommandOutput(isOnScreen: isLive)
    open = Set(outputs.channels + [.events])
    writesEvents = face == .json
    // Quiet and transparent runs show no progress.
    bar = PrintedBar(
      isOn: detects && face != .quiet && face != .transparent, holdsNumbers: isLive)
    if face == .quiet { kept = KeptOutput() }
    relay = outputs.terminal.map { TerminalRelay($0, ownsScreen: isLive) }
    if isLive, relay == nil { screen = ScreenSwitch() }
  }

  /// The output that was kept.
  var keptOutput: [Chunk] { kept?.chunks ?? [] }

  /// Shows its output until the command has ended and its pipes have been read to the end.
  mutating func follow(_ loop: inout Loop) {
    while end == nil || !open.isEmpty {
      let signals = loop.nextOrTick(until: relay?.wakeUp(loop))
      followReading(&loop)
      for signal in signals { take(signal, &loop) }
      relay?.keepSize(loop)
      if loop.stop != nil, !isAbandoned { abandon(loop) }
    }
    relay?.end(&loop)
    if let fault = reader.faults.text {
      let count = reader.faults.count
      loop.post(.warning(.strangeEvents(command: name, count: count, fault: fault)))
    }
  }

  // MARK: Output and events

  /// Follows whether the command waits for something typed on our terminal, whose echo, unlike that
  /// of its own, is no part of its output.
  private mutating func followReading(_ loop: inout Loop) {
    if reading == nil, let open = output.openLine, open.since != lastQuestion,
      open.isQuestion(at: loop.context.now.moment)
    {
      // Its answer may come before the next look.
      lastQuestion = open.since
      loop.lookAgain()
    }
    let isLine = loop.state.child.keyboard.typing == .line
    let next = relay == nil && isLine ? loop.console.reading : nil
    guard next != reading else { return }
    let last = reading
    reading = next
    loop.together { loop in
      if last != nil { output.endQuestion { loop.relay($0) } }
      if next != nil { output.ask { loop.relay($0) } }
      loop.state.child.redrawn = output.redrawn
    }
    loop.state.child.openLine = output.openLine
  }

  private mutating func take(_ signal: Signal, _ loop: inout Loop) {
    switch signal {
    case .bytes(.output(let stream), let bytes):
      if reading != nil {
        // It writes because it has read something, or another process does.
        loop.lookAgain()
        followReading(&loop)
      }
      // A program on the whole screen may give it back and take it again within these bytes.
      for part in relay?.take(bytes, &loop) ?? [bytes] { show(part, from: stream, &loop) }
    case .bytes(.input, let bytes):
      relay?.type(bytes)
    case .bytes(.events, let bytes):
      showEvents(&loop) { $0.take(bytes, now: $1, $2) }
    case .bytesEnded(let channel):
      finish(channel, &loop)
    case .childEnded(let end):
      self.end = end
      if isLive { lateOutputs = loop.console.inputs.copyOutputs() }
      loop.console.inputs.endWhenEmpty()
    case .interrupt, .terminate, .hangup:
      // The command has received it, from the terminal or from us, and decides.
      break
    case .suspend where relay != nil && loop.console.catchesStop:
      break
    case .childStopped:
      // The key that stopped it was echoed on its line.
      output.endQuestion { loop.relay($0) }
      loop.state.child.openLine = output.openLine
      relay?.suspend(child, &loop)
    case .resize:
      _ = loop.take(signal)
      loop.console.sizeTerminal(hasScreen: loop.hasScreen)
    case .event, .output, .ended, .tick, .line, .key, .inputClosed, .suspend, .resume,
      .outputClosed, .progressRequest:
      // Even when our reader has gone, the command is waited for.
      _ = loop.take(signal)
    }
    relay?.flush()
  }

  /// Shows, keeps or passes on what it wrote.
  private mutating func show(_ bytes: [UInt8], from stream: OutputStream, _ loop: inout Loop) {
    if let copies {
      do throws(OutputFailure) {
        try copies.write(bytes, to: .standardOutput)
      } catch .interrupted {
        // The person did not want to wait for the reader; the command has received the signals.
      } catch {
        // Its reader has gone, as the command would find without a terminal of its own.
        child.send(SignalNumber.brokenPipe)
      }
      return
    }
    kept?.take(bytes, from: stream)
    noteScreen(bytes, &loop)
    let now = loop.context.now.moment
    var bar = bar
    func take(_ loop: inout Loop) {
      output.height = loop.context.rowsAbove
      if relay != nil { output.width = loop.context.columns }
      output.take(bytes, from: stream, at: now) {
        bar.take($0, at: now, &loop)
      }
      if reading != nil { output.ask { loop.relay($0) } }
      loop.state.child.redrawn = output.redrawn
    }
    if writesEvents { take(&loop) } else { loop.together(take) }
    if output.openLine != nil {
      bar.showNumbers(&loop)
    }
    loop.state.child.openLine = output.openLine
    if let open = output.openLine, open.since == now, open.kind != .wiped {
      let form: PrintedProgress.Form = open.isRedrawn ? .redrawn : .growing
      let text = PrintedProgress.leading(of: output.redrawn) ?? open.text
      bar.take(text, form, at: now, &loop)
    }
    for state in output.takeTaskbarStates() { bar.take(state, at: now, &loop) }
    for column in output.takePositions() { relay?.answer(column: column) }
    self.bar = bar
  }

  /// Says how it gets the whole screen if it asks for it.
  private mutating func noteScreen(_ bytes: [UInt8], _ loop: inout Loop) {
    var usesScreen = false
    screen?.take(bytes) { _, target in usesScreen = usesScreen || target != .lines }
    guard usesScreen else { return }
    screen = nil
    loop.post(.warning(.screenMissing(command: name)))
  }

  private mutating func finish(_ channel: ByteChannel, _ loop: inout Loop) {
    open.remove(channel)
    switch channel {
    case .output(let stream):
      bar.showNumbers(&loop)
      output.end(stream) { loop.relay($0) }
      loop.state.child.redrawn = output.redrawn
      loop.state.child.openLine = output.openLine
    case .events:
      showEvents(&loop) { $0.end(now: $1, $2) }
    case .input:
      break
    }
  }

  /// Shows the events that `read` finds.
  private mutating func showEvents(
    _ loop: inout Loop,
    _ read: (inout EventPipeReader, Timestamp, (EventLine) -> Void) -> Void
  ) {
    var (failure, reported, speaks) = (failure, reported, false)
    read(&reader, loop.context.now.wall) { event in
      switch event.kind {
      // The start and the end of this run are our own events.
      case .runStarted: return
      case .summary(let summary):
        reported = summary
        return
      case .failure(let error): failure = failure ?? ExitStatus(error)
      case .status, .progress, .stageStarted: speaks = true
      default: break
      }
      loop.relay(event.kind, event.received)
    }
    (self.failure, self.reported) = (failure, reported)
    if speaks { bar.stop(&loop) }
  }

  // MARK: The end

  /// Our output has no reader: the command gets a closed pipe, as it would without wrap.
  private mutating func abandon(_ loop: Loop) {
    isAbandoned = true
    if case .signal = loop.stop { return }
    loop.console.inputs.remove(.output(.standardOutput))
    open.remove(.output(.standardOutput))
    child.send(SignalNumber.brokenPipe)
  }

  /// The summary of the run: the command's own end, with the content of its last summary. A command
  /// that reported a failure and exited with 0 ends with the status of that failure.
  var summary: RunSummary {
    let exit: ExitStatus =
      switch end {
      case .exited(0): failure ?? .ok
      case .exited(let code): .other(code)
      case .signalled(let number): .signal(number)
      case nil: .failed
      }
    return RunSummary(
      outcome: outcome(exit), exit: exit, counts: reported?.counts, given: reported?.given)
  }

  private func outcome(_ exit: ExitStatus) -> RunSummary.Outcome {
    if let reported, reported.exit.code == exit.code { return reported.outcome }
    return switch exit {
    case .ok: .ok
    case .signal(let number) where SignalNumber.leaving.contains(number): .interrupted
    default: .failed
    }
  }
}
