// Operating system threads, for work that blocks.

import CLibrary
import CPlatform

/// A thread with all signals blocked but those of its own faults: the main thread handles them, and
/// a broken connection is an error, not SIGPIPE.
package enum DedicatedThread {
  /// Runs `body` on a detached thread.
  ///
  /// - Returns: false if the system has no threads left.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    for fault in SignalNumber.faults { sigdelset(&all, fault) }
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &thread, nil,
      { context in
        run(context)
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return false
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
    return true
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func run(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  signal_handle_on_own_stack()
  Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
}
