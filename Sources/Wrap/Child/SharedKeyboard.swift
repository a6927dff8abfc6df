// Finds out who has the keyboard, this process or a wrapped command, and passes typed keys on.

package import Model
package import Platform
import Terminal

/// The keyboard beside a wrapped command, which may take the terminal at any time.
package final class SharedKeyboard {
  private let devices: SharedDevices
  /// The pseudo terminal of the command, to which typed keys go.
  private let terminal: CommandTerminal?
  private var child: ChildProcess?
  private var search: ReadingSearch
  /// How the command waited for something typed on our terminal at the last look.
  package private(set) var reading: PendingTerminalRead?
  private var forwardsKeys = false
  /// Whether a program on the pseudo terminal has the whole screen.
  private var hasScreen = false
  /// Bytes of typed lines that nobody had read at the last look, and how often they have grown.
  private var typed = (pending: 0, count: 0)

  /// - Parameter terminal: the command's own; keys arrive as bytes of the `input` channel.
  init(_ terminal: CommandTerminal?, _ devices: SharedDevices) {
    (self.terminal, self.devices) = (terminal, devices)
    let name = terminal.map { TerminalName(of: $0) } ?? TerminalName(of: devices.input)
    search = ReadingSearch(devices.isLive ? name : nil)
    if terminal != nil, devices.isInputTerminal { forward(from: devices.input, isOwned: false) }
  }

  /// How long a look stays valid where the command may write to our own terminal: nothing is to be
  /// drawn over a question, and looking at many processes takes half a millisecond. nil elsewhere.
  package var lifetime: Duration? { terminal == nil ? .milliseconds(2) : nil }

  /// Looks from now on whether the command reads.
  func watch(_ child: ChildProcess) { self.child = child }

  /// Gives the screen to a program on the pseudo terminal, or takes it back.
  func giveScreen(_ isGiven: Bool) {
    hasScreen = isGiven
    if forwardsKeys { setMode() }
  }

  /// Looks whether the command waits for something typed on our terminal.
  package func search(isForeground: Bool) {
    reading = devices.isLive && isForeground ? child?.reading(&search) : nil
  }

  /// Who has the keyboard now.
  package func look(isForeground: Bool) -> ChildView.Keyboard {
    let own = terminal?.attributes
    lend(own)
    let isTaken = devices.isLive && isForeground && isTaken(own)
    return ChildView.Keyboard(
      isTaken: isTaken, typing: typing(own, isTaken: isTaken),
      typedLines: typedLines(isForeground: isForeground))
  }

  /// Whether the command waits for something typed on the terminal.
  ///
  /// - Parameter own: the mode of its pseudo terminal.
  private func isTaken(_ own: TerminalAttributes?) -> Bool {
    if terminal == nil { return devices.mode.isTaken(isReading: reading != nil) }
    guard let own, own.isByLine else { return false }
    // What it echoes is part of its output: a line that is read needs no room of its own.
    return reading?.isFromDevice == true || !own.echoes
  }

  /// How the command takes what is typed.
  private func typing(_ own: TerminalAttributes?, isTaken: Bool) -> ChildView.Typing? {
    if terminal != nil {
      guard let own else { return nil }
      if !own.isByLine { return own.echoes ? nil : .keys }
    } else if !isTaken {
      return nil
    }
    return reading?.isFromDevice == false ? .line : nil
  }

  /// How often a line was typed that the command had not asked for, which breaks the block's line.
  private func typedLines(isForeground: Bool) -> Int {
    guard devices.isLive, terminal == nil, isForeground, devices.isInputTerminal else {
      return typed.count
    }
    let pending = TerminalDevice.pendingInput(devices.input)
    // Keys that are read one by one are not echoed here, or by the command itself.
    if pending > typed.pending, devices.mode.echoesLines { typed.count += 1 }
    typed.pending = pending
    return typed.count
  }

  /// While standard input is redirected, other programs of the pipeline may read the keyboard, too:
  /// keys are passed on only while the command waits for them, as far as that can be told.
  private func lend(_ own: TerminalAttributes?) {
    guard devices.isLive, !devices.isInputTerminal, terminal != nil else { return }
    let takesKeys = own.map { !$0.isByLine || !$0.echoes } ?? false
    guard forwardsKeys != (takesKeys || reading != nil) else { return }
    if forwardsKeys {
      forwardsKeys = false
      devices.inputs.remove(.input)
      devices.mode.restore()
      setMode()
    } else if let keyboard = TerminalDevice.openKeyboard(of: devices.output) {
      forward(from: keyboard, isOwned: true)
    }
  }

  private func forward(from keyboard: Int32, isOwned: Bool) {
    forwardsKeys = true
    setMode()
    devices.inputs.add(.input, from: keyboard, isOwned: isOwned, isKeyboard: true)
  }

  private func setMode() {
    devices.mode.set(
      forwardsKeys ? .forwarded(isShared: devices.sharesTerminal && !hasScreen) : .shared)
  }
}
