// sigaction(2) under one name on all platforms.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What happens when a signal arrives, as the system keeps it.
struct SignalAction {
  typealias Handler = @convention(c) (Int32) -> Void
  /// One that is told more about the signal.
  typealias InformedHandler =
    @convention(c) (
      Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
    ) -> Void

  private var action = sigaction()

  /// The default of the system.
  static var standard: SignalAction { SignalAction() }

  static var ignore: SignalAction {
    var ignore = SignalAction()
    ignore.setHandler(SIG_IGN)
    return ignore
  }

  /// - Parameter restarts: whether a system call that was interrupted goes on by itself.
  static func calling(_ handler: @escaping Handler, restarts: Bool) -> SignalAction {
    var calling = SignalAction()
    calling.setHandler(handler)
    // A stack that overflowed has no room for a handler.
    calling.action.sa_flags = (restarts ? SA_RESTART : 0) | SA_ONSTACK
    return calling
  }

  /// - Parameters:
  ///   - restarts: whether a system call that was interrupted goes on by itself.
  ///   - flags: more flags of sigaction(2).
  static func informing(
    _ handler: @escaping InformedHandler, restarts: Bool, flags: Int32 = 0
  ) -> SignalAction {
    var informing = SignalAction()
    informing.setInformedHandler(handler)
    informing.action.sa_flags = (restarts ? SA_RESTART : 0) | SA_ONSTACK | SA_SIGINFO | flags
    return informing
  }

  static func current(_ number: Int32) -> SignalAction {
    var current = SignalAction()
    _ = sigaction(number, nil, &current.action)
    return current
  }

  /// Puts this action in force.
  func install(_ number: Int32) {
    var action = action
    _ = sigaction(number, &action, nil)
  }

  var isIgnore: Bool { isHandler(SIG_IGN) }

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
