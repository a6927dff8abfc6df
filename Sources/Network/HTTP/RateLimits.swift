// Rate limits as reported in a service's replies.

import Codec
package import Model
import Synchronization

/// Tracks the rate limits of a service.
package protocol RateLimits: Sendable {
  /// Admits a request, or returns the limit that blocks it. May wait for the replies of requests
  /// under way, if the limit depends on them.
  func begin(at now: Timestamp) async -> RateLimit?

  /// Ends an admitted request, and updates the limits from its reply, if any; a 429 always sets a
  /// limit.
  func end(_ reply: Reply?, at now: Timestamp)

  /// Clears a limit that was waited for, regardless of the wall clock.
  func passed(_ limit: RateLimit)

  /// Whether to announce a wait for the limit: only the first of concurrent requests does.
  func announces(_ limit: RateLimit) -> Bool
}

extension RateLimits {
  /// For a service without concurrent requests.
  package func announces(_ limit: RateLimit) -> Bool { true }
}

/// A limit that single replies report, with the time to wait. Shared by all requests of a run.
package final class RetryAfterLimits: RateLimits {
  /// The seconds to wait after a reply; nil if it reports no limit.
  ///
  /// - Parameter refusals: consecutive 429 replies before this one.
  package typealias Wait = @Sendable (Reply, _ refusals: Int, _ now: Timestamp) -> Int64?

  /// The initial wait without Retry-After, in seconds.
  private static let pause: Int64 = 5
  /// The longest wait, in seconds: no known limit exceeds a day.
  private static let longest: Int64 = 86_400

  private let wait: Wait
  private let state = Mutex<(limit: RateLimit?, refusals: Int)>((nil, 0))

  /// - Parameter wait: by default, the Retry-After of 429 replies.
  package init(wait: @escaping Wait = retryAfter) { self.wait = wait }

  /// Repeated refusals double the minimum wait, whatever Retry-After is.
  package static func retryAfter(_ reply: Reply, _ refusals: Int, _ now: Timestamp) -> Int64? {
    guard reply.status == 429 else { return nil }
    let patience = Int64(1) << min(refusals, 10)
    return max(reply.retryAfter(at: now) ?? pause * patience, patience)
  }

  package func end(_ reply: Reply?, at now: Timestamp) {
    guard let reply else { return }
    state.withLock { state in
      let seconds = wait(reply, state.refusals, now)
      state.refusals = reply.status == 429 ? state.refusals + 1 : 0
      guard let seconds else { return }
      let until = Timestamp(seconds: now.seconds + min(seconds, Self.longest))
      state.limit = RateLimit(window: .unnamed, retryAt: until)
    }
  }

  package func begin(at now: Timestamp) -> RateLimit? {
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
  /// The seconds to wait from Retry-After; nil if it is missing or unreadable, 0 for a past date.
  ///
  /// A date is relative to the reply's `Date`, because clocks differ.
  ///
  /// - Parameter now: replaces a missing `Date`.
  package func retryAfter(at now: Timestamp) -> Int64? {
    guard let text = header("Retry-After") else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // Overflow is a long wait, too.
      return Int64(text) ?? .max
    }
    guard let end = httpDate(text) else { return nil }
    let begin = header("Date").flatMap { httpDate($0) } ?? now
    return max(0, end.seconds - begin.seconds)
  }
}

/// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, the form that servers must send (RFC 9110 §5.6.7).
private func httpDate(_ text: String) -> Timestamp? {
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  let words = text.split { " ,".contains($0) }
  guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2]))
  else { return nil }
  return Timestamp("\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])T\(words[4])Z")
}
