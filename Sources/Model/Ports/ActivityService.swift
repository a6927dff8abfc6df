// The ports to the services, as the pipeline sees them.

/// Which activities to list: those that start after and before these times.
package struct ListRange: Hashable, Sendable {
  package var after: Timestamp?
  package var before: Timestamp?

  package init(after: Timestamp? = nil, before: Timestamp? = nil) {
    (self.after, self.before) = (after, before)
  }
}

/// Some activities, in the order the service sent them.
package struct ActivityPage: Sendable {
  package let activities: [Activity]
  /// Records that could not be read as activities.
  package let skipped: Int
  /// Records of activities that the service got from Strava, which forbids passing them on.
  package let withheld: Int
  /// The number of activities in the whole range, once the service has reported it.
  package let expected: Int?
  /// Whether to discard all earlier pages, including those of earlier attempts and runs: the
  /// service has turned out not to send what it is asked for, so records may be missing from them.
  package let revokesList: Bool

  package init(
    activities: [Activity], skipped: Int = 0, withheld: Int = 0, expected: Int? = nil,
    revokesList: Bool = false
  ) {
    (self.activities, self.skipped, self.withheld) = (activities, skipped, withheld)
    (self.expected, self.revokesList) = (expected, revokesList)
  }

  /// Revokes the list; the listing fails afterwards.
  package static let revocation = ActivityPage(activities: [], revokesList: true)
}

/// A service that lists activities.
package protocol ActivityService: Sendable {
  var source: Source { get }

  /// Checks the connection and returns the owner of the account.
  ///
  /// - Throws: `interrupted` when the task is cancelled.
  func contact() async throws(SyncFailure) -> Athlete

  /// The number of activities in the range, if the service knows it in advance.
  func count(in range: ListRange) -> Int?

  /// Lists all activities of the range, oldest first, page by page, until the service reports the
  /// end. A page counts as received when `page` returns.
  ///
  /// - Throws: what `page` throws; `interrupted` when the task is cancelled.
  func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure)

  /// The health data of the days that the range touches, if the service has any, those without data
  /// (any more) included, and the number of records that could not be read as days.
  ///
  /// - Throws: `interrupted` when the task is cancelled.
  func wellness(_ range: ListRange) async throws(SyncFailure) -> (days: [WellnessDay], skipped: Int)

  /// Saves new tokens that could not be written when they arrived. Called at the end of every run,
  /// successful or not.
  ///
  /// - Throws: `storage` when they cannot be saved.
  func settle() async throws(SyncFailure)
}

extension ActivityService {
  package func count(in range: ListRange) -> Int? { nil }

  package func wellness(
    _ range: ListRange
  ) async throws(SyncFailure) -> (days: [WellnessDay], skipped: Int) {
    ([], 0)
  }

  package func settle() async throws(SyncFailure) {}
}

/// Health data from a source without an activity list.
package protocol HealthService: Sendable {
  var source: Source { get }

  /// All available days.
  ///
  /// - Throws: `interrupted` when the task is cancelled.
  func days() async throws(SyncFailure) -> [WellnessDay]
}

/// A service that provides streams, one request for each activity.
package protocol StreamService: ActivityService {
  /// The streams of an activity, as the service sends them; nil when it has none.
  ///
  /// - Throws: `rateLimited` when the limit is reached; `interrupted` when the task is cancelled.
  func streams(of id: ActivityID) async throws(SyncFailure) -> [UInt8]?

  /// What is left of the service's limits; nil until it has reported them, and for a service that
  /// publishes none.
  var allowance: RequestAllowance? { get }
}

extension StreamService {
  package var allowance: RequestAllowance? { nil }
}

/// The number of requests that a service accepts.
package struct RequestAllowance: Hashable, Sendable {
  package let perQuarterHour: Int
  package let perDay: Int
  /// What is left in this quarter hour and on this day.
  package let leftNow: Int
  package let leftToday: Int

  package init(perQuarterHour: Int, perDay: Int, leftNow: Int, leftToday: Int) {
    (self.perQuarterHour, self.perDay) = (perQuarterHour, perDay)
    (self.leftNow, self.leftToday) = (leftNow, leftToday)
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
