// How much a log says: few enough lines to read, and a heartbeat when it has been silent too long.

import Model

/// Limits a run of 15 minutes to about 40 lines. From the 25th on only results, waits of more than
/// a minute and rare heartbeats are printed.
struct LineBudget: Sendable {
  /// Spoken lines are few anyway and have no limit.
  let isLimited: Bool
  /// Late in the log: the shortest silence before a heartbeat, and the shortest time between two
  /// waits of one source.
  let rest: Duration
  private(set) var lines = 0
  /// When a wait was last printed, by source; nil for the whole run.
  private(set) var waits: [Source?: Moment] = [:]
  /// The same of retries alone.
  private(set) var retries: [Source: Moment] = [:]

  mutating func count() { lines += 1 }

  /// Whether optional lines may still be printed.
  var allowsFact: Bool { !isLimited || lines < 24 }

  /// Whether to print a wait: retries at most once a minute, and late in the log only waits of more
  /// than a minute.
  mutating func allows(_ wait: Wait, at moment: Moment) -> Bool {
    if !allowsFact {
      if wait.duration <= .seconds(60) { return false }
      if let last = waits[wait.source], moment - last < rest { return false }
    }
    if case .retry = wait.reason, let source = wait.source {
      if let last = retries[source], moment - last < .seconds(60) { return false }
      retries[source] = moment
    }
    waits[wait.source] = moment
    return true
  }
}

/// Measures the time since a stage or a source began or a heartbeat was printed, and backs off.
struct HeartbeatTimer: Sendable {
  /// The longest silence; nil for no heartbeat.
  let limit: Duration?
  /// The limit late in a log, if longer.
  let lateLimit: Duration
  private(set) var since: Moment
  private(set) var factor = 1

  /// When the next heartbeat is due; nil for never.
  func end(isLate: Bool) -> Moment? {
    limit.map { since + (isLate ? max($0, lateLimit) : $0 * factor) }
  }

  /// Another program has said something.
  mutating func restart(at moment: Moment) { since = moment }

  /// A heartbeat was printed: the next ones come after 2, 4, then 6 times the limit.
  mutating func noteHeartbeat(at moment: Moment) {
    since = moment
    factor = factor >= 4 ? 6 : factor * 2
  }

  /// A new stage or source: restarts the clock and the back-off.
  mutating func reset(at moment: Moment) {
    since = moment
    factor = 1
  }
}
