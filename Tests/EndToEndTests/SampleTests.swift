// Dry runs with the sample athlete, and all simulated failures.

import Codec
import Support
import Testing

@Suite(.blocking) struct SampleTests {
  @Test func rehearsesEverythingAndWritesNothing() throws {
    let rider = try Rider()
    let events = try rider.events("--dry-run", "--speed", "20")
    expectEqual(events.result.status, .exited(0))
    expectEqual(
      events.statuses,
      [
        "fetching_health_data", "contacting_integrations", "downloading_activities",
        "generating_routine", "processing_data", "computing_zones", "calculating_scores",
        "building_prep", "saving", "finalizing", "complete",
      ])
    expectEqual(
      events.of("stage_finished").compactMap { $0["stage"]?.string },
      [
        "routine", "prep", "saving",
      ])
    expectEqual(events.of("status")[2]["count"]?.integer, 183)
    expectEqual(events.count("new"), 183)
    #expect(events.of("run_started").first?["sample"]?.bool == true)
    #expect(events.of("notice").first?["code"]?.string == "rehearsal")
    #expect(events.of("score").allSatisfy { $0["value"]?.integer != nil })
    #expect(Disk.names(in: rider.home.path).isEmpty)
    let plain = try rider.run("--dry-run", "--speed", "max")
    expectEqual(plain.outputLines.last?.contains("183 new (sample data)"), true)
  }

  @Test(arguments: [
    ("network", 68, "network"), ("timeout", 75, "timeout"), ("server", 69, "server"),
    ("auth", 77, "auth"), ("permission", 77, "permission"), ("rate-limit", 75, "rate_limited"),
    ("bad-reply", 76, "bad_reply"), ("disk-full", 74, "storage"), ("locked", 75, "locked"),
    ("internal", 70, "internal"), ("offline", 68, "network"),
    ("network@apple-health", 10, "network"),
  ])
  func everyFailureCanBeSimulated(_ name: String, _ exit: Int, _ code: String) throws {
    let rider = try Rider()
    for mode in [["--dry-run"], []] {
      let arguments = ["--sample", "--speed", "max", "--simulate", name, "--json"] + mode
      let events = try Events(try rider.program(arguments).run())
      expectEqual(events.result.status, .exited(Int32(exit)), "\(arguments)")
      expectEqual(events.of("error").map { $0["code"]?.string }, [code], "\(arguments)")
      #expect(events.summary?["exit_code"]?.integer == Int64(exit), "\(arguments)")
    }
  }

  @Test func offlineShowsYesterdaysScores() throws {
    let rider = try Rider()
    let events = try rider.events(
      "--sample", "--dry-run", "--speed", "max", "--simulate", "offline")
    expectEqual(events.statuses.last, "offline")
    expectEqual(events.of("score").count, 3)
    #expect(events.of("score").allSatisfy { $0["cached"]?.bool == true })
  }

  @Test func theSampleHasItsOwnStore() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    try expectEqual(rider.run("--sample", "--speed", "max").status, .exited(0))
    #expect(!Disk.exists(rider.store))
    #expect(Disk.exists(rider.store + "-sample/sample"))
    #expect(try rider.events("--sample", "--speed", "max").count("unchanged") != 0)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    // Each refuses the other's store.
    try expectEqual(rider.run("--sample", "--store", rider.store).status, .exited(64))
    try expectEqual(rider.run("--store", rider.store + "-sample").status, .exited(64))
  }

  @Test func aDryRunOnATerminalShowsEveryStep() throws {
    let rider = try Rider()
    let environment = ["TERM": "xterm", "LANG": "C.UTF-8"]
    let result = try rider.program(["--dry-run", "--speed", "10"], environment: environment)
      .onTerminal(columns: 100).run()
    expectEqual(result.status, .exited(0))
    var screen = TestScreen(columns: 100, rows: 24)
    screen.feed(result.terminalBytes)
    let lines = screen.visibleLines
    #expect(lines[0].hasPrefix("No services connected: dry run with sample data."))
    #expect(
      lines[1].hasPrefix(
        "✓ Dry run, nothing written: 183 new; 120 nights from Apple Health (sample data)"))
    #expect(lines[2].hasPrefix("  Recovery "))
    expectEqual(lines.count, 3)
    #expect(screen.unknown.isEmpty)
  }

  /// An earlier run may have left almost nothing to download.
  @Test func aLimitIsReachedAfterAnInterruptedRun() throws {
    let rider = try Rider()
    let sample = ["--sample", "--speed", "max", "-q"]
    try expectEqual(rider.program(sample + ["--simulate", "disk-full"]).run().status, .exited(74))
    try expectEqual(rider.program(sample + ["--simulate", "rate-limit"]).run().status, .exited(75))
  }

  @Test func anUnknownSampleSourceIsAUsageError() throws {
    let events = try Rider().events("--sample", "-n", "--simulate", "network@garmin")
    expectEqual(events.types, ["version", "error", "summary"])
    expectEqual(events.result.status, .exited(64))
  }

  @Test func sourcesListsASampleStore() throws {
    let rider = try Rider()
    let store = rider.home / "sample"
    try expectEqual(
      rider.run("--sample", "--speed", "max", "-q", "--store", store).status, .exited(0))
    let result = try rider.run("sources", "--store", store)
    expectEqual(result.status, .exited(0))
    #expect(result.output.contains("183 activities"))
    // Both commands report the same state of every source.
    let states = try ["sources", "status"].map { command in
      let output = try Events(try rider.program([command, "--store", store, "--json"]).run())
      return output.of("source").map { [$0["source"]?.string, $0["state"]?.string] }
    }
    expectEqual(states[0], states[1])
    #expect(states[0].contains(["strava", "connected"]))
  }

  /// The hint for importing into a sample store works.
  @Test func anImportIntoASampleStoreNamesAnotherFolder() throws {
    let rider = try Rider()
    let store = rider.home / "sample"
    try expectEqual(
      rider.run("--sample", "--speed", "max", "-q", "--store", store).status, .exited(0))
    let importer = Importer(rider)
    let export = try importer.write(Importer.weeks)
    let refused = try rider.run("import", export, "--store", store)
    expectEqual(refused.status, .exited(64))
    #expect(refused.errors.contains("contains sample data."))
    #expect(refused.errors.contains("Pass another folder with --store"))
    try expectEqual(rider.run("import", export, "--store", rider.home / "other").status, .exited(0))
  }

  /// Figures at the ends of their ranges are shown; figures beyond are damage, reported with file
  /// and line.
  @Test func statusAcceptsAllFiguresInRange() throws {
    let rider = try Rider()
    let store = rider.home / "sample"
    try expectEqual(
      rider.run("--sample", "--speed", "max", "-q", "--store", store).status, .exited(0))
    let folder = store + "/scores"
    let name = try #require(Disk.names(in: folder).last)
    let clean = String(decoding: try Disk.read(folder + "/" + name) ?? [], as: UTF8.self)
    let lines = clean.split(separator: "\n")
    for (fitness, status) in [
      ("1e9", 0), ("0", 0), ("1.7e308", 65), ("-1.7e308", 65), ("9223372036854775808e300", 65),
    ] {
      let member = "\"fitness\":\(fitness),\"was\":"
      // Every other day, so that the curve spans all of them.
      let changed = lines.enumerated().map { index, line in
        index % 2 == 0 ? String(line).replacing("\"fitness\":", with: member) : String(line)
      }
      try Disk.write(Array((changed.joined(separator: "\n") + "\n").utf8), to: folder + "/" + name)
      for mode in ["plain", "accessible", "json"] {
        let shown = try rider.run("status", "--store", store, "--output", mode)
        expectEqual(shown.status, .exited(Int32(status)), "\(fitness) \(shown.errors)")
      }
    }
  }

  @Test func simulationsNeedTheSample() throws {
    let rider = try Rider.connected()
    try expectEqual(rider.run("--simulate", "network").status, .exited(64))
    try expectEqual(rider.run("--dry-run", "--speed", "2").status, .exited(64))
    try expectEqual(rider.run("--sample", "--simulate", "network@wahoo").status, .exited(64))
    #expect(try rider.run("--sample", "--simulate", "netwrk").errors.contains("network"))
  }
}
