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

/// A night of 2026-03-14 with these members besides.
private func nightDocument(_ members: String) -> DayDocument {
  (.sleep, #"[{"calendarDate":"2026-03-14",\#(members)}]"#)
}

@Suite struct GarminDayTests {
  static let night = FITDayTests.night
  static let measures = GarminMeasures(
    "2026-03-14", restingHeartRate: 47, hrv: 63, weightKilograms: 70.45, wakingRespiration: 16)

  @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [1, 2, 0, 3]])
  func documentsOfOneDateJoinInAnyOrder(_ order: [Int]) throws {
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

  @Test func fallbacksCountWhereNothingBetterIs() throws {
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

  @Test func laterDocumentsReplaceValuesOfTheSameDate() throws {
    func daily(_ rate: String) -> DayDocument {
      (.dailySummary, #"[{"calendarDate":"2026-03-14","restingHeartRate":\#(rate)}]"#)
    }
    // What a later document does not know it does not take away.
    for (later, rate) in [("48", 48.0), ("null", 50)] {
      let day = try days(daily("50"), daily(later)).first
      #expect(day?.restingHeartRate == rate && day?.from?.member == "0")
    }
    // A night is replaced as a whole.
    let old = nightDocument(#""deepSleepSeconds":3600,"awakeSleepSeconds":60"#)
    let new = nightDocument(#""deepSleepSeconds":1800,"sleepScores":{"overallScore":50}"#)
    let day = try #require(try days(old, new).first)
    #expect(day.sleepSeconds == 1_800 && day.awakeSeconds == nil)
    try expectEqual(days(new, old).first?.sleepScore, 50)
  }

  @Test func ofTwoNightsOfOneDateTheLongerOneCounts() throws {
    var nap = GarminNight(start: Self.night.start + 40_000)
    (nap.deep, nap.light, nap.rem, nap.awake, nap.score) = (0, 1_800, 0, 0, nil)
    let night = try days((.sleep, GarminExport(nights: [Self.night]).sleepData()))
    for nights in [[Self.night, nap], [nap, Self.night]] {
      try expectEqual(days((.sleep, GarminExport(nights: nights).sleepData())), night)
    }
  }

  @Test func stagesOfZeroSecondsAreLeftOut() throws {
    var night = Self.night
    night.rem = 0
    let text = GarminExport(nights: [night]).sleepData()
    #expect(!text.contains("remSleepSeconds"))
    try expectEqual(days((.sleep, text)).first?.sleepSeconds, 19_800)
  }

  @Test func theClockIsTheDocumentsOwnWhereItHasOne() throws {
    var export = GarminExport(nights: [Self.night])
    export.localOffset = -18_000
    let machine = try days((.sleep, export.sleepData()), offset: 7_200)
    expectEqual(machine.first?.sleepEnd?.description, "2026-03-14T07:50:00")
    export.hasLocalTimes = true
    let own = try days((.sleep, export.sleepData()), offset: 7_200)
    expectEqual(own.first?.sleepEnd?.description, "2026-03-14T00:50:00")
    expectEqual(own.first?.sleepStart?.description, "2026-03-13T17:00:00")
  }

  @Test func theSummaryOfTheDayTellsTheClockAsWell() throws {
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

  @Test func theLastWeightOfTheDayCounts() throws {
    func weight(_ weight: String, at clock: String = "") -> DayDocument {
      (.biometrics, #"[{"metaData":{"calendarDate":"2026-03-14\#(clock)"},"weight":\#(weight)}]"#)
    }
    func timed(_ grams: String, _ time: String) -> DayDocument {
      let text = #"{"weight":\#(grams),"timestampGMT":"2026-03-14T\#(time).0"}"#
      return weight(text, at: "T08:00:00.0")
    }
    let early = timed("70000.0", "06:00:00")
    let late = timed("71234.5", "21:00:00")
    try expectEqual(days(early, late).first?.weightKilograms, 71.235)
    try expectEqual(days(late, early).first?.weightKilograms, 71.235)
    let plain = weight("69500")
    try expectEqual(days(plain).first?.weightKilograms, 69.5)
    try expectEqual(days(late, plain).first?.weightKilograms, 69.5)
  }

  @Test(arguments: [
    #""deepSleepSeconds":"3600""#, #""deepSleepSeconds":null"#, #""deepSleepSeconds":-5"#,
    #""deepSleepSeconds":86401"#, #""deepSleepSeconds":1e300"#, #""deepSleepSeconds":0"#,
    #""lightSleepSeconds":80000,"deepSleepSeconds":80000"#, #""deepSleepSeconds":[3600]"#,
    #""sleepScores":{"overallScore":80}"#, #""awakeSleepSeconds":60"#,
  ])
  func aNightWithoutSleepIsNone(_ members: String) throws {
    #expect(try days(nightDocument(members)).isEmpty)
  }

  @Test(arguments: [
    #""sleepStartTimestampGMT":"2026-03-13T22:00:00.0""#,
    #""sleepStartTimestampGMT":"2026-03-13T22:00:00.0","sleepEndTimestampGMT":null"#,
    #""sleepStartTimestampGMT":"yesterday","sleepEndTimestampGMT":"2026-03-14T05:00:00.0""#,
    // Before its start, too short, too long, on another date, in no year.
    #""sleepStartTimestampGMT":"2026-03-14T05:00:00","sleepEndTimestampGMT":"2026-03-14T04:00:00""#,
    #""sleepStartTimestampGMT":"2026-03-14T05:00:00","sleepEndTimestampGMT":"2026-03-14T05:30:00""#,
    #""sleepStartTimestampGMT":"2026-03-12T05:00:00","sleepEndTimestampGMT":"2026-03-14T05:30:00""#,
    #""sleepStartTimestampGMT":"2026-03-10T22:00:00","sleepEndTimestampGMT":"2026-03-11T05:00:00""#,
    #""sleepStartTimestampGMT":"9999-12-30T22:00:00","sleepEndTimestampGMT":"9999-12-31T23:00:00""#,
    #""sleepStartTimestampGMT":-1e300,"sleepEndTimestampGMT":1e300"#,
  ])
  func timesThatCannotBeTrueAreLeftOut(_ members: String) throws {
    let day = try #require(try days(nightDocument(#""deepSleepSeconds":3600,\#(members)"#)).first)
    #expect(day.sleepSeconds == 3_600 && day.sleepStart == nil && day.sleepEnd == nil)
  }

  @Test func valuesBeyondBeliefAreNothing() throws {
    let members = #"""
      "deepSleepSeconds":3600,"awakeSleepSeconds":-1,"averageRespiration":-2,
      "sleepScores":{"overallScore":101}
      """#
    let day = try #require(try days(nightDocument(members)).first)
    #expect(day.awakeSeconds == nil && day.respiration == nil && day.sleepScore == nil)
    let others: [DayDocument] = [
      (.dailySummary, #"[{"calendarDate":"2026-03-14","restingHeartRate":0}]"#),
      (.dailySummary, #"[{"calendarDate":"2026-03-14","restingHeartRate":"47"}]"#),
      (.dailySummary, #"[{"calendarDate":"2026-03-14","respiration":[1]}]"#),
      (.healthStatus, #"[{"calendarDate":"2026-03-14","metrics":{"HRV":1}}]"#),
      (
        .healthStatus,
        #"""
        [{"calendarDate":"2026-03-14","metrics":[1,null,{},{"type":1,"value":1},
        {"type":"HRV","value":0.0},{"type":"HRV","value":1e9},{"type":"RESPIRATION","value":-1}]}]
        """#
      ),
      (.biometrics, #"[{"metaData":{"calendarDate":"2026-03-14"},"weight":{"weight":70}}]"#),
      (.biometrics, #"[{"metaData":{"calendarDate":"2026-03-14"},"weight":1e30}]"#),
    ]
    for document in others { #expect(try days(document).isEmpty, "\(document.1)") }
  }

  @Test(arguments: [
    #""2026-02-31""#, #""2026-13-01""#, #""0001-01-01""#, #""9999-12-31""#, #""2026-03-14x""#,
    #""20260314""#, "20260314", "null", #""""#, #"{"a":1}"#,
  ])
  func aDayWithoutADateIsSkipped(_ date: String) throws {
    var days = GarminDays { _ in 0 }
    let text = #"[{"calendarDate":\#(date),"restingHeartRate":47},{"restingHeartRate":47}]"#
    let reading = try days.read(
      .dailySummary, MemoryInput(Array(text.utf8)), at: FileOrigin(file: "x"))
    expectEqual(reading, GarminReading(skipped: 2))
    #expect(days.takeDays().isEmpty)
  }

  @Test(arguments: [Int.min, .max]) func anOffsetOfNoPlaceIsBounded(_ offset: Int) throws {
    let text = GarminExport(nights: [Self.night]).sleepData()
    try expectEqual(days((.sleep, text), offset: offset).map(\.sleepSeconds), [27_000])
  }

  @Test func daysOfFITFilesJoinThoseOfDocuments() throws {
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

  @Test func respirationOfTheNightBeatsThatOfAFile() throws {
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

  @Test func memoryBoundsTheNumberOfDays() {
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
