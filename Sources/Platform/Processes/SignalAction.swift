// Signal actions and numbers under the same names on all platforms.

import CLibrary
import CPlatform

/// The action of a signal, to be installed again. These calls fail only for numbers that are no
/// signals, and for SIGKILL and SIGSTOP, so that their results tell nothing.
package struct SignalAction: Sendable {
  package let number: Int32
  package let isIgnored: Bool
  private var action = sigaction()

  /// The action that the signal has now.
  package init(of number: Int32) {
    self.number = number
    isIgnored = signal_is_ignored(number)
    _ = sigaction(number, nil, &action)
  }

  package func install() {
    var action = action
    _ = sigaction(number, &action, nil)
  }

  // MARK: Handlers

  /// The high bit of a byte in the signal pipe: a process sent the signal and not the terminal.
  package static let sentByProcess = UInt8(signal_sent_by_process)

  /// Sets the signal pipe; -1 for none.
  ///
  /// - Returns: the previous one.
  package static func exchangePipe(_ descriptor: Int32) -> Int32 {
    signal_exchange_pipe(descriptor)
  }

  /// Has a byte written to the signal pipe: the number, with `sentByProcess`.
  ///
  /// - Parameter restarts: whether interrupted system calls restart (SA_RESTART).
  package static func notify(_ number: Int32, restarts: Bool) { signal_notify(number, restarts) }

  /// Has the terminal restored (`TerminalDevice.restoreAfterCrash`) before the process ends with
  /// the default action.
  package static func restoreTerminal(_ number: Int32) { signal_restore_terminal(number) }

  package static func ignore(_ number: Int32) { _ = signal(number, SIG_IGN) }

  /// Restores the default action and unblocks the signal, so that raising it ends or stops the
  /// process as its parent expects.
  package static func restoreDefault(_ number: Int32) {
    _ = signal(number, SIG_DFL)
    var set = sigset_t()
    _ = sigemptyset(&set)
    _ = sigaddset(&set, number)
    _ = pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Sends a signal to this thread; if unblocked, it is handled before this returns.
  package static func raise(_ number: Int32) { _ = CLibrary.raise(number) }

  /// Runs `body` with SIGPIPE ignored, so that a closed reader is an error of `write`.
  package static func ignoringBrokenPipe<Answer>(_ body: () -> Answer) -> Answer {
    let former = SignalAction(of: SIGPIPE)
    ignore(SIGPIPE)
    defer { former.install() }
    return body()
  }

  /// Disables Swift's crash reports, which show memory that registers point to, possibly a token.
  /// Call first in `main`.
  ///
  /// - Parameter outOfMemory: what is written instead when memory is exhausted.
  package static func disableCrashReports(outOfMemory: StaticString) {
    signal_handle_on_own_stack()
    signal_set_out_of_memory(signal_text(outOfMemory))
    for number in SignalNumber.fatal where !signal_is_ignored(number) {
      _ = signal(number, SIG_DFL)
    }
  }
}

extension signal_text {
  init(_ text: StaticString) { self.init(bytes: text.utf8Start, count: text.utf8CodeUnitCount) }
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

  /// Signals of a thread that has failed.
  static let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Signals that end a process immediately.
  package static let fatal = faults + [SIGQUIT, SIGSYS, SIGALRM, SIGUSR2, SIGXCPU]
}
