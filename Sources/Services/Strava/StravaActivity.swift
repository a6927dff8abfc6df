// Reads Strava's SummaryActivity (https://developers.strava.com/docs/reference/#api-models-SummaryActivity).

import Codec
import SyncModel

extension Activity {
  /// nil for a record without an id or a start.
  ///
  /// Any field may be absent or null, and whole numbers may come as fractions. `suffer_score` is no
  /// training load and is left alone.
  init?(strava record: JSONValue) {
    guard let members = record.members else { return nil }
    var found = StravaFields()
    for member in members { found.take(member) }
    guard let sourceID = found.id, let start = found.start else { return nil }
    self.init(id: ActivityID(source: .strava, sourceID: sourceID), start: start)
    name = found.name
    sport = found.sportType ?? found.type
    startLocal = found.startLocal
    timezone = found.timezone
    durationSeconds = found.movingTime
    elapsedSeconds = found.elapsedTime
    distanceMetres = found.distance
    elevationGainMetres = found.elevationGain
    averagePowerWatts = found.averageWatts
    weightedPowerWatts = found.weightedWatts
    maxPowerWatts = found.maxWatts
    measuredPower = found.deviceWatts
    averageHeartRate = found.averageHeartRate
    maxHeartRate = found.maxHeartRate
    averageCadence = found.averageCadence
    energyKilojoules = found.kilojoules
    raw = record.compact
  }
}

/// The members of a record that we know.
private struct StravaFields {
  var id: String?
  var name: String?
  var sportType: String?
  var type: String?
  var start: Timestamp?
  var startLocal: LocalTime?
  var timezone: String?
  var movingTime: Int?
  var elapsedTime: Int?
  var distance: Double?
  var elevationGain: Double?
  var averageWatts: Double?
  var weightedWatts: Double?
  var maxWatts: Double?
  var deviceWatts: Bool?
  var averageHeartRate: Double?
  var maxHeartRate: Double?
  var averageCadence: Double?
  var kilojoules: Double?

  mutating func take(_ member: JSONMember) {
    let value = member.value
    switch member.key {
    case "id": id = value.idText
    case "name": name = value.string
    case "sport_type": sportType = value.string
    case "type": type = value.string
    case "start_date": start = value.string.flatMap(utcTime)
    // Ends in a `Z` that does not mean UTC.
    case "start_date_local": startLocal = value.string.flatMap(localTime)
    case "timezone": timezone = value.string.flatMap(zoneName)
    case "moving_time": movingTime = value.wholeNumber
    case "elapsed_time": elapsedTime = value.wholeNumber
    case "distance": distance = value.double
    case "total_elevation_gain": elevationGain = value.double
    case "average_watts": averageWatts = value.double
    case "weighted_average_watts": weightedWatts = value.double
    case "max_watts": maxWatts = value.double
    case "device_watts": deviceWatts = value.bool
    case "average_heartrate": averageHeartRate = value.double
    case "max_heartrate": maxHeartRate = value.double
    case "average_cadence": averageCadence = value.double
    case "kilojoules": kilojoules = value.double
    default: break
    }
  }
}

/// `(GMT-08:00) America/Los_Angeles` without its offset, which is not that of the day.
private func zoneName(_ text: String) -> String? {
  let name = text.lastIndex(of: ")").map { text[text.index(after: $0)...] } ?? text[...]
  let trimmed = name.drop { $0 == " " }
  return trimmed.isEmpty ? nil : String(trimmed)
}
