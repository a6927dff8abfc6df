// How a terminal treats what is typed (termios(3)), and back even when a signal ends the process.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A terminal's settings. Only those that concern typing are ever changed.
package struct TerminalAttributes: Sendable {
  private var settings = termios()

  /// Asks the terminal; nil when the descriptor is none.
  package init?(of descriptor: Int32) {
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
  }

  /// Whether input arrives line by line (canonical mode).
  package var isByLine: Bool { settings.c_lflag & tcflag_t(ICANON) != 0 }

  /// Hides what is typed, and keeps Ctrl-T from printing the kernel's own line, where there is such a
  /// thing; SIGINFO arrives all the same.
  ///
  /// - Parameter showsNewline: whether the end of a line is shown.
  package mutating func hideTyping(showsNewline: Bool) {
    settings.c_lflag &= ~(tcflag_t(ECHO) | tcflag_t(ECHONL))
    settings.c_lflag |= Self.noStatusLine
    if showsNewline { settings.c_lflag |= tcflag_t(ECHONL) }
  }

  /// Has each key arrive at once.
  package mutating func takeSingleKeys() {
    settings.c_lflag &= ~tcflag_t(ICANON)
    self[VMIN] = 1
    self[VTIME] = 0
  }

  /// Takes over what concerns typing from `other`.
  package mutating func takeTyping(from other: TerminalAttributes) {
    settings.c_lflag = (settings.c_lflag & ~Self.flags) | (other.settings.c_lflag & Self.flags)
    for index in [VMIN, VTIME] { self[index] = other[index] }
  }

  /// Puts the settings in force. Never stops a process in the background.
  package func install(on descriptor: Int32) {
    var settings = settings
    withoutBeingStopped {
      _ = retrying { tcsetattr(descriptor, TCSANOW, &settings) }
    }
  }

  /// What is ours to change.
  private static var flags: tcflag_t {
    tcflag_t(ECHO) | tcflag_t(ECHONL) | tcflag_t(ICANON) | noStatusLine
  }

  private static var noStatusLine: tcflag_t {
    #if canImport(Darwin)
      tcflag_t(NOKERNINFO)
    #else
      0
    #endif
  }

  /// One of the control characters by its name.
  private subscript(name: Int32) -> cc_t {
    get { withUnsafeBytes(of: settings.c_cc) { $0[Int(name)] } }
    set { withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(name)] = newValue } }
  }

  // MARK: When a signal ends the process

  /// From now on a signal that ends the process puts these settings in force before, and writes two
  /// texts. One terminal at a time.
  package func restoreAfterCrash(
    on descriptor: Int32, writing first: StaticString, _ second: StaticString
  ) {
    crashed.initialize(to: Crashed(settings: settings, first: first, second: second))
    crashedDescriptor.store(descriptor, ordering: .releasing)
  }

  /// Takes `restoreAfterCrash` back.
  package static func leaveAfterCrash() {
    crashedDescriptor.store(-1, ordering: .releasing)
  }

  /// What a handler does when the process is about to die: nothing but calls that are safe there.
  static func restoreNow() {
    let descriptor = crashedDescriptor.exchange(-1, ordering: .acquiringAndReleasing)
    guard descriptor >= 0 else { return }
    _ = tcsetattr(descriptor, TCSANOW, &crashed.pointee.settings)
    let (first, second) = (crashed.pointee.first, crashed.pointee.second)
    _ = write(descriptor, first.utf8Start, first.utf8CodeUnitCount)
    _ = write(descriptor, second.utf8Start, second.utf8CodeUnitCount)
  }
}

private struct Crashed {
  var settings: termios
  let first: StaticString
  let second: StaticString
}

/// The terminal that is not as it was found, for a handler: -1 when there is none.
private let crashedDescriptor = Atomic<Int32>(-1)
private nonisolated(unsafe) let crashed = UnsafeMutablePointer<Crashed>.allocate(capacity: 1)
