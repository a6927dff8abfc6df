// Holds answers back until a test releases them.

/// A gate for some of a server's answers. Requests are recorded when they arrive; their handler
/// runs only when the gate lets them through.
package final class Gate: Sendable {
  private let state = Monitor((passes: 0, everHeld: 0))

  package init() {}

  /// Lets this many requests through, waiting ones or future ones; by default all for good.
  package func release(_ count: Int = .max) {
    state.withLock { $0.passes = count == .max ? count : $0.passes + count }
  }

  /// Waits until the gate has held this many requests in total.
  package func waitUntilHeld(_ count: Int = 1) throws {
    try state.wait(for: "\(count) held requests") { $0.everHeld >= count ? () : nil }
  }

  /// Called by the server: blocks until the gate lets a request through.
  func pass() {
    state.withLock { $0.everHeld += 1 }
    state.waitForever { state -> Void? in
      guard state.passes > 0 else { return nil }
      if state.passes < .max { state.passes -= 1 }
      return ()
    }
  }
}
