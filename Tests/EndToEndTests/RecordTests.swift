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

  /// Nothing else is there, and no file has that name.
  @Test func aDashIsStandardOutput() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    for (mode, new) in [
      (["--plain"], 5), (["--quiet"], 0), (["--json"], 0), (["--output", "accessible"], 0),
    ] as [([String], Int64)] {
      var program = try rider.program(["--events", "-"] + mode)
      program.folder = rider.home.path
      let events = try Events(program.run())
      expectEqual([events.types.first, events.types.last], ["version", "summary"], "\(mode)")
      expectEqual(events.count("new"), new, "\(mode)")
      expectEqual(events.types.filter { $0 == "status" }.isEmpty, false, "\(mode)")
      expectEqual(events.of("version").count, 1)
    }
    expect(!Disk.names(in: rider.home.path).contains("-"))
    let wrong = try Events(rider.run("--events", "-", "--jsno"))
    expectEqual(wrong.brief, "exit 64 (usage)")
  }

  /// What is there keeps its mode, its kind and its content, and a link leads where it led.
  @Test func theFileOfEventsIsAppendedTo() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    let home = rider.home
    try Disk.write(Array("old\n".utf8), to: home / "private", mode: 0o600)
    try Disk.link(home / "link", to: "private")
    try Disk.link(home / "away", to: "target")
    for name in ["link", "away", "new"] { try rider.sync("--events", home / name) }
    expectEqual(Disk.entry(home / "link")?.kind, .link)
    expectEqual(Disk.entry(home / "away")?.kind, .link)
    expectEqual(
      ["private", "target", "new"].map { Disk.mode(of: home / $0) }, [0o600, 0o644, 0o644])
    try expectEqual(home.read("private")?.hasPrefix("old\n{"), true)
    try expectEqual(rider.lines(of: home / "target").last?["type"]?.string, "summary")
    expectEqual(Set(Disk.names(in: home.path)).isSuperset(of: ["private", "target", "new"]), true)
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
    expectEqual(Disk.entry(pipe)?.kind, .other)
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
    for arguments in [
      ["--jsno"], ["-s", "wahoo"], ["--dry-run"], ["sources"], ["status"], ["rides"], ["ride"],
      ["chart"], ["check"], ["replay", "--speed", "max"], ["import", "/dev/null", "--dry-run"],
    ] {
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

  /// Nobody has asked for the recording: the run does its work, and says once that it is missing.
  @Test func aRunThatCannotBeRecordedSaysSoOnce() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    try Disk.makeFolders(above: rider.state + "/last-run.lock/file")
    let events = try rider.events()
    expectEqual(events.brief, "exit 0: 5 new")
    expectEqual(events.codes("notice").filter { $0 == "run_unrecorded" }.count, 1)
    expectEqual(Array(events.types.prefix(3)), ["version", "run_started", "notice"])
    expect(!Disk.exists(rider.lastRun))
    try expectEqual(rider.run("--plain").outputLines.count { $0.contains("last-run.lock") }, 1)
    // The output of a wrapped command is its own.
    try expectEqual(rider.run("wrap", "--", "echo", "hello").output, "hello\n")
    try expectEqual(rider.events("--dry-run").codes("notice"), [])
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
