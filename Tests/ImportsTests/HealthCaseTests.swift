// The days and rides that come of Apple Health's records.

import Imports
import Model
import Support
import Testing

@Suite struct HealthCaseTests {
  private static let quantities: [String: ExportText.Quantity] = [
    "hrv": .variability, "rMSSD": .rMSSD, "rest": .restingHeartRate, "breath": .respiration,
    "weight": .weight, "pulse": .pulse, "steps": .steps,
  ]

  /// Adds the record of a line, `weight 155 lb | 2026-11-20 07:00:00 +0100 | Scale`; a line of XML
  /// is added as it is.
  private func add(_ line: Substring, to export: inout ExportText) {
    if line.hasPrefix("<") { return export.add(String(line)) }
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { cell in
      cell.split(separator: " ").joined(separator: " ")
    }
    let words = cells[0].split(separator: " ").map { $0 == "''" ? "" : String($0) }
    if let quantity = Self.quantities[words[0]] {
      export.add(
        quantity, words[1], words.dropFirst(2).first, at: cells[1],
        by: cells.dropFirst(2).first ?? "Watch")
      return
    }
    let source = cells.dropFirst(3).first ?? "Watch"
    if words[0] == "sleep" {
      export.addSleep(words[1], cells[1], to: cells[2], by: source)
    } else {
      export.addWorkout(words[1], cells[1], to: cells[2], by: source)
    }
  }

  @Test func `records become days and rides`() async throws {
    try await Golden.compareCases("Tests/ImportsTests/Cases/health.txt") { lines in
      var export = ExportText()
      for line in lines.split(separator: "\n") { add(line, to: &export) }
      let content = try await imported(export)
      expect(content.activities.allSatisfy { $0.raw == nil })
      let counts = [("skipped", content.skipped), ("corrected", content.corrected)]
        .filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
      let rows = content.days.map(\.members) + content.activities.map(\.members) + counts
      return rows.isEmpty ? "nothing" : rows.joined(separator: "\n")
    }
  }
}
