// Reads documents and wellness files of Garmin's export that are cut off, damaged or hostile.

import Format
import Model
import Support
import Testing

@testable import Imports

/// Reads a document: how it was read, and its days.
private func read(
  _ text: some Sequence<UInt8>, as document: GarminDocument = .dailySummary, piece: Int = 4096
) throws(ImportError) -> (reading: GarminReading, days: [WellnessDay]) {
  var days = GarminDays { _ in 0 }
  let input = MemoryInput(Array(text), piece: piece)
  let reading = try days.read(document, input, at: FileOrigin(file: "x"))
  return (reading, days.takeDays())
}

extension GarminDays {
  mutating func read(
    _ document: GarminDocument, _ input: any ByteInput, at place: FileOrigin
  ) throws(ImportError) -> GarminReading {
    try document.read(input) { add($0, of: document, at: place) }
  }
}

extension GarminSummaries {
  mutating func read(
    _ input: any ByteInput, at place: FileOrigin
  ) throws(ImportError) -> GarminReading {
    try GarminDocument.activities.read(input) { add($0, at: place) }
  }
}

@Suite(.blocking) struct GarminFaultTests {
  static let export = GarminExport(
    nights: [GarminDayTests.night, GarminNight(start: GarminDayTests.night.start + 86_400)],
    days: [GarminDayTests.measures, GarminMeasures("2026-03-15", restingHeartRate: 48, hrv: 60)],
    rides: [TrueRide(), TrueRide(start: 1_773_572_502)])

  @Test(arguments: [
    DayDocument(.sleep, export.sleepData()), (.healthStatus, export.healthStatus()),
    (.dailySummary, export.dailySummaries()),
  ])
  func `a cut document keeps its whole objects`(_ document: GarminDocument, _ text: String) throws {
    let whole = Array(text.utf8)
    var last = 0
    for length in 0..<whole.count - 1 {
      do throws(ImportError) {
        let (reading, days) = try read(whole[..<length], as: document, piece: 50)
        #expect(reading.isDamaged)
        #expect(reading.objects == last || reading.objects == last + 1)
        last = reading.objects
        expectEqual(days.count, last)
      } catch {
        expectEqual(error, .damaged(line: nil))
        expectEqual(last, 0)
      }
    }
    expectEqual(last, 2)
  }

  @Test func `a cut document keeps its whole activities`() throws {
    let whole = Array(Self.export.summaries().utf8)
    var last = 0
    for length in 0..<whole.count {
      var summaries = GarminSummaries()
      let input = MemoryInput(Array(whole[..<length]))
      if let reading = try? summaries.read(input, at: FileOrigin(file: "x")) {
        #expect(reading.isDamaged)
        #expect(reading.objects == last || reading.objects == last + 1)
        last = reading.objects
      } else {
        expectEqual(last, 0)
      }
      expectEqual(summaries.takeActivities().count, last)
    }
    expectEqual(last, 2)
  }

  @Test(arguments: ["", " ", "<html></html>", "{]", "hello", "[", "\u{0}", "[[[[{}"])
  func `what is no document is refused`(_ text: String) {
    #expect(throws: ImportError.damaged(line: nil)) { try read(text.utf8, as: .sleep) }
  }

  @Test func `what is no object is skipped`() throws {
    try expectEqual(read("[]".utf8, as: .sleep).reading, GarminReading())
    let day = #"{"calendarDate":"2026-03-15","restingHeartRate":47}"#
    for (broken, count) in [
      (#"{"calendarDate":"2026-03-14","restingHeartRate":4x7},{"calendarDate" "2026-03-14"}"#, 2),
      // More than a mebibyte.
      (#"{"calendarDate":"2026-03-14","x":"\#(String(repeating: "x", count: 1 << 20))"}"#, 1),
    ] {
      let (reading, days) = try read("[\(broken),\n\(day)]".utf8, piece: 65_536)
      expectEqual(reading, GarminReading(objects: 1, skipped: count))
      expectEqual(days.map(\.date.description), ["2026-03-15"])
    }
  }

  @Test(arguments: Mutations.seeds) func `mutated documents are read or refused`(_ seed: Int) throws
  {
    var random = SeededRandom(seed: UInt64(seed))
    let texts: [DayDocument] = [
      (.activities, Self.export.summaries()), (.sleep, Self.export.sleepData()),
      (.healthStatus, Self.export.healthStatus()), (.dailySummary, Self.export.dailySummaries()),
      (.biometrics, Self.export.biometrics()),
    ]
    let words = [
      "1e999", "-99999999999999999999", "{", "}", "[", "]", "\"", "\\", "null", "\u{FEFF}",
      "9223372036854775807", "1e18", "-1e18", ",", "\"2026-02-31\"", "253402300799999",
    ]
    var refused = 0
    for round in 0..<Mutations.count {
      let (document, text) = texts[round % texts.count]
      let bytes = random.mutated(Array(text.utf8), words: words)
      let input = MemoryInput(bytes, piece: random.pick(1...300))
      do {
        if document == .activities {
          var summaries = GarminSummaries()
          _ = try summaries.read(input, at: FileOrigin(file: "x"))
          for ride in summaries.takeActivities() {
            #expect(RideLimits.times.contains(ride.start.seconds))
          }
        } else {
          let offset = random.pick([0, 3_600, .min, .max])
          var days = GarminDays { _ in offset }
          _ = try days.read(document, input, at: FileOrigin(file: "x"))
          for day in days.takeDays() {
            #expect(DayLimits.dates.contains(day.date))
          }
        }
      } catch {
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  @Test(arguments: Mutations.seeds) func `mutated files are read or refused`(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) + 100)
    var night = GarminDayTests.night
    (night.deep, night.light, night.rem, night.awake) = (300, 300, 300, 120)
    let whole =
      WellnessFIT.sleep(night) + (WellnessFIT.status(GarminDayTests.measures) ?? [])
      + (WellnessFIT.monitoring(
        GarminDayTests.measures, localOffset: 3_600, breaths: [14, 15, 16]) ?? [])
      + WellnessFIT.weight(70, at: FITDayTests.morning)
    var refused = 0
    for _ in 0..<Mutations.count {
      let bytes = random.mutated(whole, words: ["\u{0}\u{0}", "\u{7F}\u{7F}\u{7F}\u{7F}"])
      do {
        let offset = random.pick([0, 3_600, .min, .max])
        guard case .days(let days, _) = try fit(bytes, piece: 64, offset: offset) else { continue }
        for day in days { #expect(DayLimits.dates.contains(day.date)) }
        var joined = GarminDays { _ in 0 }
        let isWhole = joined.add(days)
        #expect(isWhole)
        expectEqual(joined.takeDays().count, days.count)
      } catch is ImportError {
        refused += 1
      }
    }
    #expect(refused > 0)
  }
}
