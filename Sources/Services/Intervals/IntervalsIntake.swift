// Sorts what Intervals.icu sends: activities, what it may not hand on, and what nobody can read.

import Codec
import SyncModel

/// What one listing has seen so far. The answers overlap, and each record counts once.
struct IntervalsIntake {
  private var listed: Set<ActivityID> = []
  private var others: Set<String> = []

  /// The activities of an answer that lie inside the range, oldest first.
  ///
  /// - Parameter isIndex: whether the records only tell what is to come.
  mutating func take(
    _ records: [JSONValue], in range: ListRange, isIndex: Bool = false
  ) -> ActivityPage {
    var activities: [Activity] = []
    var skipped = 0
    var withheld = 0
    for record in records {
      if isStub(record) {
        if others.insert(name(of: record)).inserted { withheld += 1 }
      } else if let activity = Activity(intervals: record) {
        guard range.contains(activity.start) else { continue }
        if isIndex || listed.insert(activity.id).inserted { activities.append(activity) }
      } else if others.insert(name(of: record)).inserted {
        skipped += 1
      }
    }
    activities.sort { ($0.start, $0.id.sourceID) < ($1.start, $1.id.sourceID) }
    return ActivityPage(activities: activities, skipped: skipped, withheld: withheld)
  }

  /// Of an activity that came from Strava there are only its id and its local start.
  private func isStub(_ record: JSONValue) -> Bool {
    record["source"]?.string?.uppercased() == "STRAVA" && record["type"]?.string == nil
  }

  private func name(of record: JSONValue) -> String {
    record["id"]?.idText ?? record.literal
  }
}
