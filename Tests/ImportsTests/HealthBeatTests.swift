// The beats of HRV records that are passed to the rMSSD computation.

import Imports
import Support
import Model
import Testing

@Suite struct HealthBeatTests {
  /// One minute of beats: times in hundredths of a second, and the recorded rate.
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

  /// The beats passed on for each record.
  private func handed(_ beats: [(bpm: String, time: String)]) async throws -> [[HeartBeat]] {
    var export = ExportText()
    export.add(.variability, "40", at: "2026-11-20 02:00:00 +0100", inside: ExportText.beats(beats))
    let rig = try HealthRig()
    let days = try await rig.read(export.description.utf8).days
    // The result becomes the day's value.
    let handed = rig.handed.withLock { $0 }
    expectEqual(days.map(\.hrvRMSSD), [handed.first.map { Double($0.count) }])
    return handed
  }

  /// Beats at these hundredths of a second, in a time format.
  private func beats(
    _ times: [Int], _ pulses: [Int], _ form: (String, String) -> String = { "10:00:\($0).\($1)" }
  ) -> [(bpm: String, time: String)] {
    zip(times, pulses).map { time, pulse in
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
      return (String(pulse), form(two(time / 100), two(time % 100)))
    }
  }

  @Test(arguments: [
    ("10:00:SS.FF", 36_000), ("10:00:SS,FF", 36_000), ("10:00:SS.FF AM", 36_000),
    ("10:00:SS.FF\u{A0}AM", 36_000), ("9:30:SS.FF\u{202F}PM", 77_400), ("12:00:SS,FF AM", 0),
    ("00:00:SS,FF", 0), ("23:59:SS.FF", 86_340),
  ])
  func `beats are read in every form`(_ form: String, base: Int) async throws {
    let beats = beats(Self.times, Self.pulses) { second, fraction in
      form.replacing("SS", with: second).replacing("FF", with: fraction)
    }
    let handed = try await handed(beats)
    expectEqual(handed.count, 1)
    let found = try #require(handed.first)
    let seconds = found.map { (($0.seconds - Double(base)) * 100).rounded() }
    expectEqual(seconds, Self.times.map { Double($0) })
    expectEqual(found.map(\.beatsPerMinute), Self.pulses.map { Double($0) })
  }

  @Test func `continue past midnight`() async throws {
    for times in [
      ["23:59:58.50", "23:59:59.50", "00:00:00.60", "00:00:01.60"],
      ["11:59:58.50 PM", "11:59:59.50 PM", "12:00:00.60 AM", "12:00:01.60 AM"],
    ] {
      let beats = try #require(try await handed(times.map { ("60", $0) }).first)
      let intervals = zip(beats, beats.dropFirst()).map { $1.seconds - $0.seconds }
      expectEqual(intervals.map { ($0 * 100).rounded() }, [100, 110, 100])
    }
  }

  @Test func `records are kept apart`() async throws {
    var export = ExportText()
    for (minute, count) in [("00", 3), ("10", 0), ("20", 2)] {
      export.add(
        .variability, "40", at: "2026-11-20 02:\(minute):00 +0100",
        inside: ExportText.beats(beats(Array(Self.times.prefix(count)), Self.pulses)))
    }
    let rig = try HealthRig()
    _ = try await rig.read(export.description.utf8)
    expectEqual(rig.handed.withLock { $0.map(\.count) }, [3, 2])
  }

  @Test func `implausible beats give none`() async throws {
    #expect(try await handed(Array(repeating: ("60", "10:00:01.50"), count: 5000)).isEmpty)
    for bpm in ["0", "-60", "many"] {
      #expect(try await handed([(bpm, "10:00:01.50")]).isEmpty)
    }
  }

  @Test(arguments: [
    "10:00", "10:00:01", "10:00:01.5", "25:00:01.50", "10:61:01.50", "13:00:01.50 PM",
    "10:00:01.50 Uhr", "10.00.01.50", "2026-11-20 10:00:01.50", "", "十時", "10:00:01.50 AMx",
  ])
  func `unknown forms give no value`(_ form: String) async throws {
    var beats = beats(Self.times, Self.pulses)
    beats[30].time = form
    #expect(try await handed(beats).isEmpty)
  }

  /// The two measures are never mixed, and each has its mean of the night.
  @Test func `are kept apart from SDNN`() async throws {
    var export = ExportText()
    export.addSleep("AsleepCore", "2026-11-19 23:00:00 +0100", to: "2026-11-20 06:00:00 +0100")
    for (hour, count) in [("01", 10), ("02", 13)] {
      export.add(
        .variability, "40", at: "2026-11-20 \(hour):00:00 +0100",
        inside: "<MetadataEntry key=\"HKAlgorithmVersion\" value=\"2\"/>"
          + ExportText.beats(beats(Array(Self.times.prefix(count)), Self.pulses)))
    }
    let record = try #require(try await day("2026-11-20", of: export))
    expectEqual(record.hrvSDNN, 40)
    expectEqual(record.hrvRMSSD, 11.5)
  }
}
