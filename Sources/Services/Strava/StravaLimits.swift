// Strava's rate limits: quarter hours and days of UTC, reported in headers
// (https://developers.strava.com/docs/rate-limits/).

import Synchronization
import Model
import Network

/// The limits reported by Strava's answers. All requests of a run share them.
///
/// There are two pairs of headers, one for all requests and one for read requests, each with a
/// figure for the quarter hour and one for the day; either pair may be missing. Refused requests
/// also count against the day, so none is sent that would be refused.
///
/// A figure may include requests whose replies have not arrived. When the limit allows a request
/// only if it does, the request waits for these replies; so the last allowed request is sent, too.
final class StravaLimits: RateLimits {
  /// The requests of a window, as reported by the headers.
  struct Usage: Hashable, Sendable {
    var limit: Int
    var used: Int

    /// The number of requests left, at least 0.
    var left: Int { max(0, limit - used) }
  }

  /// A window, and the last figures of its pairs of headers.
  private struct WindowState {
    let window: RateLimit.Window
    /// In seconds.
    let length: Int64
    var usages: [String: Usage] = [:]
    /// When the last figures expire.
    var end = Timestamp(seconds: 0)

    mutating func expire(at now: Timestamp) {
      if end <= now { for name in usages.keys { usages[name]?.used = 0 } }
    }

    /// Answers to parallel requests arrive in any order: the highest figure is the latest.
    mutating func note(_ usage: Usage, of name: String, at now: Timestamp) {
      expire(at: now)
      if end <= now { end = StravaLimits.end(of: length, after: now) }
      usages[name] = Usage(limit: usage.limit, used: max(usage.used, usages[name]?.used ?? 0))
    }

    /// The figures of the pair with the fewest requests left.
    func tightest(at now: Timestamp) -> Usage? {
      var fresh = self
      fresh.expire(at: now)
      return fresh.usages.values.min { ($0.left, $0.limit) < ($1.left, $1.limit) }
    }
  }

  /// A request that waits for the replies of others.
  private typealias Undecided = CheckedContinuation<RateLimit?, Never>

  private struct State {
    var quarterHour = WindowState(window: .quarterHour, length: 900)
    var day = WindowState(window: .day, length: 86_400)
    /// Set after a refusal whose headers name no window.
    var refused: RateLimit?
    var underWay = 0
    /// In order of arrival; none while no request is under way.
    var undecided: [Undecided] = []
    var announced: RateLimit?
  }

  private let state = Mutex(State())

  func begin(at now: Timestamp) async -> RateLimit? {
    await withCheckedContinuation { request in
      state.withLock { state in
        if !Self.decide(request, at: now, in: &state) { state.undecided.append(request) }
      }
    }
  }

  func end(_ reply: Reply?, at now: Timestamp) {
    state.withLock { state in
      state.underWay -= 1
      if let reply { Self.note(reply, at: now, in: &state) }
      while let first = state.undecided.first, Self.decide(first, at: now, in: &state) {
        state.undecided.removeFirst()
      }
    }
  }

  func announces(_ limit: RateLimit) -> Bool {
    state.withLock { state in
      defer { state.announced = limit }
      return state.announced != limit
    }
  }

  func passed(_ waited: RateLimit) {
    state.withLock { state in
      for window in [\State.quarterHour, \State.day]
      where state[keyPath: window].end <= waited.retryAt {
        state[keyPath: window].expire(at: waited.retryAt)
      }
      if state.refused == waited { state.refused = nil }
    }
  }

  /// What is left of this quarter hour and of this day, by the stricter pair of each; nil until an
  /// answer has reported it.
  func allowance(at now: Timestamp) -> RequestAllowance? {
    state.withLock { state in
      guard let quarterHour = state.quarterHour.tightest(at: now),
        let day = state.day.tightest(at: now)
      else { return nil }
      return RequestAllowance(
        perQuarterHour: quarterHour.limit, perDay: day.limit, leftNow: quarterHour.left,
        leftToday: day.left)
    }
  }

  // MARK: Called with the lock held

  private static func note(_ reply: Reply, at now: Timestamp, in state: inout State) {
    for name in ["X-RateLimit", "X-ReadRateLimit"] {
      guard let limits = pair(reply.header(name + "-Limit")),
        let used = pair(reply.header(name + "-Usage"))
      else { continue }
      if limits.quarterHour > 0 {
        state.quarterHour.note(
          Usage(limit: limits.quarterHour, used: used.quarterHour), of: name, at: now)
      }
      if limits.day > 0 {
        state.day.note(Usage(limit: limits.day, used: used.day), of: name, at: now)
      }
    }
    if reply.status == 429, full(at: now, in: state) == nil {
      state.refused = RateLimit(window: .unnamed, retryAt: end(of: 900, after: now))
    }
  }

  /// Admits or refuses a request; false if it must wait for replies.
  private static func decide(
    _ request: Undecided, at now: Timestamp, in state: inout State
  ) -> Bool {
    if let until = state.refused?.retryAt, until <= now { state.refused = nil }
    if let limit = full(at: now, in: state) ?? state.refused {
      request.resume(returning: limit)
      return true
    }
    guard isRoom(at: now, in: state) else { return false }
    state.underWay += 1
    request.resume(returning: nil)
    return true
  }

  /// Whether another request is allowed even if no figure includes the requests under way.
  private static func isRoom(at now: Timestamp, in state: State) -> Bool {
    if state.underWay == 0 { return true }
    return [state.quarterHour, state.day].allSatisfy { window in
      window.tightest(at: now).map { $0.left > state.underWay } ?? true
    }
  }

  /// The window that is used up; the day's when both are.
  private static func full(at now: Timestamp, in state: State) -> RateLimit? {
    for window in [state.day, state.quarterHour] {
      guard let usage = window.tightest(at: now), usage.left == 0 else { continue }
      return RateLimit(window: window.window, retryAt: window.end)
    }
    return nil
  }

  private static func pair(_ text: String?) -> (quarterHour: Int, day: Int)? {
    guard let parts = text?.split(separator: ",", omittingEmptySubsequences: false),
      parts.count == 2, let first = number(parts[0]), let second = number(parts[1])
    else { return nil }
    return (first, second)
  }

  /// More requests than anyone makes; larger figures are clamped to this.
  private static let most = 1_000_000_000

  private static func number(_ text: Substring) -> Int? {
    Int(String(text.filter { $0 != " " })).flatMap { $0 >= 0 ? min($0, most) : nil }
  }

  /// The beginning of the next window plus a margin, because clocks differ. A request that is too
  /// early would count against the day.
  private static func end(of length: Int64, after now: Timestamp) -> Timestamp {
    Timestamp(seconds: (now.seconds / length + 1) * length + 3)
  }
}
