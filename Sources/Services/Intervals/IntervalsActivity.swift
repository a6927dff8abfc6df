// Reads Intervals.icu's Activity (https://intervals.icu/api/v1/docs, schema Activity).

import Codec
import SyncModel

extension Activity {
  /// nil for a record without an id or a start: what is left of an activity from Strava is one.
  ///
  /// Any field may be absent or null, numbers may come in quotes, and whole ones as fractions.
  init?(intervals record: JSONValue) {
    guard let members = record.members else { return nil }
    var found = IntervalsFields()
    for member in members { found.take(member) }
    guard let sourceID = found.id, let start = found.start else { return nil }
    self.init(id: ActivityID(source: .intervals, sourceID: sourceID), start: start)
    name = found.name
    sport = found.type
    startLocal = found.startLocal
    timezone = found.timezone
    durationSeconds = found.movingTime
    elapsedSeconds = found.elapsedTime
    distanceMetres = found.distance ?? found.ownDistance
    elevationGainMetres = found.elevationGain
    averagePowerWatts = found.averageWatts
    weightedPowerWatts = found.weightedWatts
    measuredPower = found.measuredPower
    if !found.ignoresHeartRate {
      averageHeartRate = found.averageHeartRate
      maxHeartRate = found.maxHeartRate
    }
    averageCadence = found.averageCadence
    energyKilojoules = found.joules.map { $0 / 1000 }
    load = found.load
    loadFrom = load == nil ? nil : .service
    ftpWatts = believable(found.ftp, 1...2000)
    raw = record.compact
  }
}

/// The members of a record that we know.
private struct IntervalsFields {
  var id: String?
  var name: String?
  var type: String?
  var start: Timestamp?
  var startLocal: LocalTime?
  var timezone: String?
  var movingTime: Int?
  var elapsedTime: Int?
  var distance: Double?
  var ownDistance: Double?
  var elevationGain: Double?
  var averageWatts: Double?
  var weightedWatts: Double?
  var deviceWatts: Bool?
  var powerMeter: String?
  /// Whether the rider has said that what was measured is wrong.
  var ignoresPower = false
  var ignoresHeartRate = false
  var averageHeartRate: Double?
  var maxHeartRate: Double?
  var averageCadence: Double?
  var joules: Double?
  var load: Double?
  var ftp: Int?

  /// Whether a meter measured the power; nil when the record does not say.
  var measuredPower: Bool? {
    if ignoresPower { return false }
    return deviceWatts ?? (powerMeter?.isEmpty == false ? true : nil)
  }

  mutating func take(_ member: JSONMember) {
    let value = member.value
    switch member.key {
    case "id": id = value.idText
    case "name": name = value.string
    case "type": type = value.string
    case "start_date": start = value.string.flatMap(utcTime)
    case "start_date_local": startLocal = value.string.flatMap(localTime)
    case "timezone": timezone = value.string.flatMap { $0.isEmpty ? nil : $0 }
    case "moving_time": movingTime = value.looseWholeNumber
    case "elapsed_time": elapsedTime = value.looseWholeNumber
    case "distance": distance = value.looseNumber
    case "icu_distance": ownDistance = value.looseNumber
    case "total_elevation_gain": elevationGain = value.looseNumber
    case "icu_average_watts": averageWatts = value.looseNumber
    case "icu_weighted_avg_watts": weightedWatts = value.looseNumber
    case "device_watts": deviceWatts = value.looseFlag
    case "power_meter": powerMeter = value.string
    case "icu_ignore_power": ignoresPower = value.looseFlag ?? false
    case "icu_ignore_hr": ignoresHeartRate = value.looseFlag ?? false
    case "average_heartrate": averageHeartRate = value.looseNumber
    case "max_heartrate": maxHeartRate = value.looseNumber
    case "average_cadence": averageCadence = value.looseNumber
    case "icu_joules": joules = value.looseNumber
    case "icu_training_load": load = value.looseNumber
    case "icu_ftp": ftp = value.looseWholeNumber
    default: break
    }
  }
}
