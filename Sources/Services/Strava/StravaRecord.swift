// A record of Strava's list of activities.

import Codec
import Model
import Network

/// A record of the list.
enum StravaRecord: Sendable {
  case activity(Activity)
  /// A record without an id or a start, as received.
  case unreadable([UInt8])

  init(_ json: JSONValue, _ reader: inout StravaReader) {
    self = reader.activity(json).map { .activity($0) } ?? .unreadable(json.compact)
  }

  var activity: Activity? {
    if case .activity(let activity) = self { return activity }
    return nil
  }
}
