// The rides and moments that are read of TCX and GPX documents.

import Model
import Support
import Testing

@testable import Imports

@Suite struct DocumentCaseTests {
  @Test func `documents become rides`() async throws {
    try await Golden.compareCases("Tests/ImportsTests/Cases/documents.txt") { text in
      let told = try told(text, piece: 4_096)
      try expectEqual(self.told(text, piece: 1), told)
      return told
    }
    #expect(throws: ImportError.self) { try document("") }
  }

  /// The rides, and the moments if they are few.
  private func told(_ text: String, piece: Int) throws -> String {
    do {
      guard let content = try document(text, piece: piece) else { return "no ride" }
      let list = content.samples.list
      let moments = list.count > 3 ? [] : list.map { moment($0, since: list[0].time) }
      let damage = content.isDamaged ? ["damaged"] : []
      return try (rides(content).map(\.members) + moments + damage).joined(separator: "\n")
    } catch let error as ImportError {
      return "refused: \(error)"
    }
  }

  private func moment(_ sample: RideSample, since start: Int64) -> String {
    let values: [(String, Double)] = [
      ("power", Double(sample.power)), ("heartRate", Double(sample.heartRate)),
      ("cadence", Double(sample.cadence)), ("latitude", sample.latitude),
      ("longitude", sample.longitude), ("altitude", Double(sample.altitude)),
      ("temperature", Double(sample.temperature)),
    ]
    let known = values.filter { !$0.1.isNaN }.map { "\($0.0)=\($0.1)" }
    return (["second \(sample.time - start)"] + known).joined(separator: " ")
  }
}
