// Few enough lines to read: what a log leaves out once it has said a lot.

import Model

/// Counts lines, so that a run of 15 minutes has at most 40. From the 25th on only results, waits of
/// more than a minute and rare heartbeats are said.
struct LineBudget: Sendable {
  /// The shortest silence before a heartbeat late in the log, and the shortest time between two
  /// waits of one source there.
  let rest: Duration
  private var lines = 0
  private var retries = RetryThrottle()
  /// When a wait was told last, by source; nil for the run as a whole.
  private var waits: [Source?: Moment] = [:]

  init(rest: Duration) {
    self.rest = rest
  }

  mutating func count() {
    lines += 1
  }

  /// Whether there is room for what can be left out.
  var allowsFact: Bool { lines < 24 }

  /// Whether a wait is a line: waits for another try are rare, and late in the log only waits of
  /// more than a minute are told.
  mutating func allows(_ wait: Wait, at moment: Moment) -> Bool {
    if !allowsFact {
      if wait.duration <= .seconds(60) { return false }
      if let last = waits[wait.source], moment - last < rest { return false }
    }
    guard retries.allows(wait, at: moment) else { return false }
    waits[wait.source] = moment
    return true
  }
}
