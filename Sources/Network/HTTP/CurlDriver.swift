// The one thread on which all transfers run.

import Platform
import Model
import Synchronization

/// Takes requests from any task and drives them on its own thread, which starts with the first.
final class CurlDriver: Sendable {
  typealias Outcome = Result<Reply, TransportFailure>
  typealias Caller = CheckedContinuation<Outcome, Never>

  private struct State {
    enum Phase { case idle, running, over(TransportFailure) }

    var phase = Phase.idle
    var lastID = 0
    /// Whoever waits for an answer, by request.
    var callers: [Int: Caller] = [:]
    var started: [(id: Int, request: Request)] = []
    var abandoned: [Int] = []
    /// There while the thread runs; touched by others only to wake it.
    var multi: CurlMulti?
  }

  private let state = Mutex(State())
  private let settings: CurlSettings

  init(_ settings: CurlSettings) {
    self.settings = settings
  }

  /// A number for a request that is about to be started.
  func newID() -> Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Begins a request; `caller` is resumed exactly once.
  func start(_ id: Int, _ request: Request, _ caller: Caller) {
    var mustRun = false
    let refusal: TransportFailure? = state.withLock { state in
      if case .over(let failure) = state.phase { return failure }
      if case .idle = state.phase {
        mustRun = true
        state.phase = .running
      }
      state.callers[id] = caller
      state.started.append((id, request))
      state.multi?.wake()
      return nil
    }
    if let refusal { return caller.resume(returning: .failure(refusal)) }
    if mustRun, !DedicatedThread.start({ [self] in run() }) { end(.exhausted(.threads)) }
  }

  /// Answers the caller at once and drops the transfer behind its back.
  func abandon(_ id: Int, _ failure: TransportFailure) {
    let caller = state.withLock { state in
      let caller = state.callers.removeValue(forKey: id)
      if caller != nil {
        state.abandoned.append(id)
        state.multi?.wake()
      }
      return caller
    }
    caller?.resume(returning: .failure(failure))
  }

  /// Answers everybody and lets the thread end.
  func stop() {
    end(.cancelled)
  }

  private func end(_ failure: TransportFailure) {
    let callers = state.withLock { state in
      if case .over = state.phase {} else { state.phase = .over(failure) }
      state.multi?.wake()
      defer { state.callers = [:] }
      return state.callers.values
    }
    for caller in callers { caller.resume(returning: .failure(failure)) }
  }

  private func finish(_ id: Int, _ outcome: Outcome) {
    let caller = state.withLock { $0.callers.removeValue(forKey: id) }
    caller?.resume(returning: outcome)
  }

  // What follows runs on the thread.

  private func run() {
    guard CurlMulti.isAvailable else { return end(.noLibcurl) }
    guard let multi = CurlMulti() else { return end(.exhausted(.descriptors)) }
    state.withLock { $0.multi = multi }
    drive(multi)
    state.withLock { $0.multi = nil }
    end(.other(0))
  }

  /// Returns when the driver is stopped, or libcurl is at its end.
  private func drive(_ multi: CurlMulti) {
    var transfers: [OpaquePointer: CurlTransfer] = [:]
    defer { for transfer in transfers.values { multi.remove(transfer.handle) } }
    while let orders = takeOrders() {
      for (id, request) in orders.started {
        guard let transfer = CurlTransfer(id: id, request, settings: settings),
          multi.add(transfer.handle)
        else {
          finish(id, .failure(.unsendable))
          continue
        }
        transfers[transfer.handle.id] = transfer
      }
      for transfer in transfers.values where orders.abandoned.contains(transfer.id) {
        multi.remove(transfer.handle)
        transfers[transfer.handle.id] = nil
      }
      guard multi.perform() else { return }
      while let ending = multi.next() {
        guard let transfer = transfers.removeValue(forKey: ending.id) else { continue }
        let outcome = transfer.result(code: ending.code)
        multi.remove(transfer.handle)
        finish(transfer.id, outcome)
      }
      guard multi.wait(milliseconds: 10_000) else { return }
    }
  }

  /// What was asked for since the last time; nil once the driver is stopped.
  private func takeOrders() -> (started: [(id: Int, request: Request)], abandoned: [Int])? {
    state.withLock { state in
      guard case .running = state.phase else { return nil }
      defer {
        state.started = []
        state.abandoned = []
      }
      return (state.started, state.abandoned)
    }
  }
}
