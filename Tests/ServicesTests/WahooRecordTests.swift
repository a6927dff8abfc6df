// Reading Wahoo's records in all their variants.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct WahooRecordTests {
  private func page(_ record: String) async throws -> ActivityPage? {
    let rig = try await WahooRig()
    rig.fake.answer(
      "/v1/workouts", with: .json("{\"workouts\":[\(record)],\"total\":1}"))
    return try await rig.pages().first
  }

  private func activity(_ record: String) async throws -> Activity? {
    try await page(record)?.activities.first
  }

  /// A workout whose summary has these members.
  private func activity(summary: String) async throws -> Activity? {
    try await activity("{\(Self.bare),\"workout_summary\":{\(summary)}}")
  }

  private static let bare = #""id":5,"starts":"2026-01-05T23:30:00.000Z""#

  @Test func `reads the published sample`() async throws {
    let record = """
      {"id":56519,"starts":"2015-08-12T09:00:00.000Z","minutes":12,"name":"Friday Fun",\
      "plan_id":null,"plan_ids":[],"route_id":null,"workout_token":"123","workout_type_id":40,\
      "workout_summary":{"id":8297,"name":"Easy Ride","ascent_accum":"450.00",\
      "cadence_avg":"50.00","calories_accum":"1500.00","distance_accum":"24909.71",\
      "duration_active_accum":"179.00","duration_paused_accum":"95.25",\
      "duration_total_accum":"275.00","heart_rate_avg":"100.00","power_bike_np_last":"150.00",\
      "power_bike_tss_last":"304.90","power_avg":"94.59","speed_avg":"10.75",\
      "work_accum":"1041480.00","time_zone":"America/Denver","big":987654321234567891234,\
      "fitness_app_id":6,"file":{"url":"https://server.com/4_Mile_Segment_.fit"}}}
      """
    let ride = try #require(try await activity(record.replacing(",", with: " ,\n")))
    expectEqual(
      ride.members,
      """
      id="wahoo:56519" source="wahoo" source_id="56519" name="Friday Fun" sport="KITEBOARDING" kind="other" \
      start="2015-08-12T09:00:00Z" timezone="America/Denver" duration_s=179 elapsed_s=275 \
      distance_m=24909.71 elevation_gain_m=450 average_power_w=94.59 weighted_power_w=150 \
      measured_power=true average_heart_rate_bpm=100 average_cadence_rpm=50 energy_kj=1041.48 \
      load=304.9 load_from="service"
      """)
    // Without white space between tokens.
    expectEqual(ride.raw, Array(record.utf8))
  }

  /// As it would be read back from the store.
  @Test func `names have no controls`() async throws {
    let ride = try await activity(
      "{\(Self.bare),\"name\":\"\\u0000 5\\u0085\\u202e\",\"workout_summary\":{}}")
    let name = try #require(ride?.name)
    #expect(!name.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{85}" || $0 == "\u{202E}" })
    #expect(name.contains("5"))
  }

  @Test(arguments: [
    ("\"2026-01-06T05:12:33.000Z\"", 1_767_676_353), ("null", 1_767_655_800),
    ("\"soon\"", 1_767_655_800),
  ])
  func `the summary has the start`(_ text: String, _ start: Int64) async throws {
    try await expectEqual(activity(summary: "\"started_at\":\(text)")?.start.seconds, start)
  }

  @Test func `missing fields are nil`() async throws {
    var wanted = Activity(
      id: ActivityID(source: .wahoo, sourceID: "5"), start: Timestamp(seconds: 1_767_655_800))
    wanted.raw = Array("{\(Self.bare),\"workout_summary\":{}}".utf8)
    try await expectEqual(activity(summary: ""), wanted)
  }

  @Test(arguments: ["null", "[]", "{}", "\"\"", "\"NaN\"", "\"1,5\"", "\"0x10\"", "1e999"])
  func `other types are nil`(_ value: String) async throws {
    let keys = [
      "ascent_accum", "cadence_avg", "distance_accum", "duration_active_accum",
      "duration_total_accum", "heart_rate_avg", "power_bike_np_last", "power_bike_tss_last",
      "power_avg", "work_accum", "time_zone",
    ]
    let members = keys.filter { value.first != "\"" || $0 != "time_zone" }
      .map { "\"\($0)\":\(value)" }.joined(separator: ",")
    try await expectEqual(activity(summary: members)?.figures, "")
  }

  @Test(arguments: [
    // The summary has 0 for values that were not measured.
    (
      """
      "heart_rate_avg":"0.0","cadence_avg":"0.00","power_avg":"0.0","power_bike_np_last":"0",\
      "power_bike_tss_last":"0.0","work_accum":"0.0","distance_accum":"0.0","ascent_accum":"0"
      """, "distance_m=0 elevation_gain_m=0"
    ),
    // Numbers may be unquoted.
    (
      #""duration_active_accum":179.6,"ascent_accum":201.5"#,
      "duration_s=180 elevation_gain_m=201.5"
    ),
    (
      #""duration_active_accum":432000,"duration_total_accum":3700"#,
      "duration_s=3700 elapsed_s=3700"
    ),
    // Power is measured by known devices.
    (#""power_avg":"150.0","fitness_app_id":6"#, "average_power_w=150 measured_power=true"),
    (#""power_avg":"150.0","fitness_app_id":1002"#, "average_power_w=150"),
    (#""power_avg":"150.0","fitness_app_id":null"#, "average_power_w=150 measured_power=true"),
    (#""power_avg":"150.0","manual":true"#, "average_power_w=150 measured_power=false"),
  ])
  func `summaries are read as`(_ summary: String, _ figures: String) async throws {
    try await expectEqual(activity(summary: summary)?.figures, figures)
  }

  @Test(
    arguments: [
      ("0", "BIKING"), ("15", "BIKING_ROAD"), ("61", "BIKING_INDOOR_TRAINER"), ("255", "UNKNOWN"),
      ("71", "RUNNING_INDOOR_VIRTUAL"), ("24", "24"), ("1234", "1234"),
      ("\"13\"", "BIKING_MOUNTAIN"),
      ("null", nil), ("\"x\"", nil),
    ] as [(String, String?)])
  func `types have their published names`(_ number: String, _ name: String?) async throws {
    let ride = try await activity(
      "{\(Self.bare),\"workout_type_id\":\(number),\"workout_summary\":{}}")
    #expect(ride != nil)
    expectEqual(ride?.sport, name)
  }

  @Test(
    arguments: [
      ("2026-01-05T23:30:00Z", 1_767_655_800), ("2026-01-05T23:30:00.999Z", 1_767_655_800),
      ("2026-01-06T00:30:00+01:00", 1_767_655_800), ("2026-01-05 23:30:00 UTC", nil),
      ("2026-01-05T23:30:00", 1_767_655_800), ("2026-02-30T00:00:00Z", nil), ("", nil),
    ] as [(String, Int64?)])
  func `starts are in UTC`(_ text: String, _ seconds: Int64?) async throws {
    let ride = try await activity("{\"id\":5,\"starts\":\"\(text)\",\"workout_summary\":{}}")
    expectEqual(ride?.start.seconds, seconds)
  }

  @Test(arguments: [
    "{\(Self.bare)}", "{\(Self.bare),\"workout_summary\":null}", "{}", "{\"id\":5}",
  ])
  func `without a summary it is a plan`(_ record: String) async throws {
    #expect(try await page(record) == nil)
  }

  @Test(arguments: [
    "null", "[]", "7", "\"x\"", "{\(Self.bare),\"workout_summary\":[]}",
    "{\(Self.bare),\"workout_summary\":\"\"}", "{\"id\":5,\"workout_summary\":{}}",
    "{\"id\":5.5,\"starts\":\"2026-01-05T23:30:00Z\",\"workout_summary\":{}}",
    "{\"starts\":\"2026-01-05T23:30:00Z\",\"workout_summary\":{}}",
  ])
  func `unreadable records are counted`(_ record: String) async throws {
    let page = try await page(record)
    expectEqual(page?.skipped, 1)
    expectEqual(page?.activities.isEmpty, true)
  }

  @Test func `the athlete comes with the threshold of cycling`() async throws {
    let rig = try await WahooRig()
    let service = try rig.wahoo().service
    let athlete = Athlete(id: "60462", name: "Marianne T.", rider: RiderSettings(ftpWatts: 245))
    try await expectEqual(service.contact(), athlete)
    rig.fake.edit { account in
      account.user.zones = #"[{"ftp":280,"workout_type_family_id":1},{"ftp":250},null,7]"#
    }
    try await expectEqual(service.contact(), Athlete(id: "60462", name: "Marianne T."))
  }

  @Test(arguments: [
    HTTPResponse.wahooMissing("power_zones_read"), .wahooForbidden, .wahooNotFound, .json("{}"),
    .json("<html>"), .json(""),
  ])
  func `without power zones there is no threshold`(_ answer: HTTPResponse) async throws {
    let rig = try await WahooRig()
    rig.fake.answer("/v1/power_zones", with: answer)
    try await expectEqual(rig.wahoo().service.contact(), Athlete(id: "60462", name: "Marianne T."))
  }

  @Test(arguments: ["{}", "[]", "null", "", "{\"id\":null}", "{\"id\":\"\"}"])
  func `anything but a user is a bad reply`(_ body: String) async throws {
    let rig = try await WahooRig()
    rig.fake.answer("/v1/user", with: .json(body))
    try await expectEqual(rig.failure(), .badReply(.wahoo))
  }
}
