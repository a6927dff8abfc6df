// A value behind a lock, on which a test can wait for a condition instead of sleeping.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How long, in seconds, anything in a test waits for something that ought to happen at once.
/// Generous, because it is only ever reached by a test that fails.
package let patience: Double = 120

/// Something a test waited for did not happen in time. Thrown, so that the test fails with a
/// sentence instead of hanging.
package struct DeadlineMissed: Error, CustomStringConvertible {
  /// What was waited for.
  package let what: String
  /// How long it was waited for, in seconds.
  package let seconds: Double
  /// What had been seen by then.
  package var seen: String = ""

  package var description: String {
    "waited \(seconds) s in vain for \(what)" + (seen.isEmpty ? "" : "; so far:\n\(seen)")
  }
}

/// A value that several threads share, with a condition to wait on.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the value; whoever waits looks again afterwards.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `condition` has a result, looking after every change of the value.
  ///
  /// - Throws: `DeadlineMissed`, naming `what`, after `seconds`.
  package func wait<Result>(
    for what: String, within seconds: Double = patience, until body: (inout Value) -> Result?
  ) throws(DeadlineMissed) -> Result {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    let nanoseconds = Double(deadline.tv_nsec) + seconds * 1e9
    deadline.tv_sec += Int(nanoseconds / 1e9)
    deadline.tv_nsec = Int(nanoseconds.truncatingRemainder(dividingBy: 1e9))

    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) {
        pthread_cond_broadcast(condition)
        return result
      }
      if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT {
        if let result = body(&value) { return result }
        throw DeadlineMissed(what: what, seconds: seconds)
      }
    }
  }

  /// Waits as long as it takes: for the servants of a test (a held answer), never for the test.
  package func waitForever<Result>(until body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) {
        pthread_cond_broadcast(condition)
        return result
      }
      pthread_cond_wait(condition, mutex)
    }
  }
}
