// The terminal side of a run: window, keyboard, signals and output.

import Model
import Platform
import Reporting
import Terminal
import Wrap

/// The devices of a run while its loop lasts.
final class Console {
  let output: CheckedOutput
  let devices: SharedDevices
  private let clock: RunClock
  private let input: LineInput
  private let keys: KeyInput
  private let wakeUp: WakeUp
  private let wrapWaiting: @Sendable (any Waiting) -> any Waiting
  private(set) var capabilities: Capabilities
  private let watchesOutput: Bool

  /// - Parameters:
  ///   - watchesOutput: whether the run ends when the reader of its output does.
  ///   - deadline: when to stop waiting even for a reader that does not read.
  /// - Throws: `exhausted` when the process has no file descriptors left.
  init(
    _ world: World, _ capabilities: Capabilities, clock: RunClock, isLive: Bool,
    watchesOutput: Bool = true, deadline: Moment? = nil
  ) throws(SyncFailure) {
    let streams = world.streams
    (wrapWaiting, self.clock) = (world.waiting, clock)
    (self.capabilities, self.watchesOutput) = (capabilities, watchesOutput)
    let devices = try SharedDevices(
      input: streams.input, output: streams.output, outputAtStart: world.streamsAtStart.output,
      closed: world.closedAtStart, capabilities, isLive: isLive)
    self.devices = devices
    wakeUp = WakeUp(devices.queue)
    input = LineInput(descriptor: streams.input)
    keys = KeyInput(descriptor: streams.input)
    output = CheckedOutput(
      output: streams.output, error: streams.error, closed: world.closedStreams,
      signals: devices.queue, suspend: { [signals = devices.signals] in signals.suspend() },
      left: { deadline.map { $0 - clock.animation() } })
  }

  var inputs: ByteInputs { devices.inputs }
  private var mode: TerminalMode { devices.mode }
  private var isLive: Bool { devices.isLive }

  /// Restores the terminal and the signal handlers.
  func close() {
    mode.restore()
    devices.signals.restore()
  }

  /// The loop's input, including the events of `inbox`.
  func waiting(for inbox: Inbox) -> any Waiting {
    wrapWaiting(
      PollWaiting(
        signals: devices.queue, wakeUp: wakeUp, input: input, keys: keys, inputs: inputs,
        output: watchesOutput ? devices.output : nil, now: { [clock] in clock.animation() },
        drain: { inbox.drain() }))
  }

  /// The size of the terminal, as programs see it.
  var window: WindowSize {
    WindowSize(
      columns: isLive ? capabilities.blockColumns : capabilities.textColumns,
      rows: capabilities.rows)
  }

  /// Wakes the loop, from any thread.
  var wake: @Sendable () -> Void { { [wakeUp] in wakeUp.wake() } }

  /// Takes the first pending signal that asks the process to leave.
  func takeTermination() -> Int32? { devices.queue.takeTermination() }

  /// Another output than that of the renderer, with the same signals. A reader that is slow is
  /// waited for until the second request to leave.
  func makeOutput(to streams: Streams, closed: Set<OutputStream>) -> CheckedOutput {
    CheckedOutput(
      output: streams.output, error: streams.error, closed: closed, signals: devices.queue,
      patience: nil, suspend: { [signals = devices.signals] in signals.suspend() })
  }

  var isInputTerminal: Bool { capabilities.devices.input.isTerminal }

  /// Updates what changes without a signal: the clocks, and who has the terminal.
  ///
  /// - Parameter isAsking: whether something is on the screen that must not be overdrawn.
  func refresh(_ view: inout RunView, isAsking: Bool) {
    (view.now, view.animation) = clock.read()
    let isForeground = !isLive || TerminalDevice.isForeground(devices.output)
    mode.follow(isForeground: isForeground)
    view.isForeground = isForeground && !isAsking
  }

  func measure() { capabilities.devices.output.window = WindowSize(of: devices.output) }

  /// Takes over the terminal again after a stop.
  func resume() {
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

  func stopReading() {
    // Text pasted after the key must not reach the shell as a command.
    if keys.isWanted { mode.discardTyped() }
    input.cancel()
    keys.cancel()
    if isLive { mode.set(.silent) } else { mode.restore() }
  }

  /// Stops the process; returns when it continues.
  func suspend() {
    devices.signals.suspend()
    resume()
  }
}
