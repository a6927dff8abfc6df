// The person's side of a run: the window, the keyboard, the signals, and what reaches the screen.

import Model
import Platform
import Reporting
import Terminal

/// The devices of a run while its loop lasts.
final class Console {
  /// How long the answer "in the foreground" counts.
  private static let glance = Duration.seconds(1)
  /// The same beside a command, which may take the terminal at any time.
  private static let glanceBesideCommand = Duration.milliseconds(250)

  let output: any Output
  private let streams: Streams
  private let clock: RunClock
  private let queue: SignalQueue
  private let signals: ProcessSignals
  private let mode: TerminalMode
  private let input: LineInput
  private let keys: KeyInput
  /// Where bytes come from besides the keyboard.
  let inputs = ByteInputs()
  private let wakeUp: WakeUp
  private let given: @Sendable (any Waiting) -> any Waiting
  private var capabilities: Capabilities
  private let isLive: Bool
  /// Whether a command beside us may take the terminal at any time.
  private let sharesKeyboard: Bool
  /// Until when the answer counts that this process is in the foreground, by the animation's time.
  private var foregroundUntil: Moment?

  /// - Parameters:
  ///   - sharesKeyboard: whether a command beside us may read what is typed; what it changes about
  ///     that stays.
  ///   - deadline: when even a reader that sleeps is waited for no longer.
  /// - Throws: `exhausted` when the process has no descriptors left.
  init(
    _ world: World, _ capabilities: Capabilities, clock: RunClock, isLive: Bool,
    sharesKeyboard: Bool = false, deadline: Moment? = nil
  ) throws(SyncFailure) {
    streams = world.streams
    given = world.waiting
    self.clock = clock
    self.capabilities = capabilities
    self.isLive = isLive
    self.sharesKeyboard = sharesKeyboard
    queue = try SignalQueue()
    wakeUp = WakeUp(queue)
    input = LineInput(descriptor: streams.input)
    keys = KeyInput(descriptor: streams.input)
    let keyboard = capabilities.devices.input.isTerminal ? streams.input : streams.output
    mode = TerminalMode(descriptor: keyboard, clearsTaskbar: isLive && capabilities.hasTaskbar)
    // A stop must find the echo restored wherever it may be off: under the block, and at a secret.
    let signals = ProcessSignals(
      queue: queue, mode: mode, catchesStop: isLive || capabilities.devices.input.isTerminal)
    self.signals = signals
    output = CheckedOutput(
      output: streams.output, error: streams.error, closed: world.closedStreams, signals: queue,
      suspend: { signals.suspend() }, left: { deadline.map { $0 - clock.animation() } })
    if isLive { mode.set(sharesKeyboard ? .silentLines : .silent) }
  }

  /// Gives everything back as it was found.
  func close() {
    mode.restore()
    signals.restore()
  }

  /// The loop's input, with the events of `inbox` in it.
  func waiting(for inbox: Inbox) -> any Waiting {
    given(
      PollWaiting(
        signals: queue, wakeUp: wakeUp, input: input, keys: keys, inputs: inputs,
        output: streams.output, now: { [clock] in clock.animation() }, drain: { inbox.drain() }))
  }

  /// Starts a command beside the loop, which hears of its outputs, its events and its end, and
  /// passes on to it what signals are sent to this process alone.
  ///
  /// - Throws: `badCommand` when it did not start, `exhausted` when the system has no room for it.
  func start(
    _ command: [String], environment: [String: String]
  ) throws(SyncFailure) -> ChildProcess {
    do throws(ChildFailure) {
      return try ChildProcess(
        command, environment: environment, eventsVariable: EventsPipe.variable, signals: signals,
        inputs: inputs, queue: queue)
    } catch {
      let trouble: CommandTrouble =
        switch error {
        case .notFound: .notFound
        case .notExecutable(let code): .notExecutable(StorageTrouble.Reason(errno: code))
        case .exhausted(let limit): throw .exhausted(limit)
        }
      throw .badCommand(DisplayText(command.first ?? ""), trouble)
    }
  }

  /// Wakes the loop, from any thread.
  var wake: @Sendable () -> Void {
    { [wakeUp] in wakeUp.wake() }
  }

  /// The first wish to leave that nobody has answered yet.
  func wishToLeave() -> Int32? {
    queue.take().lazy.compactMap(\.wishToLeave).first
  }

  /// Whether a person can answer.
  var isInputTerminal: Bool { capabilities.devices.input.isTerminal }

  /// The window as it is now.
  ///
  /// - Parameter isAsking: whether a question stands on the screen, over which nothing is drawn.
  func context(offer: RetryPrompt?, isAsking: Bool = false) -> RenderContext {
    let animation = clock.animation()
    let isForeground = isForeground(at: animation)
    return RenderContext(
      now: clock.now(), animation: animation, columns: capabilities.blockColumns,
      rows: capabilities.rows,
      isForeground: isForeground && !isAsking, offer: offer)
  }

  /// Asks rarely, as it takes a system call for each frame: a process that has the terminal loses it only
  /// by a stop, of which `resume` hears, or to a command beside it.
  private func isForeground(at moment: Moment) -> Bool {
    if let foregroundUntil, moment < foregroundUntil { return true }
    let isForeground = !isLive || TerminalDevice.isForeground(streams.output)
    mode.follow(isForeground: isForeground)
    let glance = sharesKeyboard ? Self.glanceBesideCommand : Self.glance
    foregroundUntil = isLive && isForeground ? moment + glance : nil
    return isForeground
  }

  /// Asks again who has the terminal.
  func forgetForeground() {
    foregroundUntil = nil
  }

  /// Looks at the window again.
  func measure() {
    capabilities.devices.output.window = WindowSize(of: streams.output)
  }

  /// Takes the terminal again after a stop.
  func resume() {
    forgetForeground()
    mode.resume()
    measure()
  }

  /// Asks for a line of standard input.
  func readLine(echo: Bool) {
    mode.set(echo ? .untouched : .newlineOnly)
    input.ask()
  }

  /// Asks for single keys; none that was typed before counts.
  func readKeys() {
    mode.set(.keys)
    keys.ask()
  }

  /// The line or the key has come, or nobody wants it any more.
  func stopReading() {
    // What was pasted behind the key is no command for the shell.
    if keys.isWanted { mode.discardTyped() }
    input.cancel()
    keys.cancel()
    if isLive { mode.set(.silent) } else { mode.restore() }
  }

  /// Stops the process; returns when it goes on.
  func suspend() {
    signals.suspend()
    resume()
  }
}
