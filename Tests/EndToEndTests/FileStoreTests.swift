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

  private func states(_ rider: Rider) throws -> [String: String] {
    let events = try Events(try rider.program("sources", "--json").run())
    expectEqual(events.result.status, .exited(0))
    return Dictionary(
      uniqueKeysWithValues: events.of("source").compactMap { source in
        guard let name = source["source"]?.string, let state = source["state"]?.string else {
          return nil
        }
        return (name, state)
      })
  }

  @Test func theOnlySourceIsShownAsImported() throws {
    let importer = try Self.imported()
    let states = try states(importer.rider)
    expectEqual(states["apple-health"], "imported")
    expectEqual(states.filter { $0.value == "not_connected" }.count, states.count - 1)
    let sources = try importer.rider.run("sources")
    #expect(sources.output.contains("Apple Health   imported"))
    #expect(sources.output.contains("20 activities, 40 days"))

    let status = try importer.rider.run("status")
    #expect(status.status == .exited(0) && status.errors.isEmpty)
    expectEqual(status.outputLines.first?.contains("20 activities, 40 days in ~/"), true)
    #expect(status.output.contains("Apple Health   imported"))
    #expect(!status.output.contains("Strava") && !status.output.contains("connect "))
    let events = try Events(try importer.rider.program("status", "--json").run())
    expectEqual(events.of("score").count, 3)
    #expect(events.of("fitness").count == 1 && events.of("prep").count == 1)
  }

  /// There is no sign-in to forget; the message says what can be done.
  @Test func disconnectingItNamesWhatCanBeDone() throws {
    let importer = try Self.imported()
    let before = try Disk.snapshot(of: importer.store)
    let result = try importer.rider.run("disconnect", "apple-health")
    expectEqual(result.status, .exited(78))
    expectEqual(
      result.errorLines.first,
      "velo-sync: Apple Health is imported from files and has no sign-in. (not_connected)")
    expectEqual(result.errorLines.last?.contains("velo-sync disconnect apple-health --purge"), true)
    // Without an answer nothing is deleted.
    try expectEqual(importer.rider.run("disconnect", "apple-health", "--purge").status, .exited(64))
    try expectEqual(Disk.snapshot(of: importer.store), before)
  }

  @Test func purgingDeletesImportedAndDerivedData() throws {
    let importer = try Self.imported()
    try Disk.write(Array("mine".utf8), to: importer.store + "/notes.txt")
    let before = try contents(importer)
    let events = try Events(
      try importer.rider.program("disconnect", "apple-health", "--purge", "--yes", "--json").run())
    expectEqual(events.result.status, .exited(0))
    let notice = try #require(events.of("notice").first)
    expectEqual(notice["code"]?.string, "records_deleted")
    expectEqual(notice["message"]?.string?.contains("60"), true)
    #expect(events.of("source").first?["state"]?.string == "not_connected")
    #expect(events.of("warning").isEmpty)
    expectEqual(Disk.names(in: importer.store), ["format", "notes.txt"])
    #expect(try states(importer.rider).values.allSatisfy { $0 == "not_connected" })
    let status = try importer.rider.run("status")
    #expect(status.status == .exited(0) && !status.output.contains("Apple Health"))
    try expectEqual(importer.rider.run("status", "-q", "--max-age", "1h").status, .exited(75))
    // Nothing is left to sync.
    try expectEqual(importer.rider.run().status, .exited(78))
    // Purging again changes nothing.
    try expectEqual(
      importer.rider.run("disconnect", "apple-health", "--purge", "--yes").status, .exited(0))

    let again = try importer.events(importer.rider.home / "export.xml")
    expectEqual(again.result.status, .exited(0))
    #expect(again.count("new") == 20 && again.count("days_new") == 40)
    try expectEqual(contents(importer), before)
    try expectEqual(states(importer.rider)["apple-health"], "imported")
  }

  @Test func purgingOnATerminalAsksForTheName() throws {
    let importer = try Self.imported()
    let running = try importer.rider.onTerminal(
      "disconnect", "apple-health", "--purge", columns: 140
    )
    .start()
    try running.wait(for: "Type apple-health to confirm:")
    running.write("Apple Health\n")
    try expectEqual(running.wait().status, .exited(1))
    try expectEqual(importer.records("wellness/apple-health").count, 40)
    let second = try importer.rider.onTerminal(
      "disconnect", "apple-health", "--purge", columns: 140
    )
    .start()
    try second.wait(for: "Type apple-health to confirm:")
    second.write("apple-health\n")
    try expectEqual(second.wait().status, .exited(0))
    #expect(!Disk.exists(importer.store + "/wellness"))
  }

  /// A service's records stay, without references to deleted ones.
  @Test func purgingLeavesTheServicesTheirRecords() throws {
    let history = Importer.weeks
    let importer = Importer(try Rider.connected(rides: Importer.ridesOfWeeks()))
    try expectEqual(importer.rider.run("-q").status, .exited(0))
    let alone = try contents(importer)
    try expectEqual(importer.run(importer.write(history), "-q").status, .exited(0))
    try expectEqual(
      importer.rider.run("disconnect", "apple-health", "--purge", "--yes").status, .exited(0))
    #expect(!Disk.exists(importer.store + "/activities/apple-health"))
    let next = try importer.rider.events()
    expectEqual(next.result.status, .exited(0))
    #expect(next.count("new") == 0 && next.count("changed") == 0 && next.count("deleted") == 0)
    try expectEqual(contents(importer), alone)
  }

  /// Every file of the store, with its bytes.
  private func contents(_ importer: Importer) throws -> [String: [UInt8]] {
    try Disk.snapshot(of: importer.store).filter { $0.value.kind == .file }.mapValues(\.bytes)
  }
}
