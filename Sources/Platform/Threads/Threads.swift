// Operating system threads, for work that blocks, and what they wait with.

import CLibrary
import CPlatform
import Model
import Synchronization

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

/// The first result of several: that of the work, of a deadline or of a cancellation.
package final class FirstResult<Success: Sendable, Failure: Error>: Sendable {
  package typealias Outcome = Result<Success, Failure>

  private enum State {
    case open
    case awaited(CheckedContinuation<Outcome, Never>)
    case resolved(Outcome)
  }

  private let state = Mutex(State.open)
  private let hasOutcome = Atomic(false)

  package init() {}

  /// Whether there is a result, so that the work can stop. One atomic load.
  package var isResolved: Bool { hasOutcome.load(ordering: .relaxed) }

  /// Provides the result; ignored if there is one already.
  package func resolve(_ outcome: Outcome) {
    hasOutcome.store(true, ordering: .relaxed)
    let caller: CheckedContinuation<Outcome, Never>? = state.withLock { state in
      switch state {
      case .resolved: return nil
      case .open:
        state = .resolved(outcome)
        return nil
      case .awaited(let caller):
        state = .resolved(outcome)
        return caller
      }
    }
    caller?.resume(returning: outcome)
  }

  /// Waits for the result. Call once.
  ///
  /// - Parameter failure: the result if the task is cancelled first.
  package func wait(orCancelled failure: Failure) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        let known: Outcome? = state.withLock { state in
          // A cancellation may have come first.
          if case .resolved(let outcome) = state { return outcome }
          state = .awaited(caller)
          return nil
        }
        if let known { caller.resume(returning: known) }
      }
    } onCancel: {
      resolve(.failure(failure))
    }
  }
}

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
