// Hands events, and the outcome of the work, from producing tasks to the loop.

package import Model
import Synchronization

/// Keeps events in order of arrival, stamps each with its moment of arrival, and wakes the loop. No
/// event is ever dropped; values that may be overwritten are gauges and do not pass through here.
package final class Inbox: EventSink {
  private let time: any Time
  private let wake: @Sendable () -> Void
  private let signals = Mutex<[Signal]>([])

  /// - Parameter wake: called after every post, from any thread; the loop may serve several calls
  ///   at once.
  package init(time: any Time, wake: @escaping @Sendable () -> Void) {
    self.time = time
    self.wake = wake
  }

  package func post(_ kind: SyncEvent.Kind) {
    // Stamped inside the lock, so that the stamps are in the order of the events.
    signals.withLock { $0.append(.event(SyncEvent(at: time.moment(), kind: kind))) }
    wake()
  }

  /// Signals that the work has ended.
  package func end() {
    signals.withLock { $0.append(.ended) }
    wake()
  }

  /// Everything posted since the last call, in order.
  package func drain() -> [Signal] {
    signals.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
  }
}

/// Holds one value: a task puts it in, and the loop takes it out once the work has ended.
package final class Delivery<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  package init() {}

  package func put(_ value: Value) { self.value.withLock { $0 = value } }

  /// The value; nil until it is put in, and after it was taken.
  package func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
