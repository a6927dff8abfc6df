// Lets any thread wake the loop.

import Platform
import Synchronization

/// Wakes the one that waits. Many calls before it looks are one. The loop sleeps on one descriptor
/// for these and for signals: each more would be paid for with every tick.
package final class WakeUp: Sendable {
  /// No signal has this number.
  private static let byte: UInt8 = 0

  private let queue: SignalQueue
  private let isPending = Atomic(false)

  /// - Parameter queue: where the loop waits for signals.
  package init(_ queue: SignalQueue) {
    self.queue = queue
  }

  /// Wakes the loop; from any thread, without ever blocking. What the loop shall find must be in
  /// its place before.
  package func wake() {
    if !isPending.exchange(true, ordering: .acquiringAndReleasing) {
      SelfPipe.send(Self.byte, to: queue.handlerDescriptor)
    }
  }

  /// Whether somebody wants the loop to wake. The byte that says so may have been read already, by
  /// who looked for signals.
  var isCalled: Bool { isPending.load(ordering: .relaxed) }

  /// Forgets all calls so far; false when there were none. What they announced is to be taken after
  /// this, never before.
  func take() -> Bool {
    isCalled && isPending.exchange(false, ordering: .acquiringAndReleasing)
  }
}
