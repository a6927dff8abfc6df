// sigaction(2) under one name on all platforms.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What happens when a signal arrives, as the system keeps it.
package struct SignalAction: Sendable {
  private typealias Handler = @convention(c) (Int32) -> Void
  /// One that is told more about the signal.
  private typealias InformedHandler =
    @convention(c) (
      Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
    ) -> Void

  private var action = sigaction()

  /// The default of the system.
  package static var standard: SignalAction { SignalAction() }

  package static var ignore: SignalAction {
    var ignore = SignalAction()
    ignore.setHandler(SIG_IGN)
    return ignore
  }

  /// Tells the loop: see `SignalDelivery`.
  ///
  /// - Parameter restarts: whether a system call that was interrupted goes on by itself.
  package static func notify(restarts: Bool) -> SignalAction {
    var notify = SignalAction()
    notify.setInformedHandler(sendToLoop)
    // A stack that overflowed has no room for a handler. A child that stops is no news.
    notify.action.sa_flags =
      (restarts ? SA_RESTART : 0) | SA_ONSTACK | SA_SIGINFO | SA_NOCLDSTOP
    return notify
  }

  /// Gives the terminal back and lets the system end the process.
  package static var restoreTerminal: SignalAction {
    var restore = SignalAction()
    restore.setHandler(restoreTerminalAndDie)
    restore.action.sa_flags = SA_ONSTACK
    return restore
  }

  package static func current(_ number: Int32) -> SignalAction {
    var current = SignalAction()
    _ = sigaction(number, nil, &current.action)
    return current
  }

  /// Puts this action in force.
  package func install(_ number: Int32) {
    var action = action
    _ = sigaction(number, &action, nil)
  }

  package var isIgnore: Bool { isHandler(SIG_IGN) }

  /// Gives a signal back its default action and lets it through, so that raising it again ends or stops
  /// the process as its parent expects.
  package static func restoreDefault(_ number: Int32) {
    standard.install(number)
    var set = sigset_t()
    _ = sigemptyset(&set)
    _ = sigaddset(&set, number)
    _ = pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Sends a signal to this thread; one that is not held back is over when this returns.
  package static func raise(_ number: Int32) {
    _ = systemRaise(number)
  }

  /// Does something for which a reader that has left is an error of `write` and not the end of the
  /// process.
  package static func ignoringBrokenPipe<Answer>(_ body: () -> Answer) -> Answer {
    let former = current(SIGPIPE)
    ignore.install(SIGPIPE)
    defer { former.install(SIGPIPE) }
    return body()
  }

  /// Lets a crash end the process without a report: Swift's own shows what the registers point to, and
  /// that may be a token. To be called before anything else.
  package static func disableCrashReports() {
    for number in SignalNumber.fatal where !current(number).isIgnore { standard.install(number) }
  }

  #if canImport(Glibc)
    private mutating func setHandler(_ handler: Handler?) {
      action.__sigaction_handler.sa_handler = handler
    }

    private mutating func setInformedHandler(_ handler: InformedHandler?) {
      action.__sigaction_handler.sa_sigaction = handler
    }

    private func isHandler(_ handler: Handler?) -> Bool {
      address(action.__sigaction_handler.sa_handler) == address(handler)
    }
  #elseif canImport(Musl)
    private mutating func setHandler(_ handler: Handler?) {
      action.__sa_handler.sa_handler = handler
    }

    private mutating func setInformedHandler(_ handler: InformedHandler?) {
      action.__sa_handler.sa_sigaction = handler
    }

    private func isHandler(_ handler: Handler?) -> Bool {
      address(action.__sa_handler.sa_handler) == address(handler)
    }
  #else
    private mutating func setHandler(_ handler: Handler?) {
      action.__sigaction_u.__sa_handler = handler
    }

    private mutating func setInformedHandler(_ handler: InformedHandler?) {
      action.__sigaction_u.__sa_sigaction = handler
    }

    private func isHandler(_ handler: Handler?) -> Bool {
      address(action.__sigaction_u.__sa_handler) == address(handler)
    }
  #endif

  private func address(_ handler: Handler?) -> Int {
    unsafeBitCast(handler, to: Int.self)
  }
}

private func systemRaise(_ number: Int32) -> Int32 { raise(number) }
