// A mutex-protected value with a condition variable.

import CLibrary
import Model

/// A POSIX mutex and condition variable around a value.
final class Condition<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      // `Moment` counts on the monotonic clock.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the value.
  func withLock<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// The result of a check by a waiting thread.
  enum Finding<Answer> {
    case over(Answer)
    /// Not yet: check again after a signal or at a moment.
    case until(Moment?)
  }

  /// Waits until `body` returns an answer. Calls it at once, and again after every signal.
  func wait<Answer>(_ body: (inout Value) -> Finding<Answer>) -> Answer {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      switch body(&value) {
      case .over(let answer): return answer
      case .until(nil): pthread_cond_wait(condition, mutex)
      case .until(let moment?): wait(until: moment)
      }
    }
  }

  private func wait(until moment: Moment) {
    #if canImport(Darwin)
      let left = max(0, moment.nanoseconds - SystemTime().moment().nanoseconds)
    #else
      let left = max(0, moment.nanoseconds)
    #endif
    var time = timespec(tv_sec: time_t(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
    #if canImport(Darwin)
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }

  func signal() { pthread_cond_signal(condition) }
}
