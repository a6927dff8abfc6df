// A value behind a lock, on which a test can wait for a condition instead of sleeping.

import CLibrary

/// The longest wait, in seconds. Generous, because only a failing test reaches it.
package let patience: Double = 120

/// Thrown, so that a test fails with a message instead of hanging.
package struct DeadlineMissed: Error, CustomStringConvertible {
  package let what: String
  package let seconds: Double
  package var seen: String = ""

  package var description: String {
    "waited \(seconds) s in vain for \(what)"
      + (seen.isEmpty ? "" : "; so far:\n\(excerpt(of: seen, from: .max))")
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

  /// Reads or changes the value, then lets waiting threads check again.
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

  /// Waits until `body` has a result, checking after every change of the value.
  package func wait<Result>(
    for what: String, within seconds: Double = patience, until body: (inout Value) -> Result?
  ) throws(DeadlineMissed) -> Result {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    let nanoseconds = Double(deadline.tv_nsec) + seconds * 1e9
    deadline.tv_sec += Int(nanoseconds / 1e9)
    deadline.tv_nsec = Int(nanoseconds.truncatingRemainder(dividingBy: 1e9))
    guard let result = wait(until: deadline, body) else {
      throw DeadlineMissed(what: what, seconds: seconds)
    }
    return result
  }

  /// Waits without limit: for helper threads of a test (a held answer), never for the test itself.
  package func waitForever<Result>(until body: (inout Value) -> Result?) -> Result {
    while true {
      if let result = wait(until: nil, body) { return result }
    }
  }

  private func wait<Result>(
    until deadline: timespec?, _ body: (inout Value) -> Result?
  ) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var isOver = false
    while true {
      if let result = body(&value) {
        pthread_cond_broadcast(condition)
        return result
      }
      if isOver { return nil }
      if var deadline {
        isOver = pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT
      } else {
        pthread_cond_wait(condition, mutex)
      }
    }
  }
}
