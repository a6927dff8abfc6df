// Operating system threads, for blocking and for parallel work.

import CLibrary
import CPlatform

/// A thread with all signals blocked but those of its own faults: the main thread handles them, and
/// a broken connection is an error, not SIGPIPE.
package struct DedicatedThread: Sendable {
  #if canImport(Glibc)
    private let thread: pthread_t
  #else
    private nonisolated(unsafe) let thread: pthread_t
  #endif

  /// Runs `body` on a detached thread.
  ///
  /// - Returns: false if the system has no threads left.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let created = make(body) else { return false }
    pthread_detach(created.thread)
    return true
  }

  /// Runs `body` on this and other threads at once, and returns when all have finished. Uses fewer
  /// threads, at least this one, if the system has none left.
  ///
  /// - Parameter threads: the number of threads, this one included.
  package static func perform(on threads: Int, _ body: @Sendable () -> Void) {
    withoutActuallyEscaping(body) { body in
      var others: [DedicatedThread] = []
      for _ in 1..<max(1, threads) {
        guard let other = make(body) else { break }
        others.append(other)
      }
      body()
      for other in others { pthread_join(other.thread, nil) }
    }
  }

  private static func make(_ body: @escaping @Sendable () -> Void) -> DedicatedThread? {
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
      return nil
    }
    #if canImport(Glibc)
      return DedicatedThread(thread: thread)
    #else
      return thread.map { DedicatedThread(thread: $0) }
    #endif
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

private func run(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  signal_handle_on_own_stack()
  Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
}
