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
  func `documents are recognised by the end of their names`(
    _ path: String, _ document: GarminDocument?
  ) {
    expectEqual(GarminDocument.named(path), document)
  }

  @Test func `all figures have our units`() throws {
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

  @Test func `activities are in order of start`() throws {
    let rides = [300, 100, 200].map { TrueRide(start: 1_773_472_502 + $0) }
    let starts = try activities(GarminExport(rides: rides).summaries()).map(\.start.seconds)
    expectEqual(starts, [100, 200, 300].map { 1_773_472_502 + $0 })
  }

  @Test func `memory bounds their number and their names`() throws {
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
