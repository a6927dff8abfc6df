// Echo off while the live block is up or a secret is typed, and back on every way out.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The echo of a terminal. Signals and line editing stay on, and what was typed ahead is kept. Every
/// call may be repeated, and does nothing on a descriptor that is no terminal.
package final class TerminalMode: Sendable {
  /// What a terminal shows of what is typed.
  package enum Echo: Hashable, Sendable {
    /// As it was found.
    case untouched
    /// Nothing: keys do not tear the block.
    case off
    /// Only the end of the line: for secrets.
    case newlineOnly
  }

  private struct State {
    /// The flags as they were found; nil while they are untouched.
    var found: tcflag_t?
    var echo = Echo.untouched
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    restore()
  }

  /// Changes the echo. In the background nothing is changed but what `resume` will set: the terminal
  /// belongs to somebody else there.
  package func set(_ echo: Echo) {
    if echo == .untouched { return restore() }
    state.withLock { state in
      state.echo = echo
      apply(&state)
    }
  }

  /// Gives the terminal back as it was found.
  package func restore() {
    state.withLock { state in
      state.echo = .untouched
      giveBack(&state)
    }
  }

  /// Gives the terminal back for as long as the process is stopped.
  func pause() {
    state.withLock { giveBack(&$0) }
  }

  /// Takes it again after a stop, as somebody else may have left it in the meantime. Also called
  /// when the process has become the foreground again.
  package func resume() {
    state.withLock { state in
      if state.echo != .untouched { apply(&state) }
    }
  }

  private func apply(_ state: inout State) {
    guard Foreground.includesUs(on: descriptor), var terminal = current() else { return }
    if state.found == nil {
      state.found = terminal.c_lflag
      crashTerminal.initialize(to: terminal)
      crashDescriptor.store(descriptor, ordering: .releasing)
    }
    terminal.c_lflag &= ~echoFlags
    if state.echo == .newlineOnly { terminal.c_lflag |= tcflag_t(ECHONL) }
    put(terminal)
  }

  private func giveBack(_ state: inout State) {
    guard let found = state.found else { return }
    state.found = nil
    crashDescriptor.store(-1, ordering: .releasing)
    guard var terminal = current() else { return }
    // In the background somebody may edit a line right now; it brings its own settings back.
    if !Foreground.includesUs(on: descriptor), terminal.c_lflag & tcflag_t(ICANON) == 0 { return }
    terminal.c_lflag = (terminal.c_lflag & ~echoFlags) | (found & echoFlags)
    put(terminal)
  }

  private func current() -> termios? {
    var terminal = termios()
    return tcgetattr(descriptor, &terminal) == 0 ? terminal : nil
  }

  private func put(_ terminal: termios) {
    var terminal = terminal
    withoutBeingStopped {
      while tcsetattr(descriptor, TCSANOW, &terminal) == -1 && errno == EINTR {}
    }
  }

  /// What a handler does when the process is about to die: nothing but calls that are safe there.
  static func restoreAfterCrash() {
    let descriptor = crashDescriptor.exchange(-1, ordering: .acquiringAndReleasing)
    guard descriptor >= 0 else { return }
    _ = tcsetattr(descriptor, TCSANOW, crashTerminal)
    // Where the echo is off the cursor is in the block's first line, or behind a question.
    _ = write(descriptor, eraseFromHere.utf8Start, eraseFromHere.utf8CodeUnitCount)
  }
}

private let eraseFromHere: StaticString = "\r\u{1B}[J"

/// Runs `body` with SIGTTOU held back: in the background the system would stop the process for
/// touching its terminal.
private func withoutBeingStopped<Answer>(_ body: () -> Answer) -> Answer {
  var set = sigset_t()
  var former = sigset_t()
  _ = sigemptyset(&set)
  _ = sigaddset(&set, SIGTTOU)
  _ = pthread_sigmask(SIG_BLOCK, &set, &former)
  defer { _ = pthread_sigmask(SIG_SETMASK, &former, nil) }
  return body()
}

private let echoFlags = tcflag_t(ECHO) | tcflag_t(ECHONL)

/// The terminal whose echo is off, for a handler: -1 when there is none. One at a time.
private let crashDescriptor = Atomic<Int32>(-1)
private nonisolated(unsafe) let crashTerminal = UnsafeMutablePointer<termios>.allocate(capacity: 1)
