// Which sources are waiting, and for how long.

package import Model

/// The current waits, at most one per source. A wait ends at its time, or when a request of its
/// source that began after it completes.
package struct Waits: Sendable {
  private struct Entry {
    let wait: Wait
    let began: Moment
    let until: Moment

    func isLimit(outlasting other: Entry) -> Bool {
      wait.reason == .rateLimit && wait.source == other.wait.source && until > other.until
    }
  }

  /// How much earlier a reported request may really have begun: reported times are whole
  /// milliseconds and include scheduling delays.
  private static let imprecision = Duration.milliseconds(100)

  private var active: [Entry] = []

  mutating func begin(_ wait: Wait, at moment: Moment) {
    let entry = Entry(wait: wait, began: moment, until: moment + wait.duration)
    // The retry of one request does not end a longer wait for a rate limit.
    if case .retry = wait.reason, active.contains(where: { $0.isLimit(outlasting: entry) }) {
      return
    }
    active.removeAll { $0.wait.source == wait.source }
    active.append(entry)
  }

  /// A request has completed. It ends a wait only if it began after it.
  mutating func note(_ trace: RequestTrace, at moment: Moment) {
    if active.isEmpty { return }
    let began = trace.began ?? moment - trace.duration - Self.imprecision
    active.removeAll { $0.wait.source == trace.source && $0.began < began }
  }

  /// - Parameter source: nil for a wait of the whole run.
  mutating func end(of source: Source?) { active.removeAll { $0.wait.source == source } }

  mutating func endAll() { active.removeAll() }

  func current(at moment: Moment) -> Wait? { active.last { $0.until > moment }?.wait }

  func isWaiting(_ source: Source, at moment: Moment) -> Bool {
    active.contains { $0.wait.source == source && $0.until > moment }
  }

  /// The time left of the current wait.
  package func left(at moment: Moment) -> Duration {
    active.last { $0.until > moment }.map { $0.until - moment } ?? .zero
  }
}
