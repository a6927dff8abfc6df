// Runs all transfers on one thread.

import Platform
import Model
import Synchronization

/// Accepts requests from any task and runs them on its own thread, which starts with the first
/// request.
final class CurlDriver: Sendable {
  typealias Outcome = Result<Reply, TransportFailure>
  typealias Caller = CheckedContinuation<Outcome, Never>

  private struct State {
    enum Phase { case idle, running, over(TransportFailure) }

    var phase = Phase.idle
    /// The waiting callers by request ID; a transfer without one is abandoned.
    var callers: [Int: Caller] = [:]
    var started: [(id: Int, request: Request)] = []
    /// Set while the thread runs.
    var waker: CurlWaker?
  }

  private let state = Mutex(State())
  private let lastID = Atomic(0)
  private let settings: CurlSettings

  init(_ settings: CurlSettings) { self.settings = settings }

  func newID() -> Int { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Starts a request; `caller` is resumed exactly once.
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
      state.waker?.wake()
      return nil
    }
    if let refusal { return caller.resume(returning: .failure(refusal)) }
    if mustRun, !DedicatedThread.start({ [self] in run() }) { end(.exhausted(.threads)) }
  }

  /// Resumes the caller at once; the transfer is removed later.
  func abandon(_ id: Int, _ failure: TransportFailure) {
    finish(id, .failure(failure))
    state.withLock { $0.waker?.wake() }
  }

  /// Resumes all callers and ends the thread.
  func end(_ failure: TransportFailure) {
    let callers = state.withLock { state in
      if case .over = state.phase {} else { state.phase = .over(failure) }
      state.waker?.wake()
      defer { state.callers = [:] }
      return state.callers.values
    }
    for caller in callers { caller.resume(returning: .failure(failure)) }
  }

  private func finish(_ id: Int, _ outcome: Outcome) {
    let caller = state.withLock { $0.callers.removeValue(forKey: id) }
    caller?.resume(returning: outcome)
  }

  // The methods below run on the driver's thread.

  /// Returns when the driver is stopped or on a fatal libcurl error.
  private func run() {
    guard CurlMulti.isAvailable else {
      return end(SystemLimit.reached.map { .exhausted($0) } ?? .noLibcurl)
    }
    guard let multi = CurlMulti() else {
      return end(.exhausted(SystemLimit.reached ?? .descriptors))
    }
    state.withLock { $0.waker = multi.waker }
    var transfers: [OpaquePointer: CurlTransfer] = [:]
    defer {
      for transfer in transfers.values { multi.remove(transfer.handle) }
      state.withLock { $0.waker = nil }
      end(.other(0))
    }
    while let (started, waiting) = takeRequests() {
      for (id, request) in started {
        guard let transfer = CurlTransfer(id: id, request, settings: settings),
          multi.add(transfer.handle)
        else {
          finish(id, exhaustion ?? .failure(.unsendable))
          continue
        }
        transfers[transfer.handle.id] = transfer
      }
      for transfer in transfers.values where !waiting.contains(transfer.id) {
        multi.remove(transfer.handle)
        transfers[transfer.handle.id] = nil
      }
      guard multi.perform() else { return }
      while let ending = multi.next() {
        guard let transfer = transfers.removeValue(forKey: ending.id) else { continue }
        var outcome = transfer.result(code: ending.code)
        if case .failure = outcome { outcome = exhaustion ?? outcome }
        multi.remove(transfer.handle)
        finish(transfer.id, outcome)
      }
      guard multi.wait(milliseconds: 10_000) else { return }
    }
  }

  /// The outcome of a transfer that failed while the process has no descriptor or memory left,
  /// whatever libcurl says; nil as long as it has both.
  private var exhaustion: Outcome? { SystemLimit.reached.map { .failure(.exhausted($0)) } }

  /// The requests started since the last call, and the IDs of all that are waited for; nil after
  /// the driver was stopped.
  private func takeRequests() -> (started: [(id: Int, request: Request)], waiting: Set<Int>)? {
    state.withLock { state in
      guard case .running = state.phase else { return nil }
      defer { state.started = [] }
      return (state.started, Set(state.callers.keys))
    }
  }
}
