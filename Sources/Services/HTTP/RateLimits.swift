// What a service lets us ask in a while, as its answers say.

import SyncModel

/// Remembers the limits that a service's answers name.
protocol RateLimits: Sendable {
  /// Reads an answer; one with status 429 always means a limit.
  func note(_ reply: Reply, at now: Timestamp)

  /// The limit that forbids a request at this time; nil when none does.
  func current(at now: Timestamp) -> RateLimit?

  /// The limit was waited for, whatever the wall clock says.
  func passed(_ limit: RateLimit)
}
