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
  func aNightBeginsAndEndsAsleep(_ piece: Int) throws {
    let list = try fitDays(WellnessFIT.sleep(Self.night), piece: piece)
    let day = try #require(list.first)
    expectEqual(list.count, 1)
    expectEqual(day.source, .garmin)
    expectEqual(day.date.description, "2026-03-14")
    expectEqual(day.sleepStart?.description, "2026-03-13T23:00:00")
    expectEqual(day.sleepEnd?.description, "2026-03-14T06:50:00")
    expectEqual(day.sleepSeconds, 27_000)
    // Neither before the first sleep nor after the last.
    expectEqual(day.awakeSeconds, 1_200)
    expectEqual(day.sleepScore, 81)
    expectEqual(day.from, FilePlace(file: "day.fit"))
  }

  @Test func aNightBelongsToTheDateOnWhichItEndsForTheRider() throws {
    let bytes = WellnessFIT.sleep(Self.night)
    try expectEqual(fitDays(bytes, offset: -25_200).map(\.date.description), ["2026-03-13"])
    try expectEqual(fitDays(bytes, offset: 43_200).map(\.date.description), ["2026-03-14"])
    try expectEqual(fitDays(bytes, offset: .max).count, 1)
    try expectEqual(fitDays(bytes, offset: .min).count, 1)
  }

  @Test func theFilesOwnClockIsBelieved() throws {
    let day = GarminMeasures("2026-03-14", restingHeartRate: 47)
    func date(_ local: Int64?) throws -> [String] {
      let bytes = try #require(WellnessFIT.monitoring(day, localOffset: local))
      return try fitDays(bytes, offset: 3_600).map(\.date.description)
    }
    try expectEqual(date(-25_200), ["2026-03-13"])
    try expectEqual(date(nil), ["2026-03-14"])
    // As no place on earth has it.
    try expectEqual(date(-90_000), ["2026-03-14"])
    try expectEqual(date(-25_000), ["2026-03-14"])
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

  @Test func levelsLastUntilTheNextOne() throws {
    let day = try #require(
      try levels([(0, 1), (900, 2), (4_500, 0), (5_000, 3), (8_000, 1), (8_600, 4), (9_600, 1)])
        .first)
    // What could not be measured is neither.
    expectEqual(day.sleepSeconds, 3_600 + 3_000 + 1_000)
    expectEqual(day.awakeSeconds, 600)
    expectEqual(day.sleepStart?.description, "2026-03-13T23:15:00")
    expectEqual(day.sleepEnd?.description, "2026-03-14T01:40:00")
    expectEqual(day.sleepScore, nil)
  }

  @Test func theMainNightOfADateCounts() throws {
    // A night of two hours, and a nap in the afternoon of the same date.
    let night: [(Int64, UInt8)] = [(7_200, 2), (14_400, 1)]
    let nap: [(Int64, UInt8)] = [(50_000, 2), (51_800, 1)]
    try expectEqual(levels(night + nap).map(\.sleepSeconds), [7_200])
    try expectEqual(levels(night + nap, score: 60).map(\.sleepScore), [nil])
  }

  @Test func levelsThatCannotBeTrueAreNoNight() throws {
    #expect(try levels([(0, 2)]).isEmpty)
    #expect(try levels([(0, 1), (600, 0), (1_200, 9), (1_800, 255)]).isEmpty)
    // A level of a day is none.
    #expect(try levels([(0, 2), (86_400, 1)]).isEmpty)
    // Neither is one that goes back.
    #expect(try levels([(600, 2), (0, 3), (300, 3)]).isEmpty)
    try expectEqual(
      levels([(0, 2), (600, 3), (0, 3), (300, 3), (1_200, 1)]).map(\.sleepSeconds), [1_200])
    #expect(try levels([(0, 2), (0, 3), (0, 1)]).isEmpty)
  }

  @Test func variabilityIsThatOfTheLastNight() throws {
    let day = GarminMeasures("2026-03-14", hrv: 63.5)
    let bytes = try #require(WellnessFIT.status(day))
    try expectEqual(fitDays(bytes).map(\.hrvRMSSD), [63.5])
    #expect(try fitDays(Self.file(370, [(0, .u16(6_400)), (1, .u16(0))])).isEmpty)
    #expect(try fitDays(Self.file(370, [(0, .u16(6_400)), (1, .u16(.max))])).isEmpty)
    #expect(try fitDays(Self.file(370, [(0, .u16(6_400))])).isEmpty)
  }

  @Test func todaysRestingHeartRateBeatsThatOfTheWeek() throws {
    try expectEqual(
      fitDays(Self.file(211, [(0, .u8(52)), (1, .u8(47))])).map(\.restingHeartRate), [47])
    try expectEqual(
      fitDays(Self.file(211, [(0, .u8(52)), (1, .u8(.max))])).map(\.restingHeartRate), [52])
    #expect(try fitDays(Self.file(211, [(0, .u8(0)), (1, .u8(0))])).isEmpty)
  }

  @Test func respirationIsTheMeanOfTheFile() throws {
    let day = GarminMeasures("2026-03-14")
    let bytes = try #require(
      WellnessFIT.monitoring(day, localOffset: 3_600, breaths: [14, -3, 16, 300, 0, 18]))
    try expectEqual(fitDays(bytes).map(\.respiration), [16])
  }

  @Test func respirationOfTheNightBeatsThatOfTheDay() throws {
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

  @Test func theLastWeightOfADateCounts() throws {
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

  @Test func partsOfAChainedFileJoin() throws {
    let day = GarminMeasures("2026-03-14", restingHeartRate: 47, hrv: 63)
    let status = try #require(WellnessFIT.status(day))
    let monitoring = try #require(WellnessFIT.monitoring(day, localOffset: 3_600))
    let list = try fitDays(WellnessFIT.sleep(Self.night) + status + monitoring)
    expectEqual(list.count, 1)
    expectEqual(list.first?.sleepSeconds, 27_000)
    expectEqual(list.first?.hrvRMSSD, 63)
    expectEqual(list.first?.restingHeartRate, 47)
  }

  @Test(arguments: [1, 2, 3, 5, 6, 7, 10, 11, 20, 34, 35, 40] as [UInt8])
  func settingsAndPlansHoldNothing(_ type: UInt8) throws {
    var file = WellnessFIT.writer(type: type, at: Self.morning)
    file.add(1, message: 30, [(253, .u32(FITWriter.stamp(Self.morning))), (0, .u16(7_000))])
    file.add(2, message: 20, [(253, .u32(FITWriter.stamp(Self.morning))), (7, .u16(200))])
    guard case .nothing = try fit(file.file()) else {
      Issue.record("type \(type)")
      return
    }
    #expect(try fitDays(WellnessFIT.settings()).isEmpty)
  }

  @Test func whateverTheTypeIsTheContentDecides() throws {
    for type in [0, 4, 9, 15, 28, 32, 41, 49, 68, 250, 255] as [UInt8] {
      var file = WellnessFIT.writer(type: type, at: Self.morning)
      file.add(1, message: 30, [(253, .u32(FITWriter.stamp(Self.morning))), (0, .u16(7_000))])
      try expectEqual(fitDays(file.file()).map(\.weightKilograms), [70], "type \(type)")
    }
  }

  @Test func aRideWithAWeightIsARide() throws {
    var file = SmallFIT().writer
    file.add(1, message: 30, [(253, .u32(FITWriter.stamp(SmallFIT.start))), (0, .u16(7_000))])
    try expectEqual(content(file.file())?.samples.list.count, 180)
  }

  @Test func aDamagedFileGivesWhatComesBefore() throws {
    let whole = WellnessFIT.sleep(Self.night)
    guard case .days(let days, isDamaged: true) = try fit(Array(whole[..<(whole.count / 2)])) else {
      Issue.record("no days")
      return
    }
    #expect((1_000..<27_000).contains(days.first?.sleepSeconds ?? 0))
    guard case .days(let all, isDamaged: true) = try fit(whole.dropLast() + [0x55]) else {
      Issue.record("no days")
      return
    }
    expectEqual(all.first?.sleepSeconds, 27_000)
  }

  @Test func moreThanMemoryAllowsCountsAsDamage() throws {
    var file = WellnessFIT.writer(type: 32, at: Self.morning)
    file.define(1, as: 297, [(253, .u32(0)), (0, .s16(0))])
    for minute in 0..<Int64(40_000) {
      file.add(1, [.u32(FITWriter.stamp(Self.morning + minute * 60)), .s16(1_500)])
    }
    guard case .days(let days, isDamaged: true) = try fit(file.file()) else {
      Issue.record("no days")
      return
    }
    #expect((22...24).contains(days.count))
  }
}
