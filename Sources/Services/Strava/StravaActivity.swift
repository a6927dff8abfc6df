// Reads the records of Strava's list, SummaryActivity
// (https://developers.strava.com/docs/reference/).

import Codec
import Model
import Network

extension Activity {
  /// nil for a record without an id or a start.
  ///
  /// Any field may be absent or null, and integers may be written as fractions. `suffer_score` is
  /// not a training load and is ignored.
  init?(strava record: JSONValue) {
    guard let sourceID = record["id"]?.idText,
      let start = record.view({ $0.member("start_date")?.time?.inUTC })
    else { return nil }
    self.init(id: ActivityID(source: .strava, sourceID: sourceID), start: start)
    record.view { record in
      // An object: it has an id.
      _ = record.forEachMember { name, value in set(strava: name, value) }
    }
    raw = record.compact
  }

  private mutating func set(strava name: JSONView, _ value: JSONView) {
    switch name {
    case "name": self.name = value.string
    case "sport_type": sport = value.string ?? sport
    // The older name of the same field.
    case "type": sport = sport ?? value.string
    // Ends in a `Z` that does not mean UTC.
    case "start_date_local": startLocal = value.time?.clock
    case "timezone": timezone = value.string.flatMap { zoneName($0) }
    case "moving_time": durationSeconds = value.wholeNumber
    case "elapsed_time": elapsedSeconds = value.wholeNumber
    case "distance": distanceMetres = value.double
    case "total_elevation_gain": elevationGainMetres = value.double
    case "average_watts": averagePowerWatts = value.double
    case "weighted_average_watts": weightedPowerWatts = value.double
    case "max_watts": maxPowerWatts = value.double
    case "device_watts": measuredPower = value.bool
    case "average_heartrate": averageHeartRate = value.double
    case "max_heartrate": maxHeartRate = value.double
    case "average_cadence": averageCadence = value.double
    case "kilojoules": energyKilojoules = value.double
    case "device_name": device = value.string
    case "gear_id": gear = value.string.flatMap { $0.isEmpty ? nil : $0 }
    default: break
    }
  }
}

/// `(GMT-08:00) America/Los_Angeles` without its offset, which is not that of the day.
private func zoneName(_ text: String) -> String? {
  let bytes = text.utf8
  let name = bytes.lastIndex(of: UInt8(ascii: ")")).map { bytes[bytes.index(after: $0)...] }
  let zone = String((name ?? bytes[...]).drop { $0 == UInt8(ascii: " ") })
  return zone?.isEmpty == false ? zone : nil
}

enum StravaRecord: Sendable {
  case activity(Activity)
  /// A record without an id or a start, as received.
  case unreadable([UInt8])

  init(_ json: JSONValue) {
    self = Activity(strava: json).map { .activity($0) } ?? .unreadable(json.compact)
  }

  var activity: Activity? {
    if case .activity(let activity) = self { return activity }
    return nil
  }
}
