// Sorts the records of Intervals.icu: activities, withheld ones, and unreadable ones.

import Codec
import Model
import Network

/// The records received in one listing. Answers overlap, and each record counts once.
struct IntervalsListing {
  private var listed: Set<ActivityID> = []
  private var others: Set<String> = []
  /// Whether an activity was sent that lies far outside the requested range.
  private(set) var hasFarRecords = false
  /// The largest distance from a range, in seconds, of the local days of any time zone that touch
  /// it.
  private static let slack: Int64 = 5 * 86_400

  /// The activities of an answer that lie in the range, oldest first.
  ///
  /// - Parameter isIndex: whether the records have only ids and starts.
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
          if !range.widened(by: Self.slack).contains(activity.start) { hasFarRecords = true }
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

  /// An activity that came from Strava has only its id and its local start.
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
