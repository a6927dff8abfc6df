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
  private let state = Mutex(StravaLimitState())

  func begin(at now: Timestamp) async -> RateLimit? {
    await withCheckedContinuation { request in
      state.withLock { state in
        if !state.decide(request, at: now) { state.undecided.append(request) }
      }
    }
  }

  func end(_ reply: Reply?, at now: Timestamp) {
    state.withLock { state in
      state.underWay -= 1
      if let reply { state.note(reply, at: now) }
      while let first = state.undecided.first, state.decide(first, at: now) {
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
      state.quarterHour.expire(at: waited.retryAt)
      state.day.expire(at: waited.retryAt)
      if state.refused == waited { state.refused = nil }
    }
  }

  /// What is left of this quarter hour and of this day, by the stricter pair of each; nil until an
  /// answer has reported it.
  func allowance(at now: Timestamp) -> RequestAllowance? {
    state.withLock { state in
      guard let quarterHour = state.quarterHour.strictest(at: now),
        let day = state.day.strictest(at: now)
      else { return nil }
      return RequestAllowance(
        perQuarterHour: quarterHour.limit, perDay: day.limit, leftNow: quarterHour.left,
        leftToday: day.left)
    }
  }
}

/// A window, and the last figures of its pairs of headers.
private struct StravaWindow {
  /// More requests than anyone makes; larger figures are clamped to this.
  private static let most: Int64 = 1_000_000_000

  let window: RateLimit.Window
  /// In seconds.
  let length: Int64
  /// When the last figures expire.
  private(set) var end = Timestamp(seconds: 0)
  private var figures: [String: (limit: Int, used: Int)] = [:]

  init(_ window: RateLimit.Window, length: Int64) { (self.window, self.length) = (window, length) }

  mutating func expire(at now: Timestamp) {
    if end <= now { figures = figures.mapValues { ($0.limit, 0) } }
  }

  /// Replies to parallel requests arrive in any order: the highest figure is the latest.
  mutating func note(_ limit: Int64, _ used: Int64, of pair: String, at now: Timestamp) {
    guard limit > 0 else { return }
    expire(at: now)
    if end <= now { end = now.endOfStravaWindow(length) }
    let highest = max(Int(min(used, Self.most)), figures[pair]?.used ?? 0)
    figures[pair] = (Int(min(limit, Self.most)), highest)
  }

  /// The figures of the pair with the fewest requests left, at least 0.
  func strictest(at now: Timestamp) -> (limit: Int, left: Int)? {
    figures.values.map { ($0.limit, end <= now ? $0.limit : max(0, $0.limit - $0.used)) }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }
  }
}

private struct StravaLimitState {
  /// A request that waits for the replies of others.
  typealias Undecided = CheckedContinuation<RateLimit?, Never>

  var quarterHour = StravaWindow(.quarterHour, length: 900)
  var day = StravaWindow(.day, length: 86_400)
  /// Set after a refusal whose headers name no window.
  var refused: RateLimit?
  var underWay = 0
  /// In order of arrival; none while no request is under way.
  var undecided: [Undecided] = []
  var announced: RateLimit?

  mutating func note(_ reply: Reply, at now: Timestamp) {
    for name in ["X-RateLimit", "X-ReadRateLimit"] {
      let (limits, used) = (reply.numbers(name + "-Limit"), reply.numbers(name + "-Usage"))
      guard limits.count == 2, used.count == 2, (limits + used).allSatisfy({ $0 >= 0 }) else {
        continue
      }
      quarterHour.note(limits[0], used[0], of: name, at: now)
      day.note(limits[1], used[1], of: name, at: now)
    }
    if reply.status == 429, full(at: now) == nil {
      refused = RateLimit(window: .unnamed, retryAt: now.endOfStravaWindow(900))
    }
  }

  /// Admits or refuses a request; false if it must wait for replies.
  mutating func decide(_ request: Undecided, at now: Timestamp) -> Bool {
    if let until = refused?.retryAt, until <= now { refused = nil }
    if let limit = full(at: now) ?? refused {
      request.resume(returning: limit)
      return true
    }
    // Whether another one is allowed even if no figure includes those under way.
    let left = [quarterHour, day].compactMap { $0.strictest(at: now)?.left }.min()
    guard underWay == 0 || left.map({ $0 > underWay }) ?? true else { return false }
    underWay += 1
    request.resume(returning: nil)
    return true
  }

  /// The window that is used up; the day's when both are.
  private func full(at now: Timestamp) -> RateLimit? {
    [day, quarterHour].first { $0.strictest(at: now)?.left == 0 }
      .map { RateLimit(window: $0.window, retryAt: $0.end) }
  }
}

extension Timestamp {
  /// The beginning of the next window of this many seconds plus a margin, because clocks differ. A
  /// request that is too early would count against the day.
  fileprivate func endOfStravaWindow(_ length: Int64) -> Timestamp {
    Timestamp(seconds: (seconds / length + 1) * length + 3)
  }
}
