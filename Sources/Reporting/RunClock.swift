// The time of a run: that of the machine, less the time for which a person held it up.

package import SyncModel
import Synchronization

/// The machine's clocks, with a monotonic one that stands still while the process is stopped and
/// while a key is awaited: nobody wants to read that a sync took the length of the lunch break.
package final class RunClock: Time {
  private let time: any Time
  /// Nanoseconds left out so far.
  private let leftOut = Atomic<Int64>(0)

  package init(_ time: any Time) {
    self.time = time
  }

  package func moment() -> Moment {
    time.moment() - .nanoseconds(leftOut.load(ordering: .relaxed))
  }

  package func wallClock() -> Timestamp {
    time.wallClock()
  }

  package func localOffset(at stamp: Timestamp) -> Int {
    time.localOffset(at: stamp)
  }

  package func sleep(until moment: Moment) async throws(CancellationError) {
    try await time.sleep(until: moment + .nanoseconds(leftOut.load(ordering: .relaxed)))
  }

  /// Goes on from `moment`, a reading of this clock, as if no time had passed since.
  package func goOn(from moment: Moment) {
    leftOut.wrappingAdd((self.moment() - moment).nanoseconds, ordering: .relaxed)
  }
}
