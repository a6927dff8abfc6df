// How often it is said that a service did not answer.

import Model

/// Waits for another try are told at most once a source and minute.
struct RetryThrottle: Sendable {
  private var last: [Source: Moment] = [:]

  /// Whether a wait is to be told; what is told is remembered.
  mutating func allows(_ wait: Wait, at moment: Moment) -> Bool {
    guard case .retry = wait.reason, let source = wait.source else { return true }
    if let last = last[source], moment - last < .seconds(60) { return false }
    last[source] = moment
    return true
  }
}
