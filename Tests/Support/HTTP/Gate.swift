// Holds answers back until a test lets them go.

/// A gate in front of some of a server's answers. Requests are recorded when they arrive; their
/// handler runs only once the gate lets them through.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var passes = 0
    var waiting = 0
    var everHeld = 0
  }

  private let state = Monitor(State())

  package init() {}

  /// Opens the gate for good.
  package func release() {
    state.withLock { $0.isOpen = true }
  }

  /// Lets this many requests through, those that wait or the next to come.
  package func release(_ count: Int) {
    state.withLock { $0.passes += count }
  }

  /// How many requests stand before the gate at this moment.
  package var waiting: Int { state.withLock { $0.waiting } }

  /// Waits until the gate has held this many requests in all.
  package func waitUntilHeld(_ count: Int = 1) throws {
    try state.wait(for: "\(count) held requests") { $0.everHeld >= count ? () : nil }
  }

  /// The same without blocking a thread of Swift's pool.
  package func waitUntilHeld(_ count: Int = 1) async throws {
    try await onThread { [self] in try waitUntilHeld(count) }
  }

  /// The server's side: stands still until the gate lets one through.
  func pass() {
    state.withLock {
      $0.waiting += 1
      $0.everHeld += 1
    }
    state.waitForever { state -> Void? in
      guard !state.isOpen else { return () }
      guard state.passes > 0 else { return nil }
      state.passes -= 1
      return ()
    }
    state.withLock { $0.waiting -= 1 }
  }
}
