// Where producers leave what happened until the loop comes for it.

package import Model
import Synchronization

/// Keeps events in order of arrival, stamped with the moment they came, and wakes the loop.
/// Facts are never dropped here; what may collapse lives in gauges and never passes through.
package final class Inbox: EventSink {
  private let time: any Time
  private let wake: @Sendable () -> Void
  private let signals = Mutex<[Signal]>([])

  /// - Parameter wake: called after every post, from any thread; many calls may count as one.
  package init(time: any Time, wake: @escaping @Sendable () -> Void) {
    self.time = time
    self.wake = wake
  }

  package func post(_ kind: SyncEvent.Kind) {
    // The stamp is taken inside the lock, so that stamps are in the order of the events.
    signals.withLock { $0.append(.event(SyncEvent(at: time.moment(), kind: kind))) }
    wake()
  }

  /// Says that the work is over.
  package func end() {
    signals.withLock { $0.append(.ended) }
    wake()
  }

  /// Everything that came since the last call, in order.
  package func drain() -> [Signal] {
    signals.withLock { waiting in
      defer { waiting.removeAll(keepingCapacity: true) }
      return waiting
    }
  }
}
