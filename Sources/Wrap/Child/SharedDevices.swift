// The devices of this process, some of which a wrapped command uses as well.

package import Model
import Platform
package import Terminal

/// What a run has while its loop lasts: signals, the mode of the terminal, sources of bytes.
package struct SharedDevices {
  package let input: Int32
  package let output: Int32
  /// The outputs that the process was started without.
  let closed: Set<OutputStream>
  /// Whether a live block is on the output's terminal.
  package let isLive: Bool
  let isInputTerminal: Bool
  /// Whether our own terminal sends the signals of keys, even if they are passed on to another:
  /// other programs of a pipeline may use it, or a write may block, during which no key is read.
  let sharesTerminal: Bool
  /// Whether Ctrl-Z reaches the loop. A stop must restore the echo wherever it may be off: below
  /// the live block, and while a secret is entered.
  let catchesStop: Bool
  package let mode: TerminalMode
  package let signals: ProcessSignals
  package let queue: SignalQueue
  /// Sources of bytes besides the keyboard.
  package let inputs = ByteInputs()

  /// - Parameter outputAtStart: the standard output of the process, whatever the output is now.
  /// - Throws: `exhausted` when the process has no file descriptors left.
  package init(
    input: Int32, output: Int32, outputAtStart: Int32, closed: Set<OutputStream>,
    _ capabilities: Capabilities, isLive: Bool
  ) throws(SyncFailure) {
    (self.input, self.output, self.closed, self.isLive) = (input, output, closed, isLive)
    isInputTerminal = capabilities.devices.input.isTerminal
    sharesTerminal = !isLive || !isInputTerminal || !TerminalDevice.isTerminal(outputAtStart)
    catchesStop = isLive || isInputTerminal
    queue = try SignalQueue()
    mode = TerminalMode(
      descriptor: isInputTerminal ? input : output, taskbar: isLive ? capabilities.taskbar : nil)
    signals = ProcessSignals(queue: queue, mode: mode, catchesStop: catchesStop)
    if isLive { mode.set(.silent) }
  }
}
