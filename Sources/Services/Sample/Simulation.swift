// The simulated failures of the sample athlete.

package import Model
import Network
import Synchronization

/// A failure to simulate once: a retry succeeds.
package final class Simulation: Sendable {
  let what: SimulationCase
  /// The source that fails.
  let source: Source
  private let isOver = Mutex(false)

  package init(_ what: SimulationCase, at source: Source?) {
    self.what = what
    self.source = source ?? .strava
  }

  /// The failure when a source is contacted.
  func failureOnContact(_ source: Source) -> SyncFailure? {
    guard source == self.source else { return nil }
    return switch what {
    case .network, .offline: once(.network(source))
    case .timeout: once(.timeout(.answer(source)))
    case .server: once(.server(source))
    case .auth: once(.auth(source))
    case .permission: once(.permission(source, .missingScopes(["activity:read_all"])))
    default: nil
    }
  }

  /// The failure in the middle of a source's list.
  func failureInList(_ source: Source, at now: Timestamp) -> SyncFailure? {
    guard source == self.source else { return nil }
    switch what {
    case .rateLimit:
      let next = Timestamp(seconds: (now.seconds / 900 + 1) * 900)
      return once(.rateLimited(source, RateLimit(window: .quarterHour, retryAt: next)))
    case .badReply: return once(.badReply(source))
    default: return nil
    }
  }

  /// The failure in a step of the pipeline.
  ///
  /// - Parameters:
  ///   - store: the folder that is full.
  ///   - holder: the holder of the lock.
  func failure(in step: Step, store: DisplayText, holder: LockHolder) -> SyncFailure? {
    switch (what, step) {
    case (.locked, .open): once(.locked(holder))
    case (.diskFull, .save): once(.storage(StorageFailure(path: store, reason: .diskFull)))
    case (.internal, .processData): once(.internal("simulated"))
    default: nil
    }
  }

  /// The failure the first time, then none.
  private func once(_ failure: SyncFailure) -> SyncFailure? {
    isOver.withLock { isOver in
      defer { isOver = true }
      return isOver ? nil : failure
    }
  }
}
