// The days and activities that come of the documents in Garmin's account export.

import Model
import Support
import Testing

@testable import Imports

@Suite struct GarminCaseTests {
  private static let documents: [Substring: GarminDocument] = [
    "sleep": .sleep, "healthStatus": .healthStatus, "dailySummary": .dailySummary,
    "biometrics": .biometrics,
  ]

  @Test func `documents become days and activities`() async throws {
    try await Golden.compareCases("Tests/ImportsTests/Cases/garmin.txt") { lines in
      var days = GarminDays { _ in 3_600 }
      var summaries = GarminSummaries()
      var skipped = 0
      for (index, line) in lines.split(separator: "\n").enumerated() {
        let parts = line.split(separator: " ", maxSplits: 1)
        let place = FileOrigin(file: "export.zip", member: "\(index)")
        let reading: GarminReading
        if let document = Self.documents[parts[0]] {
          reading = try days.read(document, MemoryInput(Array("[\(parts[1])]".utf8)), at: place)
        } else {
          let text = #"[{"summarizedActivitiesExport":[\#(parts[1])]}]"#
          reading = try summaries.read(MemoryInput(Array(text.utf8)), at: place)
        }
        #expect(!reading.isDamaged)
        skipped += reading.skipped
      }
      let rows =
        days.takeDays().map(\.members) + summaries.takeActivities().map(\.members)
        + (skipped > 0 ? ["skipped \(skipped)"] : [])
      return rows.isEmpty ? "nothing" : rows.joined(separator: "\n")
    }
  }
}
