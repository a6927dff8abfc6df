// Reading Intervals.icu's records in all their variants.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct IntervalsRecordTests {
  /// The one activity in a list with this text.
  private func activity(_ json: String) async throws -> Activity? {
    try await page("[\(json)]").activities.first
  }

  private func page(_ json: String) async throws -> ActivityPage {
    let rig = try await IntervalsRig()
    rig.fake.answer("/activities", with: .json(json))
    let recent = ListRange(after: Timestamp(seconds: ManualTime.start - 58 * 86_400))
    return try #require(try await rig.pages(recent).first)
  }

  /// The one day in health data with this text.
  private func day(_ members: String) async throws -> WellnessDay? {
    let rig = try await IntervalsRig()
    rig.fake.answer("/wellness", with: .json("[{\"id\":\"2026-09-10\",\(members)}]"))
    return try await rig.intervals().service.wellness(ListRange()).days.first
  }

  private static let bare = #""id":"i5","start_date":"2026-11-05T23:30:00Z""#

  @Test func `reads a ride in full`() async throws {
    let record = """
      {"id":"i189807578","name":"Évening Ride","type":"GravelRide","source":"OAUTH_CLIENT",
       "start_date":"2026-11-06T03:30:00Z","start_date_local":"2026-11-05T19:30:00",
       "timezone":"America/Los_Angeles","moving_time":3600,"elapsed_time":3900,
       "distance":27400.50,"icu_distance":27399.0,"total_elevation_gain":312.2,
       "icu_average_watts":201,"icu_weighted_avg_watts":215,"device_watts":true,"p_max":1000,
       "average_heartrate":141,"max_heartrate":178,"athlete_max_hr":190,"average_cadence":88.4,
       "icu_joules":725400,"icu_training_load":87,"icu_ftp":251,"x":["a  b",987654321234567891234]}
      """
    let ride = try #require(try await activity(record))
    // Without white space between tokens.
    expectEqual(ride.raw, Array(record.replacing("\n ", with: "").utf8))
    expectEqual(
      ride.members,
      """
      id="intervals:i189807578" source="intervals" source_id="i189807578" name="Évening Ride" \
      sport="GravelRide" kind="ride" start="2026-11-06T03:30:00Z" start_local="2026-11-05T19:30:00" \
      timezone="America/Los_Angeles" duration_s=3600 elapsed_s=3900 distance_m=27400.5 \
      elevation_gain_m=312.2 average_power_w=201 weighted_power_w=215 measured_power=true \
      average_heart_rate_bpm=141 max_heart_rate_bpm=178 average_cadence_rpm=88.4 energy_kj=725.4 \
      ftp_w=251 load=87 load_from="service"
      """)
  }

  /// ROUVY sends 1 for any distance.
  @Test(arguments: [
    ("1", "31250.5", 31_250.5), ("0", "31250.5", 31_250.5), ("31000", "31250.5", 31_000),
    ("312505", "312.5", 312.5), ("1", "0", 1), ("1", "null", 1), ("-5", "3", 3),
  ])
  func `an absurd distance is replaced by the computed one`(
    _ sent: String, _ computed: String, _ distance: Double
  ) async throws {
    for members in [
      "\"distance\":\(sent),\"icu_distance\":\(computed)",
      "\"icu_distance\":\(computed),\"distance\":\(sent)",
    ] {
      try await expectEqual(activity("{\(Self.bare),\(members)}")?.distanceMetres, distance)
    }
  }

  @Test func `missing fields are nil`() async throws {
    var wanted = Activity(
      id: ActivityID(source: .intervals, sourceID: "i5"), start: Timestamp(seconds: 1_793_921_400))
    wanted.raw = Array("{\(Self.bare)}".utf8)
    try await expectEqual(activity("{\(Self.bare)}"), wanted)
  }

  @Test func `nulls and other types are nil`() async throws {
    let keys = [
      "name", "type", "start_date_local", "timezone", "moving_time", "elapsed_time", "distance",
      "icu_distance", "total_elevation_gain", "icu_average_watts", "icu_weighted_avg_watts",
      "device_watts", "power_meter", "icu_ignore_power", "icu_ignore_hr", "average_heartrate",
      "max_heartrate", "average_cadence", "icu_joules", "icu_training_load", "icu_ftp",
    ]
    for value in ["null", "[]", "{}"] {
      let members = keys.map { "\"\($0)\":\(value)" }.joined(separator: ",")
      try await expectEqual(activity("{\(Self.bare),\(members)}")?.figures, "", "\(value)")
    }
  }

  @Test(arguments: [
    // Numbers may be fractions, or quoted.
    (
      #""moving_time":3600.0,"elapsed_time":"3.9e3","distance":"27400.50","device_watts":"true""#,
      "duration_s=3600 elapsed_s=3900 distance_m=27400.5 measured_power=true"
    ),
    (
      #""average_heartrate":141.0,"max_heartrate":"178","icu_training_load":"87.0""#,
      #"average_heart_rate_bpm=141 max_heart_rate_bpm=178 load=87 load_from="service""#
    ),
    (#""moving_time":432000,"elapsed_time":3700"#, "duration_s=3700 elapsed_s=3700"),
    // Power is measured with a meter.
    (#""icu_average_watts":200"#, "average_power_w=200"),
    (#""icu_average_watts":200,"device_watts":false"#, "average_power_w=200 measured_power=false"),
    (#""power_meter":"ASSIOMA""#, "measured_power=true"), (#""power_meter":"""#, ""),
    (#""device_watts":true,"icu_ignore_power":true"#, "measured_power=false"),
    // A heart rate that is marked as wrong is ignored.
    (#""icu_ignore_hr":true,"average_heartrate":190,"max_heartrate":230"#, ""),
    // Unknown sports and origins.
    (
      #""type":"HoverboardRide","source":"NEW_PARTNER_2027""#,
      #"sport="HoverboardRide" kind="ride""#
    ),
  ])
  func `members are read as`(_ members: String, _ figures: String) async throws {
    try await expectEqual(activity("{\(Self.bare),\(members)}")?.figures, figures)
  }

  @Test(
    arguments: [
      ("250.0", 250), ("\"NaN\"", nil), ("\"0x10\"", nil), ("\"\"", nil), ("\"12 W\"", nil),
      ("true", nil), ("1e300", nil), ("1e400", nil),
    ] as [(String, Int?)])
  func `invalid numbers are nil`(_ value: String, _ number: Int?) async throws {
    let ride = try await activity("{\(Self.bare),\"moving_time\":\(value),\"icu_ftp\":\(value)}")
    expectEqual([ride?.durationSeconds, ride?.ftpWatts], [number, number])
  }

  @Test(arguments: [
    ("18446744073709551616999", "18446744073709551616999"), ("\"i55\"", "i55"), ("7.0", "7"),
  ])
  func `ids are kept as written`(_ written: String, _ id: String) async throws {
    let ride = try await activity("{\"id\":\(written),\"start_date\":\"2026-11-05T23:30:00Z\"}")
    expectEqual(ride?.id.sourceID, id)
  }

  @Test(arguments: [
    "{}", "{\"id\":\"i5\"}", "{\"start_date\":\"2026-11-05T23:30:00Z\"}", "null", "[]", "\"x\"",
    "{\"id\":\"i5\",\"start_date_local\":\"2026-11-05T23:30:00\"}",
    "{\"id\":5.5,\"start_date\":\"2026-11-05T23:30:00Z\"}",
  ])
  func `a record without id or start is skipped and counted`(_ record: String) async throws {
    let page = try await page("[\(record),{\(Self.bare)}]")
    expectEqual(page.activities.map(\.id.sourceID), ["i5"])
    #expect(page.skipped == 1 && page.withheld == 0)
  }

  @Test func `stubs of Strava activities are counted separately`() async throws {
    let stub = #"""
      {"id":"12345678","icu_athlete_id":"i12345","start_date_local":"2026-11-04T14:08:41",
       "source":"STRAVA","_note":"STRAVA activities are not available via the API"}
      """#
    let page = try await page("[\(stub),{\(Self.bare)},\(stub)]")
    expectEqual(page.activities.map(\.id.sourceID), ["i5"])
    #expect(page.skipped == 0 && page.withheld == 1)
  }

  // MARK: Health data

  @Test func `reads a day`() async throws {
    let day = try #require(
      try await day(
        """
        "weight":70.2,"restingHR":54,"hrv":61.5,"hrvSDNN":40.37,"sleepSecs":26934,
        "sleepScore":81.0,"respiration":14.2,"avgSleepingHR":52,"updated":null,"MyField":"x",
        "tempWeight":false,"tempRestingHR":null
        """))
    expectEqual(
      day.members,
      """
      id="intervals:2026-09-10" source="intervals" date="2026-09-10" resting_heart_rate_bpm=54 \
      hrv_rmssd_ms=61.5 hrv_sdnn_ms=40.37 sleep_s=26934 sleep_score=81 respiration_bpm=14.2 \
      weight_kg=70.2
      """)
    expectEqual(day.raw.map { String(decoding: $0, as: UTF8.self) }?.contains("\"MyField\""), true)
  }

  @Test(arguments: [
    // The two measures of variability are never mixed.
    (#""hrv":61.5"#, " hrv_rmssd_ms=61.5"), (#""hrvSDNN":"40.5""#, " hrv_sdnn_ms=40.5"),
    // Values carried forward from an earlier day are ignored.
    (
      #""weight":70,"tempWeight":true,"restingHR":54,"tempRestingHR":true,"sleepSecs":26934"#,
      " sleep_s=26934"
    ),
    // A day without a measure is empty.
    (#""ctl":41.02,"atl":30.94,"weight":null,"hrv":null,"restingHR":null,"sleepSecs":null"#, ""),
    (#""hrv":0,"restingHR":0.0,"sleepSecs":0,"weight":"0""#, ""),
  ])
  func `measures are read as`(_ members: String, _ expected: String) async throws {
    let day = try #require(try await day(members))
    expectEqual(
      day.members, #"id="intervals:2026-09-10" source="intervals" date="2026-09-10""# + expected)
    expectEqual(day.isEmpty, expected.isEmpty)
  }

  // MARK: The athlete

  @Test func `contact returns the athlete`() async throws {
    let rig = try await IntervalsRig()
    try await expectEqual(
      rig.intervals().service.contact(),
      Athlete(
        id: "i134815", name: "Marianne T.",
        rider: RiderSettings(
          ftpWatts: 245, maxHeartRate: 190, restingHeartRate: 48, thresholdHeartRate: 172)))
  }

  @Test(
    arguments: [
      (#""sportSettings":[{"types":["VirtualRide"],"ftp":"230"}]"#, 230, nil),
      (
        #""sportSettings":[{"types":["EBikeRide"],"ftp":150},{"types":["Ride"],"ftp":240}]"#,
        240, nil
      ),
      (#""sportSettings":[{"types":["Run"],"ftp":310},{"types":null},null]"#, nil, nil),
      (#""sportSettings":[{"types":["Ride"],"ftp":0}]"#, nil, nil),
      (#""sportSettings":null,"sex":"F""#, nil, .female), (#""sex":"M""#, nil, .male),
      (#""sex":"X""#, nil, nil), (#""sex":null"#, nil, nil),
    ] as [(String, Int?, Sex?)])
  func `the athlete has the threshold of cycling`(
    _ members: String, _ ftp: Int?, _ sex: Sex?
  ) async throws {
    let rig = try await IntervalsRig()
    rig.fake.answer("/i134815", with: .json("{\"id\":\"i1\",\(members)}"))
    try await expectEqual(
      rig.intervals().service.contact().rider, RiderSettings(ftpWatts: ftp, sex: sex))
  }
}
