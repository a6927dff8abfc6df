// What a service lets us ask in a while, as its answers say.

import Codec
package import Model
import Synchronization

/// Remembers the limits that a service's answers name.
package protocol RateLimits: Sendable {
  /// Reads an answer; one with status 429 always means a limit.
  func note(_ reply: Reply, at now: Timestamp)

  /// The limit that forbids a request at this time; nil when none does.
  func current(at now: Timestamp) -> RateLimit?

  /// The limit was waited for, whatever the wall clock says.
  func passed(_ limit: RateLimit)

  /// Lets a request go, or names the limit that forbids it.
  func begin(at now: Timestamp) -> RateLimit?

  /// A request that was let go has ended, with this answer or with none.
  func end(_ reply: Reply?, at now: Timestamp)

  /// Whether a wait for the limit is news: of requests that wait side by side only the first says so.
  func announces(_ limit: RateLimit) -> Bool
}

/// A service that is asked one thing after the other needs no more than `note` and `current`.
extension RateLimits {
  package func begin(at now: Timestamp) -> RateLimit? { current(at: now) }

  package func end(_ reply: Reply?, at now: Timestamp) {
    if let reply { note(reply, at: now) }
  }

  package func announces(_ limit: RateLimit) -> Bool { true }
}

/// What 429s say about a limit. All requests of a run share it.
package final class RetryAfterLimits: RateLimits {
  /// What is waited for without being told how long, at first, in seconds.
  private static let pause: Int64 = 5
  /// A longer wait is a slip of the service: no limit that we know lasts more than a day.
  private static let longest: Int64 = 86_400

  private struct State {
    var limit: RateLimit?
    /// Refusals without an answer between.
    var refusals = 0
  }

  private let state = Mutex(State())

  package init() {}

  package func note(_ reply: Reply, at now: Timestamp) {
    state.withLock { state in
      guard reply.status == 429 else {
        state.refusals = 0
        return
      }
      // Who is refused again and again asks less and less often, whatever the service says.
      let patience = Int64(1) << min(state.refusals, 10)
      state.refusals += 1
      let told = reply.retryAfter(at: now) ?? Self.pause * patience
      let delay = min(max(told, patience), Self.longest)
      state.limit = RateLimit(
        window: .unnamed, retryAt: Timestamp(seconds: now.seconds + delay))
    }
  }

  package func current(at now: Timestamp) -> RateLimit? {
    state.withLock { state in
      if let until = state.limit?.retryAt, until <= now { state.limit = nil }
      return state.limit
    }
  }

  package func passed(_ waited: RateLimit) {
    state.withLock { if $0.limit == waited { $0.limit = nil } }
  }
}

extension Reply {
  /// How many seconds the service asks to wait; nil when it says nothing that can be understood. A
  /// date that has passed is 0.
  ///
  /// A date counts from the service's own `Date`, because clocks differ.
  ///
  /// - Parameter now: stands in for a missing `Date`.
  package func retryAfter(at now: Timestamp) -> Int64? {
    guard let text = header("Retry-After") else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More digits than a number holds are a long time as well.
      return Int64(text) ?? .max
    }
    guard let end = httpDate(text) else { return nil }
    let begin = header("Date").flatMap { httpDate($0) } ?? now
    return max(0, end.seconds - begin.seconds)
  }
}

/// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
/// `Sun Nov  6 08:49:37 1994`, which all are in UTC.
private func httpDate(_ text: String) -> Timestamp? {
  let words = text.split { " ,-".contains($0) }
  guard words.count >= 5 else { return nil }
  let isByMonth = Int(words[1]) == nil
  guard isByMonth || words.count == 6 && words[5] == "GMT",
    let month = month(words[isByMonth ? 1 : 2]), let ofMonth = Int(words[isByMonth ? 2 : 1]),
    let year = Int(words[isByMonth ? 4 : 3])
  else { return nil }
  // Two digits are of the century that we live in, or of the one before.
  let full = year >= 100 ? year : year < 70 ? 2000 + year : 1900 + year
  let clock = words[isByMonth ? 3 : 4].split(separator: ":", omittingEmptySubsequences: false)
    .compactMap { Int($0) }
  guard clock.count == 3, let day = Day(year: full, month: month, day: ofMonth),
    let time = LocalTime(day: day, hour: clock[0], minute: clock[1], second: clock[2])
  else { return nil }
  return Timestamp(seconds: time.secondsSince1970)
}

private func month(_ name: Substring) -> Int? {
  let names = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  return names.firstIndex(of: String(name)).map { $0 + 1 }
}
