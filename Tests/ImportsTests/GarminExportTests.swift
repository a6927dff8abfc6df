// Reads all documents and files of Garmin's account export together.

import Model
import Support
import Testing

@testable import Imports

@Suite struct GarminExportTests {
  static let export = GarminExport(
    nights: (0..<3).map { GarminNight(start: FITDayTests.night.start + $0 * 86_400) },
    days: (14...16).map {
      GarminMeasures(
        "2026-03-\($0)", restingHeartRate: 30 + $0, hrv: Double(40 + $0),
        weightKilograms: 60 + Double($0))
    }, rides: (0..<3).map { TrueRide(start: 1_773_472_502 + $0 * 86_400) })

  @Test func `documents and files say the same`() throws {
    var summaries = GarminSummaries()
    var fromDocuments = GarminDays { _ in 3_600 }
    var fromFiles = GarminDays { _ in 3_600 }
    for (name, bytes) in Self.export.files {
      guard let document = GarminDocument.named(name) else { continue }
      let place = FileOrigin(file: "export.zip", member: name)
      let reading =
        try document == .activities
        ? summaries.read(MemoryInput(bytes), at: place)
        : fromDocuments.read(document, MemoryInput(bytes), at: place)
      expectEqual(reading, GarminReading(objects: 3), "\(name)")
    }
    var ridden: [Activity] = []
    for (name, bytes) in Self.export.uploads {
      switch try fit(bytes, offset: 3_600) {
      case .ride(let content): ridden += try rides(content)
      case .days(let days, let isDamaged):
        let isWhole = fromFiles.add(days)
        #expect(isWhole && !isDamaged)
      case .nothing: #expect(name.hasSuffix("80000009.fit"))
      }
    }
    expectEqual(summaries.takeActivities().map(\.id), ridden.map(\.id))
    let (told, measured) = (fromDocuments.takeDays(), fromFiles.takeDays())
    expectEqual(told.map(\.date.description), ["2026-03-14", "2026-03-15", "2026-03-16"])
    expectEqual(told.map(\.restingHeartRate), [44, 45, 46])
    expectEqual(told.map(\.weightKilograms), [74, 75, 76])
    func nights(_ days: [WellnessDay]) -> [[String]] {
      days.map { day in
        let known = ["hrv_rmssd_ms=", "sleep_", "awake_s="]
        return day.members.split(separator: " ").map { String($0) }
          .filter { member in known.contains { member.hasPrefix($0) } }
      }
    }
    expectEqual(nights(told).map(\.count), [6, 6, 6])
    expectEqual(nights(told), nights(measured))
  }
}
