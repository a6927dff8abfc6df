// sigaction(2) and signal numbers under the same names on all platforms.

import CLibrary

/// The action for a signal.
package struct SignalAction: Sendable {
  private typealias Handler = @convention(c) (Int32) -> Void
  /// A handler with SA_SIGINFO.
  private typealias InformedHandler =
    @convention(c) (
      Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
    ) -> Void

  private var action = sigaction()

  /// The default action.
  package static var standard: SignalAction { SignalAction() }

  package static var ignore: SignalAction {
    var ignore = SignalAction()
    ignore.handler = SIG_IGN
    return ignore
  }

  /// Notifies the loop; see `SignalDelivery`.
  ///
  /// - Parameter restarts: whether interrupted system calls restart (SA_RESTART).
  package static func notify(restarts: Bool) -> SignalAction {
    var notify = SignalAction()
    // With SA_SIGINFO, the same place holds a handler of this form.
    notify.handler = unsafeBitCast(sendToLoop as InformedHandler, to: Handler.self)
    // SA_ONSTACK, because an overflowed stack cannot run a handler.
    notify.action.sa_flags = (restarts ? SA_RESTART : 0) | SA_ONSTACK | SA_SIGINFO
    return notify
  }

  /// Restores the terminal, then ends the process with the default action.
  package static var restoreTerminal: SignalAction {
    var restore = SignalAction()
    restore.handler = restoreTerminalAndDie
    restore.action.sa_flags = SA_ONSTACK
    return restore
  }

  package static func current(_ number: Int32) -> SignalAction {
    var current = SignalAction()
    _ = sigaction(number, nil, &current.action)
    return current
  }

  /// Installs this action.
  package func install(_ number: Int32) {
    var action = action
    _ = sigaction(number, &action, nil)
  }

  package var isIgnore: Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Restores the default action and unblocks the signal, so that raising it ends or stops the
  /// process as its parent expects.
  package static func restoreDefault(_ number: Int32) {
    standard.install(number)
    var set = sigset_t()
    _ = sigemptyset(&set)
    _ = sigaddset(&set, number)
    _ = pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Sends a signal to this thread; if unblocked, it is handled before this returns.
  package static func raise(_ number: Int32) {
    _ = CLibrary.raise(number)
  }

  /// Runs `body` with SIGPIPE ignored, so that a closed reader is an error of `write`.
  package static func ignoringBrokenPipe<Answer>(_ body: () -> Answer) -> Answer {
    let former = current(SIGPIPE)
    ignore.install(SIGPIPE)
    defer { former.install(SIGPIPE) }
    return body()
  }

  /// Disables Swift's crash reports, which show memory that registers point to, possibly a token.
  /// Call first in `main`.
  package static func disableCrashReports() {
    for number in SignalNumber.fatal where !current(number).isIgnore { standard.install(number) }
  }

  /// The handler, in a union that each C library names differently.
  #if canImport(Glibc)
    private var handler: Handler? {
      get { action.__sigaction_handler.sa_handler }
      set { action.__sigaction_handler.sa_handler = newValue }
    }
  #elseif canImport(Musl)
    private var handler: Handler? {
      get { action.__sa_handler.sa_handler }
      set { action.__sa_handler.sa_handler = newValue }
    }
  #else
    private var handler: Handler? {
      get { action.__sigaction_u.__sa_handler }
      set { action.__sigaction_u.__sa_handler = newValue }
    }
  #endif
}

/// Signal numbers of this platform.
package enum SignalNumber {
  package static let interrupt = SIGINT
  package static let terminate = SIGTERM
  package static let hangup = SIGHUP
  package static let kill = SIGKILL
  package static let user1 = SIGUSR1
  package static let child = SIGCHLD
  package static let windowChange = SIGWINCH
  package static let suspend = SIGTSTP
  package static let resume = SIGCONT
  package static let terminalOutput = SIGTTOU
  package static let brokenPipe = SIGPIPE
  package static let fileSizeLimit = SIGXFSZ
  /// The signal of Ctrl-T (SIGINFO); nil where it does not exist.
  package static var information: Int32? {
    #if canImport(Darwin)
      SIGINFO
    #else
      nil
    #endif
  }

  /// Signals that ask a process to end.
  package static let leaving: Set<Int32> = [SIGINT, SIGTERM, SIGHUP]

  /// Signals that only a key or another process sends, and that a command may handle.
  package static var meantForCommand: [Int32] {
    var numbers = [SIGQUIT, SIGUSR2, SIGTSTP, SIGALRM, SIGVTALRM, SIGPROF, SIGIO]
    #if os(Linux)
      numbers += [SIGPWR, SIGSTKFLT]
      numbers += Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())
    #endif
    return numbers
  }

  /// Signals that end a process immediately.
  package static let fatal = [
    SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGALRM, SIGUSR2, SIGXCPU,
  ]
}
