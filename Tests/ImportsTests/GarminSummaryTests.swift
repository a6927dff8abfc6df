// Reads the summaries of activities in Garmin's account export.

import Model
import Support
import Testing

@testable import Imports

/// The activities of documents, read one after another.
func activities(_ documents: String...) throws -> [Activity] {
  var summaries = GarminSummaries()
  for (index, text) in documents.enumerated() {
    let reading = try summaries.read(
      MemoryInput(Array(text.utf8)), at: FileOrigin(file: "export.zip", member: "\(index)"))
    #expect(!reading.isDamaged)
  }
  return summaries.takeActivities()
}

/// A document of one summary.
func summary(_ members: String) -> String { #"[{"summarizedActivitiesExport":[{\#(members)}]}]"# }

private let start = #""beginTimestamp":1773472502000,"duration":600000"#

@Suite struct GarminSummaryTests {
  @Test(
    arguments: [
      ("DI_CONNECT/DI-Connect-Fitness/rider_0_summarizedActivities.json", .activities),
      ("rider_1001_summarizedActivities.json", .activities),
      ("DI_CONNECT/DI-Connect-Wellness/2026-01-01_2026-04-11_1_sleepData.json", .sleep),
      ("x_healthStatusData.json", .healthStatus), ("a/UDSFile_2026-01-01.json", .dailySummary),
      ("1_userBioMetrics.json", .biometrics), ("a/UDSFile_2026-01-01.json/x.json", nil),
      ("x_UDSFile_1.json", nil), ("1_heartRateZones.json", nil), ("sleepData.json", nil),
      ("x_sleepData.json.txt", nil), ("", nil), ("/", nil),
    ] as [(String, GarminDocument?)])
  func documentsAreRecognisedByTheEndOfTheirNames(_ path: String, _ document: GarminDocument?) {
    expectEqual(GarminDocument.named(path), document)
  }

  @Test func allFiguresHaveOurUnits() throws {
    var truth = TrueRide()
    truth.pauses = [100..<160]
    let ride = try #require(try activities(GarminExport(rides: [truth]).summaries()).first)
    // The ride's own file has the same id.
    try expectEqual(rides(in: truth.fit()).map(\.id), [ride.id])
    expectEqual(
      ride.members,
      """
      id="garmin:20260314T071502Z" source="garmin" source_id="20260314T071502Z" \
      name="\(truth.name)" sport="road_biking" kind="ride" start="2026-03-14T07:15:02Z" \
      start_local="2026-03-14T08:15:02" duration_s=540 elapsed_s=600 distance_m=4320 \
      elevation_gain_m=123.4 average_power_w=174 weighted_power_w=177 max_power_w=199 \
      measured_power=true average_heart_rate_bpm=134 max_heart_rate_bpm=149 \
      average_cadence_rpm=89.5 from={"file":"export.zip","member":"0"}
      """)
  }

  @Test(
    arguments: [
      ("virtual_ride", "210.5", true), ("indoor_cycling", "210.5", true),
      ("mountain_biking", "210.5", true), ("e_bike_fitness", "210.5", true),
      ("running", "210.5", false), ("motorcycling", "210.5", false), ("rowing", "210.5", false),
      ("cycling", "0.0", nil),
    ] as [(String, String, Bool?)])
  func powerIsMeasuredOnABikeAlone(_ sport: String, _ power: String, _ isMeasured: Bool?) throws {
    let text = summary(#"\#(start),"activityType":"\#(sport)","avgPower":\#(power)"#)
    let rides = try activities(text)
    expectEqual(rides.map(\.measuredPower), [isMeasured])
    expectEqual(rides.map(\.averagePowerWatts), [isMeasured == nil ? nil : 210.5])
  }

  /// The duration is never longer than the elapsed time: the shorter of the two counts.
  @Test(
    arguments: [
      (#""movingDuration":5000,"duration":7000"#, 7, nil),
      (#""movingDuration":5000,"duration":null"#, 5, nil),
      (#""duration":7000,"elapsedDuration":6000"#, 6, 6),
      (#""duration":7000,"elapsedDuration":0"#, 7, 7),
    ] as [(String, Int, Int?)])
  func movingTimeCountsOnlyWhereThereIsNoOther(
    _ members: String, _ duration: Int, _ elapsed: Int?
  ) throws {
    let ride = try activities(summary(#""beginTimestamp":1773472502000,\#(members)"#)).first
    expectEqual(ride?.durationSeconds, duration)
    if let elapsed { expectEqual(ride?.elapsedSeconds, elapsed) }
  }

  @Test func partsOfAMultisportActivityTakeThePlaceOfTheWhole() throws {
    func part(_ number: Int, _ second: Int, _ more: String) -> String {
      #"{"activityId":\#(number),"beginTimestamp":\#(1_773_472_502 + second)000,"#
        + #""duration":60000,"activityType":"s\#(number)"\#(more)}"#
    }
    let whole = part(1, 0, #","parent":true"#)
    let parts = [part(2, 0, #","parentId":1"#), part(3, 60, #","parentId":1"#)]
    for (list, sports) in [
      ([whole] + parts, ["s2", "s3"]), (parts + [whole], ["s2", "s3"]), ([whole], ["s1"]),
      ([part(4, 0, #","parentId":4"#)], ["s4"]),
    ] {
      let text = #"[{"summarizedActivitiesExport":[\#(list.joined(separator: ","))]}]"#
      try expectEqual(activities(text).map(\.sport), sports)
    }
  }

  @Test func ofOverlappingDocumentsTheLaterOneCounts() throws {
    let old = summary(#"\#(start),"activityId":7,"name":"Old""#)
    let new = summary(#"\#(start),"activityId":7,"name":"New""#)
    let rides = try activities(old, new)
    expectEqual(rides.map(\.name), ["New"])
    expectEqual(rides.first?.from?.member, "0")
    // Without a number the start decides.
    try expectEqual(activities(summary(start), new).count, 1)
  }

  @Test func activitiesAreInOrderOfStart() throws {
    let rides = [300, 100, 200].map { TrueRide(start: 1_773_472_502 + $0) }
    let starts = try activities(GarminExport(rides: rides).summaries()).map(\.start.seconds)
    expectEqual(starts, [100, 200, 300].map { 1_773_472_502 + $0 })
  }

  @Test func whatCannotBeTrueIsNothing() throws {
    let text = summary(
      #"""
      "beginTimestamp":1773472502000.9,"duration":"600000","elapsedDuration":600000.4,
      "name":null,"activityType":["x"],"startTimeLocal":99999999999999999999,"distance":-1,
      "elevationGain":1e300,"avgPower":65535,"maxPower":-5,"normPower":"200","avgHr":0,"maxHr":255,
      "avgBikeCadence":1e9,"activityId":"12","parentId":{}
      """#)
    let ride = try #require(try activities(text).first)
    var plain = Activity(id: ride.id, start: Timestamp(seconds: 1_773_472_502))
    plain.elapsedSeconds = 600
    plain.from = ride.from
    expectEqual(ride, plain)
  }

  @Test(arguments: [
    #""duration":600000"#, #""beginTimestamp":"1773472502000","duration":1000"#,
    #""beginTimestamp":0,"duration":1000"#, #""beginTimestamp":1e300,"duration":1000"#,
    #""beginTimestamp":-1773472502000,"duration":1000"#, #""beginTimestamp":1773472502000"#,
    #""beginTimestamp":1773472502000,"duration":-1"#, #""beginTimestamp":null,"duration":1"#,
    #""beginTimestamp":1773472502000,"duration":1e30"#, "", #""beginTimestamp":00"#,
  ])
  func aSummaryWithoutATimeIsSkipped(_ members: String) throws {
    var summaries = GarminSummaries()
    let reading = try summaries.read(
      MemoryInput(Array(summary(members).utf8)), at: FileOrigin(file: "x"))
    expectEqual(reading, GarminReading(skipped: 1))
    #expect(summaries.takeActivities().isEmpty)
  }

  @Test(
    arguments: [
      (20_700, "2026-03-14T13:00:02"), (-36_000, "2026-03-13T21:15:02"), (60_000, nil),
      (1_000, nil),
    ] as [(Int, String?)])
  func timesAroundTheWorldAreLocal(_ offset: Int, _ local: String?) throws {
    let text = summary(#"\#(start),"startTimeLocal":\#(1_773_472_502 + offset)000"#)
    try expectEqual(activities(text).map(\.startLocal?.description), [local])
  }

  @Test func memoryBoundsTheirNumberAndTheirNames() throws {
    let name = String(repeating: "ñ", count: 500)
    let list = (0..<ImportLimits.garminActivities + 10).map { second in
      #"{"activityId":\#(second),"beginTimestamp":\#(1_773_472_502 + second)000,"duration":1,"#
        + #""name":"n\#(second < 9 ? name : "")","activityType":"\#(second < 9 ? name : "")"}"#
    }
    var summaries = GarminSummaries()
    let text = #"[{"summarizedActivitiesExport":[\#(list.joined(separator: ","))]}]"#
    let reading = try summaries.read(MemoryInput(Array(text.utf8)), at: FileOrigin(file: "x"))
    expectEqual(reading.skipped, 10)
    let activities = summaries.takeActivities()
    expectEqual(activities.count, ImportLimits.garminActivities)
    // Cut after a whole character.
    expectEqual(activities.first?.name?.utf8.count, ImportLimits.garminName - 1)
    expectEqual(activities.first?.sport?.utf8.count, ImportLimits.garminName)
    expectEqual(activities.last?.name, "n")
  }
}
