// Wahoo's rate limits: a day, an hour and five minutes, reported in headers
// (https://cloud-api.wahooligan.com, "Rate Limiting").

import Model
import Network
import Synchronization

/// The limits reported by Wahoo's answers. All requests of a run share them.
final class WahooLimits: RateLimits {
  /// The windows in the order of the headers, in seconds.
  private static let windows: [Int64] = [86_400, 3600, 300]

  private let limit = Mutex<RateLimit?>(nil)

  func end(_ reply: Reply?, at now: Timestamp) {
    guard let reply else { return }
    let exhausted = Self.exhausted(reply)
    guard reply.status == 429 || exhausted != nil else { return }
    let window = exhausted ?? Self.windows[2]
    // The value is 0 while nothing is used up.
    let reported = Self.numbers(reply.header("X-RateLimit-Reset")).max() ?? 0
    let delay = reported > 0 ? reported : reply.retryAfter(at: now) ?? window
    // No window is longer than a day; and a service that reports 0 must not be asked again without
    // end.
    let until = Timestamp(seconds: now.seconds + min(max(delay, 1), Self.windows[0]))
    limit.withLock { $0 = RateLimit(window: .unnamed, retryAt: until) }
  }

  func begin(at now: Timestamp) -> RateLimit? {
    limit.withLock { limit in
      if let until = limit?.retryAt, until <= now { limit = nil }
      return limit
    }
  }

  func passed(_ waited: RateLimit) {
    limit.withLock { if $0 == waited { $0 = nil } }
  }

  /// The longest window that is used up.
  private static func exhausted(_ reply: Reply) -> Int64? {
    let left = numbers(reply.header("X-RateLimit-Remaining"))
    guard left.count == windows.count else { return nil }
    return zip(windows, left).first { $0.1 <= 0 }?.0
  }

  /// Integers separated by commas; empty when one of them is something else.
  private static func numbers(_ text: String?) -> [Int64] {
    let parts = (text ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.map { Int64(String($0.filter { $0 != " " })) }
    return numbers.contains(nil) ? [] : numbers.compactMap { $0 }
  }
}
