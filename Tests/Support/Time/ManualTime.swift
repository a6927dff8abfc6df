// A clock moved by a test, or by the sleeps on it.

package import Model
import Synchronization

/// Both clocks. They move only with `advance`, a sleep that leaps, and readings that step.
package final class ManualTime: Time {
  package enum Sleep: Sendable {
    /// Moves both clocks to its end and returns.
    case leap
    /// Returns without moving the clocks, for callers that poll.
    case nap
    /// Lasts until `advance`, or until it is cancelled.
    case last
  }

  private struct State {
    var elapsed = Duration.zero
    /// The time added to the monotonic clock by readings.
    var stepped = Duration.zero
    var nextID = 0
    var sleepers: [Int: (until: Moment, wake: CheckedContinuation<Void, Never>)] = [:]

    var now: Moment { Moment(nanoseconds: 0) + elapsed + stepped }
  }

  /// 2026-11-20T06:00:00Z, the first second of a quarter hour.
  package static let start: Int64 = 1_795_154_400

  private let sleep: Sleep
  private let start: Int64
  private let offset: Int
  private let step: Duration
  private let state = Mutex(State())

  /// - Parameters:
  ///   - offset: seconds by which the local clock is ahead of UTC.
  ///   - step: how far every reading moves the monotonic clock, and it alone.
  package init(
    _ sleep: Sleep = .nap, at start: Int64 = ManualTime.start, offset: Int = 0,
    step: Duration = .zero
  ) {
    (self.sleep, self.start, self.offset, self.step) = (sleep, start, offset, step)
  }

  package var elapsed: Duration { state.withLock { $0.elapsed } }

  package func moment() -> Moment {
    state.withLock { state in
      state.stepped += step
      return state.now
    }
  }

  package func wallClock() -> Timestamp { Timestamp(seconds: start + elapsed.components.seconds) }

  package func localOffset(at stamp: Timestamp) -> Int { offset }

  package func sleep(until moment: Moment) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    switch sleep {
    case .leap:
      state.withLock { $0.elapsed += max(.zero, moment - $0.now) }
    case .nap:
      await Task.yield()
    case .last:
      await lie(until: moment)
    }
    if Task.isCancelled { throw CancellationError() }
  }

  /// Moves both clocks and wakes the sleepers whose time has come.
  package func advance(by duration: Duration) {
    let awake = state.withLock { state in
      state.elapsed += duration
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.wake)
    }
    for wake in awake { wake.resume() }
  }

  private func lie(until moment: Moment) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { wake in
        let isOver = state.withLock { state in
          let isOver = state.now >= moment
          if !isOver { state.sleepers[id] = (moment, wake) }
          return isOver
        }
        if isOver { wake.resume() }
        if Task.isCancelled { self.wake(id) }
      }
    } onCancel: {
      wake(id)
    }
  }

  private func wake(_ id: Int) {
    state.withLock { $0.sleepers.removeValue(forKey: id) }?.wake.resume()
  }
}
