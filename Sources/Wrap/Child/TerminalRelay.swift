// Connects the pseudo terminal of a wrapped command with the real one.

import Model
import Platform
import Terminal

/// Passes typed keys on, separates what belongs to the whole screen, and stops both sides together.
/// What is typed is never recorded: only what the pseudo terminal echoes becomes output.
struct TerminalRelay {
  /// The most that waits for a command that does not read, in bytes; a terminal drops more, too.
  private static let mostPending = 1 << 16
  private static let leaveAlternate: StaticString = "\u{1B}[?1049l"
  /// Ends everything that programs of the whole screen may have switched on: a scrolling region
  /// (its end moves the cursor), styles, the hidden cursor, bracketed paste, application keys, the
  /// mouse.
  private static let reset: StaticString = """
    \u{1B}7\u{1B}[r\u{1B}8\
    \u{1B}[m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1l\u{1B}>\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\
    \u{1B}[?1006l
    """

  /// What the program has: lines above the block, or a whole screen. What it has drawn on the
  /// screen that everything is on stays when it ends.
  private enum Target { case lines, screen, alternateScreen }

  private let terminal: CommandTerminal
  private let devices: SharedDevices
  private var forwardsKeys = false
  private var target = Target.lines
  /// Whether the program has drawn on the screen that everything is on.
  private var hasDrawn = false
  /// Whether the program has changed what keys send, among its lines.
  private var hasModes = false
  /// Finds the end of the alternate screen.
  private var parser = ControlParser()
  private var pending: [UInt8] = []

  init(_ terminal: CommandTerminal, _ devices: SharedDevices) {
    (self.terminal, self.devices) = (terminal, devices)
    if devices.isInputTerminal { forward(from: devices.input, isOwned: false) }
  }

  // MARK: The screen

  /// Whether the program has the whole screen.
  var hasScreen: Bool { target != .lines }

  /// Gives the program the whole screen.
  mutating func give(_ request: ScreenRequest, _ host: inout some WrapHost) {
    give(request.isAlternate ? .alternateScreen : .screen, &host)
    hasDrawn = !request.isAlternate
    if hasDrawn { host.write(request.page) }
    parser = ControlParser()
  }

  /// Passes output on to the screen until the program leaves the alternate one; returns the rest.
  mutating func pass(_ bytes: [UInt8], _ host: inout some WrapHost) -> [UInt8] {
    // All of a sequence is ASCII.
    for (index, byte) in bytes.enumerated() where byte < 0x80 {
      guard case .modes(let isOn) = parser.feed(UInt32(byte)), parser.isAboutAlternateScreen else {
        continue
      }
      if isOn {
        give(.alternateScreen, &host)
      } else {
        host.write(Array(bytes[...index]))
        give(.lines, &host)
        return Array(bytes[(index + 1)...])
      }
    }
    host.write(bytes)
    return []
  }

  /// Passes on what changes what keys, the mouse and pasting send.
  mutating func pass(modes: [UInt8], _ host: inout some WrapHost) {
    // What is only printed changes no keys.
    guard hasModes || terminal.attributes?.isByLine == false else { return }
    hasModes = true
    host.write(modes)
  }

  /// Takes the screen back at the end of the command.
  mutating func end(_ host: inout some WrapHost) {
    if hasModes, !hasScreen { write("\(Self.reset)", &host) }
    if target == .alternateScreen { write("\(Self.leaveAlternate)", &host) }
    give(.lines, &host)
  }

  /// Gives the program the whole screen, or takes it back.
  private mutating func give(_ new: Target, _ host: inout some WrapHost) {
    if new == target { return }
    let old = target
    target = new
    if old == .lines { host.giveScreen(true) }
    switch new {
    case .lines: TerminalDevice.leaveScreenAfterCrash()
    case .screen: TerminalDevice.leaveScreenAfterCrash(writing: "\u{1B}[999;1H\r\n", Self.reset)
    case .alternateScreen:
      TerminalDevice.leaveScreenAfterCrash(writing: Self.leaveAlternate, Self.reset)
    }
    setMode()
    if new == .lines {
      write("\(Self.reset)\(endOfScreen(old, host.window))", &host)
      host.giveScreen(false)
    }
  }

  /// Moves below what stays on the screen.
  private func endOfScreen(_ target: Target, _ window: WindowSize) -> String {
    hasDrawn ? (target == .screen ? "\u{1B}[\(window.rows);1H\r\n" : "\r\n") : ""
  }

  private func write(_ text: String, _ host: inout some WrapHost) { host.write(Array(text.utf8)) }

  /// Stops this process after the command has stopped; both continue together.
  func suspend(_ child: ChildProcess, _ host: inout some WrapHost) {
    let leave = target == .alternateScreen ? "\(Self.leaveAlternate)" : ""
    if hasScreen { write("\(leave)\(Self.reset)\(endOfScreen(target, host.window))", &host) }
    host.handle(.suspend)
    if target == .alternateScreen { write("\u{1B}[?1049h", &host) }
    fit(host.window)
    child.resume()
    // A program draws its screen again when it is told of a size.
    if hasScreen { terminal.signalForeground(SignalNumber.windowChange) }
  }

  /// Gives the pseudo terminal the size of the window, whether the block hides a part of it or not.
  func fit(_ window: WindowSize) { terminal.resize(columns: window.columns, rows: window.rows) }

  // MARK: Keys

  /// Where standard input is redirected, other programs of the pipeline may read the keyboard: keys
  /// go to the command while its terminal takes them one by one or without echo, or a line of it
  /// is unfinished, which may be a question.
  mutating func followKeyboard(isAsking: Bool) {
    guard devices.isLive, !devices.isInputTerminal else { return }
    let takesKeys = isAsking || terminal.attributes.map { !$0.isByLine || !$0.echoes } ?? false
    if takesKeys == forwardsKeys { return }
    if forwardsKeys {
      forwardsKeys = false
      devices.inputs.remove(.input)
      devices.mode.restore()
      devices.mode.set(.silent)
    } else if let keyboard = TerminalDevice.openKeyboard(of: devices.output) {
      forward(from: keyboard, isOwned: true)
    }
  }

  private mutating func forward(from keyboard: Int32, isOwned: Bool) {
    forwardsKeys = true
    setMode()
    devices.inputs.add(.input, from: keyboard, isOwned: isOwned, isKeyboard: true)
  }

  /// Other programs may use the terminal, too, but not beside one that has the whole screen.
  private func setMode() {
    guard forwardsKeys else { return }
    devices.mode.set(.forwarded(isShared: devices.sharesTerminal && target == .lines))
  }

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
