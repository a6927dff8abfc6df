// Spares a service that publishes no limit.

import Model
import Synchronization

/// Lets at most so many requests go in any second. All requests of a run share it.
final class RequestPace: Sendable {
  private static let span = Duration.seconds(1)

  private let limit: Int
  /// When the last requests went or will go, as many as the limit.
  private let recent = Mutex<[Moment]>([])

  /// - Parameter limit: requests a second, above zero.
  init(perSecond limit: Int) {
    self.limit = limit
  }

  /// Sleeps until the next request may go.
  ///
  /// - Throws: `interrupted` when the task is cancelled.
  func turn(by time: any Time) async throws(SyncFailure) {
    let wait = recent.withLock { recent -> Moment? in
      let now = time.moment()
      let slot = recent.count < limit ? now : max(now, recent[0] + Self.span)
      recent.append(slot)
      if recent.count > limit { recent.removeFirst() }
      return slot > now ? slot : nil
    }
    guard let wait else { return }
    do {
      try await time.sleep(until: wait)
    } catch {
      throw .interrupted
    }
  }
}
