// What a listing of Strava's activities has brought.

import SyncModel

/// What a listing has brought so far.
struct SeenRecords {
  private var ids: Set<String> = []
  private var unreadable: Set<[UInt8]> = []
  /// The last ride in the order of the list, and when it began.
  private(set) var last: (id: ActivityID, start: Timestamp)?

  /// What has not been seen before.
  mutating func news(of records: [StravaRecord]) -> ActivityPage {
    var activities: [Activity] = []
    var skipped = 0
    for record in records {
      switch record {
      case .activity(let activity):
        if ids.insert(activity.id.sourceID).inserted { activities.append(activity) }
        last = (activity.id, activity.start)
      case .unreadable(let bytes):
        if unreadable.insert(bytes).inserted { skipped += 1 }
      }
    }
    return ActivityPage(activities: activities, skipped: skipped)
  }

  /// How many records of a page come up to the last ride, itself among them; nil when the page does
  /// not hold it, so that some may be hidden between.
  func overlap(with records: [StravaRecord]) -> Int? {
    guard let last else { return nil }
    return records.lastIndex {
      $0.activity?.id == last.id && $0.activity?.start == last.start
    }.map { $0 + 1 }
  }
}
