// The terminal side of a run: window, keyboard, signals and output.

import Model
import Platform
import Reporting
import Terminal
import Wrap

/// The devices of a run while its loop lasts.
final class Console {
  /// How long it stays valid that this process is in the foreground.
  private static let foregroundLifetime = Duration.seconds(1)
  /// The same beside a wrapped command, which may take the terminal at any time: an eighth of the
  /// time for which nothing has happened, within these limits.
  private static let shortestLifetime = Duration.milliseconds(250)
  private static let longestLifetime = Duration.milliseconds(500)

  let output: any Output
  private let streams: Streams
  private let clock: RunClock
  private let queue: SignalQueue
  private let signals: ProcessSignals
  private let mode: TerminalMode
  private let input: LineInput
  private let keys: KeyInput
  /// Sources of bytes besides the keyboard.
  let inputs = ByteInputs()
  private let wakeUp: WakeUp
  private let wrapWaiting: @Sendable (any Waiting) -> any Waiting
  private var capabilities: Capabilities
  private let isLive: Bool
  /// Whether Ctrl-Z reaches the loop. A stop must restore the echo wherever it may be off: below the
  /// live block, and while a secret is entered.
  let catchesStop: Bool
  /// Whether our own terminal sends the signals of keys, even if they are passed on to another: to
  /// all programs of a pipeline, and while a write blocks, during which no key is read.
  private let keysSendSignals: Bool
  private let watchesOutput: Bool
  /// Whether a wrapped command may take the terminal at any time.
  private let sharesKeyboard: Bool
  /// The wrapped command.
  private var child: ChildProcess?
  /// How the wrapped command waited for something typed on our terminal at the last look.
  private(set) var reading: PendingTerminalRead?
  private var readingSearch: ReadingSearch
  /// The pseudo terminal of a wrapped command, to which typed keys go.
  private var terminal: CommandTerminal?
  private var forwardsKeys = false
  /// Whether a program on the pseudo terminal has the whole screen.
  private var hasScreen = false
  /// Outputs that were closed when the process began.
  private let closedAtStart: Set<OutputStream>
  /// Bytes of typed lines that nobody had read at the last look, and how often they have grown.
  private var typed = (pending: 0, count: 0)
  /// Until when this process counts as being in the foreground, by the animation's time.
  private var foregroundUntil: Moment?
  /// When something last happened, by the same time.
  private var lastSignal = Moment(nanoseconds: 0)

  /// - Parameters:
  ///   - watchesOutput: whether the run ends when the reader of its output does.
  ///   - sharesKeyboard: whether a wrapped command may read what is typed; its changes to the
  ///     terminal's mode are kept.
  ///   - deadline: when to stop waiting even for a reader that does not read.
  /// - Throws: `exhausted` when the process has no file descriptors left.
  init(
    _ world: World, _ capabilities: Capabilities, clock: RunClock, isLive: Bool,
    watchesOutput: Bool = true,
    sharesKeyboard: Bool = false, deadline: Moment? = nil
  ) throws(SyncFailure) {
    streams = world.streams
    wrapWaiting = world.waiting
    self.clock = clock
    self.capabilities = capabilities
    self.isLive = isLive
    self.watchesOutput = watchesOutput
    closedAtStart = world.closedAtStart
    self.sharesKeyboard = sharesKeyboard
    readingSearch = ReadingSearch(
      isLive && sharesKeyboard ? TerminalName(of: streams.input) : nil)
    queue = try SignalQueue()
    wakeUp = WakeUp(queue)
    input = LineInput(descriptor: streams.input)
    keys = KeyInput(descriptor: streams.input)
    let keyboard = capabilities.devices.input.isTerminal ? streams.input : streams.output
    mode = TerminalMode(descriptor: keyboard, clearsTaskbar: isLive && capabilities.hasTaskbar)
    keysSendSignals =
      !isLive || !capabilities.devices.input.isTerminal
      || !TerminalDevice.isTerminal(world.streamsAtStart.output)
    catchesStop = isLive || capabilities.devices.input.isTerminal
    let signals = ProcessSignals(queue: queue, mode: mode, catchesStop: catchesStop)
    self.signals = signals
    output = CheckedOutput(
      output: streams.output, error: streams.error, closed: world.closedStreams, signals: queue,
      suspend: { signals.suspend() }, left: { deadline.map { $0 - clock.animation() } })
    if isLive { mode.set(sharesKeyboard ? .shared : .silent) }
  }

  /// Restores the terminal and the signal handlers.
  func close() {
    mode.restore()
    signals.restore()
  }

  /// The loop's input, including the events of `inbox`.
  func waiting(for inbox: Inbox) -> any Waiting {
    wrapWaiting(
      PollWaiting(
        signals: queue, wakeUp: wakeUp, input: input, keys: keys, inputs: inputs,
        output: watchesOutput ? streams.output : nil, now: { [clock] in clock.animation() },
        drain: { inbox.drain() }))
  }

  /// Starts a command. The loop receives its output, its events and its end; signals sent to this
  /// process alone are forwarded to it.
  ///
  /// - Parameter outputs: where its outputs go.
  /// - Throws: `badCommand` when it did not start, `exhausted` when the system has no resources for
  ///   it.
  func start(
    _ command: [String], environment: [String: String], outputs: ChildOutputs
  ) throws(SyncFailure) -> ChildProcess {
    var environment = environment
    if outputs.terminal != nil {
      // Its size may change: programs must ask the terminal.
      environment["COLUMNS"] = nil
      environment["LINES"] = nil
    } else if isLive {
      environment["COLUMNS"] = "\(capabilities.blockColumns)"
    }
    do throws(ChildFailure) {
      let child = try ChildProcess(
        command, environment: environment, eventsVariable: EventsPipe.variable, outputs: outputs,
        closed: closedAtStart, followsStops: catchesStop, signals: signals, inputs: inputs,
        queue: queue)
      self.child = child
      return child
    } catch {
      let trouble: CommandFailure =
        switch error {
        case .notFound: .notFound
        case .notExecutable(let code): .notExecutable(StorageFailure.Reason(errno: code))
        case .exhausted(let limit): throw .exhausted(limit)
        }
      throw .badCommand(DisplayText(command.first ?? ""), trouble)
    }
  }

  /// Lets processes that a command has left in the background go on writing to the terminal.
  func passOn(_ outputs: [OrphanOutput], _ environment: [String: String]) {
    for output in outputs {
      output.passOn(to: streams.output, environment, standardSignals: signals.changed)
    }
  }

  /// Wakes the loop, from any thread.
  var wake: @Sendable () -> Void {
    { [wakeUp] in wakeUp.wake() }
  }

  /// Takes the first pending signal that asks the process to leave.
  func takeTermination() -> Int32? { queue.takeTermination() }

  /// Another output than that of the face, with the same signals. A reader that is slow is waited for
  /// until the second request to leave.
  func makeOutput(to streams: Streams, closed: Set<OutputStream>) -> CheckedOutput {
    CheckedOutput(
      output: streams.output, error: streams.error, closed: closed, signals: queue,
      patience: nil, suspend: { [signals] in signals.suspend() })
  }

  /// Whether standard input is a terminal.
  var isInputTerminal: Bool { capabilities.devices.input.isTerminal }

  /// The current window and time of the run; see `refresh` for the rest.
  func context(offer: RetryPrompt?) -> RenderContext {
    RenderContext(
      now: clock.now(), columns: capabilities.blockColumns, rows: capabilities.rows, offer: offer)
  }

  /// Updates what changes without a signal: the clocks, and who has the terminal.
  ///
  /// - Parameters:
  ///   - isAsking: whether something is on the screen that must not be overdrawn.
  ///   - isTick: whether nothing else has happened. Then the terminal is looked at only when the last
  ///     look is no longer valid: each system call counts beside a spinner that turns.
  /// - Returns: who has the keyboard; nil when nobody looked.
  func refresh(
    _ context: inout RenderContext, isAsking: Bool, isTick: Bool = false
  ) -> ChildView.Keyboard? {
    (context.now, context.animation) = clock.read()
    if isTick {
      // Another look may have found the terminal again since this context was made.
      if sharesKeyboard, context.isForeground, let foregroundUntil,
        context.animation < foregroundUntil
      {
        return nil
      }
    } else {
      lastSignal = context.animation
    }
    let isForeground = isForeground(at: context.animation)
    let own = terminal?.attributes
    lendKeyboard(own)
    context.isForeground = isForeground && !isAsking
    let isTaken = isLive && sharesKeyboard && isForeground && isTaken(own)
    return ChildView.Keyboard(
      isTaken: isTaken, typing: typing(own, isTaken: isTaken),
      typedLines: typedLines(isForeground: isForeground))
  }

  /// Whether a wrapped command waits for something typed on the terminal.
  ///
  /// - Parameter own: the mode of its pseudo terminal.
  private func isTaken(_ own: TerminalAttributes?) -> Bool {
    if terminal == nil { return mode.isTaken(isReading: reading != nil) }
    guard let own, own.isByLine else { return false }
    // What it echoes is part of its output: a line that is read needs no room of its own.
    return reading?.isFromDevice == true || !own.echoes
  }

  /// How a wrapped command takes what is typed.
  private func typing(_ own: TerminalAttributes?, isTaken: Bool) -> ChildView.Typing? {
    if terminal != nil {
      guard let own else { return nil }
      if !own.isByLine { return own.echoes ? nil : .keys }
    } else if !isTaken {
      return nil
    }
    return reading?.isFromDevice == false ? .line : nil
  }

  /// Passes typed keys on to a pseudo terminal: they arrive as bytes of the `input` channel.
  func forwardKeys(to terminal: CommandTerminal) {
    self.terminal = terminal
    readingSearch = ReadingSearch(isLive ? TerminalName(of: terminal) : nil)
    guard isInputTerminal else { return }
    forwardsKeys = true
    setMode()
    inputs.add(.input, from: streams.input, isOwned: false, isKeyboard: true)
  }

  /// While standard input is redirected, other programs of the pipeline may read the keyboard, too:
  /// keys are passed on only while the command waits for them, as far as that can be told.
  ///
  /// - Parameter own: the mode of its pseudo terminal.
  private func lendKeyboard(_ own: TerminalAttributes?) {
    guard isLive, !isInputTerminal, terminal != nil else { return }
    let takesKeys = own.map { !$0.isByLine || !$0.echoes } ?? false
    guard forwardsKeys != (takesKeys || reading != nil) else { return }
    if forwardsKeys {
      inputs.remove(.input)
      mode.restore()
    } else {
      guard let keyboard = TerminalDevice.openKeyboard(of: streams.output) else { return }
      inputs.add(.input, from: keyboard, isOwned: true, isKeyboard: true)
    }
    forwardsKeys.toggle()
    setMode()
  }

  private func setMode() {
    mode.set(
      !forwardsKeys ? .shared : hasScreen ? .screen : .forwarded(sendsSignals: keysSendSignals))
  }

  /// Gives the screen to a program on the pseudo terminal, or takes it back.
  func giveScreen(_ isGiven: Bool) {
    hasScreen = isGiven
    if forwardsKeys { setMode() }
  }

  /// Sets the size of the pseudo terminal: the whole window, or what the block leaves of it.
  ///
  /// - Returns: whether that is another size.
  @discardableResult
  func sizeTerminal(hasScreen: Bool) -> Bool {
    let rows = capabilities.rows
    let columns = isLive ? capabilities.blockColumns : capabilities.textColumns
    let block = isLive && !hasScreen ? min(2, rows / 2) : 0
    return terminal?.resize(columns: columns, rows: rows - block) ?? false
  }

  /// How often a line was typed that the command had not asked for, which breaks the block's line.
  private func typedLines(isForeground: Bool) -> Int {
    guard isLive, sharesKeyboard, terminal == nil, isForeground,
      capabilities.devices.input.isTerminal
    else { return typed.count }
    let pending = TerminalDevice.pendingInput(streams.input)
    // Keys that are read one by one are not echoed here, or by the command itself.
    if pending > typed.pending, mode.echoesLines { typed.count += 1 }
    typed.pending = pending
    return typed.count
  }

  /// Cached, because it takes a system call for each frame: a process that has the terminal loses
  /// it only by a stop, which `resume` reports, or to a wrapped command.
  private func isForeground(at moment: Moment) -> Bool {
    if let foregroundUntil, moment < foregroundUntil { return true }
    let isForeground = !isLive || TerminalDevice.isForeground(streams.output)
    mode.follow(isForeground: isForeground)
    reading = isLive && isForeground ? child?.reading(&readingSearch) : nil
    foregroundUntil = isLive && isForeground ? moment + lifetime(at: moment) : nil
    return isForeground
  }

  private func lifetime(at moment: Moment) -> Duration {
    if !sharesKeyboard { return Self.foregroundLifetime }
    if reading != nil { return Self.shortestLifetime }
    return min(max(Self.shortestLifetime, (moment - lastSignal) / 8), Self.longestLifetime)
  }

  /// Discards the cached answer.
  func forgetForeground() {
    foregroundUntil = nil
  }

  /// Reads the window size again.
  func measure() {
    capabilities.devices.output.window = WindowSize(of: streams.output)
  }

  /// Takes over the terminal again after a stop.
  func resume() {
    forgetForeground()
    mode.resume()
    measure()
  }

  /// Starts to read a line of standard input.
  func readLine(echo: Bool) {
    mode.set(echo ? .untouched : .newlineOnly)
    input.ask()
  }

  /// Starts to read single keys; keys typed earlier are discarded.
  func readKeys() {
    mode.set(.keys)
    keys.ask()
  }

  /// Stops reading lines and keys.
  func stopReading() {
    // Text pasted after the key must not reach the shell as a command.
    if keys.isWanted { mode.discardTyped() }
    input.cancel()
    keys.cancel()
    if isLive { mode.set(.silent) } else { mode.restore() }
  }

  /// Stops the process; returns when it continues.
  func suspend() {
    signals.suspend()
    resume()
  }
}
