// When a log has been silent for too long.

import Model

/// Counts the silence since the last line and backs off while nothing but heartbeats is said.
struct HeartbeatTimer: Sendable {
  private let limit: Duration?
  private let lateLimit: Duration
  private var since: Moment
  private var factor = 1

  /// - Parameters:
  ///   - limit: the longest silence; nil for no heartbeat.
  ///   - lateLimit: the shortest one late in a log.
  init(limit: Duration?, lateLimit: Duration, since: Moment) {
    self.limit = limit
    self.lateLimit = lateLimit
    self.since = since
  }

  /// When a heartbeat is due; nil when there is none.
  func end(isLate: Bool) -> Moment? {
    limit.map { since + (isLate ? max($0, lateLimit) : $0 * factor) }
  }

  /// Something was said.
  mutating func speak(at moment: Moment) {
    since = moment
  }

  /// A heartbeat was said: the next ones come after 2, 4, then 6 times the limit.
  mutating func beat(at moment: Moment) {
    since = moment
    factor = factor >= 4 ? 6 : factor * 2
  }

  /// A new stage or source: the back-off begins anew, and the clock with it.
  mutating func reset(at moment: Moment) {
    since = moment
    factor = 1
  }
}
