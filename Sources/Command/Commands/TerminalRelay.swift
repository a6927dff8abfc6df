// Connects the pseudo terminal of a wrapped command with the real one.

import Model
import Platform
import Reporting
import Terminal

/// Passes typed keys on, separates what belongs to the whole screen, and stops both sides together.
/// What is typed is never recorded: only what the pseudo terminal echoes becomes output.
struct TerminalRelay {
  /// The most that waits for a command that does not read, in bytes; a terminal drops more, too.
  private static let mostPending = 1 << 16
  /// How long after the terminal has grown the command is told once more. Some programs miss it while
  /// they write their first page: less, between its output and its next read.
  private static let reminderDelay = Duration.milliseconds(100)
  /// How long after the screen was given back the terminal shrinks. Some programs give it back for
  /// a moment whenever the size changes: nano.
  private static let shrinkDelay = Duration.milliseconds(200)
  /// Ends everything that programs of the whole screen may have switched on: styles, the hidden
  /// cursor, bracketed paste, application keys, the mouse.
  private static let reset =
    "\u{1B}[m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1l\u{1B}>\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l"
    + "\u{1B}[?1006l"

  let terminal: CommandTerminal
  /// Whether the whole screen can be given away: the output is the live line's terminal.
  let ownsScreen: Bool
  private var screen = ScreenSwitch()
  private var pending: [UInt8] = []
  /// What is to be done about the size, and when in animation time.
  private var sizing: (due: Moment, step: SizeStep)?

  private enum SizeStep { case remind, shrink }

  init(_ terminal: CommandTerminal, ownsScreen: Bool) {
    self.terminal = terminal
    self.ownsScreen = ownsScreen
  }

  /// Passes output on to the screen, and returns what is not meant for it.
  mutating func take(_ bytes: [UInt8], _ loop: inout Loop) -> [[UInt8]] {
    guard ownsScreen else { return [bytes] }
    var others: [[UInt8]] = []
    var parts: [(bytes: [UInt8], isOnScreen: Bool)] = []
    screen.take(bytes) { parts.append(($0, $1)) }
    for part in parts {
      if part.isOnScreen {
        if !loop.hasScreen { enter(&loop) }
        loop.write([Chunk(.standardOutput, part.bytes)])
      } else {
        if loop.hasScreen { leave(&loop) }
        others.append(part.bytes)
      }
    }
    if loop.hasScreen, !screen.hasScreen { leave(&loop) }
    return others
  }

  /// Takes the screen back at the end of the command.
  mutating func end(_ loop: inout Loop) {
    guard loop.hasScreen else { return }
    loop.write([Chunk(.standardOutput, Array("\u{1B}[?1049l".utf8))])
    leave(&loop)
  }

  private mutating func enter(_ loop: inout Loop) {
    loop.show(.suspend)
    loop.hasScreen = true
    loop.console.giveScreen(true)
    let hasGrown = loop.console.sizeTerminal(hasScreen: true)
    sizing = hasGrown ? (loop.clock.animation() + Self.reminderDelay, .remind) : nil
  }

  private mutating func leave(_ loop: inout Loop) {
    loop.write([Chunk(.standardOutput, Array(Self.reset.utf8))])
    loop.console.giveScreen(false)
    sizing = (loop.clock.animation() + Self.shrinkDelay, .shrink)
    loop.hasScreen = false
    loop.show(.resume)
  }

  // MARK: The size

  /// When something is to be done about the size; with the next frame, while something typed waits to
  /// be passed on; nil for never.
  func wakeUp(_ loop: Loop) -> Moment? {
    earlier(sizing?.due, pending.isEmpty ? nil : loop.wakeUp)
  }

  /// Does what is due about the size.
  mutating func keepSize(_ loop: Loop) {
    guard let (due, step) = sizing, due <= loop.clock.animation() else { return }
    sizing = nil
    switch step {
    case .remind: terminal.signalForeground(SignalNumber.windowChange)
    case .shrink: loop.console.sizeTerminal(hasScreen: false)
    }
  }

  // MARK: Keys

  /// Passes typed keys on.
  mutating func type(_ bytes: [UInt8]) {
    if pending.count < Self.mostPending { pending += bytes }
    flush()
  }

  /// Types what could not be typed before.
  mutating func flush() {
    if pending.isEmpty { return }
    let count = terminal.type(pending[...])
    pending.removeFirst(min(count, pending.count))
  }

  /// Stops this process after the command has stopped; both continue together.
  func suspend(_ child: ChildProcess, _ loop: inout Loop) {
    let hadScreen = loop.hasScreen
    if hadScreen {
      loop.write([Chunk(.standardOutput, Array(("\u{1B}[?1049l" + Self.reset).utf8))])
    }
    _ = loop.take(.suspend)
    if hadScreen {
      loop.write([Chunk(.standardOutput, Array("\u{1B}[?1049h".utf8))])
      // A change of size makes a program draw its screen again.
      loop.console.sizeTerminal(hasScreen: false)
    }
    loop.console.sizeTerminal(hasScreen: hadScreen)
    child.resume()
  }
}
