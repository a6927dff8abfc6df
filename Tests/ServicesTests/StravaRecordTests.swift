// Reading Strava's records in all their variants.

import Network
import Services
import Codec
import Support
import Model
import Testing

@Suite(.blocking) struct StravaRecordTests {
  /// The one activity in a list with this text.
  private func activity(_ json: String) async throws -> Activity? {
    try await listed("[\(json)]").activities.first
  }

  private func listed(_ page: String) async throws -> (activities: [Activity], skipped: Int) {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete/activities", with: .json(page))
    return try await rig.listed()
  }

  private static let bare = #""id":5,"start_date":"2026-01-05T23:30:00Z""#

  @Test func `reads a ride in full`() async throws {
    let record = #"""
      {"id":14123456789,"name":"Évening Ride","sport_type":"GravelRide","type":"Ride",
       "start_date":"2026-01-06T03:30:00Z","start_date_local":"2026-01-05T19:30:00Z",
       "timezone":"(GMT-08:00) America/Los_Angeles","utc_offset":-28800.0,
       "moving_time":3600,"elapsed_time":3900,"distance":27400.50,"total_elevation_gain":312.2,
       "average_watts":201.5,"weighted_average_watts":215,"max_watts":812,"device_watts":true,
       "average_heartrate":141.2,"max_heartrate":178.0,"average_cadence":88.4,
       "kilojoules":725.4,"device_name":"Garmin Edge 530","upload_id":987654321234567891234,"x":"a  b\u0041 \/ é"}
      """#
    let ride = try await activity(record)
    // Without white space between tokens.
    expectEqual(ride?.raw, Array(record.replacing("\n ", with: "").utf8))
    expectEqual(
      ride?.members,
      """
      id="strava:14123456789" source="strava" source_id="14123456789" name="Évening Ride" \
      sport="GravelRide" kind="ride" start="2026-01-06T03:30:00Z" start_local="2026-01-05T19:30:00" \
      timezone="America/Los_Angeles" duration_s=3600 elapsed_s=3900 distance_m=27400.5 \
      elevation_gain_m=312.2 average_power_w=201.5 weighted_power_w=215 max_power_w=812 \
      measured_power=true average_heart_rate_bpm=141.2 max_heart_rate_bpm=178 \
      average_cadence_rpm=88.4 energy_kj=725.4 device="Garmin Edge 530"
      """)
  }

  @Test func `missing fields are nil`() async throws {
    var wanted = Activity(
      id: ActivityID(source: .strava, sourceID: "5"), start: Timestamp(seconds: 1_767_655_800))
    wanted.raw = Array("{\(Self.bare)}".utf8)
    try await expectEqual(activity("{\(Self.bare)}"), wanted)
  }

  @Test func `nulls and other types are nil`() async throws {
    let keys = [
      "name", "sport_type", "type", "start_date_local", "timezone", "moving_time", "elapsed_time",
      "distance", "total_elevation_gain", "average_watts", "weighted_average_watts", "max_watts",
      "device_watts", "average_heartrate", "max_heartrate", "average_cadence", "kilojoules",
    ]
    for value in ["null", "[]", "{}"] {
      let members = keys.map { "\"\($0)\":\(value)" }.joined(separator: ",")
      try await expectEqual(activity("{\(Self.bare),\(members)}")?.figures, "", "\(value)")
    }
  }

  @Test(arguments: [
    // Whole numbers may be fractions.
    (
      #""moving_time":3600.0,"elapsed_time":3.9e3,"max_watts":812.0"#,
      "duration_s=3600 elapsed_s=3900 max_power_w=812"
    ),
    // Estimated power is not measured.
    (#""average_watts":150.5,"device_watts":false"#, "average_power_w=150.5 measured_power=false"),
    // Nobody moves for longer than the ride lasts.
    (#""moving_time":432000,"elapsed_time":3700"#, "duration_s=3700 elapsed_s=3700"),
    (#""elapsed_time":3700,"moving_time":432000"#, "duration_s=3700 elapsed_s=3700"),
    (#""moving_time":3600,"elapsed_time":0"#, "duration_s=3600 elapsed_s=0"),
    (#""name":"Loop\u202e \u0085\u009b31m1 \u2067🚴‍♀️\n2""#, #"name="Loop 1 🚴‍♀️ 2""#),
    // The old type is used without the new one.
    (#""type":"VirtualRide""#, #"sport="VirtualRide" kind="ride""#),
  ])
  func `members are read as`(_ members: String, _ figures: String) async throws {
    try await expectEqual(activity("{\(Self.bare),\(members)}")?.figures, figures)
  }

  @Test(arguments: [
    (#""gear_id":"b55763""#, "b55763"), (#""gear_id":"""#, nil), (#""gear_id":null"#, nil),
    (#""gear_id":5"#, nil),
  ])
  func `the gear is the services ID`(_ members: String, _ gear: String?) async throws {
    try await expectEqual(activity("{\(Self.bare),\(members)}")?.gear, gear)
  }

  @Test(arguments: [
    ("18446744073709551616999", "18446744073709551616999"), ("\"i55\"", "i55"), ("7.0", "7"),
  ])
  func `ids are kept as written`(_ written: String, _ id: String) async throws {
    let ride = try await activity("{\"id\":\(written),\"start_date\":\"2026-01-05T23:30:00Z\"}")
    expectEqual(ride?.id.sourceID, id)
  }

  @Test(arguments: [
    "{}", "{\"id\":5}", "{\"start_date\":\"2026-01-05T23:30:00Z\"}", "null", "[]", "\"x\"", "7",
    "{\"id\":null,\"start_date\":\"2026-01-05T23:30:00Z\"}", "{\"id\":5,\"start_date\":\"soon\"}",
    "{\"id\":5.5,\"start_date\":\"2026-01-05T23:30:00Z\"}",
  ])
  func `a record without id or start is skipped and counted`(_ record: String) async throws {
    let (activities, skipped) = try await listed("[\(record),{\(Self.bare)}]")
    expectEqual(activities.map(\.id.sourceID), ["5"])
    expectEqual(skipped, 1)
  }

  @Test func `odd records are read in full`() async throws {
    let rides = RideBuilder.oddRides()
    let rig = try await StravaRig(rides: rides)
    let (activities, skipped) = try await rig.listed()
    expectEqual(activities.map(\.id.sourceID), rides.map { String($0.id) })
    expectEqual(skipped, 0)
    // No digit is lost.
    try expectEqual(
      activities.map { try JSONValue(parsing: $0.raw ?? []).compact },
      rides.map { try JSONValue(parsing: Array($0.json.utf8)).compact })
  }
}
