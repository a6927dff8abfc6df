// Records and headers with extreme values.

/// Makes records with random extreme values, the same for the same seed.
package enum OddRecord {
  private static let values = [
    "0", "-1", "1", "null", "true", "\"\"", "[]", "{}", "1e300", "-1e300", "1e-300", "1e19",
    "-1e19", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "18446744073709551615", "4294967296", "2147483648", "9007199254740993", "0.5", "-0.0",
    "\"9223372036854775807\"", "\"-1e308\"", "\"NaN\"", "\"Infinity\"",
    "99999999999999999999999999999999999999", "3600", "250",
  ]

  private static let times = [
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1969-12-31T23:59:59Z", "1677-01-01T00:00:00Z",
    "2262-04-12T00:00:00Z", "2026-11-05T23:30:00Z", "2026-01-05T08:00:00Z", "2024-02-29T00:00:00Z",
    "2026-06-30T23:59:60Z", "2026-13-45T99:99:99Z", "2026-11-05T23:30:00+23:59", "-",
  ]

  private static func object(
    _ id: String, times names: [String], numbers: [String], _ random: inout SeededRandom,
    and more: [String] = []
  ) -> String {
    var members = ["\"id\":\(id)"]
    members += names.map { "\"\($0)\":\"\(random.pick(times))\"" }
    members += numbers.map { "\"\($0)\":\(random.pick(values))" }
    return "{" + (members + more).joined(separator: ",") + "}"
  }

  package static func strava(_ id: Int, _ random: inout SeededRandom) -> String {
    object(
      "\(id)", times: ["start_date", "start_date_local"],
      numbers: [
        "distance", "moving_time", "elapsed_time", "total_elevation_gain", "average_cadence",
        "average_watts", "max_watts", "weighted_average_watts", "kilojoules", "average_heartrate",
        "max_heartrate", "suffer_score", "upload_id",
      ], &random, and: [#""sport_type":"Ride","device_watts":true"#])
  }

  package static func intervals(_ id: Int, _ random: inout SeededRandom) -> String {
    object(
      "\"i\(id)\"", times: ["start_date", "start_date_local"],
      numbers: [
        "moving_time", "elapsed_time", "distance", "icu_distance", "total_elevation_gain",
        "icu_average_watts", "icu_weighted_avg_watts", "average_heartrate", "max_heartrate",
        "average_cadence", "icu_joules", "icu_training_load", "icu_ftp",
      ], &random, and: [#""type":"Ride","device_watts":true"#])
  }

  /// A day of health data of Intervals.icu.
  package static func day(_ number: Int, _ random: inout SeededRandom) -> String {
    let dates = ["0001-01-01", "9999-12-31", "1969-12-31", "2026-11-\(number % 20 + 10)"]
    return object(
      "\"\(random.pick(dates))\"", times: [],
      numbers: [
        "restingHR", "hrv", "hrvSDNN", "sleepSecs", "sleepScore", "respiration", "weight",
      ], &random)
  }

  package static func wahoo(_ id: Int, _ random: inout SeededRandom) -> String {
    let summary = object(
      "1", times: ["started_at"],
      numbers: [
        "duration_active_accum", "duration_total_accum", "distance_accum", "ascent_accum",
        "power_avg", "power_bike_np_last", "power_bike_tss_last", "heart_rate_avg", "cadence_avg",
        "work_accum", "fitness_app_id", "manual",
      ], &random)
    return object(
      "\(id)", times: ["starts"], numbers: ["workout_type_id", "minutes"], &random,
      and: ["\"workout_summary\":\(summary)"])
  }

  private static let figures = [
    "0", "-1", "100", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e30",
    "", " ", "100,9223372036854775807", "9223372036854775807,9223372036854775807", "100,1000",
    "-5,-5", "0,0", "5000, 1000, 200", "9223372036854775807,9223372036854775807,1", "0,0,0",
    "Fri, 31 Dec 9999 23:59:59 GMT", "Mon, 01 Jan 0001 00:00:00 GMT",
    "Sun, 06 Nov 99999999999999 08:49:37 GMT", "1e400", "NaN",
  ]

  package static func limits(_ random: inout SeededRandom) -> NamedValues {
    NamedValues(
      [
        "X-RateLimit-Limit", "X-RateLimit-Usage", "X-ReadRateLimit-Limit", "X-ReadRateLimit-Usage",
        "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "Date",
      ].map { NamedValues.Item(name: $0, value: random.pick(figures)) })
  }
}
