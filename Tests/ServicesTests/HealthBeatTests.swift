// rMSSD from the beats of HRV records.

import Services
import Support
import SyncModel
import Testing

@Suite struct HealthBeatTests {
  /// A minute of beats: times in hundredths of a second, and what the watch wrote for each.
  private static let times = [
    95, 196, 295, 387, 483, 583, 677, 767, 856, 952, 1049, 1143, 1236, 1337, 1436, 1529, 1620, 1715,
    1811, 1904, 1992, 2085, 2186, 2283, 2376, 2471, 2570, 2666, 2755, 2845, 2942, 3039, 3132, 3225,
    3325, 3426, 3520, 3611, 3706, 3802, 3895, 3984, 4077, 4176, 4275, 4368, 4463, 4561, 4657, 4747,
    4836, 4932, 5030, 5124, 5217, 5316, 5417, 5512, 5602, 5696,
  ]
  private static let pulses = [
    63, 60, 60, 65, 62, 60, 63, 67, 67, 63, 62, 64, 64, 60, 60, 65, 66, 64, 62, 65, 68, 64, 60, 62,
    65, 63, 61, 63, 67, 66, 62, 62, 65, 64, 60, 59, 64, 66, 63, 62, 64, 67, 64, 60, 61, 64, 64, 61,
    63, 67, 67, 63, 61, 64, 64, 61, 59, 64, 66, 64,
  ]

  private func rMSSD(_ beats: [(bpm: String, time: String)]) async throws -> Double? {
    var export = ExportText()
    export.add(
      .variability, "40", at: "2026-11-20 02:00:00 +0100", inside: ExportText.beats(beats))
    return try #require(try await day("2026-11-20", of: export)).hrvRMSSD
  }

  /// Beats at these hundredths of a second, in a form.
  private func beats(
    _ times: [Int], _ pulses: [Int], _ form: (String, String) -> String = { "10:00:\($0).\($1)" }
  ) -> [(bpm: String, time: String)] {
    zip(times, pulses).map { time, pulse in
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
      return (String(pulse), form(two(time / 100), two(time % 100)))
    }
  }

  /// 43.5692 was computed with another program from the same list.
  @Test(arguments: [
    "10:00:SS.FF", "10:00:SS,FF", "10:00:SS.FF AM", "10:00:SS.FF\u{A0}AM", "9:30:SS.FF\u{202F}PM",
    "12:00:SS,FF AM", "00:00:SS,FF", "23:59:SS.FF",
  ])
  func isOfSuccessiveDifferencesInEveryForm(_ form: String) async throws {
    let beats = beats(Self.times, Self.pulses) { second, fraction in
      form.split(separator: "SS.FF", omittingEmptySubsequences: false).count > 1
        ? form.replacing("SS.FF", with: "\(second).\(fraction)")
        : form.replacing("SS,FF", with: "\(second),\(fraction)")
    }
    #expect(try await rMSSD(beats) == 43.569)
  }

  @Test func goesOnPastMidnight() async throws {
    for times in [
      ["23:59:58.50", "23:59:59.50", "00:00:00.60", "00:00:01.60"],
      ["11:59:58.50 PM", "11:59:59.50 PM", "12:00:00.60 AM", "12:00:01.60 AM"],
    ] {
      #expect(try await rMSSD(times.map { ("60", $0) }) == 100)
    }
  }

  /// An interval that does not agree with its beat's pulse is a gap: nothing is compared across it.
  @Test func isNeverTakenAcrossGaps() async throws {
    // 1.0, 1.1, a missing beat, 1.0, 1.0: one difference of 0.1 and one of 0.
    let gap = beats([0, 100, 210, 410, 510, 610], [60, 60, 55, 58, 60, 60])
    #expect(try await rMSSD(gap) == 70.711)
    // Each second interval is wrong: nothing is adjacent.
    let torn = beats([0, 100, 300, 400, 600, 700], [60, 60, 60, 60, 60, 60])
    #expect(try await rMSSD(torn) == nil)
    // 15 % is the most.
    #expect(try await rMSSD(beats([0, 100, 215], [60, 60, 60])) == 150)
    #expect(try await rMSSD(beats([0, 100, 216], [60, 60, 60])) == nil)
  }

  @Test func needsThreeBeats() async throws {
    #expect(try await rMSSD(beats([0, 100], [60, 60])) == nil)
    #expect(try await rMSSD([]) == nil)
  }

  @Test(arguments: [
    "10:00", "10:00:01", "10:00:01.5", "25:00:01.50", "10:61:01.50", "13:00:01.50 PM",
    "10:00:01.50 Uhr", "10.00.01.50", "2026-11-20 10:00:01.50", "", "十時", "10:00:01.50 AMx",
  ])
  func otherFormsGiveNone(_ form: String) async throws {
    var beats = beats(Self.times, Self.pulses)
    beats[30].time = form
    #expect(try await rMSSD(beats) == nil)
  }

  /// One measure is never named as the other, and the night's mean is taken of each.
  @Test func standsBesideSDNN() async throws {
    var export = ExportText()
    export.addSleep("AsleepCore", "2026-11-19 23:00:00 +0100", to: "2026-11-20 06:00:00 +0100")
    for (hour, last) in [("01", 210), ("02", 220 - 7)] {
      export.add(
        .variability, "40", at: "2026-11-20 \(hour):00:00 +0100",
        inside: "<MetadataEntry key=\"HKAlgorithmVersion\" value=\"2\"/>"
          + ExportText.beats(beats([0, 100, last], [60, 60, 55])))
    }
    let record = try #require(try await day("2026-11-20", of: export))
    #expect(record.hrvSDNN == 40)
    #expect(record.hrvRMSSD == 115)
  }
}
