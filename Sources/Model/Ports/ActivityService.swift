// The ports to the services, as the pipeline sees them.

/// Which activities to list: starts after and before these moments.
package struct ListRange: Hashable, Sendable {
  package var after: Timestamp?
  package var before: Timestamp?

  package init(after: Timestamp? = nil, before: Timestamp? = nil) {
    self.after = after
    self.before = before
  }
}

/// Some activities, in the order the service sent them.
package struct ActivityPage: Sendable {
  package let activities: [Activity]
  /// Records that could not be read as activities.
  package let skipped: Int
  /// Records of activities that came to the service from Strava, which forbids handing them on.
  package let withheld: Int
  /// How many activities the whole range holds, where the service has said so by now.
  package let expected: Int?
  /// Whether the pages before, of earlier attempts and runs as well, are to be forgotten: the service
  /// has turned out not to send what it is asked for, so nobody knows what they leave out.
  package let revokesList: Bool

  package init(
    activities: [Activity], skipped: Int = 0, withheld: Int = 0, expected: Int? = nil
  ) {
    self.init(activities, skipped, withheld, expected, revokesList: false)
  }

  /// Says that the list cannot be trusted; the listing fails after it.
  package static let revocation = ActivityPage([], 0, 0, nil, revokesList: true)

  private init(
    _ activities: [Activity], _ skipped: Int, _ withheld: Int, _ expected: Int?, revokesList: Bool
  ) {
    self.activities = activities
    self.skipped = skipped
    self.withheld = withheld
    self.expected = expected
    self.revokesList = revokesList
  }
}

/// Health data of a range.
package struct WellnessPage: Sendable {
  /// Also those that hold nothing (any more).
  package let days: [WellnessDay]
  /// Records that could not be read as days.
  package let skipped: Int

  package init(days: [WellnessDay], skipped: Int = 0) {
    self.days = days
    self.skipped = skipped
  }
}

/// A service that lists activities.
package protocol ActivityService: Sendable {
  var source: Source { get }

  /// Checks the connection and says whose account it is.
  ///
  /// - Throws: `interrupted` when the task is cancelled.
  func contact() async throws(SyncFailure) -> Athlete

  /// How many activities the range holds, where the service knows beforehand.
  func count(in range: ListRange) -> Int?

  /// Lists all activities of the range, oldest first, page by page, until the service says that
  /// there are no more. A page counts as received when `page` returns.
  ///
  /// - Throws: what `page` throws; `interrupted` when the task is cancelled.
  func list(
    _ range: ListRange, page: (ActivityPage) async throws(SyncFailure) -> Void
  ) async throws(SyncFailure)

  /// The health data of the days that the range touches, where the service has any.
  ///
  /// - Throws: `interrupted` when the task is cancelled.
  func wellness(_ range: ListRange) async throws(SyncFailure) -> WellnessPage

  /// Saves what signing in at the service has left unsaved: new tokens that the disk did not take.
  /// Called when a run ends, however it ends.
  ///
  /// - Throws: `storage` when they cannot be saved.
  func settle() async throws(SyncFailure)
}

extension ActivityService {
  package func count(in range: ListRange) -> Int? { nil }

  package func wellness(_ range: ListRange) async throws(SyncFailure) -> WellnessPage {
    WellnessPage(days: [])
  }

  package func settle() async throws(SyncFailure) {}
}

/// Health data that are at hand without a service's activity list.
package protocol HealthService: Sendable {
  var source: Source { get }

  /// All days there are.
  ///
  /// - Throws: `interrupted` when the task is cancelled.
  func days() async throws(SyncFailure) -> [WellnessDay]
}
