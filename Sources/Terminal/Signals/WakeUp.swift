// Lets any thread wake the loop.

package import SyncModel
import Synchronization

/// Wakes the one that waits. Many calls before it looks are one.
package final class WakeUp: Sendable {
  private let pipe: SelfPipe
  private let isPending = Atomic(false)

  /// - Throws: `internal` when the process has no descriptors left.
  package init() throws(SyncFailure) {
    pipe = try SelfPipe()
  }

  deinit {
    pipe.close()
  }

  /// Wakes the loop; from any thread, without ever blocking. What the loop shall find must be in
  /// its place before.
  package func wake() {
    if !isPending.exchange(true, ordering: .acquiringAndReleasing) {
      SelfPipe.send(1, to: pipe.writeEnd)
    }
  }

  /// Readable while somebody wants the loop to wake.
  var descriptor: Int32 { pipe.readEnd }

  /// Forgets all calls so far. What they announced is to be taken after this, never before.
  func clear() {
    _ = pipe.receive()
    isPending.store(false, ordering: .sequentiallyConsistent)
  }
}
