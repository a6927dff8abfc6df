// A result that one task waits for and several threads or tasks may provide.

import Synchronization

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
