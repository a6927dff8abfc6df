// Dry runs with the sample athlete, and all simulated failures.

import Codec
import Support
import Testing

@Suite(.blocking) struct SampleTests {
  @Test func rehearsesEverythingAndWritesNothing() throws {
    let rider = try Rider()
    let events = try rider.events("--dry-run", "--speed", "max")
    expectEqual(events.brief, "exit 0: 183 new, 120 days_new")
    expectEqual(
      events.statuses,
      [
        "fetching_health_data", "contacting_integrations", "downloading_activities",
        "generating_routine", "processing_data", "computing_zones", "calculating_scores",
        "building_prep", "saving", "finalizing", "complete",
      ])
    expectEqual(
      events.of("stage_finished").map { $0["stage"]?.string }, ["routine", "prep", "saving"])
    expectEqual(events.of("status")[2]["count"]?.integer, 183)
    expectEqual(events.of("run_started").first?["sample"]?.bool, true)
    expectEqual(events.codes("notice").first, "rehearsal")
    expectEqual(events.of("score").filter { $0["value"]?.integer == nil }.count, 0)
    expectEqual(Disk.names(in: rider.home.path), [])
  }

  @Test(
    arguments: Tier.cases(
      [
        ("network@apple-health", "exit 10 (network)"), ("network", "exit 68 (network)"),
        ("timeout", "exit 75 (timeout)"), ("server", "exit 69 (server)"),
        ("auth", "exit 77 (auth)"), ("permission", "exit 77 (permission)"),
        ("rate-limit", "exit 75 (rate_limited)"), ("bad-reply", "exit 76 (bad_reply)"),
        ("disk-full", "exit 74 (storage)"), ("locked", "exit 75 (locked)"),
        ("internal", "exit 70 (internal)"), ("offline", "exit 68 (network)"),
      ], quick: 6))
  func everyFailureCanBeSimulated(_ name: String, _ brief: String) throws {
    let rider = try Rider()
    for mode in [["--dry-run"], []] {
      let events = try rider.events(["--sample", "--speed", "max", "--simulate", name] + mode)
      expectEqual(events.brief.split(separator: ":").first, brief[...], "\(mode)")
      let exit = events.summary?["exit_code"]?.literal ?? ""
      expect(brief.hasPrefix("exit \(exit) "), "\(exit)")
      guard name == "offline" else { continue }
      // Yesterday's scores.
      expectEqual(events.statuses.last, "offline")
      expectEqual(
        events.of("score").map { $0["cached"]?.bool }, [true, true, true], "\(mode)")
    }
  }

  @Test func theSampleHasItsOwnStore() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let sample = rider.store + "-sample"
    try rider.sync("--sample", "--speed", "max")
    expectEqual([rider.store, sample + "/sample"].map(Disk.exists), [false, true])
    try expectEqual(rider.events("--sample", "--speed", "max").brief, "exit 0")
    try rider.sync()
    // Each refuses the other's store.
    try expectEqual(rider.run("--sample", "--store", rider.store).brief, "exit 64 (usage)")
    try expectEqual(rider.run("--store", sample).brief, "exit 64 (usage)")
    try expectEqual(rider.run("status", "--sample").brief, "exit 64 (usage)")
    // Both commands report the same state of every source.
    let states = try ["sources", "status"].map { command in
      try rider.events(command, "--store", sample).of("source").map {
        [$0["source"]?.string, $0["state"]?.string, $0["activities"]?.literal]
      }
    }
    expectEqual(states[0], states[1])
    expect(states[0].contains(["strava", "connected", "183"]))
  }

  /// The hint for importing into a sample store works.
  @Test func anImportIntoASampleStoreNeedsAnotherFolder() throws {
    let importer = try Importer()
    let rider = importer.rider
    let store = rider.home / "sample"
    try rider.sync("--sample", "--speed", "max", "--store", store)
    let before = try Disk.snapshot(of: store)
    let export = try importer.write(Importer.weeks)
    let refused = try importer.run(export, "--store", store)
    expectEqual(refused.brief, "exit 64 (usage)")
    expect(refused.errors.contains("--store"))
    try expectEqual(Disk.snapshot(of: store), before)
    try expectEqual(importer.run(export, "--store", rider.home / "other").status, .exited(0))
  }
}
