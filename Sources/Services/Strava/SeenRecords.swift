// The records received so far in a listing of Strava's activities.

import Model
import Network

struct SeenRecords {
  /// The position of each ride in the order of arrival.
  private var positions: [String: Int] = [:]
  private var unreadable: Set<[UInt8]> = []
  /// For each page, by its first ride, the number of rides that it was to skip.
  private var offsets: [Beginning: Int] = [:]
  /// Whether the first page had as many records as requested.
  var isFirstPageFull = false
  /// The start of the first ride in the order of the list.
  private var begin: Timestamp?
  /// The last ride in the order of the list, and its start.
  private(set) var last: (id: ActivityID, start: Timestamp)?

  /// The first ride of a page, and the bound from which the list was counted.
  private struct Beginning: Hashable {
    let after: Int64
    let first: String
  }

  /// Whether a page shows that the service ignores its parameters: the page begins long before the
  /// requested position, is in another order, or repeats a page of another number.
  mutating func contradicts(_ page: [StravaRecord], at request: StravaList.PageRequest) -> Bool {
    guard let first = page.first(where: { $0.activity != nil })?.activity,
      let last = page.last(where: { $0.activity != nil })?.activity
    else { return !page.isEmpty && page.allSatisfy(knows) }
    if first.start.seconds < request.after - Self.slack { return true }
    if first.start.seconds > last.start.seconds + Self.slack { return true }
    let beginning = Beginning(after: request.after, first: first.id.sourceID)
    let offset = (request.number - 1) * request.size
    let earlier = offsets.updateValue(offset, forKey: beginning)
    return earlier.map { $0 != offset } ?? false && page.allSatisfy(knows)
  }

  /// Whether the second page of a whole list shows that what was received first is not its beginning:
  /// it begins before, or among the first rides. Rides deleted or uploaded meanwhile move it a little.
  func hasOtherBeginning(_ secondPage: [StravaRecord]) -> Bool {
    guard let begin, let first = secondPage.first(where: { $0.activity != nil })?.activity else {
      return false
    }
    if first.start.seconds < begin.seconds - Self.slack { return true }
    return positions[first.id.sourceID].map { $0 <= StravaList.pageSize / 2 } ?? false
  }

  private func knows(_ record: StravaRecord) -> Bool {
    switch record {
    case .activity(let activity): positions[activity.id.sourceID] != nil
    case .unreadable(let bytes): unreadable.contains(bytes)
    }
  }

  /// A ride whose start time is hidden is listed at its real position, but says midnight.
  private static let slack: Int64 = 2 * 86_400

  /// The records that have not been seen before.
  mutating func unseen(of records: [StravaRecord]) -> ActivityPage {
    var activities: [Activity] = []
    var skipped = 0
    for record in records {
      switch record {
      case .activity(let activity):
        if positions[activity.id.sourceID] == nil {
          positions[activity.id.sourceID] = positions.count
          activities.append(activity)
        }
        begin = begin ?? activity.start
        last = (activity.id, activity.start)
      case .unreadable(let bytes):
        if unreadable.insert(bytes).inserted { skipped += 1 }
      }
    }
    return ActivityPage(activities: activities, skipped: skipped)
  }

  /// The number of records of a page up to and including the last ride; nil when the page does not
  /// contain it, so that rides may be missing in between.
  func overlap(with records: [StravaRecord]) -> Int? {
    guard let last else { return nil }
    return records.lastIndex {
      $0.activity?.id == last.id && $0.activity?.start == last.start
    }.map { $0 + 1 }
  }
}
