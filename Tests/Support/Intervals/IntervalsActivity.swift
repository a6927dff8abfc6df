// An activity in Intervals.icu's format, in all its variants.

/// A record of the list. Its JSON has the keys of real replies, most of them null.
package struct IntervalsActivity: Sendable, Identifiable {
  /// `i…` for all but those that came from Strava.
  package var id: String
  package var name = "Morning Ride"
  package var type = "Ride"
  /// Seconds since 1970, UTC.
  package var start: Int
  package var zone = RideZone.berlin
  /// Seconds.
  package var movingTime = 3600
  /// Seconds.
  package var elapsedTime = 3900
  /// Metres.
  package var distance = 27_400.0
  /// Watts; nil as without a power meter.
  package var averageWatts: Int? = 180
  package var weightedWatts: Int? = 200
  package var averageHeartRate: Int? = 141
  package var maxHeartRate: Int? = 178
  /// The threshold of that day, in watts.
  package var ftp: Int? = 250
  /// Where it came from.
  package var origin = "GARMIN_CONNECT"
  /// When it was last received or analysed.
  package var synced = "2026-09-24T07:12:07.402+00:00"
  /// Keys with raw JSON values that replace their own, known or unknown.
  package var overrides: [String: String] = [:]

  package init(id: String, start: Int) {
    self.id = id
    self.start = start
  }

  /// A ride that Strava has as well, sent to Intervals.icu by a device.
  package init(_ ride: Ride) {
    self.init(id: "i\(ride.id)", start: ride.start)
    name = ride.name
    type = ride.sportType
    zone = ride.zone
    movingTime = ride.movingTime
    elapsedTime = ride.elapsedTime
    distance = ride.distance
    let hasMeter = ride.deviceWatts == true
    averageWatts = hasMeter ? ride.averageWatts.map { Int($0) } : nil
    weightedWatts = hasMeter ? ride.weightedWatts : nil
    averageHeartRate = ride.averageHeartRate.map { Int($0) }
    maxHeartRate = ride.maxHeartRate
  }

  /// Some activities of one rider, oldest first, two days and some hours apart.
  package static func history(_ count: Int, until end: Int) -> [IntervalsActivity] {
    (0..<count).map { index in
      let start = end - (count - index) * (2 * 86_400 + 3671)
      var activity = IntervalsActivity(id: "i\(100_000 + index)", start: start)
      activity.name = "Ride \(index + 1)"
      activity.movingTime += index * 7 % 1800
      activity.ftp = 240 + index % 20
      if index % 5 == 4 { activity.zone = .auckland }
      if index % 7 == 6 { activity.zone = .honolulu }
      return activity
    }
  }

  /// The remains of an activity that came from Strava.
  package static func stub(_ id: Int64, start: Int) -> IntervalsActivity {
    var activity = IntervalsActivity(id: "\(id)", start: start)
    activity.origin = "STRAVA"
    return activity
  }

  /// The local time at the start.
  package var startLocal: String { Civil(epoch: start + zone.offset(at: start)).text }

  /// The record; with `fields` only those, without nulls.
  func json(_ fields: Set<String>?) -> String {
    var members = members
    if let fields {
      members = members.filter { fields.contains($0.name) && $0.json != "null" }
    }
    return JSONText.object(members)
  }

  private var members: [(name: String, json: String)] {
    guard origin != "STRAVA" else {
      return [
        ("id", JSONText.quoted(id)), ("icu_athlete_id", "\"i134815\""),
        ("start_date_local", JSONText.quoted(startLocal)), ("source", "\"STRAVA\""),
        ("_note", "\"STRAVA activities are not available via the API\""),
      ]
    }
    let members = [
      ("id", JSONText.quoted(id)), ("start_date_local", JSONText.quoted(startLocal)),
      ("type", JSONText.quoted(type)), ("icu_ignore_time", "false"), ("icu_pm_cp", "null"),
      ("icu_ignore_power", "false"), ("icu_rolling_ftp", "null"), ("icu_training_load", "70"),
      ("icu_atl", "30.94"), ("icu_ctl", "41.02"), ("icu_ftp", JSONText.optional(ftp)),
      ("icu_joules", JSONText.optional(averageWatts.map { $0 * movingTime })),
      ("icu_recording_time", "\(elapsedTime)"), ("elapsed_time", "\(elapsedTime)"),
      ("icu_weighted_avg_watts", JSONText.optional(weightedWatts)), ("name", JSONText.quoted(name)),
      ("description", "null"), ("start_date", JSONText.quoted(Civil(epoch: start).text + "Z")),
      ("distance", "\(distance)"), ("icu_distance", "\(distance)"),
      ("moving_time", "\(movingTime)"), ("total_elevation_gain", "312.0"), ("timezone", "null"),
      ("trainer", "null"), ("device_watts", averageWatts == nil ? "null" : "true"),
      ("has_heartrate", "\(averageHeartRate != nil)"),
      ("max_heartrate", JSONText.optional(maxHeartRate)),
      ("average_heartrate", JSONText.optional(averageHeartRate)), ("average_cadence", "84.5"),
      ("calories", "612"), ("gear", "null"), ("power_meter", "null"), ("file_type", "\"fit\""),
      ("icu_athlete_id", "\"i134815\""), ("created", "\"2026-09-24T07:12:05.306+00:00\""),
      ("icu_sync_date", JSONText.quoted(synced)), ("analyzed", JSONText.quoted(synced)),
      ("icu_hr_zones", "[146,154,163,171,176,181,190]"),
      ("icu_power_zones", "[55,75,90,105,120,150,999]"), ("p_max", "null"),
      ("icu_intensity", "92.19087"), ("athlete_max_hr", "190"), ("strava_id", "null"),
      ("icu_average_watts", JSONText.optional(averageWatts)), ("source", JSONText.quoted(origin)),
    ]
    return JSONText.replaced(members, by: overrides)
  }
}
