// Sorts what Intervals.icu sends: activities, what it may not hand on, and what nobody can read.

import Codec
import Model
import Network

/// What one listing has seen so far. The answers overlap, and each record counts once.
struct IntervalsListing {
  private var listed: Set<ActivityID> = []
  private var others: Set<String> = []
  /// Whether an activity was sent that lies far outside the range that was asked for.
  private(set) var hasStrays = false
  /// Days of any zone that touch a range lie no further from it, in seconds.
  private static let slack: Int64 = 5 * 86_400

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
        guard range.contains(activity.start) else {
          if !range.widened(by: Self.slack).contains(activity.start) { hasStrays = true }
          continue
        }
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

extension ListRange {
  fileprivate func widened(by seconds: Int64) -> ListRange {
    ListRange(
      after: after.map { Timestamp(seconds: $0.seconds - seconds) },
      before: before.map { Timestamp(seconds: $0.seconds + seconds) })
  }
}
