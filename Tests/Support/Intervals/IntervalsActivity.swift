// An activity in Intervals.icu's format, in all its variants.

/// A record of the list. Its JSON has the keys of real replies, most of them null.
package struct IntervalsActivity: RideRecord, Identifiable {
  /// `i…` for all but those that came from Strava.
  package var id: String
  package var ride: Ride
  /// The threshold of that day, in watts.
  package var ftp = 250
  package var origin = "GARMIN_CONNECT"
  /// When it was last received or analysed.
  package var synced = "2026-09-24T07:12:07.402+00:00"
  /// Keys with raw JSON values that replace their own, known or unknown.
  package var overrides: [String: String] = [:]

  package init(id: String, start: Int) { (self.id, ride) = (id, Ride(measuredFrom: start)) }

  /// A ride that Strava has as well, sent to Intervals.icu by a device.
  package init(_ ride: Ride) { (id, self.ride) = ("i\(ride.id)", ride) }

  /// Some activities of one rider, oldest first, two days and some hours apart.
  package static func history(_ count: Int, until end: Int) -> [IntervalsActivity] {
    RideBuilder.plain(count, until: end).enumerated().map { index, ride in
      var activity = IntervalsActivity(ride)
      activity.id = "i\(100_000 + index)"
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

  package var startLocal: String { ride.startLocal }

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
    let watts = ride.hasMeter ? ride.averageWatts.map { Int($0) } : nil
    let members = [
      ("id", JSONText.quoted(id)), ("start_date_local", JSONText.quoted(startLocal)),
      ("type", JSONText.quoted(ride.sportType)), ("icu_ignore_time", "false"),
      ("icu_pm_cp", "null"), ("icu_ignore_power", "false"), ("icu_rolling_ftp", "null"),
      ("icu_training_load", "70"),
      ("icu_atl", "30.94"), ("icu_ctl", "41.02"), ("icu_ftp", "\(ftp)"),
      ("icu_joules", JSONText.optional(watts.map { $0 * ride.movingTime })),
      ("icu_recording_time", "\(ride.elapsedTime)"), ("elapsed_time", "\(ride.elapsedTime)"),
      ("icu_weighted_avg_watts", JSONText.optional(ride.hasMeter ? ride.weightedWatts : nil)),
      ("name", JSONText.quoted(ride.name)), ("description", "null"),
      ("start_date", JSONText.quoted(Civil(epoch: ride.start).text + "Z")),
      ("distance", "\(ride.distance)"), ("icu_distance", "\(ride.distance)"),
      ("moving_time", "\(ride.movingTime)"), ("total_elevation_gain", "312.0"),
      ("timezone", "null"), ("trainer", "null"), ("device_watts", watts == nil ? "null" : "true"),
      ("has_heartrate", "\(ride.averageHeartRate != nil)"),
      ("max_heartrate", JSONText.optional(ride.maxHeartRate)),
      ("average_heartrate", JSONText.optional(ride.averageHeartRate.map { Int($0) })),
      ("average_cadence", "84.5"), ("calories", "612"), ("gear", "null"), ("power_meter", "null"),
      ("file_type", "\"fit\""), ("icu_athlete_id", "\"i134815\""),
      ("created", "\"2026-09-24T07:12:05.306+00:00\""),
      ("icu_sync_date", JSONText.quoted(synced)), ("analyzed", JSONText.quoted(synced)),
      ("icu_hr_zones", "[146,154,163,171,176,181,190]"),
      ("icu_power_zones", "[55,75,90,105,120,150,999]"), ("p_max", "null"),
      ("icu_intensity", "92.19087"), ("athlete_max_hr", "190"), ("strava_id", "null"),
      ("icu_average_watts", JSONText.optional(watts)), ("source", JSONText.quoted(origin)),
    ]
    return JSONText.replaced(members, by: overrides)
  }
}
