// How a terminal treats what is typed while a run lasts, and back on every way out.

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a terminal does with what is typed. Signals stay on, and all else is as it was found. Every
/// call may be repeated, and does nothing on a descriptor that is no terminal.
package final class TerminalMode: Sendable {
  /// What becomes of what is typed.
  package enum Typing: Hashable, Sendable {
    /// As it was found.
    case untouched
    /// Nothing shows: typing does not tear the block.
    case silent
    /// The same while whole lines are typed: a program beside us that reads keys has set the terminal
    /// to its own needs.
    case silentLines
    /// Only the end of the line shows: for secrets.
    case newlineOnly
    /// Nothing shows, and each key can be read at once: for a question that one key answers.
    case keys
  }

  private struct State {
    /// The settings as they were found; nil while they are untouched.
    var found: termios?
    var typing = Typing.untouched
    /// Whether what was typed before is still to be thrown away.
    var mustFlush = false
    /// Whether the terminal was ours when that was last known.
    var isForeground = true
  }

  private let descriptor: Int32
  private let clearsTaskbar: Bool
  private let state = Mutex(State())

  /// - Parameter clearsTaskbar: whether a crash must also clear the progress in the taskbar.
  package init(descriptor: Int32, clearsTaskbar: Bool = false) {
    self.descriptor = descriptor
    self.clearsTaskbar = clearsTaskbar
  }

  deinit {
    restore()
  }

  /// Changes what becomes of what is typed. Keys that were typed before they were awaited are thrown
  /// away: they cannot be the answer. All else that was typed ahead is kept. In the background
  /// nothing is changed but what `resume` will set: the terminal belongs to somebody else there.
  package func set(_ typing: Typing) {
    if typing == .untouched { return restore() }
    state.withLock { state in
      if typing != state.typing { state.mustFlush = typing == .keys }
      state.typing = typing
      apply(&state)
    }
  }

  /// Throws away what was typed and not read yet.
  package func discardTyped() {
    if Foreground.includesUs(on: descriptor) { _ = tcflush(descriptor, TCIFLUSH) }
  }

  /// Gives the terminal back as it was found.
  package func restore() {
    state.withLock { state in
      state.typing = .untouched
      giveBack(&state)
    }
  }

  /// Gives the terminal back for as long as the process is stopped.
  func pause() {
    state.withLock { giveBack(&$0) }
  }

  /// Takes it again after a stop, as somebody else may have left it in the meantime.
  package func resume() {
    state.withLock { state in
      if state.typing != .untouched { apply(&state) }
    }
  }

  /// Takes note of whether the process is in the foreground, and takes the terminal when it has come
  /// there: a shell that brings a running job there says nothing. To be called with every frame; it
  /// costs nothing while nothing changes.
  package func follow(isForeground: Bool) {
    state.withLock { state in
      guard isForeground != state.isForeground else { return }
      state.isForeground = isForeground
      if isForeground, state.typing != .untouched { apply(&state) }
    }
  }

  private func apply(_ state: inout State) {
    state.isForeground = Foreground.includesUs(on: descriptor)
    guard state.isForeground, var terminal = current() else { return }
    if state.typing == .silentLines, terminal.c_lflag & tcflag_t(ICANON) == 0 { return }
    let found = state.found ?? terminal
    if state.found == nil {
      state.found = found
      crashTerminal.initialize(to: found)
      crashClearsTaskbar.store(clearsTaskbar, ordering: .relaxed)
      crashDescriptor.store(descriptor, ordering: .releasing)
    }
    terminal.takeTyping(from: found)
    terminal.setTyping(state.typing)
    put(terminal)
    guard state.mustFlush else { return }
    state.mustFlush = false
    withoutBeingStopped { _ = tcflush(descriptor, TCIFLUSH) }
  }

  private func giveBack(_ state: inout State) {
    guard let found = state.found else { return }
    state.found = nil
    crashDescriptor.store(-1, ordering: .releasing)
    guard var terminal = current() else { return }
    // In the background somebody may edit a line right now; it brings its own settings back.
    if !Foreground.includesUs(on: descriptor), terminal.c_lflag & tcflag_t(ICANON) == 0 { return }
    terminal.takeTyping(from: found)
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
    send(eraseFromHere, to: descriptor)
    // A terminal that knows the sequence takes it well, whether there is anything to clear or not.
    if crashClearsTaskbar.load(ordering: .relaxed) { send(Taskbar.clear, to: descriptor) }
  }
}

private let eraseFromHere: StaticString = "\r\u{1B}[J"

private func send(_ text: StaticString, to descriptor: Int32) {
  _ = write(descriptor, text.utf8Start, text.utf8CodeUnitCount)
}

extension termios {
  /// What is ours to change.
  private static var flags: tcflag_t {
    tcflag_t(ECHO) | tcflag_t(ECHONL) | tcflag_t(ICANON) | noStatusLine
  }

  /// Keeps Ctrl-T from printing the kernel's own line, where there is such a thing; SIGINFO arrives all
  /// the same.
  private static var noStatusLine: tcflag_t {
    #if canImport(Darwin)
      tcflag_t(NOKERNINFO)
    #else
      0
    #endif
  }

  /// Takes over what is ours to change as it is in `other`.
  fileprivate mutating func takeTyping(from other: termios) {
    c_lflag = (c_lflag & ~Self.flags) | (other.c_lflag & Self.flags)
    for index in [VMIN, VTIME] { self[index] = other[index] }
  }

  /// Changes what was found into what is wanted.
  fileprivate mutating func setTyping(_ typing: TerminalMode.Typing) {
    if typing == .untouched { return }
    c_lflag &= ~(tcflag_t(ECHO) | tcflag_t(ECHONL))
    c_lflag |= Self.noStatusLine
    if typing == .newlineOnly { c_lflag |= tcflag_t(ECHONL) }
    guard typing == .keys else { return }
    c_lflag &= ~tcflag_t(ICANON)
    self[VMIN] = 1
    self[VTIME] = 0
  }

  /// One of the control characters by its name.
  private subscript(name: Int32) -> cc_t {
    get { withUnsafeBytes(of: c_cc) { $0[Int(name)] } }
    set { withUnsafeMutableBytes(of: &c_cc) { $0[Int(name)] = newValue } }
  }
}

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

/// The terminal that is not as it was found, for a handler: -1 when there is none. One at a time.
private let crashDescriptor = Atomic<Int32>(-1)
private nonisolated(unsafe) let crashTerminal = UnsafeMutablePointer<termios>.allocate(capacity: 1)
private let crashClearsTaskbar = Atomic(false)
