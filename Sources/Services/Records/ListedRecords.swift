// The records of a service's list, and which of them a listing has received.

import Codec
import Model

/// A record of a list.
struct ListedRecord: Sendable {
  enum Content: Sendable {
    case activity(Activity)
    /// Planned for later.
    case plan
    /// An activity that came from Strava, which forbids passing it on.
    case withheld
    case unreadable
  }

  /// Its id, otherwise its text.
  let name: String
  let content: Content

  init(_ record: JSONValue, _ activity: Activity?, otherwise content: Content = .unreadable) {
    name = activity?.id.sourceID ?? record["id"]?.idText ?? record.literal
    self.content = activity.map { .activity($0) } ?? content
  }

  var activity: Activity? { if case .activity(let activity) = content { activity } else { nil } }
}

/// The records received in one listing. Pages overlap, and each record counts once.
struct ReceivedRecords {
  private var activities: Set<String> = []
  private var others: Set<String> = []

  func contains(_ record: ListedRecord) -> Bool {
    (record.activity == nil ? others : activities).contains(record.name)
  }

  /// What is new on a page.
  ///
  /// - Parameter range: leaves out other activities and puts the oldest first; nil takes all in the
  ///   order of the page.
  mutating func news(of page: [ListedRecord], in range: ListRange? = nil) -> ActivityPage {
    var found: [Activity] = []
    var (skipped, withheld) = (0, 0)
    for record in page {
      switch record.content {
      case .activity(let activity):
        guard range?.contains(activity.start) ?? true, activities.insert(record.name).inserted
        else { continue }
        found.append(activity)
      case .plan: break
      case .withheld: if others.insert(record.name).inserted { withheld += 1 }
      case .unreadable: if others.insert(record.name).inserted { skipped += 1 }
      }
    }
    if range != nil { found.sort { ($0.start, $0.id.sourceID) < ($1.start, $1.id.sourceID) } }
    return ActivityPage(activities: found, skipped: skipped, withheld: withheld)
  }
}
