// Threads to measure with.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread that runs one closure.
final class Worker {
  #if canImport(Darwin)
    private var thread: pthread_t?
  #else
    private var thread = pthread_t()
  #endif

  /// Starts the thread.
  init(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    pthread_create(
      &thread, nil,
      { work in
        #if canImport(Darwin)
          Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        #else
          if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        #endif
        return nil
      }, work.toOpaque())
  }

  /// Waits for its end.
  func join() {
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}
