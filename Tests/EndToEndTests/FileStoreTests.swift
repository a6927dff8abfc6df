// A store with imported data only: its overview, and how the data is deleted.

import Codec
import Support
import Testing

@Suite(.blocking) struct FileStoreTests {
  /// A person with some weeks of imported data and no connected service.
  private static func imported() throws -> Importer {
    let importer = try Importer()
    try expectEqual(importer.run(importer.write(Importer.weeks), "-q").status, .exited(0))
    return importer
  }

  private func states(_ rider: Rider) throws -> [String: String?] {
    let sources = try rider.events("sources").of("source")
    return Dictionary(
      uniqueKeysWithValues: sources.map { ($0["source"]?.string ?? "", $0["state"]?.string) })
  }

  @Test func theOnlySourceIsShownAsImported() throws {
    let rider = try Self.imported().rider
    let states = try states(rider)
    expectEqual(states.filter { $0.value != "not_connected" }, ["apple-health": "imported"])
    let health = try rider.events("sources").of("source").first {
      $0["source"]?.string == "apple-health"
    }
    expectEqual(["activities", "days"].map { health?[$0]?.integer }, [20, 40])
    let events = try rider.events("status")
    expectEqual(["score", "fitness", "prep"].map { events.of($0).count }, [3, 1, 1])
    // Services that nobody uses are not named.
    let text = try rider.run("status").output
    expectEqual(["Strava", "connect "].filter { text.contains($0) }, [])
    try expectEqual(rider.run("status", "-q", "--max-age", "1h").status, .exited(0))
    // There is something to sync all the same.
    let sync = try rider.events()
    expectEqual(sync.brief, "exit 0")
    expectEqual(sync.of("run_started").first?["sources"]?.literal, "[]")
  }

  @Test func purgingDeletesImportedAndDerivedData() throws {
    let importer = try Self.imported()
    let rider = importer.rider
    try Disk.write(Array("mine".utf8), to: importer.store + "/notes.txt")
    let before = try importer.contents()
    // There is no sign-in to forget.
    try expectEqual(rider.run("disconnect", "apple-health").brief, "exit 78 (not_connected)")
    try expectEqual(importer.contents(), before)
    let events = try rider.events("disconnect", "apple-health", "--purge", "--yes")
    expectEqual(events.ended + events.codes("notice"), ["exit 0", "records_deleted"])
    expectEqual(events.of("notice").first?["message"]?.string?.contains("60"), true)
    expectEqual(events.state(of: "apple-health"), "not_connected")
    expectEqual(Disk.names(in: importer.store), ["format", "notes.txt"])
    try expectEqual(Set(states(rider).values), ["not_connected"])
    try expectEqual(rider.run("status", "-q", "--max-age", "1h").status, .exited(75))
    // Nothing is left to sync.
    try expectEqual(rider.run().status, .exited(78))
    // Purging again changes nothing.
    try expectEqual(rider.run("disconnect", "apple-health", "--purge", "--yes").status, .exited(0))
    try expectEqual(
      importer.events(rider.home / "export.xml").brief, "exit 0: 20 new, 40 days_new")
    try expectEqual(importer.contents(), before)
  }
}
