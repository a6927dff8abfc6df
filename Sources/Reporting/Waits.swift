// Who is being waited for, and for how long.

package import Model

/// The waits under way, at most one of each source. A wait lasts until its time, or until a request of
/// its source is begun after it.
package struct Waits: Sendable {
  fileprivate struct Entry {
    let wait: Wait
    let began: Moment
    let until: Moment
  }

  /// How much earlier than it is told a request of another writer may have begun: its times are whole
  /// milliseconds, and were taken while others ran beside it.
  private static let imprecision = Duration.milliseconds(100)

  private var active: [Entry] = []

  mutating func begin(_ wait: Wait, at moment: Moment) {
    let entry = Entry(wait: wait, began: moment, until: moment + wait.duration)
    // One request that is tried again does not end the wait of all others for a limit.
    if case .retry = wait.reason, active.contains(where: { $0.isLimit(outlasting: entry) }) {
      return
    }
    active.removeAll { $0.wait.source == wait.source }
    active.append(entry)
  }

  /// A request has ended. One that was under way when a wait began says nothing about it.
  mutating func note(_ trace: RequestTrace, at moment: Moment) {
    if active.isEmpty { return }
    let began = trace.began ?? moment - trace.duration - Self.imprecision
    active.removeAll { $0.wait.source == trace.source && $0.began < began }
  }

  /// - Parameter source: nil for a wait of the run as a whole.
  mutating func end(of source: Source?) {
    active.removeAll { $0.wait.source == source }
  }

  mutating func endAll() {
    active.removeAll()
  }

  func current(at moment: Moment) -> Wait? {
    active.last { $0.until > moment }?.wait
  }

  func isWaiting(_ source: Source, at moment: Moment) -> Bool {
    active.contains { $0.wait.source == source && $0.until > moment }
  }

  /// The time left of the current wait.
  package func left(at moment: Moment) -> Duration {
    active.last { $0.until > moment }.map { $0.until - moment } ?? .zero
  }
}

extension Waits.Entry {
  fileprivate func isLimit(outlasting other: Waits.Entry) -> Bool {
    wait.reason == .rateLimit && wait.source == other.wait.source && until > other.until
  }
}
