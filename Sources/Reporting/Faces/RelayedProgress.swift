// Progress that a program tells at this moment, passed on at most once a second for each source.

import Model

/// What was passed on last of each source, and the newest since, which has to wait.
struct RelayedProgress {
  private static let interval: Duration = .seconds(1)

  /// By source; nil for the run as a whole.
  private var last: [Source?: (at: Moment, held: SyncEvent?)] = [:]

  /// Whether progress may be passed on at once. One that comes too soon is kept in place of the one
  /// that was kept before.
  mutating func mayPass(_ event: SyncEvent, of source: Source?, at now: Moment) -> Bool {
    if let before = last[source], now - before.at < Self.interval {
      last[source]?.held = event
      return false
    }
    last[source] = (now, nil)
    return true
  }

  /// When the first that is kept may be passed on.
  var due: Moment? {
    last.values.lazy.filter { $0.held != nil }.map { $0.at + Self.interval }.min()
  }

  /// What was kept and may be passed on now; the oldest first.
  mutating func taken(at now: Moment) -> [SyncEvent] {
    take(at: now) { now >= $0 + Self.interval }
  }

  /// All that was kept: what comes next must not overtake it.
  mutating func takenAll(at now: Moment) -> [SyncEvent] {
    take(at: now) { _ in true }
  }

  private mutating func take(at now: Moment, where isDue: (_ last: Moment) -> Bool) -> [SyncEvent] {
    if last.isEmpty { return [] }
    let due = last.filter { isDue($0.value.at) }.compactMap { source, last in
      last.held.map { (source: source, event: $0) }
    }.sorted { $0.event.at < $1.event.at }
    for (source, _) in due { last[source] = (now, nil) }
    return due.map(\.event)
  }
}
