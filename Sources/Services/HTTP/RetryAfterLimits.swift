// Limits that a service tells only when they are reached: 429, and how long to wait.

import Model
import Synchronization

/// What 429s say about a limit. All requests of a run share it.
final class RetryAfterLimits: RateLimits {
  /// What is waited for without being told how long, at first, in seconds.
  private static let pause: Int64 = 5
  /// A longer wait is a slip of the service: no limit that we know lasts more than a day.
  private static let longest: Int64 = 86_400

  private struct State {
    var limit: RateLimit?
    /// Refusals without an answer between.
    var refusals = 0
  }

  private let state = Mutex(State())

  init() {}

  func note(_ reply: Reply, at now: Timestamp) {
    state.withLock { state in
      guard reply.status == 429 else {
        state.refusals = 0
        return
      }
      // Who is refused again and again asks less and less often, whatever the service says.
      let patience = Int64(1) << min(state.refusals, 10)
      state.refusals += 1
      let told = reply.retryAfter(at: now) ?? Self.pause * patience
      let delay = min(max(told, patience), Self.longest)
      state.limit = RateLimit(
        window: .unnamed, retryAt: Timestamp(seconds: now.seconds + delay))
    }
  }

  func current(at now: Timestamp) -> RateLimit? {
    state.withLock { state in
      if let until = state.limit?.retryAt, until <= now { state.limit = nil }
      return state.limit
    }
  }

  func passed(_ waited: RateLimit) {
    state.withLock { if $0.limit == waited { $0.limit = nil } }
  }
}
