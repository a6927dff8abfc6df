// Terminals: size, foreground process group, and settings that survive the death of the process.

import CLibrary
import CPlatform

/// Queries on a terminal by its descriptor.
package enum TerminalDevice {
  /// The process group of this process; it does not change while the program runs.
  private static let group = getpgrp()

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The window's size in cells; nil if there is none or the terminal reports 0 columns or rows.
  package static func windowSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Whether this process is in the terminal's foreground process group. True for a terminal that
  /// is not the controlling terminal. One system call, cheap enough for every frame.
  package static func isForeground(_ descriptor: Int32) -> Bool {
    let foreground = tcgetpgrp(descriptor)
    return foreground == -1 ? errno == ENOTTY : foreground == group
  }

  /// Whether another process group is in the foreground; false after the terminal hung up.
  package static func belongsToAnotherJob(_ descriptor: Int32) -> Bool {
    let foreground = tcgetpgrp(descriptor)
    return foreground != -1 && foreground != group
  }

  /// Opens the terminal of a descriptor for reading; nil if that is no terminal, or cannot be
  /// opened.
  package static func openKeyboard(of descriptor: Int32) -> Int32? {
    var name = [CChar](repeating: 0, count: 256)
    guard ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
    // By its own name: macOS cannot wait for `/dev/tty`.
    let keyboard = retrying { open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC) }
    return keyboard < 0 ? nil : keyboard
  }

  /// Discards pending input. Does not stop a background process.
  package static func discardInput(_ descriptor: Int32) {
    withoutBeingStopped { _ = tcflush(descriptor, TCIFLUSH) }
  }

  /// From now on, a fatal signal applies the settings that the terminal has now and writes two
  /// texts before the process ends. One terminal at a time.
  package static func restoreAfterCrash(
    on descriptor: Int32, writing first: StaticString, _ second: StaticString
  ) {
    signal_restore_after_crash(descriptor, signal_text(first), signal_text(second))
  }

  /// Sets what is written in place of the first text while a program has the whole screen; nothing
  /// for none.
  package static func leaveScreenAfterCrash(
    writing first: StaticString = "", _ second: StaticString = ""
  ) {
    signal_leave_screen_after_crash(signal_text(first), signal_text(second))
  }

  /// Cancels `restoreAfterCrash`.
  package static func leaveAfterCrash() { signal_leave_after_crash() }
}

/// Runs `body` with SIGTTOU blocked: it would stop a background process that changes its terminal.
func withoutBeingStopped(_ body: () -> Void) {
  var set = sigset_t()
  var former = sigset_t()
  _ = sigemptyset(&set)
  _ = sigaddset(&set, SIGTTOU)
  _ = pthread_sigmask(SIG_BLOCK, &set, &former)
  body()
  _ = pthread_sigmask(SIG_SETMASK, &former, nil)
}

/// A terminal's settings (termios(3)). Only those for input and output processing are ever changed.
package struct TerminalAttributes: Sendable {
  private var settings = termios()

  /// Reads the settings; nil if the descriptor is not a terminal.
  package init?(of descriptor: Int32) {
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
  }

  /// Whether input arrives line by line (canonical mode).
  package var isByLine: Bool { settings.c_lflag & tcflag_t(ICANON) != 0 }

  /// Whether what is typed appears.
  package var echoes: Bool { settings.c_lflag & tcflag_t(ECHO) != 0 }

  /// Disables echo and, where it exists, the kernel's status line for Ctrl-T; SIGINFO is still
  /// sent.
  ///
  /// - Parameter showsNewline: whether newlines are echoed.
  package mutating func hideTyping(showsNewline: Bool) {
    settings.c_lflag &= ~(tcflag_t(ECHO) | tcflag_t(ECHONL))
    settings.c_lflag |= Self.noStatusLine
    if showsNewline { settings.c_lflag |= tcflag_t(ECHONL) }
  }

  /// Disables canonical mode, so that each key can be read at once.
  package mutating func takeSingleKeys() {
    settings.c_lflag &= ~tcflag_t(ICANON)
    self[VMIN] = 1
    self[VTIME] = 0
  }

  /// Passes every key on as it is typed: no echo, no lines, no flow control.
  ///
  /// - Parameter isShared: whether other programs use the terminal, too: then keys such as Ctrl-C
  ///   send signals, and a CR is added to each LF, which takes longer than writing the line
  ///   (measured).
  package mutating func takeEveryKey(isShared: Bool) {
    hideTyping(showsNewline: false)
    takeSingleKeys()
    settings.c_lflag &= ~tcflag_t(IEXTEN)
    settings.c_iflag &= ~Self.inputFlags
    if isShared { return }
    settings.c_lflag &= ~tcflag_t(ISIG)
    settings.c_oflag &= ~tcflag_t(OPOST)
  }

  /// Copies the settings of `other` that `hideTyping` and `takeSingleKeys` change.
  package mutating func copyInputSettings(from other: TerminalAttributes) {
    settings.c_lflag = (settings.c_lflag & ~Self.flags) | (other.settings.c_lflag & Self.flags)
    for index in [VMIN, VTIME] { self[index] = other[index] }
  }

  /// Applies the settings. Does not stop a background process.
  package func install(on descriptor: Int32) {
    var settings = settings
    withoutBeingStopped { _ = retrying { tcsetattr(descriptor, TCSANOW, &settings) } }
  }

  private static var flags: tcflag_t {
    tcflag_t(ECHO) | tcflag_t(ECHONL) | tcflag_t(ICANON) | noStatusLine
  }

  private static var inputFlags: tcflag_t {
    tcflag_t(ICRNL) | tcflag_t(INLCR) | tcflag_t(IGNCR) | tcflag_t(IXON) | tcflag_t(ISTRIP)
      | tcflag_t(BRKINT) | tcflag_t(PARMRK)
  }

  private static var noStatusLine: tcflag_t {
    #if canImport(Darwin)
      tcflag_t(NOKERNINFO)
    #else
      0
    #endif
  }

  /// A control character by its index in `c_cc`.
  private subscript(name: Int32) -> cc_t {
    get { withUnsafeBytes(of: settings.c_cc) { $0[Int(name)] } }
    set { withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(name)] = newValue } }
  }
}
