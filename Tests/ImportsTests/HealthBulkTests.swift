// Years of data from many devices, beyond the capacity.

import Support
import Model
import Testing

@testable import Imports

@Suite(.blocking) struct HealthBulkTests {
  /// Three years of overlapping nights from three devices, in the order of exports: grouped by
  /// kind, unordered within.
  @Test func `merging keeps years of nights`() async throws {
    let first = Civil(2023, 1, 1).epoch / 86_400
    let count = Tier.rounds(3 * 365)
    var random = SeededRandom(seed: 1)
    var readings = ExportText()
    var elements: [(ExportText.Quantity?, start: Int, value: Int, device: String)] = []
    for index in 0..<count {
      let midnight = (first + index) * 86_400
      for hour in 0..<6 {
        elements.append((.respiration, midnight + hour * 3600 + 60, 12 + index % 5, "Watch"))
        elements.append((.respiration, midnight + hour * 3600 + 60, 40, "Ring"))
        elements.append((nil, midnight + hour * 3600, 3600, "Watch"))
        if hour < 5 { elements.append((nil, midnight + hour * 3600 - 1800, 3600, "Ring")) }
      }
      elements.append((.restingHeartRate, midnight + 7200, 45 + index % 10, "Watch"))
      elements.append((.weight, midnight + 25_000, 70 + index % 3, "Scale"))
    }
    elements.shuffle(using: &random)
    for element in elements {
      let start = time(element.start)
      if let quantity = element.0 {
        readings.add(quantity, String(element.value), at: start, by: element.device)
      } else {
        readings.addSleep(
          "AsleepCore", start, to: time(element.start + element.value), by: element.device)
      }
    }
    let days = try await imported(readings).days
    expectEqual(days.count, count)
    for (index, day) in days.enumerated() {
      expectEqual(day.date, Day(number: first + index))
      expectEqual(day.sleepSeconds, 6 * 3600)
      expectEqual(day.sleepStart, LocalTime(day: day.date, second: 0))
      expectEqual(
        [day.respiration, day.restingHeartRate, day.weightKilograms],
        [12 + index % 5, 45 + index % 10, 70 + index % 3].map { Double($0) })
    }
  }

  private func time(_ epoch: Int) -> String {
    Civil(epoch: epoch).text.replacing("T", with: " ") + " +0000"
  }

  /// Beyond the capacity, readings of several exports are kept once.
  @Test func `removes duplicates beyond capacity`() throws {
    var readings = Readings(capacity: 1000)
    for _ in 0..<10 {
      for second in 0..<700 {
        let isTaken = readings.add(reading(Double(second % 2), at: 1_700_000_000 + second))
        try #require(isTaken)
      }
    }
    let kept = readings.take()
    expectEqual(kept.map(\.time.seconds), (0..<700).map { UInt32(1_700_000_000 + $0) })
    expectEqual(kept.map(\.value), (0..<700).map { Double($0 % 2) })
  }

  /// The file is intact: exporting it again would not help.
  @Test func `an export of too many devices is not called damaged`() async throws {
    var export = ExportText()
    for number in 0...4_096 {
      export.add(.weight, "70", at: "2026-03-14 06:00:00 +0000", by: "Scale \(number)")
    }
    let rig = try HealthRig()
    await expectEqual(rig.failure(export.description.utf8), rig.found(.tooMuch))
  }

  /// If different readings exceed the capacity, the file is refused.
  @Test func `refuses data beyond capacity`() {
    var readings = Readings(capacity: 100)
    let taken = (0..<1000).prefix { day in readings.add(reading(1, at: day * 86_400)) }
    expectEqual(taken.count, 100)
  }

  @Test func `refuses sleep beyond capacity`() {
    var samples = SleepSamples()
    let taken = (0...UInt32(ImportLimits.appleSleep)).prefix { number in
      samples.add(
        .asleep, from: HealthTime(seconds: number * 10_000, offset: 0),
        to: HealthTime(seconds: number * 10_000 + 60, offset: 0), 0)
    }
    expectEqual(taken.count, ImportLimits.appleSleep)
  }

  @Test(.long) func `refuses workouts beyond capacity`() async throws {
    let workout = """
      <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="60" durationUnit="min" \
      sourceName="Watch" startDate="2026-03-14 06:00:00 +0000" endDate="2026-03-14 07:00:00 +0000"/>
      """
    let list = String(repeating: workout, count: ImportLimits.appleWorkouts + 1)
    let rig = try HealthRig()
    await expectEqual(rig.failure("<HealthData>\(list)</HealthData>".utf8), rig.found(.tooMuch))
  }

  private func reading(_ value: Double, at second: Int) -> Reading {
    Reading(time: HealthTime(seconds: UInt32(second), offset: 0), device: 0, value: value)
  }
}
