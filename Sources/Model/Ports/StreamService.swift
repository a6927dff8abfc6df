// The port to services that also provide second-by-second data.

/// A service that provides streams, one request for each activity.
package protocol StreamService: ActivityService {
  /// The streams of an activity, as the service sends them; nil when it has none.
  ///
  /// - Throws: `rateLimited` when the limit is reached; `interrupted` when the task is cancelled.
  func streams(of id: ActivityID) async throws(SyncFailure) -> [UInt8]?

  /// What is left of the service's limits; nil until it has reported them.
  var allowance: RequestAllowance? { get }
}

/// The number of requests that a service accepts.
package struct RequestAllowance: Hashable, Sendable {
  package let perQuarterHour: Int
  package let perDay: Int
  /// What is left in this quarter hour and on this day.
  package let leftNow: Int
  package let leftToday: Int

  package init(perQuarterHour: Int, perDay: Int, leftNow: Int, leftToday: Int) {
    self.perQuarterHour = perQuarterHour
    self.perDay = perDay
    self.leftNow = leftNow
    self.leftToday = leftToday
  }

  /// The time this many requests take at this limit, in whole quarter hours or days; nil when what
  /// is left now is enough.
  package func duration(of requests: Int) -> Duration? {
    if requests <= min(leftNow, leftToday) { return nil }
    if requests > leftToday { return .seconds(86_400 * max(windows(of: perDay, for: requests), 1)) }
    return .seconds(900 * windows(of: perQuarterHour, for: requests))
  }

  /// The number of windows that this many requests take. A limit from outside may be any number.
  private func windows(of limit: Int, for requests: Int) -> Int {
    let (whole, rest) = requests.quotientAndRemainder(dividingBy: max(1, limit))
    return rest > 0 ? whole + 1 : whole
  }
}
