// Few enough lines to read: what a log leaves out once it has said a lot.

import SyncModel

/// Counts lines. From the 25th on only results, long waits and rare heartbeats are said.
struct LineBudget: Sendable {
  private var lines = 0
  private var lastRetry: [Source: Moment] = [:]

  mutating func count() {
    lines += 1
  }

  /// Whether there is room for what can be left out.
  var allowsFact: Bool { lines < 24 }

  /// Whether a wait is a line: waits for another try at most once a source and minute, and late in
  /// the log only waits over a minute.
  mutating func allows(_ wait: Wait, at moment: Moment) -> Bool {
    if !allowsFact, wait.duration <= .seconds(60) { return false }
    guard case .retry = wait.reason, let source = wait.source else { return true }
    if let last = lastRetry[source], moment - last < .seconds(60) { return false }
    lastRetry[source] = moment
    return true
  }
}
