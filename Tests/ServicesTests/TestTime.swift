// Time that a test moves, chance that it chooses, and a list of what was posted.

import SyncModel
import Synchronization

/// Both clocks, moved by the test or by sleeping itself.
final class TestTime: Time {
  /// What a sleep does.
  enum Sleep {
    /// Moves both clocks to its end and returns.
    case leap
    /// Returns and moves nothing: for those who look again and again.
    case nap
    /// Lasts until `advance`, or until it is cancelled.
    case last
  }

  private struct State {
    var elapsed = Duration.zero
    var nextID = 0
    var sleepers: [Int: (until: Moment, wake: CheckedContinuation<Void, Never>)] = [:]
  }

  /// 2026-11-20T06:00:00Z, the first second of a quarter hour.
  static let start: Int64 = 1_795_154_400

  private let sleep: Sleep
  private let state = Mutex(State())

  init(_ sleep: Sleep) {
    self.sleep = sleep
  }

  func moment() -> Moment { Moment(nanoseconds: 0) + state.withLock { $0.elapsed } }

  func wallClock() -> Timestamp {
    Timestamp(seconds: Self.start + state.withLock { $0.elapsed }.components.seconds)
  }

  func localOffset(at stamp: Timestamp) -> Int { 0 }

  func sleep(until moment: Moment) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    switch sleep {
    case .leap:
      state.withLock { $0.elapsed = max($0.elapsed, moment - Moment(nanoseconds: 0)) }
    case .nap:
      await Task.yield()
    case .last:
      await lie(until: moment)
    }
    if Task.isCancelled { throw CancellationError() }
  }

  /// Moves both clocks and wakes whose time has come.
  func advance(by duration: Duration) {
    let awake = state.withLock { state in
      state.elapsed += duration
      let now = Moment(nanoseconds: 0) + state.elapsed
      let due = state.sleepers.filter { $0.value.until <= now }
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
          let isOver = Moment(nanoseconds: 0) + state.elapsed >= moment
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

/// Numbers that go up in equal steps from zero.
final class TestRandom: Random {
  private let last = Mutex<UInt64>(0)

  func next() -> UInt64 {
    last.withLock { last in
      last &+= 0x2545_F491_4F6C_DD1D
      return last
    }
  }
}

/// Everything that was posted, in order.
final class EventLog: EventSink {
  private let posted = Mutex<[SyncEvent.Kind]>([])

  func post(_ kind: SyncEvent.Kind) { posted.withLock { $0.append(kind) } }

  var all: [SyncEvent.Kind] { posted.withLock { $0 } }

  var waits: [Wait] {
    all.compactMap { if case .waiting(let wait) = $0 { wait } else { nil } }
  }

  var requests: [RequestTrace] {
    all.compactMap { if case .request(let trace) = $0 { trace } else { nil } }
  }
}
