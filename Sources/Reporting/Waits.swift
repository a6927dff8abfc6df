// Who is being waited for, and for how long.

package import SyncModel

/// The waits under way. A wait is over when its time has come or its source is heard of again.
package struct Waits: Sendable {
  private var active: [(wait: Wait, until: Moment)] = []

  mutating func begin(_ wait: Wait, at moment: Moment) {
    active.removeAll { $0.wait.source == wait.source }
    active.append((wait, moment + wait.duration))
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
