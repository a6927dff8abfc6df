// Reads the days of Garmin's account export.

import Model
import Support
import Testing

@testable import Imports

/// An end of a document's name, and its text.
typealias DayDocument = (GarminDocument, String)

/// The days of documents, read one after another.
func days(_ documents: DayDocument..., offset: Int = 3_600) throws -> [WellnessDay] {
  var days = GarminDays { _ in offset }
  for (index, document) in documents.enumerated() {
    let reading = try days.read(
      document.0, MemoryInput(Array(document.1.utf8), piece: 100),
      at: FileOrigin(file: "export.zip", member: "\(index)"))
    #expect(!reading.isDamaged)
  }
  return days.takeDays()
}

@Suite struct GarminDayTests {
  static let night = FITDayTests.night
  static let measures = GarminMeasures(
    "2026-03-14", restingHeartRate: 47, hrv: 63, weightKilograms: 70.45, wakingRespiration: 16)

  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [1, 2, 0, 3]])
  func `documents of one date join in any order`(_ order: [Int]) throws {
    let export = GarminExport(nights: [Self.night], days: [Self.measures])
    let documents: [DayDocument] = [
      (.sleep, export.sleepData()), (.healthStatus, export.healthStatus()),
      (.dailySummary, export.dailySummaries()), (.biometrics, export.biometrics()),
    ]
    var days = GarminDays { _ in 3_600 }
    for index in order {
      _ = try days.read(
        documents[index].0, MemoryInput(Array(documents[index].1.utf8), piece: 100),
        at: FileOrigin(file: "export.zip", member: "0"))
    }
    expectEqual(
      days.takeDays().map(\.members),
      [
        """
        id="garmin:2026-03-14" source="garmin" date="2026-03-14" resting_heart_rate_bpm=47 \
        hrv_rmssd_ms=63 sleep_s=27000 sleep_start="2026-03-13T23:00:00" \
        sleep_end="2026-03-14T06:50:00" awake_s=1200 sleep_score=81 respiration_bpm=14.5 \
        weight_kg=70.45 from={"file":"export.zip","member":"0"}
        """
      ])
  }

  @Test func `fallbacks count where nothing better is`() throws {
    let status: DayDocument = (
      .healthStatus, GarminExport(days: [GarminMeasures("2026-03-14")]).healthStatus()
    )
    let waking: DayDocument = (
      .dailySummary,
      #"[{"calendarDate":"2026-03-14","respiration":{"avgWakingRespirationValue":17.0}}]"#
    )
    let plain = try #require(try days(status).first)
    // A metric without a value was not measured.
    expectEqual([plain.restingHeartRate, plain.respiration, plain.hrvRMSSD], [51, 15.5, nil])
    try expectEqual(days(waking).first?.respiration, 17)
    try expectEqual(days(status, waking).first?.respiration, 15.5)
    try expectEqual(days(waking, status).first?.respiration, 15.5)
  }

  @Test func `of two nights of one date the longer one counts`() throws {
    var nap = GarminNight(start: Self.night.start + 40_000)
    (nap.deep, nap.light, nap.rem, nap.awake, nap.score) = (0, 1_800, 0, 0, nil)
    let night = try days((.sleep, GarminExport(nights: [Self.night]).sleepData()))
    for nights in [[Self.night, nap], [nap, Self.night]] {
      try expectEqual(days((.sleep, GarminExport(nights: nights).sleepData())), night)
    }
  }

  @Test func `stages of zero seconds are left out`() throws {
    var night = Self.night
    night.rem = 0
    let text = GarminExport(nights: [night]).sleepData()
    #expect(!text.contains("remSleepSeconds"))
    try expectEqual(days((.sleep, text)).first?.sleepSeconds, 19_800)
  }

  @Test func `the clock is the documents own where it has one`() throws {
    var export = GarminExport(nights: [Self.night])
    export.localOffset = -18_000
    let machine = try days((.sleep, export.sleepData()), offset: 7_200)
    expectEqual(machine.first?.sleepEnd?.description, "2026-03-14T07:50:00")
    export.hasLocalTimes = true
    let own = try days((.sleep, export.sleepData()), offset: 7_200)
    expectEqual(own.first?.sleepEnd?.description, "2026-03-14T00:50:00")
    expectEqual(own.first?.sleepStart?.description, "2026-03-13T17:00:00")
  }

  @Test func `the summary of the day tells the clock as well`() throws {
    let sleep: DayDocument = (.sleep, GarminExport(nights: [Self.night]).sleepData())
    let times = """
      "wellnessStartTimeGmt":"2026-03-13T14:15:00.0","wellnessStartTimeLocal":"2026-03-14T00:00:00.0"
      """
    let daily: DayDocument = (.dailySummary, #"[{"calendarDate":"2026-03-14",\#(times)}]"#)
    for list in [try days(sleep, daily, offset: 0), try days(daily, sleep, offset: 0)] {
      expectEqual(list.map(\.sleepEnd?.description), ["2026-03-14T15:35:00"])
      expectEqual(list.map(\.sleepStart?.description), ["2026-03-14T07:45:00"])
    }
    // A document without values is not where a day was found.
    #expect(try days(daily).isEmpty)
    try expectEqual(days(daily, sleep).first?.from?.member, "1")
  }

  /// From midnight to 6:50 on a clock that is set back meanwhile.
  @Test func `the clock may change during the night`() throws {
    let change = Self.night.start + 3_600
    let times = """
      "wellnessStartTimeGmt":"2026-03-13T21:00:00.0","wellnessStartTimeLocal":"2026-03-13T23:00:00.0"
      """
    let sleep = GarminExport(nights: [Self.night]).sleepData()
    let daily = #"[{"calendarDate":"2026-03-14",\#(times)}]"#
    for documents in [[(GarminDocument.sleep, sleep)], [(.sleep, sleep), (.dailySummary, daily)]] {
      var days = GarminDays { $0.seconds < change ? 7_200 : 3_600 }
      for (document, text) in documents {
        _ = try days.read(document, MemoryInput(Array(text.utf8)), at: FileOrigin(file: "a.zip"))
      }
      let night = try #require(days.takeDays().first)
      expectEqual(night.sleepStart?.description, "2026-03-14T00:00:00")
      expectEqual(night.sleepEnd?.description, "2026-03-14T06:50:00")
    }
    let content = try FITFile.read(
      InputBuffer(MemoryInput(WellnessFIT.sleep(Self.night))), place: FileOrigin(file: "day.fit")
    ) { $0.seconds < change ? 7_200 : 3_600 }
    guard case .days(let list, _) = content, let night = list.first else {
      Issue.record("no days")
      return
    }
    expectEqual(night.sleepStart?.description, "2026-03-14T00:00:00")
    expectEqual(night.sleepEnd?.description, "2026-03-14T06:50:00")
  }

  @Test(arguments: [Int.min, .max]) func `an offset of no place is bounded`(_ offset: Int) throws {
    let text = GarminExport(nights: [Self.night]).sleepData()
    try expectEqual(days((.sleep, text), offset: offset).map(\.sleepSeconds), [27_000])
  }

  @Test func `days of FIT files join those of documents`() throws {
    let export = GarminExport(nights: [Self.night], days: [Self.measures])
    var days = GarminDays { _ in 3_600 }
    let isWhole = days.add(try fitDays(try #require(WellnessFIT.status(Self.measures))))
    #expect(isWhole)
    _ = try days.read(
      .dailySummary, MemoryInput(Array(export.dailySummaries().utf8)), at: FileOrigin(file: "x"))
    let isWholeAsWell = days.add(try fitDays(WellnessFIT.sleep(Self.night)))
    #expect(isWholeAsWell)
    expectEqual(
      days.takeDays().map(\.members),
      [
        """
        id="garmin:2026-03-14" source="garmin" date="2026-03-14" resting_heart_rate_bpm=47 \
        hrv_rmssd_ms=63 sleep_s=27000 sleep_start="2026-03-13T23:00:00" \
        sleep_end="2026-03-14T06:50:00" awake_s=1200 sleep_score=81 respiration_bpm=16 \
        from={"file":"day.fit"}
        """
      ])
  }

  @Test func `respiration of the night beats that of a file`() throws {
    let export = GarminExport(nights: [Self.night])
    let monitoring = try #require(
      WellnessFIT.monitoring(Self.measures, localOffset: 3_600, breaths: [18, 20]))
    for isLast in [false, true] {
      var days = GarminDays { _ in 3_600 }
      if !isLast { _ = days.add(try fitDays(monitoring)) }
      _ = try days.read(
        .sleep, MemoryInput(Array(export.sleepData().utf8)), at: FileOrigin(file: "x"))
      if isLast { _ = days.add(try fitDays(monitoring)) }
      expectEqual(days.takeDays().first?.respiration, 14.5)
    }
  }

  @Test func `memory bounds the number of days`() {
    let first = DayLimits.dates.lowerBound
    let list = (0..<ImportLimits.garminDays + 10).map { number in
      var day = WellnessDay(source: .garmin, date: first.advanced(by: number))
      day.restingHeartRate = 50
      return day
    }
    var days = GarminDays { _ in 0 }
    let areAllTaken = days.add(Array(list.prefix(ImportLimits.garminDays)))
    #expect(areAllTaken)
    let areMoreTaken = days.add(list)
    #expect(!areMoreTaken)
    expectEqual(days.takeDays().count, ImportLimits.garminDays)
  }
}
