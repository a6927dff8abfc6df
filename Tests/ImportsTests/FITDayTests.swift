// Reads the days in the FIT files that a watch writes beside its rides.

import Model
import Support
import Testing

@testable import Imports

/// The days of a FIT file that is whole.
func fitDays(_ bytes: [UInt8], piece: Int = 4096, offset: Int = 3_600) throws -> [WellnessDay] {
  switch try fit(bytes, piece: piece, offset: offset) {
  case .days(let days, let isDamaged):
    #expect(!isDamaged)
    return days
  case .nothing: return []
  case .ride:
    Issue.record("a ride")
    return []
  }
}

@Suite struct FITDayTests {
  /// Ends 2026-03-14T05:50:00Z.
  static let night = GarminNight(start: 1_773_439_200)
  static let morning: Int64 = 1_773_468_000  // 2026-03-14T06:00:00Z

  /// A file of one message.
  static func file(_ message: UInt16, _ fields: [(UInt8, FITValue)]) -> [UInt8] {
    var fit = WellnessFIT.writer(type: 32, at: morning)
    fit.add(1, message: message, [(253, .u32(FITWriter.stamp(morning)))] + fields)
    return fit.file()
  }

  @Test(arguments: [1, 7, 4096])
  func `a night begins and ends asleep`(_ piece: Int) throws {
    // Awake is neither the time before the first sleep nor that after the last.
    try expectEqual(
      fitDays(WellnessFIT.sleep(Self.night), piece: piece).map(\.members),
      [
        """
        id="garmin:2026-03-14" source="garmin" date="2026-03-14" sleep_s=27000 \
        sleep_start="2026-03-13T23:00:00" sleep_end="2026-03-14T06:50:00" awake_s=1200 \
        sleep_score=81 from={"file":"day.fit"}
        """
      ])
  }

  @Test func `a night belongs to the date on which it ends for the rider`() throws {
    let bytes = WellnessFIT.sleep(Self.night)
    try expectEqual(fitDays(bytes, offset: -25_200).map(\.date.description), ["2026-03-13"])
    try expectEqual(fitDays(bytes, offset: 43_200).map(\.date.description), ["2026-03-14"])
    try expectEqual(fitDays(bytes, offset: .max).count, 1)
    try expectEqual(fitDays(bytes, offset: .min).count, 1)
  }

  /// No place on earth has the last two.
  @Test(arguments: [(-25_200, "13"), (nil, "14"), (-90_000, "14"), (-25_000, "14")])
  func `the files own clock is believed`(_ local: Int64?, _ date: String) throws {
    let day = GarminMeasures("2026-03-14", restingHeartRate: 47)
    let bytes = try #require(WellnessFIT.monitoring(day, localOffset: local))
    try expectEqual(fitDays(bytes).map(\.date.description), ["2026-03-" + date])
  }

  /// Levels that are written only when they change.
  private func levels(_ levels: [(Int64, UInt8)], score: UInt8? = nil) throws -> [WellnessDay] {
    var fit = WellnessFIT.writer(type: 49, at: Self.morning)
    fit.define(1, as: 275, [(253, .u32(0)), (0, .enumeration(0))])
    for (time, level) in levels {
      fit.add(1, [.u32(FITWriter.stamp(Self.night.start + time)), .enumeration(level)])
    }
    if let score { fit.add(2, message: 346, [(6, .u8(score))]) }
    return try fitDays(fit.file())
  }

  @Test func `levels last until the next one`() throws {
    let days = try levels([
      (0, 1), (900, 2), (4_500, 0), (5_000, 3), (8_000, 1), (8_600, 4), (9_600, 1),
    ])
    // What could not be measured is neither asleep nor awake.
    expectEqual(
      days.map(\.members),
      [
        """
        id="garmin:2026-03-14" source="garmin" date="2026-03-14" sleep_s=\(3_600 + 3_000 + 1_000) \
        sleep_start="2026-03-13T23:15:00" sleep_end="2026-03-14T01:40:00" awake_s=600 \
        from={"file":"day.fit"}
        """
      ])
  }

  @Test func `the main night of a date counts`() throws {
    // A night of two hours, and a nap in the afternoon of the same date.
    let night: [(Int64, UInt8)] = [(7_200, 2), (14_400, 1)]
    let nap: [(Int64, UInt8)] = [(50_000, 2), (51_800, 1)]
    try expectEqual(levels(night + nap).map(\.sleepSeconds), [7_200])
    try expectEqual(levels(night + nap, score: 60).map(\.sleepScore), [nil])
  }

  @Test(
    arguments: [
      [(0, 2)], [(0, 1), (600, 0), (1_200, 9), (1_800, 255)],
      // A level of a day is none.
      [(0, 2), (86_400, 1)],
      // Neither is one that goes back.
      [(600, 2), (0, 3), (300, 3)], [(0, 2), (0, 3), (0, 1)],
    ] as [[(Int64, UInt8)]])
  func `levels that cannot be true are no night`(_ list: [(Int64, UInt8)]) throws {
    #expect(try levels(list).isEmpty)
    let restored = try levels([(0, 2), (600, 3), (0, 3), (300, 3), (1_200, 1)])
    expectEqual(restored.map(\.sleepSeconds), [1_200])
  }

  @Test func `variability is that of the last night`() throws {
    let bytes = try #require(WellnessFIT.status(GarminMeasures("2026-03-14", hrv: 63.5)))
    try expectEqual(fitDays(bytes).map(\.hrvRMSSD), [63.5])
    for night in [[(1, .u16(0))], [(1, .u16(.max))], []] as [[(UInt8, FITValue)]] {
      #expect(try fitDays(Self.file(370, [(0, .u16(6_400))] + night)).isEmpty)
    }
  }

  @Test(arguments: [(52, 47, [47]), (52, .max, [52]), (0, 0, [])] as [(UInt8, UInt8, [Double])])
  func `todays resting heart rate beats that of the week`(
    _ week: UInt8, _ today: UInt8, _ expected: [Double]
  ) throws {
    try expectEqual(
      fitDays(Self.file(211, [(0, .u8(week)), (1, .u8(today))])).map(\.restingHeartRate), expected)
  }

  @Test func `respiration is the mean of the file`() throws {
    let bytes = try #require(
      WellnessFIT.monitoring(
        GarminMeasures("2026-03-14"), localOffset: 3_600, breaths: [14, -3, 16, 300, 0, 18]))
    try expectEqual(fitDays(bytes).map(\.respiration), [16])
  }

  @Test func `respiration of the night beats that of the day`() throws {
    var fit = WellnessFIT.writer(type: 49, at: Self.morning)
    fit.define(1, as: 275, [(253, .u32(0)), (0, .enumeration(0))])
    fit.define(2, as: 297, [(253, .u32(0)), (0, .s16(0))])
    // The night begins before midnight.
    for (minute, breaths) in [(-30, 20), (0, 12), (60, 14), (400, 13), (600, 25)] {
      let time = FITWriter.stamp(Self.night.start + Int64(minute) * 60)
      fit.add(2, [.u32(time), .s16(Int16(breaths * 100))])
    }
    for minute in stride(from: 0, through: 420, by: 60) {
      let time = FITWriter.stamp(Self.night.start + Int64(minute) * 60)
      fit.add(1, [.u32(time), .enumeration(minute == 420 ? 1 : 2)])
    }
    let list = try fitDays(fit.file())
    expectEqual(list.map(\.date.description), ["2026-03-13", "2026-03-14"])
    expectEqual(list.map(\.respiration), [20, 13])
  }

  @Test func `the last weight of a date counts`() throws {
    var fit = WellnessFIT.writer(type: 9, at: Self.morning)
    fit.define(1, as: 30, [(253, .u32(0)), (0, .u16(0))])
    for (hours, weight) in [(12, 7_120), (0, 7_045), (13, 65_534), (30, 7_000)] {
      fit.add(
        1, [.u32(FITWriter.stamp(Self.morning + Int64(hours) * 3_600)), .u16(UInt16(weight))])
    }
    let list = try fitDays(fit.file())
    expectEqual(list.map(\.weightKilograms), [71.2, 70])
    expectEqual(list.map(\.date.description), ["2026-03-14", "2026-03-15"])
    try expectEqual(fitDays(WellnessFIT.weight(70.4, at: Self.morning)).count, 1)
  }

  @Test func `parts of a chained file join`() throws {
    let day = GarminMeasures("2026-03-14", restingHeartRate: 47, hrv: 63)
    let status = try #require(WellnessFIT.status(day))
    let monitoring = try #require(WellnessFIT.monitoring(day, localOffset: 3_600))
    let list = try fitDays(WellnessFIT.sleep(Self.night) + status + monitoring)
    expectEqual(list.map(\.sleepSeconds), [27_000])
    expectEqual(list.map { [$0.hrvRMSSD, $0.restingHeartRate] }, [[63, 47]])
  }

  private static let settingsAndPlans: [UInt8] = [1, 2, 3, 5, 6, 7, 10, 11, 20, 34, 35, 40]

  @Test(arguments: settingsAndPlans + [0, 4, 9, 15, 28, 32, 41, 49, 68, 250, 255])
  func `the content decides except in settings and plans`(_ type: UInt8) throws {
    var file = WellnessFIT.writer(type: type, at: Self.morning)
    file.add(1, message: 30, [(253, .u32(FITWriter.stamp(Self.morning))), (0, .u16(7_000))])
    let isNothing = Self.settingsAndPlans.contains(type)
    if isNothing {
      file.add(2, message: 20, [(253, .u32(FITWriter.stamp(Self.morning))), (7, .u16(200))])
    }
    try expectEqual(fitDays(file.file()).map(\.weightKilograms), isNothing ? [] : [70])
    #expect(try fitDays(WellnessFIT.settings()).isEmpty)
  }

  @Test func `a ride with a weight is a ride`() throws {
    var file = SmallFIT().writer
    file.add(1, message: 30, [(253, SmallFIT.stamp()), (0, .u16(7_000))])
    try expectEqual(content(file.file())?.samples.list.count, 180)
  }

  /// The days of a damaged file; nil when it is whole.
  private func damaged(_ bytes: [UInt8]) throws -> [WellnessDay]? {
    if case .days(let days, isDamaged: true) = try fit(bytes) { days } else { nil }
  }

  @Test func `a damaged file gives what comes before`() throws {
    let whole = WellnessFIT.sleep(Self.night)
    let half = try #require(try damaged(Array(whole[..<(whole.count / 2)])))
    #expect((1_000..<27_000).contains(half.first?.sleepSeconds ?? 0))
    try expectEqual(damaged(whole.dropLast() + [0x55])?.map(\.sleepSeconds), [27_000])
  }

  @Test func `more than memory allows counts as damage`() throws {
    var file = WellnessFIT.writer(type: 32, at: Self.morning)
    file.define(1, as: 297, [(253, .u32(0)), (0, .s16(0))])
    for minute in 0..<Int64(40_000) {
      file.add(1, [.u32(FITWriter.stamp(Self.morning + minute * 60)), .s16(1_500)])
    }
    let days = try #require(try damaged(file.file()))
    #expect((22...24).contains(days.count))
  }

  @Test func `more nights than memory allows count as damage`() throws {
    var file = WellnessFIT.writer(type: 49, at: Self.morning)
    file.define(1, as: 275, [(253, .u32(0)), (0, .enumeration(0))])
    for night in 0...Int64(ImportLimits.wellnessNights) {
      for (hour, level) in [(0, 2), (4, 1)] as [(Int64, UInt8)] {
        let time = Self.night.start + night * 86_400 + hour * 3_600
        file.add(1, [.u32(FITWriter.stamp(time)), .enumeration(level)])
      }
    }
    try expectEqual(damaged(file.file())?.count, ImportLimits.wellnessNights)
  }
}

extension WellnessFIT {
  /// Monitoring of some hours from 06:00 UTC on.
  ///
  /// - Parameters:
  ///   - localOffset: as its local timestamp tells; nil for none.
  ///   - breaths: one a minute.
  static func monitoring(
    _ day: GarminMeasures, localOffset: Int64?, breaths: [Double] = []
  ) -> [UInt8]? {
    guard let morning = morning(of: day) else { return nil }
    var fit = writer(type: 32, at: morning)
    if let localOffset {
      fit.add(
        1, message: 103,
        [
          (253, .u32(FITWriter.stamp(morning))),
          (0, .u32(FITWriter.stamp(morning + localOffset))), (5, .u16(1_800)),
        ])
    }
    fit.define(2, as: 55, [(26, .u16(0)), (27, .u8(0))])
    for minute in 0..<30 { fit.add(2, [.u16(UInt16(minute * 60)), .u8(60)]) }
    if let rate = day.restingHeartRate {
      fit.add(
        3, message: 211,
        [(253, .u32(FITWriter.stamp(morning))), (0, .u8(UInt8(rate + 3))), (1, .u8(UInt8(rate)))])
    }
    fit.define(4, as: 297, [(253, .u32(0)), (0, .s16(0))])
    for (minute, value) in breaths.enumerated() {
      fit.add(
        4, [.u32(FITWriter.stamp(morning + Int64(minute) * 60)), .s16(Int16(value * 100))])
    }
    return fit.file()
  }
}
