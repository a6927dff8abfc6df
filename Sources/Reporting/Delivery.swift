// Carries what work came to from its task to the loop.

import Synchronization

/// A place for one value, filled once by a task and emptied by the loop after it was told.
package final class Delivery<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  package init() {}

  package func put(_ value: Value) {
    self.value.withLock { $0 = value }
  }

  /// The value; nil before it came.
  package func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
