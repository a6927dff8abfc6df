// The event stream in a file, with any face.

import Codec
import Support
import Testing

@Suite(.blocking) struct RecordTests {
  /// The recording equals the JSON output.
  @Test(arguments: ["--plain", "--quiet", "--json"])
  func eventsAreRecordedInEveryMode(_ mode: String) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let file = rider.home / "events.ndjson"
    try expectEqual(rider.run(mode, "--events", file).status, .exited(0))
    let first = try events(file)
    #expect(first.first?["type"]?.string == "version")
    #expect(first.last?["type"]?.string == "summary")
    expectEqual(first.compactMap { $0["seq"]?.integer }, (1...Int64(first.count)).map { $0 })
    try expectEqual(rider.run(mode, "--events", file).status, .exited(0))
    let both = try events(file)
    expectEqual(both.filter { $0["type"]?.string == "summary" }.count, 2)
  }

  @Test func eventsCanBeWrittenToAPipe() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let program = try rider.program("--quiet", "--events", "/dev/stdout")
    let events = try Events(program.run())
    #expect(events.types.first == "version" && events.types.last == "summary")
  }

  @Test func anUnwritableEventsFileIsAnErrorAtTheStart() throws {
    try eventsCannotBeWritten("missing/events.ndjson")
  }

  @Test(.enabled(if: Disk.exists("/dev/full"), "needs /dev/full"))
  func aFullEventsDeviceIsAnErrorAtTheStart() throws {
    try eventsCannotBeWritten("/dev/full")
  }

  private func eventsCannotBeWritten(_ path: String) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let asked = rider.strava.server.requests(of: "/api/v3/athlete").count
    var program = try rider.program("--json", "--events", path)
    program.folder = rider.home.path
    let events = try Events(program.run())
    expectEqual(events.result.status, .exited(74))
    expectEqual(events.types, ["version", "error", "summary"])
    #expect(events.of("error").first?["code"]?.string == "storage")
    expectEqual(rider.strava.server.requests(of: "/api/v3/athlete").count, asked)
  }

  /// Waiting for a reader of a named pipe could last for ever.
  @Test func aPipeWithoutAReaderIsAnError() throws {
    let rider = try Rider.connected()
    let pipe = rider.home / "pipe"
    try expectEqual(Program("/usr/bin/mkfifo", [pipe], environment: [:]).run().status, .exited(0))
    let result = try rider.run("--plain", "--events", pipe)
    expectEqual(result.status, .exited(74))
    expectEqual(result.errorLines.first?.contains("(no reader)"), true)
  }

  @Test func aClosedPipeCausesOnlyAWarning() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let pipe = rider.home / "pipe"
    // The reader is there from the start, reads one line and leaves; the run is held until then.
    let gate = rider.strava.server.hold(path: "/api/v3/athlete/activities")
    var shell = Program(
      "/bin/bash",
      ["-c", "mkfifo \(pipe); exec 9<> \(pipe); head -n 1 <&9 9<&- & exec \"$@\" 9<&-", "sh"],
      environment: try rider.program().environment)
    shell.arguments += [try rider.program().path, "--plain", "--events", pipe]
    let running = try shell.start()
    try gate.waitUntilHeld(1)
    try running.wait(for: "\"version\"")
    gate.release()
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    try expectEqual(rider.storedIDs().count, 5)
  }

  // MARK: The last run

  @Test func theLastRunIsKept() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let first = try events(rider.state + "/last-run.ndjson")
    #expect(first.first?["type"]?.string == "version")
    #expect(first.last?["counts"]?["new"]?.integer == 5)
    expectEqual(Disk.mode(of: rider.state + "/last-run.ndjson"), 0o600)
    #expect(!Disk.exists(rider.state + "/last-run.ndjson.part"))
    // The next run replaces it; runs that do nothing do not.
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let second = try events(rider.state + "/last-run.ndjson")
    #expect(second.last?["counts"]?["new"]?.integer == 0)
    let kept = try Disk.read(rider.state + "/last-run.ndjson")
    for arguments in [["--jsno"], ["-s", "wahoo"], ["--dry-run"], ["sources"]] {
      _ = try rider.program(arguments).run()
      try expectEqual(Disk.read(rider.state + "/last-run.ndjson"), kept)
    }
    rider.strava.server.stop()
    try expectEqual(rider.run("--quiet").status, .exited(68))
    let failed = try events(rider.state + "/last-run.ndjson")
    #expect(failed.contains { $0["code"]?.string == "network" })
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
    let part = try Disk.read(rider.state + "/last-run.ndjson.part")
    expectEqual(part?.isEmpty, false)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try expectEqual(Disk.read(rider.state + "/crashed-run.ndjson"), part)
    #expect(!Disk.exists(rider.state + "/last-run.ndjson.part"))
    #expect(try events(rider.state + "/last-run.ndjson").last?["type"]?.string == "summary")
  }

  private func events(_ path: String) throws -> [JSONValue] {
    let bytes = try Disk.read(path) ?? []
    return try NDJSON(bytes).lines.map { try JSONValue(parsing: bytes, in: $0) }
  }

  /// A bug report names the file to send.
  @Test func anInternalErrorNamesTheRecording() throws {
    let rider = try Rider()
    let bug = ["--sample", "--simulate", "internal", "--speed", "max", "--plain"]
    let real = try rider.program(bug).run()
    expectEqual(real.errorLines.last, "  Report it, with ~/.local/state/velo-sync/last-run.ndjson")
    #expect(try Disk.read(rider.state + "/last-run.ndjson") != nil)
    let rehearsal = try rider.program(bug + ["--dry-run"]).run()
    expectEqual(
      rehearsal.errorLines.last, "  Report it, with the output of velo-sync --json --verbose")
  }
}
