// The choice of readings for a day's values.

import Imports
import Support
import Model
import Testing

@Suite struct HealthReadingTests {
  /// An export with a night recorded by the watch from 23:00 to 06:00.
  private var night: ExportText {
    var export = ExportText()
    export.addSleep("AsleepCore", "2026-11-19 23:00:00 +0100", to: "2026-11-20 06:00:00 +0100")
    return export
  }

  @Test func useTheMeanOfTheNight() async throws {
    var export = night
    export.add(.variability, "40", at: "2026-11-19 23:30:00 +0100")
    export.add(.variability, "50.5", at: "2026-11-20 06:00:00 +0100")
    export.add(.variability, "90", at: "2026-11-20 12:00:00 +0100")
    export.add(.variability, "70", at: "2026-11-19 22:00:00 +0100")
    export.add(.respiration, "14", at: "2026-11-20 01:00:00 +0100")
    export.add(.respiration, "15", at: "2026-11-20 02:00:00 +0100")
    export.add(.respiration, "15", at: "2026-11-20 03:00:00 +0100")
    let days = try await imported(export).days
    expectEqual(days.map(\.date), [Day(written: "2026-11-19"), Day(written: "2026-11-20")])
    expectEqual(days.map(\.hrvSDNN), [70, 45.25])
    expectEqual(days.map(\.respiration), [nil, 14.667])
  }

  @Test func useTheMeanOfTheDayWithoutANight() async throws {
    var export = ExportText()
    export.add(.variability, "40", at: "2026-11-20 08:30:00 +0100")
    export.add(.variability, "60", at: "2026-11-20 20:00:00 +0100")
    try await expectEqual(day("2026-11-20", of: export)?.hrvSDNN, 50)
    var other = night
    other.add(.variability, "44", at: "2026-11-20 08:30:00 +0100")
    try await expectEqual(day("2026-11-20", of: other)?.hrvSDNN, 44)
  }

  @Test func useTheDeviceOfTheNight() async throws {
    var export = night
    export.addSleep(
      "Asleep", "2026-11-20 01:00:00 +0100", to: "2026-11-20 05:00:00 +0100", by: "Ring")
    export.add(.variability, "40", at: "2026-11-20 02:00:00 +0100")
    for minute in 10..<20 {
      export.add(.variability, "80", at: "2026-11-20 02:\(minute):00 +0100", by: "Ring")
    }
    export.add(.restingHeartRate, "52", at: "2026-11-20 00:01:00 +0100")
    export.add(.restingHeartRate, "47", at: "2026-11-20 09:00:00 +0100", by: "Ring")
    let record = try #require(try await day("2026-11-20", of: export))
    expectEqual(record.hrvSDNN, 40)
    expectEqual(record.restingHeartRate, 52)
  }

  /// Sleep from another device must not hide the readings.
  @Test func useAnotherDeviceIfItHasNone() async throws {
    var export = night
    export.add(.variability, "61", at: "2026-11-20 02:00:00 +0100", by: "Ring")
    export.add(.variability, "33", at: "2026-11-20 12:00:00 +0100", by: "Chest strap")
    export.add(.variability, "35", at: "2026-11-20 13:00:00 +0100", by: "Chest strap")
    try await expectEqual(day("2026-11-20", of: export)?.hrvSDNN, 61)
  }

  @Test func useTheLastWeightAndRestingHeartRate() async throws {
    var export = ExportText()
    // The weight of any device.
    export.add(.weight, "70.2", at: "2026-11-20 21:00:00 +0100", by: "Scale")
    export.add(.weight, "155", "lb", at: "2026-11-20 07:00:00 +0100", by: "Jo’s iPhone")
    export.add(.weight, "155", "lb", at: "2026-11-21 07:00:00 +0100", by: "Jo’s iPhone")
    export.add(.restingHeartRate, "55", at: "2026-11-20 20:00:00 +0100")
    export.add(.restingHeartRate, "58", at: "2026-11-20 00:03:00 +0100")
    let days = try await imported(export).days
    expectEqual(days.map(\.weightKilograms), [70.2, 70.307])
    expectEqual(days.map(\.restingHeartRate), [55, nil])
  }

  /// The units of all regions.
  @Test(arguments: [
    ("72.5", "kg", 72.5), ("160", "lb", 72.575), ("11.5", "st", 73.028), ("72500", "g", 72.5),
    ("1.6e2", "lb", 72.575), ("72.123456789012345", "kg", 72.123),
  ])
  func unitsAreRead(_ value: String, _ unit: String, _ kilograms: Double) async throws {
    var export = ExportText()
    export.add(.weight, value, unit, at: "2026-11-20 07:00:00 +0100")
    export.add(.variability, "0.045", "s", at: "2026-11-20 07:00:00 +0100")
    export.add(.respiration, "0.25", "count/s", at: "2026-11-20 07:00:00 +0100")
    let day = try await day("2026-11-20", of: export)
    expectEqual([day?.weightKilograms, day?.hrvSDNN, day?.respiration], [kilograms, 45, 15])
  }

  /// Unreadable records are skipped and counted, without other effects.
  @Test(arguments: [
    ("abc", "ms", "2026-11-20 07:00:00 +0100"), ("", "ms", "2026-11-20 07:00:00 +0100"),
    ("nan", "ms", "2026-11-20 07:00:00 +0100"), ("4.5.6", "ms", "2026-11-20 07:00:00 +0100"),
    ("0x20", "ms", "2026-11-20 07:00:00 +0100"), ("1e400", "ms", "2026-11-20 07:00:00 +0100"),
    ("-40", "ms", "2026-11-20 07:00:00 +0100"), ("0", "ms", "2026-11-20 07:00:00 +0100"),
    ("40", "furlongs", "2026-11-20 07:00:00 +0100"), ("40", "ms", "2026-11-20 07:00:00"),
    ("40", "ms", "2026-13-20 07:00:00 +0100"), ("40", "ms", "0001-01-01 00:00:00 +0000"),
    ("40", "ms", "yesterday"),
  ])
  func countsUnreadableRecords(_ value: String, _ unit: String, _ date: String) async throws {
    var export = ExportText()
    export.add(.variability, value, unit, at: date)
    export.add(.variability, "41", at: "2026-11-21 07:00:00 +0100")
    let content = try await imported(export)
    #expect(content.days.map(\.hrvSDNN) == [41] && content.skipped == 1)
  }

  @Test func variabilityIsKeptAsWhatItIs() async throws {
    var export = night
    export.add(.rMSSD, "41.5", at: "2026-11-20 02:00:00 +0100")
    export.add(.rMSSD, "0.0435", "s", at: "2026-11-20 03:00:00 +0100")
    export.add(.variability, "60", at: "2026-11-20 03:00:00 +0100")
    let days = try await imported(export).days
    expectEqual(days.map(\.hrvRMSSD), [42.5])
    expectEqual(days.map(\.hrvSDNN), [60])
  }

  /// Duplicate records, and exports with another UTC offset, change nothing.
  @Test func countDuplicatesOnce() async throws {
    var export = night
    export.add(.variability, "40", at: "2026-11-20 02:00:00 +0100")
    export.add(.variability, "50", at: "2026-11-20 03:00:00 +0100")
    let once = try await imported(export).days
    export.add(.variability, "40", at: "2026-11-20 02:00:00 +0100")
    export.add(.variability, "40", at: "2026-11-20 01:00:00 +0000")
    export.addSleep("AsleepCore", "2026-11-19 23:00:00 +0100", to: "2026-11-20 06:00:00 +0100")
    let twice = try await imported(export).days
    expectEqual(once.map(\.hrvSDNN), [45])
    expectEqual(twice.map(\.hrvSDNN), [45])
    expectEqual(twice.map(\.sleepSeconds), once.map(\.sleepSeconds))
  }

  @Test func ignoreOtherRecords() async throws {
    var export = ExportText()
    export.add(.pulse, "120", at: "2026-11-20 07:00:00 +0100")
    export.add(.steps, "no number", at: "no date")
    export.add("<ActivitySummary dateComponents=\"2026-11-20\" activeEnergyBurned=\"500\"/>")
    // Correlations repeat records.
    export.add("<Correlation type=\"x\" sourceName=\"a\" startDate=\"b\" endDate=\"c\">")
    export.add(.weight, "99", at: "2026-11-20 07:00:00 +0100")
    export.add("</Correlation>")
    let content = try await imported(export)
    #expect(content.days.isEmpty && content.activities.isEmpty && content.skipped == 0)
  }

  @Test func recordTheFirstPlaceOfADay() async throws {
    var export = ExportText()
    export.prologue = ""
    export.add(.pulse, "60", at: "2026-11-19 07:00:00 +0100")
    export.add(.weight, "70", at: "2026-11-20 07:00:00 +0100")
    export.add(.weight, "71", at: "2026-11-20 08:00:00 +0100")
    export.add(.restingHeartRate, "50", at: "2026-11-21 08:00:00 +0100")
    let days = try await imported(export).days
    expectEqual(
      days.map(\.from),
      [FileOrigin(file: "export.xml", line: 5), FileOrigin(file: "export.xml", line: 7)])
  }
}
