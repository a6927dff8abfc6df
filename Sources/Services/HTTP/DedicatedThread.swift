// A thread for work that waits inside system calls, which no task may do.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum DedicatedThread {
  /// Runs `body` on a thread of its own that nobody joins. It takes no signals: they belong to the
  /// main thread, and a broken connection is to be an error, not SIGPIPE.
  ///
  /// - Returns: false when the system has no thread left.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
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

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

private func run(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
}
