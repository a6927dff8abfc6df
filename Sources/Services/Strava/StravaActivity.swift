// Reads the records of Strava's list, SummaryActivity
// (https://developers.strava.com/docs/reference/).

import Codec
import Model
import Network

/// Reads records one by one. They have similar members, so each member is first looked for where
/// the previous record had it.
struct StravaReader {
  private var finder = JSONMemberFinder(StravaField.allCases.map(\.key))

  /// nil for a record without an id or a start.
  ///
  /// Any field may be absent or null, and integers may be written as fractions. `suffer_score` is
  /// not a training load and is ignored.
  mutating func activity(_ record: JSONValue) -> Activity? {
    guard let sourceID = record["id"]?.idText else { return nil }
    var activity: Activity?
    finder.find(in: record) { fields in
      guard let fields, let start = fields[.startDate]?.time?.inUTC else { return }
      activity = Activity(id: ActivityID(source: .strava, sourceID: sourceID), start: start)
      activity?.take(fields)
    }
    activity?.raw = record.compact
    return activity
  }
}

/// The members that are read. The raw value is the index in the finder's list of names.
private enum StravaField: Int, CaseIterable {
  case name, distance, movingTime, elapsedTime, totalElevationGain, type, sportType, startDate,
    startDateLocal, timezone, averageCadence, averageWatts, maxWatts, weightedAverageWatts,
    kilojoules, deviceWatts, averageHeartrate, maxHeartrate, deviceName

  var key: String {
    switch self {
    case .name: "name"
    case .distance: "distance"
    case .movingTime: "moving_time"
    case .elapsedTime: "elapsed_time"
    case .totalElevationGain: "total_elevation_gain"
    case .type: "type"
    case .sportType: "sport_type"
    case .startDate: "start_date"
    case .startDateLocal: "start_date_local"
    case .timezone: "timezone"
    case .averageCadence: "average_cadence"
    case .averageWatts: "average_watts"
    case .maxWatts: "max_watts"
    case .weightedAverageWatts: "weighted_average_watts"
    case .kilojoules: "kilojoules"
    case .deviceWatts: "device_watts"
    case .averageHeartrate: "average_heartrate"
    case .maxHeartrate: "max_heartrate"
    case .deviceName: "device_name"
    }
  }
}

extension JSONRecord {
  fileprivate subscript(field: StravaField) -> JSONView? { self[field.rawValue] }
}

extension Activity {
  fileprivate mutating func take(_ fields: JSONRecord) {
    name = fields[.name]?.string
    // `type` is the older name of the same field.
    sport = fields[.sportType]?.string ?? fields[.type]?.string
    // Ends in a `Z` that does not mean UTC.
    startLocal = fields[.startDateLocal]?.time?.clock
    timezone = fields[.timezone]?.string.flatMap { zoneName($0) }
    durationSeconds = fields[.movingTime]?.wholeNumber
    elapsedSeconds = fields[.elapsedTime]?.wholeNumber
    distanceMetres = fields[.distance]?.double
    elevationGainMetres = fields[.totalElevationGain]?.double
    averagePowerWatts = fields[.averageWatts]?.double
    weightedPowerWatts = fields[.weightedAverageWatts]?.double
    maxPowerWatts = fields[.maxWatts]?.double
    measuredPower = fields[.deviceWatts]?.bool
    averageHeartRate = fields[.averageHeartrate]?.double
    maxHeartRate = fields[.maxHeartrate]?.double
    averageCadence = fields[.averageCadence]?.double
    energyKilojoules = fields[.kilojoules]?.double
    device = fields[.deviceName]?.string
  }
}

/// `(GMT-08:00) America/Los_Angeles` without its offset, which is not that of the day.
private func zoneName(_ text: String) -> String? {
  let bytes = text.utf8
  let name = bytes.lastIndex(of: UInt8(ascii: ")")).map { bytes[bytes.index(after: $0)...] }
  let zone = String((name ?? bytes[...]).drop { $0 == UInt8(ascii: " ") })
  return zone?.isEmpty == false ? zone : nil
}

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
