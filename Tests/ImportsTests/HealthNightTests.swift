// The choice and duration of a day's night.

import Imports
import Support
import Model
import Testing

@Suite struct HealthNightTests {
  @Test func endsOnTheDayOfTheLocalTime() async throws {
    var export = ExportText()
    export.addSleep("AsleepCore", "2026-11-19 23:10:00 +0100", to: "2026-11-20 02:00:00 +0100")
    export.addSleep("Awake", "2026-11-20 02:00:00 +0100", to: "2026-11-20 02:20:00 +0100")
    export.addSleep("AsleepREM", "2026-11-20 02:20:00 +0100", to: "2026-11-20 06:30:00 +0100")
    try await expectEqual(
      imported(export).days.map(\.members),
      [
        """
        id="apple-health:2026-11-20" source="apple-health" date="2026-11-20" \
        sleep_s=\((170 + 250) * 60) sleep_start="2026-11-19T23:10:00" \
        sleep_end="2026-11-20T06:30:00" awake_s=1200 from={"file":"export.xml","line":19}
        """
      ])
  }

  /// A night with the change to winter time is an hour longer than the local times suggest.
  @Test func countsRealTimeWhenTheClockChanges() async throws {
    var export = ExportText()
    export.addSleep("Asleep", "2026-10-24 23:00:00 +0200", to: "2026-10-25 06:00:00 +0100")
    let night = try #require(try await day("2026-10-25", of: export))
    expectEqual(night.sleepSeconds, 8 * 3600)
    expectEqual(night.sleepStart, LocalTime(written: "2026-10-24 23:00:00"))
    expectEqual(night.sleepEnd, LocalTime(written: "2026-10-25 06:00:00"))
  }

  @Test func isFromTheDeviceWithTheMostSleep() async throws {
    var export = ExportText()
    export.addSleep("AsleepDeep", "2026-11-20 00:00:00 +0100", to: "2026-11-20 03:00:00 +0100")
    export.addSleep("AsleepDeep", "2026-11-20 03:00:00 +0100", to: "2026-11-20 06:00:00 +0100")
    export.addSleep("Awake", "2026-11-20 02:00:00 +0100", to: "2026-11-20 02:10:00 +0100")
    export.addSleep(
      "Asleep", "2026-11-19 22:00:00 +0100", to: "2026-11-20 05:00:00 +0100", by: "Mattress")
    let night = try #require(try await day("2026-11-20", of: export))
    expectEqual(night.sleepSeconds, 7 * 3600)
    expectEqual(night.sleepStart, LocalTime(written: "2026-11-19 22:00:00"))
    expectEqual(night.awakeSeconds, nil)
  }

  @Test(arguments: [["Mattress", "Watch"], ["Watch", "Mattress"]])
  func prefersDeviceWithStagesOnATie(_ order: [String]) async throws {
    var export = ExportText()
    for device in order {
      let (stage, hour) = device == "Watch" ? ("AsleepREM", "01") : ("AsleepUnspecified", "00")
      export.addSleep(
        stage, "2026-11-20 \(hour):00:00 +0100",
        to: "2026-11-20 0\(device == "Watch" ? 7 : 6):00:00 +0100", by: device)
    }
    let night = try #require(try await day("2026-11-20", of: export))
    expectEqual(night.sleepEnd, LocalTime(written: "2026-11-20 07:00:00"))
  }

  @Test func excludesNapsAndTimeInBed() async throws {
    var export = ExportText()
    export.addSleep("InBed", "2026-11-19 21:00:00 +0100", to: "2026-11-20 09:00:00 +0100")
    export.addSleep("AsleepCore", "2026-11-19 23:00:00 +0100", to: "2026-11-20 06:00:00 +0100")
    export.addSleep("AsleepCore", "2026-11-20 13:00:00 +0100", to: "2026-11-20 14:30:00 +0100")
    export.addSleep("InBed", "2026-11-20 21:00:00 +0100", to: "2026-11-21 09:00:00 +0100")
    let days = try await imported(export).days
    expectEqual(days.map(\.sleepSeconds), [7 * 3600])
    expectEqual(days.first?.sleepEnd, LocalTime(written: "2026-11-20 06:00:00"))
  }

  @Test func countsOverlapsOnce() async throws {
    var export = ExportText()
    for end in ["03:00", "04:00", "05:00"] {
      export.addSleep("AsleepCore", "2026-11-20 00:00:00 +0100", to: "2026-11-20 \(end):00 +0100")
      export.addSleep(
        "Awake", "2026-11-20 02:00:00 +0100", to: "2026-11-20 02:\(end.prefix(2)):00 +0100")
    }
    // Time awake before and after the sleep does not count.
    export.addSleep("Awake", "2026-11-19 23:30:00 +0100", to: "2026-11-20 00:10:00 +0100")
    export.addSleep("Awake", "2026-11-20 04:50:00 +0100", to: "2026-11-20 05:30:00 +0100")
    let night = try #require(try await day("2026-11-20", of: export))
    expectEqual(night.sleepSeconds, 5 * 3600)
    expectEqual(night.awakeSeconds, (5 + 10 + 10) * 60)
  }

  /// A gap of up to two hours belongs to the night.
  @Test(arguments: [("04:00", 4 * 3600), ("04:01", 2 * 3600)])
  func endsAtALongGap(_ time: String, _ seconds: Int) async throws {
    var export = ExportText()
    export.addSleep("AsleepCore", "2026-11-20 00:00:00 +0000", to: "2026-11-20 02:00:00 +0000")
    export.addSleep("AsleepCore", "2026-11-20 \(time):00 +0000", to: "2026-11-20 06:00:00 +0000")
    try await expectEqual(day("2026-11-20", of: export)?.sleepSeconds, seconds)
  }

  /// A sample of several days was never closed; an end before the start is an error.
  @Test func skipsImplausibleSamples() async throws {
    var export = ExportText()
    export.addSleep("Asleep", "2026-11-17 00:00:00 +0100", to: "2026-11-20 02:00:00 +0100")
    export.addSleep("Asleep", "2026-11-20 06:00:00 +0100", to: "2026-11-20 02:00:00 +0100")
    export.addSleep(
      "AsleepInAHammock", "2026-11-20 00:00:00 +0100", to: "2026-11-20 02:00:00 +0100")
    let content = try await imported(export)
    #expect(content.days.isEmpty)
    expectEqual(content.skipped, 2)
  }
}
