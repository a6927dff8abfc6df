// Connects the pseudo terminal of a wrapped command with the real one.

import Model
import Platform
import Reporting
import Terminal
import Wrap

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
  private static let leaveAlternate = "\u{1B}[?1049l"
  /// Ends everything that programs of the whole screen may have switched on: a scrolling region
  /// (its end moves the cursor), styles, the hidden cursor, bracketed paste, application keys, the
  /// mouse.
  private static let reset =
    "\u{1B}7\u{1B}[r\u{1B}8"
    + "\u{1B}[m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1l\u{1B}>\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l"
    + "\u{1B}[?1006l"

  let terminal: CommandTerminal
  /// Whether the whole screen can be given away: the output is the live line's terminal.
  let ownsScreen: Bool
  private var screen = ScreenSwitch()
  /// What the program has: the whole screen, or lines.
  private var target = ScreenSwitch.Target.lines
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
    var parts: [(bytes: [UInt8], target: ScreenSwitch.Target)] = []
    screen.take(bytes) { parts.append(($0, $1)) }
    for part in parts {
      give(part.target, &loop)
      if part.target == .lines {
        others.append(part.bytes)
      } else {
        loop.write([Chunk(.standardOutput, part.bytes)])
      }
    }
    give(screen.target, &loop)
    return others
  }

  /// Takes the screen back at the end of the command.
  mutating func end(_ loop: inout Loop) {
    if target == .alternateScreen { write(Self.leaveAlternate, &loop) }
    give(.lines, &loop)
  }

  /// Gives the program the whole screen, or takes it back.
  private mutating func give(_ new: ScreenSwitch.Target, _ loop: inout Loop) {
    if new == target { return }
    let old = target
    target = new
    if old == .lines { enter(&loop) }
    // Such a program has cleared the screen before it could be recognised.
    if new == .screen { write("\u{1B}[H\u{1B}[2J", &loop) }
    if new == .lines { leave(old, &loop) }
  }

  private mutating func enter(_ loop: inout Loop) {
    loop.show(.suspend)
    loop.hasScreen = true
    loop.console.giveScreen(true)
    let hasGrown = loop.console.sizeTerminal(hasScreen: true)
    sizing = hasGrown ? (loop.clock.animation() + Self.reminderDelay, .remind) : nil
  }

  private mutating func leave(_ old: ScreenSwitch.Target, _ loop: inout Loop) {
    write(Self.reset + endOfScreen(old, loop), &loop)
    loop.console.giveScreen(false)
    sizing = (loop.clock.animation() + Self.shrinkDelay, .shrink)
    loop.hasScreen = false
    loop.show(.resume)
  }

  /// Moves below a screen whose contents stay.
  private func endOfScreen(_ target: ScreenSwitch.Target, _ loop: borrowing Loop) -> String {
    target == .screen ? "\u{1B}[\(loop.context.rows);1H\r\n" : ""
  }

  private func write(_ text: String, _ loop: inout Loop) {
    loop.write([Chunk(.standardOutput, Array(text.utf8))])
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

  /// Tells the command where the cursor is (CPR): in the last row, as after any line.
  mutating func answer(column: Int) {
    let rows = WindowSize(of: terminal.controller)?.rows ?? 1
    type(Array("\u{1B}[\(rows);\(column + 1)R".utf8))
  }

  /// Types what could not be typed before.
  mutating func flush() {
    if pending.isEmpty { return }
    let count = terminal.type(pending[...])
    pending.removeFirst(min(count, pending.count))
  }

  /// Stops this process after the command has stopped; both continue together.
  func suspend(_ child: ChildProcess, _ loop: inout Loop) {
    switch target {
    case .lines: break
    case .screen: write(Self.reset + endOfScreen(target, loop), &loop)
    case .alternateScreen: write(Self.leaveAlternate + Self.reset, &loop)
    }
    _ = loop.take(.suspend)
    if target != .lines {
      write(target == .screen ? "\u{1B}[?1h\u{1B}=" : "\u{1B}[?1049h", &loop)
      // A change of size makes a program draw its screen again.
      loop.console.sizeTerminal(hasScreen: false)
    }
    loop.console.sizeTerminal(hasScreen: target != .lines)
    child.resume()
  }
}
