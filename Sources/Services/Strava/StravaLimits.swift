// Strava's rate limits: natural quarter hours and days of UTC, told in headers
// (https://developers.strava.com/docs/rate-limits/).

import Synchronization
import SyncModel

/// What Strava's answers say about its limits. All requests of a run share it.
final class StravaLimits: RateLimits {
  private let limit = Mutex<RateLimit?>(nil)

  init() {}

  func note(_ reply: Reply, at now: Timestamp) {
    let window = Self.exhausted(reply)
    guard reply.status == 429 || window != nil else { return }
    let found = RateLimit(window: window ?? .unnamed, retryAt: Self.end(of: window, after: now))
    limit.withLock { $0 = found }
  }

  func current(at now: Timestamp) -> RateLimit? {
    limit.withLock { limit in
      if let until = limit?.retryAt, until <= now { limit = nil }
      return limit
    }
  }

  func passed(_ waited: RateLimit) {
    limit.withLock { if $0 == waited { $0 = nil } }
  }

  /// The window that is used up; the day's when both are. Of the two pairs of headers, the one for
  /// reading may be missing.
  private static func exhausted(_ reply: Reply) -> RateLimit.Window? {
    var quarterHour = false
    for name in ["X-RateLimit", "X-ReadRateLimit"] {
      guard let limits = pair(reply.header(name + "-Limit")),
        let used = pair(reply.header(name + "-Usage"))
      else { continue }
      if limits.day > 0, used.day >= limits.day { return .day }
      if limits.quarterHour > 0, used.quarterHour >= limits.quarterHour { quarterHour = true }
    }
    return quarterHour ? .quarterHour : nil
  }

  private static func pair(_ text: String?) -> (quarterHour: Int, day: Int)? {
    guard let parts = text?.split(separator: ",", omittingEmptySubsequences: false),
      parts.count == 2, let first = number(parts[0]), let second = number(parts[1])
    else { return nil }
    return (first, second)
  }

  private static func number(_ text: Substring) -> Int? {
    Int(String(text.filter { $0 != " " })).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The beginning of the next window and a little more, because clocks differ. Asking too early
  /// would count against the day.
  private static func end(of window: RateLimit.Window?, after now: Timestamp) -> Timestamp {
    let length: Int64 = window == .day ? 86_400 : 900
    return Timestamp(seconds: (now.seconds / length + 1) * length + 3)
  }
}
