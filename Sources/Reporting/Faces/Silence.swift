// When a log has been silent for too long.

import SyncModel

/// Counts the silence since the last line and backs off while nothing but heartbeats is said.
struct Silence: Sendable {
  private let limit: Duration?
  private var since: Moment
  private var factor = 1

  init(limit: Duration?, since: Moment) {
    self.limit = limit
    self.since = since
  }

  /// When a heartbeat is due; nil when there is none.
  var end: Moment? {
    limit.map { since + $0 * factor }
  }

  /// Something was said.
  mutating func speak(at moment: Moment) {
    since = moment
  }

  /// A heartbeat was said: the next ones come after 2, 4, then 6 times the limit, and after half an
  /// hour's worth of them no more often than every 30 limits.
  mutating func beat(at moment: Moment, isLate: Bool) {
    since = moment
    factor = isLate ? 30 : factor >= 4 ? 6 : factor * 2
  }

  /// A new stage or source: the back-off begins anew, and the clock with it.
  mutating func reset(at moment: Moment) {
    since = moment
    factor = 1
  }
}
