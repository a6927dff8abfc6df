// A history of years, in many files.

import Storage
import Support
import Model
import Testing

@Suite(.blocking) struct ManyRecordsTests {
  private static let many = Account(activities: rides(1500))

  @Test(arguments: Tier.cases(["2018", "2026", "2022"], quick: 1))
  func `a year that cannot be written keeps none of the others back for good`(
    _ year: String
  ) async throws {
    let (scratch, other) = (try Scratch(), try Scratch())
    let files = FaultyFiles(failing: -1, with: .killed)
    files.refusedFile = "strava/\(year).ndjson"
    let run = store(scratch, files: files)
    do throws(SyncFailure) {
      try await sync(run, [Self.many])
      Issue.record("nothing failed")
    } catch {
      guard case .storage(let trouble) = error else { throw error }
      #expect(trouble.path.description.hasSuffix("\(year).ndjson"))
    }
    let left = try scratch.contents(of: scratch.data)
    expectEqual(left["activities/strava/\(year).ndjson"], nil)
    let written = left.filter { $0.key.hasPrefix("activities/") }.values
      .reduce(0) { $0 + $1.count { $0 == "\n" } }
    await expectEqual(run.savedInPart.new, written)
    files.refusedFile = nil
    try await sync(run, [Self.many])
    try await sync(store(other), [Self.many])
    try expectEqual(scratch.contents(of: scratch.data), other.contents(of: other.data))
  }
}
