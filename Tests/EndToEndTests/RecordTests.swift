// The event stream in a file, with any renderer.

import Codec
import Support
import Testing

@Suite(.blocking) struct RecordTests {
  /// An entry a run: its events, numbered.
  @Test(arguments: ["--plain", "--quiet", "--json"])
  func eventsAreRecordedInEveryMode(_ mode: String) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let file = rider.home / "events.ndjson"
    let first = try rider.run(mode, "--events", file)
    expectEqual(first.status, .exited(0))
    let text = try rider.home.read("events.ndjson")
    if mode == "--json" { expectEqual(text, first.output) }
    let events = try rider.lines(of: file)
    expectEqual(events.first?["type"]?.string, "version")
    expectEqual(events.last?["counts"]?["new"]?.integer, 5)
    expectEqual(events.compactMap { $0["seq"]?.integer }, (1...Int64(events.count)).map { $0 })
    try expectEqual(rider.run(mode, "--events", file).status, .exited(0))
    try expectEqual(
      rider.lines(of: file).filter { $0["type"]?.string == "summary" }.count, 2)
  }

  @Test func eventsCanBeWrittenToAPipe() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let events = try Events(rider.run("--quiet", "--events", "/dev/stdout"))
    expectEqual([events.types.first, events.types.last], ["version", "summary"])
  }

  /// A pipe without a reader could be waited for, for ever.
  @Test func whatTakesNoEventsIsAnErrorAtTheStart() throws {
    let rider = try Rider.connected()
    let pipe = rider.home / "pipe"
    try makePipe(pipe)
    let full = Disk.exists("/dev/full") ? ["/dev/full"] : []
    for path in ["missing/events.ndjson", pipe] + full {
      var program = try rider.program("--json", "--events", path)
      program.folder = rider.home.path
      let events = try Events(program.run())
      expectEqual(events.brief, "exit 74 (storage)", "\(path)")
      expectEqual(events.types, ["version", "error", "summary"], "\(path)")
    }
    expectEqual(rider.strava.server.requests.count, 0)
  }

  @Test(.needs("bash")) func aClosedPipeCausesOnlyAWarning() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let pipe = rider.home / "pipe"
    // The reader is there from the start, reads one line and leaves; the run is held until then.
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    var shell = try rider.program("--plain", "--events", pipe)
    shell.arguments =
      [
        "-c", "mkfifo \(pipe); exec 9<> \(pipe); head -n 1 <&9 9<&- & exec \"$@\" 9<&-", "sh",
        shell.path,
      ] + shell.arguments
    shell.path = Program.find("bash") ?? ""
    let running = try shell.start()
    try gate.waitUntilHeld(1)
    try running.wait(for: "\"version\"")
    gate.release()
    try running.finish()
    try expectEqual(rider.storedIDs().count, 5)
  }

  // MARK: The last run

  /// The next run replaces it; runs that do nothing do not.
  @Test func theLastRunIsKept() throws {
    let rider = try Rider.synced(rides: RideBuilder.history(5))
    func count() throws -> Int64? {
      try rider.lines(of: rider.lastRun).last?["counts"]?["new"]?.integer
    }
    try expectEqual(count(), 5)
    expectEqual(Disk.mode(of: rider.lastRun), 0o600)
    try rider.sync()
    try expectEqual(count(), 0)
    let kept = try Disk.read(rider.lastRun)
    for arguments in [["--jsno"], ["-s", "wahoo"], ["--dry-run"], ["sources"]] {
      _ = try rider.run(arguments)
      try expectEqual(Disk.read(rider.lastRun), kept)
    }
    rider.strava.server.stop()
    try expectEqual(rider.run("--quiet").status, .exited(68))
    let failed = try rider.lines(of: rider.lastRun)
    expectEqual(failed.contains { $0["code"]?.string == "network" }, true)
    expect(!Disk.exists(rider.lastRun + ".part"))
  }

  @Test func aKilledRunIsKeptAsACrash() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.program("--quiet").start()
    try gate.waitUntilHeld(1)
    // A parallel run is not recorded, not even one that finds the store in use.
    try expectEqual(rider.run("--quiet").status, .exited(75))
    running.kill()
    _ = try running.wait()
    gate.release()
    let part = try Disk.read(rider.lastRun + ".part")
    expectEqual(part?.isEmpty, false)
    try rider.sync()
    try expectEqual(Disk.read(rider.state + "/crashed-run.ndjson"), part)
    expect(!Disk.exists(rider.lastRun + ".part"))
    try expectEqual(rider.lines(of: rider.lastRun).last?["type"]?.string, "summary")
  }

  /// A bug report names the file to send; a rehearsal has none.
  @Test func anInternalErrorNamesTheRecording() throws {
    let rider = try Rider()
    let bug = ["--sample", "--simulate", "internal", "--speed", "max"]
    for (arguments, isNamed) in [(bug, true), (bug + ["--dry-run"], false)] {
      let hint = try rider.run(arguments).errorLines.last ?? ""
      expectEqual(hint.contains("velo-sync/last-run.ndjson"), isNamed, "\(hint)")
    }
    expect(Disk.exists(rider.lastRun))
  }
}
