// What a service lets us ask in a while, as its answers say.

import Model

/// Remembers the limits that a service's answers name.
protocol RateLimits: Sendable {
  /// Reads an answer; one with status 429 always means a limit.
  func note(_ reply: Reply, at now: Timestamp)

  /// The limit that forbids a request at this time; nil when none does.
  func current(at now: Timestamp) -> RateLimit?

  /// The limit was waited for, whatever the wall clock says.
  func passed(_ limit: RateLimit)

  /// Lets a request go, or names the limit that forbids it.
  func begin(at now: Timestamp) -> RateLimit?

  /// A request that was let go has ended, with this answer or with none.
  func end(_ reply: Reply?, at now: Timestamp)

  /// Whether a wait for the limit is news: of requests that wait side by side only the first says so.
  func announces(_ limit: RateLimit) -> Bool
}

/// A service that is asked one thing after the other needs no more than `note` and `current`.
extension RateLimits {
  func begin(at now: Timestamp) -> RateLimit? { current(at: now) }

  func end(_ reply: Reply?, at now: Timestamp) {
    if let reply { note(reply, at: now) }
  }

  func announces(_ limit: RateLimit) -> Bool { true }
}
