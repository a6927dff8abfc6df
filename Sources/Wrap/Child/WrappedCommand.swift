// A command that runs beside the loop: its output, its progress and its end, as the host shows
// them.

package import Model
package import Platform
package import Terminal

/// Follows a command until it ends. Wrap never exits before the command, and signals are meant for
/// the command.
package struct WrappedCommand: ~Copyable {
  /// The name of its program.
  package let name: DisplayText
  private let child: ChildProcess
  private let devices: SharedDevices
  private let writesEvents: Bool
  private var output: CommandOutput
  /// The channels that may still deliver bytes.
  private var open: Set<ByteChannel>
  /// The progress that it prints.
  private var bar: PrintedBar
  /// Its output, if that is shown only when it fails.
  private var tail: OutputTail?
  /// Where its output goes on unchanged, if it goes through here at all.
  private let copies: CheckedOutput?
  private var relay: TerminalRelay?
  private var end: ChildEnd?
  /// The exit status of the first failure it reported.
  private var failure: ExitStatus?
  private var reported: RunSummary?
  /// Whether our own reader has gone and the command was told.
  private var isAbandoned = false

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - copies: where its output goes on unchanged.
  ///   - writesEvents: whether each line is an event of its own for a reader.
  ///   - findsProgress: whether progress that it prints is recognised.
  ///   - keepsOutput: whether its output is kept instead of shown.
  /// - Throws: the reason it did not start.
  package init(
    _ command: [String], environment: [String: String], outputs: ChildOutputs,
    copies: CheckedOutput?, devices: SharedDevices, window: WindowSize,
    writesEvents: Bool, findsProgress: Bool, keepsOutput: Bool
  ) throws(ChildFailure) {
    name = DisplayText(command.first?.split(separator: "/").last.map { String($0) } ?? "")
    (self.devices, self.copies, self.writesEvents) = (devices, copies, writesEvents)
    let onScreen: OutputKind = outputs.terminal == nil ? .rows : .terminal
    output = CommandOutput(devices.isLive ? onScreen : .log)
    open = Set(outputs.arrivals.map { .output($0.stream) } + [.events])
    bar = PrintedBar(isOn: findsProgress)
    if keepsOutput { tail = OutputTail() }
    var environment = environment
    if let terminal = outputs.terminal {
      // Its size may change: programs must ask the terminal.
      environment["COLUMNS"] = nil
      environment["LINES"] = nil
      let relay = TerminalRelay(terminal, devices)
      relay.fit(window)
      self.relay = relay
    } else if devices.isLive {
      environment["COLUMNS"] = "\(window.columns)"
    }
    child = try ChildProcess(
      command, environment: environment, eventsVariable: EventsPipe.variable, outputs: outputs,
      closed: devices.closed, followsStops: devices.catchesStop, signals: devices.signals,
      inputs: devices.inputs, queue: devices.queue)
  }

  /// Whether it has not ended, or its pipes have not been read to the end.
  package var isRunning: Bool { end == nil || !open.isEmpty }

  /// The end of its output, if that was not shown.
  package func keptOutput(
    in form: (OutputStream) -> KeptForm
  ) -> [(stream: OutputStream, bytes: [UInt8])] {
    tail?.shown(in: form) ?? []
  }

  /// Takes a signal, and lets the host handle those that are not about the command.
  package mutating func handle(_ signal: Signal, _ host: inout some WrapHost) {
    switch signal {
    case .bytes(.output(let stream), let bytes): show(bytes, from: stream, &host)
    case .bytes(.input, let bytes): relay?.type(bytes)
    case .bytesEnded(let channel):
      open.remove(channel)
      if case .output(let stream) = channel {
        output.end(stream) { host.relay($0) }
        showOpen(&host)
      }
    case .childEnded(let end):
      self.end = end
      devices.inputs.endWhenEmpty()
    case .bytes(.events, _), .interrupt, .terminate, .hangup:
      // The command has received the signals, from the terminal or from us, and decides.
      break
    case .suspend where child.followsStops: break
    case .childStopped:
      // The key that stopped it was echoed on its line.
      output.cut { host.relay($0) }
      showOpen(&host)
      relay?.suspend(child, &host)
    case .resize:
      host.handle(signal)
      relay?.fit(host.window)
      output.fit(host.window)
      showOpen(&host)
    case .event, .output, .ended, .retryPrompted, .tick, .line, .key, .inputClosed, .suspend,
      .resume, .outputClosed, .progressRequest:
      host.handle(signal)
    }
    bar.makeWay(&host)
    relay?.followKeyboard(isAsking: output.openLine.map { !$0.isRedrawn } ?? false)
    relay?.flush()
    // Even when our reader has gone, the command is waited for.
    if host.hasLostReader, !isAbandoned { abandon() }
  }

  /// Takes an event that the command has sent.
  package mutating func receive(
    _ kind: SyncEvent.Kind, _ received: Received?, _ host: inout some WrapHost
  ) {
    switch kind {
    // The start and the end of this run are our own events.
    case .runStarted: return
    case .summary(let summary):
      reported = summary
      return
    case .failure(let error): failure = failure ?? ExitStatus(error)
    case .status, .progress, .stageStarted: bar.stop(&host)
    default: break
    }
    host.handle(SyncEvent(at: host.now.moment, kind: kind, received: received))
  }

  /// Takes the screen back after the end of the command.
  package mutating func end(_ host: inout some WrapHost) { relay?.end(&host) }

  // MARK: Output

  /// Shows, keeps or passes on what it wrote.
  private mutating func show(
    _ bytes: [UInt8], from stream: OutputStream, _ host: inout some WrapHost
  ) {
    if let copies { return copy(bytes, to: copies) }
    tail?.append(bytes, from: stream)
    var rest = bytes
    // A program may take the whole screen, give it back and take it again within these bytes.
    while !rest.isEmpty {
      if let passed = relay?.hasScreen == true ? relay?.pass(rest, &host) : nil {
        rest = passed
        continue
      }
      let request = showLines(rest, from: stream, &host)
      if let request { relay?.give(request, &host) }
      rest = request?.rest ?? []
    }
  }

  /// Shows its lines.
  ///
  /// - Returns: what is for the whole screen.
  private mutating func showLines(
    _ bytes: [UInt8], from stream: OutputStream, _ host: inout some WrapHost
  ) -> ScreenRequest? {
    let now = host.now.moment
    var bar = bar
    var asked = TerminalRequests()
    func parse(_ host: inout some WrapHost) {
      output.fit(host.window)
      // Rows that are finished or changed now: they are shown with what becomes of them.
      host.child.rows = OpenRows()
      asked = output.feed(bytes, from: stream, at: now) { bar.update($0, &host) }
      host.child.rows = output.openRows
    }
    if writesEvents { parse(&host) } else { host.together(parse) }
    showOpen(&host)
    if let open = output.openLine(on: stream) { bar.update(open, among: output.redrawn, &host) }
    for state in asked.taskbar { bar.update(state, &host) }
    if !asked.modes.isEmpty { relay?.pass(modes: asked.modes, &host) }
    for column in asked.positions { relay?.answer(column: column) }
    self.bar = bar
    return asked.screen
  }

  /// Shows what it has not finished.
  private func showOpen(_ host: inout some WrapHost) {
    host.child.rows = output.openRows
    host.child.openLine = output.openLine
  }

  /// Passes its output on unchanged.
  private func copy(_ bytes: [UInt8], to copies: CheckedOutput) {
    do throws(OutputFailure) {
      try copies.write(bytes, to: .standardOutput)
    } catch .interrupted {
      // The person did not want to wait for the reader; the command has received the signals.
    } catch {
      // Its reader has gone, as the command would find without a terminal of its own.
      child.send(SignalNumber.brokenPipe)
    }
  }

  // MARK: The end

  /// Our output has no reader: the command gets a closed pipe, as it would without wrap.
  private mutating func abandon() {
    isAbandoned = true
    devices.inputs.remove(.output(.standardOutput))
    open.remove(.output(.standardOutput))
    child.send(SignalNumber.brokenPipe)
  }

  /// The summary of the run: the command's own end, with the content of its last summary. A command
  /// that reported a failure and exited with 0 ends with the status of that failure.
  package var summary: RunSummary {
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
