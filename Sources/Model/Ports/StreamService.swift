// The port to services that also hand out an activity's data second by second.

/// A service that hands out streams, one request each.
package protocol StreamService: ActivityService {
  /// The streams of an activity, as the service sends them; nil when it has none.
  ///
  /// - Throws: `rateLimited` where a limit ends it; `interrupted` when the task is cancelled.
  func streams(of id: ActivityID) async throws(SyncFailure) -> [UInt8]?

  /// What the service's limits leave; nil as long as it has not said so.
  var allowance: RequestAllowance? { get }
}

/// How many requests a service takes in a while.
package struct RequestAllowance: Hashable, Sendable {
  package let perQuarterHour: Int
  package let perDay: Int
  /// What is left of this quarter hour and of this day.
  package let leftNow: Int
  package let leftToday: Int

  package init(perQuarterHour: Int, perDay: Int, leftNow: Int, leftToday: Int) {
    self.perQuarterHour = perQuarterHour
    self.perDay = perDay
    self.leftNow = leftNow
    self.leftToday = leftToday
  }

  /// How long so many requests take at this limit, in whole quarter hours or days; nil when what is
  /// left now is enough.
  package func duration(of requests: Int) -> Duration? {
    if requests <= min(leftNow, leftToday) { return nil }
    if requests > leftToday { return .seconds(86_400 * max(windows(of: perDay, for: requests), 1)) }
    return .seconds(900 * windows(of: perQuarterHour, for: requests))
  }

  /// How many windows so many requests take. A limit comes from outside: it may be any number.
  private func windows(of limit: Int, for requests: Int) -> Int {
    let (whole, rest) = requests.quotientAndRemainder(dividingBy: max(1, limit))
    return rest > 0 ? whole + 1 : whole
  }
}
