// Connects the pseudo terminal of a wrapped command with the real one.

import Model
import Platform
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
  private static let leaveAlternate: StaticString = "\u{1B}[?1049l"
  /// Ends everything that programs of the whole screen may have switched on: a scrolling region
  /// (its end moves the cursor), styles, the hidden cursor, bracketed paste, application keys, the
  /// mouse.
  private static let reset: StaticString = """
    \u{1B}7\u{1B}[r\u{1B}8\
    \u{1B}[m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1l\u{1B}>\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\
    \u{1B}[?1006l
    """

  private let terminal: CommandTerminal
  private let keyboard: SharedKeyboard
  /// Whether the whole screen can be given away: the output is the live line's terminal.
  private let ownsScreen: Bool
  private var screen = ScreenSwitch()
  /// What the program has: the whole screen, or lines.
  private var target = ScreenSwitch.Target.lines
  private var pending: [UInt8] = []
  /// What is to be done about the size, and when in animation time.
  private var sizing: (due: Moment, step: SizeStep)?

  private enum SizeStep { case remind, shrink }

  init(_ terminal: CommandTerminal, _ keyboard: SharedKeyboard, ownsScreen: Bool) {
    (self.terminal, self.keyboard, self.ownsScreen) = (terminal, keyboard, ownsScreen)
  }

  // MARK: The screen

  /// Passes output on to the screen, and returns what is not meant for it.
  mutating func take(_ bytes: [UInt8], _ host: inout some WrapHost) -> [[UInt8]] {
    guard ownsScreen else { return [bytes] }
    var others: [[UInt8]] = []
    var parts: [(bytes: [UInt8], target: ScreenSwitch.Target)] = []
    screen.take(bytes) { parts.append(($0, $1)) }
    for part in parts {
      give(part.target, &host)
      if part.target == .lines { others.append(part.bytes) } else { host.write(part.bytes) }
    }
    give(screen.target, &host)
    return others
  }

  /// Takes the screen back at the end of the command.
  mutating func end(_ host: inout some WrapHost) {
    if target == .alternateScreen { write("\(Self.leaveAlternate)", &host) }
    give(.lines, &host)
  }

  /// Gives the program the whole screen, or takes it back.
  private mutating func give(_ new: ScreenSwitch.Target, _ host: inout some WrapHost) {
    if new == target { return }
    let old = target
    target = new
    if old == .lines {
      host.giveScreen(true)
      keyboard.giveScreen(true)
      sizing = fit(host.window) ? (host.animation + Self.reminderDelay, .remind) : nil
    }
    // Such a program has cleared the screen before it could be recognised.
    if new == .screen { write("\u{1B}[H\u{1B}[2J", &host) }
    switch new {
    case .lines: TerminalDevice.leaveScreenAfterCrash()
    case .screen: TerminalDevice.leaveScreenAfterCrash(writing: "\u{1B}[999;1H\r\n", Self.reset)
    case .alternateScreen:
      TerminalDevice.leaveScreenAfterCrash(writing: Self.leaveAlternate, Self.reset)
    }
    if new == .lines {
      write("\(Self.reset)\(endOfScreen(old, host.window))", &host)
      keyboard.giveScreen(false)
      host.giveScreen(false)
      sizing = (host.animation + Self.shrinkDelay, .shrink)
    }
  }

  /// Moves below a screen whose contents stay.
  private func endOfScreen(_ target: ScreenSwitch.Target, _ window: WindowSize) -> String {
    target == .screen ? "\u{1B}[\(window.rows);1H\r\n" : ""
  }

  private func write(_ text: String, _ host: inout some WrapHost) {
    host.write(Array(text.utf8))
  }

  /// Stops this process after the command has stopped; both continue together.
  func suspend(_ child: ChildProcess, _ host: inout some WrapHost) {
    switch target {
    case .lines: break
    case .screen: write("\(Self.reset)\(endOfScreen(target, host.window))", &host)
    case .alternateScreen: write("\(Self.leaveAlternate)\(Self.reset)", &host)
    }
    host.handle(.suspend)
    if target != .lines {
      write(target == .screen ? "\u{1B}[?1h\u{1B}=" : "\u{1B}[?1049h", &host)
      // A change of size makes a program draw its screen again.
      resize(host.window, leavesBlock: true)
    }
    fit(host.window)
    child.resume()
  }

  // MARK: The size

  /// Sets the size of the pseudo terminal: the whole window, or what the block leaves of it.
  ///
  /// - Returns: whether that is another size.
  @discardableResult
  func fit(_ window: WindowSize) -> Bool {
    resize(window, leavesBlock: ownsScreen && target == .lines)
  }

  @discardableResult
  private func resize(_ window: WindowSize, leavesBlock: Bool) -> Bool {
    let block = leavesBlock ? min(2, window.rows / 2) : 0
    return terminal.resize(columns: window.columns, rows: window.rows - block)
  }

  /// When something is to be done about the size; nil for never.
  var wakeUp: Moment? { sizing?.due }

  /// Does what is due about the size.
  mutating func keepSize(_ host: some WrapHost) {
    guard let (due, step) = sizing, due <= host.animation else { return }
    sizing = nil
    switch step {
    case .remind: terminal.signalForeground(SignalNumber.windowChange)
    case .shrink: fit(host.window)
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
}
