// Conversion of workouts to activities.

import Imports
import Support
import Model
import Testing

@Suite struct HealthWorkoutTests {
  private func statistics(_ type: String, _ values: String) -> String {
    "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" startDate=\"2026-11-20 17:00:00 +0100\""
      + " endDate=\"2026-11-20 18:05:00 +0100\" \(values)/>"
  }

  private func activities(
    _ build: (inout ExportText) -> Void
  ) async throws -> [Activity] {
    var export = ExportText()
    build(&export)
    return try await imported(export).activities
  }

  @Test func readsACompleteRide() async throws {
    let ride = try #require(
      try await activities { export in
        export.prologue = ""
        export.addWorkout(
          "Cycling", "2026-11-20 17:00:00 +0100", to: "2026-11-20 18:05:00 +0100",
          attributes: "duration=\"61.51\" durationUnit=\"min\"",
          inside: [
            "<MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>",
            "<MetadataEntry key=\"HKElevationAscended\" value=\"31250 cm\"/>",
            "<WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"2026-11-20 17:30:00 +0100\"/>",
            "<WorkoutActivity uuid=\"1\" startDate=\"2026-11-20 17:00:00 +0100\">"
              + "<WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" average=\"1\"/>"
              + "</WorkoutActivity>",
            statistics(
              "HeartRate", "average=\"141.25\" minimum=\"88\" maximum=\"172\" unit=\"count/min\""),
            statistics("DistanceCycling", "sum=\"27.4\" unit=\"km\""),
            statistics("DistanceWalkingRunning", "sum=\"120\" unit=\"m\""),
            statistics("CyclingPower", "average=\"201.5\" maximum=\"812\" unit=\"W\""),
            statistics("CyclingCadence", "average=\"84\" maximum=\"110\" unit=\"count/min\""),
            statistics("ActiveEnergyBurned", "sum=\"705\" unit=\"Cal\""),
          ])
      }.first)
    let id = ride.id.sourceID
    expectEqual(id.count, 16)
    // Calories burned are not mechanical work.
    expectEqual(
      ride.members,
      """
      id="apple-health:\(id)" source="apple-health" source_id="\(id)" sport="Cycling" kind="ride" \
      start="2026-11-20T16:00:00Z" start_local="2026-11-20T17:00:00" timezone="Europe/Berlin" \
      duration_s=3691 elapsed_s=3900 distance_m=27400 elevation_gain_m=312.5 \
      average_power_w=201.5 max_power_w=812 measured_power=true average_heart_rate_bpm=141.25 \
      max_heart_rate_bpm=172 average_cadence_rpm=84 from={"file":"export.xml","line":4}
      """)
    expectEqual(ride.raw, nil)
  }

  @Test func readsOldExports() async throws {
    let run = try #require(
      try await activities { export in
        export.addWorkout(
          "Running", "2017-11-20 17:00:00 -0800", to: "2017-11-20 18:00:00 -0800",
          attributes: "duration=\"3000\" durationUnit=\"s\" totalDistance=\"6.2\" "
            + "totalDistanceUnit=\"mi\" totalEnergyBurned=\"2100\" totalEnergyBurnedUnit=\"kJ\"")
        export.addWorkout(
          "Yoga", "2017-11-21 17:00:00 -0800", to: "2017-11-21 18:00:00 -0800", attributes: "")
      }.first)
    #expect(run.distanceMetres == 9977.933 && run.durationSeconds == 3000)
    #expect(run.day == Day(written: "2017-11-20") && run.measuredPower == nil)
  }

  /// iOS 16 wrote two starts and no end: the first of duplicate attributes is used.
  @Test func acceptsDuplicateAttributes() async throws {
    var export = ExportText()
    export.addWorkout(
      "Cycling", "2026-11-20 17:00:00 +0100", to: "2026-11-20 18:00:00 +0100",
      inside: [
        "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceCycling\" "
          + "startDate=\"2026-11-20 17:00:00 +0100\" startDate=\"2026-11-20 18:00:00 +0100\" "
          + "sum=\"20\" sum=\"99\" unit=\"km\"/>"
      ])
    let content = try await imported(export)
    expectEqual(content.activities.map(\.distanceMetres), [20_000])
    #expect(content.corrected == 2 && content.skipped == 0)
  }

  /// The ID does not depend on the export's UTC offset.
  @Test func idsAreStableAcrossExports() async throws {
    func id(
      _ start: String = "2026-11-20 17:00:00 +0100", _ type: String = "Cycling",
      by source: String = "Watch"
    ) async throws -> String? {
      try await activities { export in
        export.addWorkout(type, start, to: "2026-11-20 18:00:00 +0100", by: source)
      }.first?.id.description
    }
    let usual = try await id()
    expectEqual(usual, "apple-health:3c0adbb7e8bb33ff")
    try await expectEqual(id("2026-11-20 11:00:00 -0500"), usual)
    #expect(try await id("2026-11-20 17:00:01 +0100") != usual)
    #expect(try await id("2026-11-20 17:00:00 +0100", "Running") != usual)
    #expect(try await id(by: "Phone") != usual)
  }

  @Test func recordWithMoreStatisticsWins() async throws {
    func add(_ device: String, _ seconds: String, _ count: Int, to export: inout ExportText) {
      export.addWorkout(
        "Cycling", "2026-11-20 17:00:\(seconds) +0100", to: "2026-11-20 18:00:00 +0100", by: device,
        inside: (0..<count).map { _ in statistics("DistanceCycling", "sum=\"27.4\" unit=\"km\"") })
    }
    for order in [[2, 3, 1], [1, 3, 2], [3, 1, 2]] {
      let activities = try await activities { export in
        for count in order { add("Device \(count)", "0\(count)", count, to: &export) }
      }
      expectEqual(activities.map(\.start.seconds), [Int64(Civil(2026, 11, 20, 16, 0, 3).epoch)])
    }
  }

  @Test func keepsDifferentWorkouts() async throws {
    let activities = try await activities { export in
      // One that is there three times counts once.
      for _ in 0..<3 {
        export.addWorkout("Cycling", "2026-11-20 17:00:00 +0100", to: "2026-11-20 18:00:00 +0100")
      }
      // One device may record two workouts at once.
      export.addWorkout("Other", "2026-11-20 17:00:00 +0100", to: "2026-11-20 18:00:00 +0100")
      // Without more than ten percent of it.
      export.addWorkout(
        "Cycling", "2026-11-20 17:06:01 +0100", to: "2026-11-20 18:00:00 +0100", by: "Phone")
      // A different duration.
      export.addWorkout(
        "Running", "2026-11-20 17:00:00 +0100", to: "2026-11-20 18:00:00 +0100", by: "Bike",
        attributes: "duration=\"40\" durationUnit=\"min\"")
    }
    expectEqual(activities.count, 4)
    expectEqual(activities.map(\.start), activities.map(\.start).sorted())
  }

  @Test func skipsWorkoutsWithoutStartOrEnd() async throws {
    var export = ExportText()
    export.addWorkout("Cycling", "", to: "2026-11-20 18:00:00 +0100")
    export.addWorkout("Cycling", "2026-11-20 18:00:00 +0100", to: "2026-11-20 17:00:00 +0100")
    export.addWorkout("", "2026-11-20 17:00:00 +0100", to: "2026-11-20 18:00:00 +0100")
    let content = try await imported(export)
    #expect(content.activities.isEmpty)
    expectEqual(content.skipped, 3)
  }
}
