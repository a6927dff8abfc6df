// Reads Strava's SummaryActivity (https://developers.strava.com/docs/reference/#api-models-SummaryActivity).

import Codec
import SyncModel

extension Activity {
  /// nil for a record without an id or a start.
  ///
  /// Any field may be absent or null, and whole numbers may come as fractions. `suffer_score` is no
  /// training load and is left alone.
  init?(strava record: JSONValue) {
    guard let members = record.members, let sourceID = record["id"]?.idText,
      let start = record["start_date"]?.string.flatMap(utcTime)
    else { return nil }
    self.init(id: ActivityID(source: .strava, sourceID: sourceID), start: start)
    for member in members { take(strava: member.key, member.value) }
    raw = record.compact
  }

  private mutating func take(strava name: JSONKey, _ value: JSONValue) {
    switch name {
    case "name": self.name = value.string
    case "sport_type": sport = value.string ?? sport
    // The older word for the same.
    case "type": sport = sport ?? value.string
    // Ends in a `Z` that does not mean UTC.
    case "start_date_local": startLocal = value.string.flatMap(localTime)
    case "timezone": timezone = value.string.flatMap(zoneName)
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
