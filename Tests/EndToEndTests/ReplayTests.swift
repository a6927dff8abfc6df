// Replayed runs: the same lines and times, at any speed, whatever is wrong with the file.

import Codec
import Support
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(.serialized, .blocking) struct ReplayTests {
  private let rider: Rider
  private let folder: TemporaryFolder

  init() throws {
    rider = try Rider()
    folder = try TemporaryFolder()
  }

  private var file: String { folder / "run.ndjson" }

  /// The recording of a run of 21 seconds.
  private static let run = """
    {"type":"version","ts":"2026-11-20T06:00:00Z","seq":1,"elapsed_ms":0,"format":"1.0","velo_sync":"0.1.0"}
    {"type":"run_started","ts":"2026-11-20T06:00:00Z","seq":2,"elapsed_ms":300,"run_id":"a","command":"sync","arguments":[],"dry_run":false,"sample":false,"sources":["strava"],"store":"/home/jo/velo","attempt":1}
    {"type":"stage_started","ts":"2026-11-20T06:00:00Z","seq":3,"elapsed_ms":300,"stage":"routine"}
    {"type":"status","ts":"2026-11-20T06:00:01Z","seq":4,"elapsed_ms":900,"status":"contacting_integrations","sources":["strava"],"unavailable":[],"text":"Contacting Strava…","spoken":"Connecting to Strava","stage":"routine"}
    {"type":"status","ts":"2026-11-20T06:00:02Z","seq":5,"elapsed_ms":1900,"status":"downloading_activities","source":"strava","text":"Downloading Strava activities…","spoken":"Downloading activities from Strava","stage":"routine"}
    {"type":"lap","ts":"2026-11-20T06:00:03Z","seq":6,"elapsed_ms":2900,"of":[1, 2]}
    {"type":"progress","ts":"2026-11-20T06:00:10Z","seq":7,"elapsed_ms":9900,"fraction":0.2,"stage":"routine","stage_fraction":0.6,"source":"strava","done":62,"unit":"activities"}
    {"type":"source_finished","ts":"2026-11-20T06:00:20Z","seq":8,"elapsed_ms":20300,"source":"strava","outcome":"ok","new":12,"changed":1,"unchanged":170,"deleted":0,"days_new":0,"days_changed":0,"requests":3,"bytes":9,"duration_ms":18400}
    {"type":"score","ts":"2026-11-20T06:00:21Z","seq":9,"elapsed_ms":20900,"score":"strain","value":43,"band":"low","inputs_used":1,"inputs_total":1,"at_least":true,"date":"2026-11-20","cached":false}
    {"type":"summary","ts":"2026-11-20T06:00:21Z","seq":10,"elapsed_ms":21000,"outcome":"ok","exit_code":0,"dry_run":false,"counts":{"new":12,"changed":1,"unchanged":170,"deleted":0,"days_new":0,"days_changed":0},"scores":{"recovery":null,"sleep":null,"strain":43},"duration_ms":21000,"store":"/home/jo/velo"}

    """

  private static let failed = """
    {"type":"version","ts":"2026-11-19T06:00:00Z","seq":1,"elapsed_ms":0,"format":"1.7","velo_sync":"0.9.0"}
    {"type":"run_started","ts":"2026-11-19T06:00:00Z","seq":2,"elapsed_ms":0,"run_id":"b","command":"sync","arguments":[],"dry_run":false,"sample":false,"sources":["strava"],"store":"/home/jo/velo","attempt":1}
    {"type":"error","ts":"2026-11-19T06:00:01Z","seq":3,"elapsed_ms":1000,"code":"network","title":"No connection","message":"Unable to connect to Strava.","hint":"Check your connection and run velo-sync again","source":"strava","retryable":true,"exit_code":68}
    {"type":"summary","ts":"2026-11-19T06:00:01Z","seq":4,"elapsed_ms":1100,"outcome":"failed","exit_code":68,"duration_ms":1100}

    """

  private func record(_ text: String) throws {
    try Disk.write(Array(text.utf8), to: file)
  }

  private func replay(_ arguments: String...) throws -> ProgramResult {
    try rider.program(["replay", "--speed", "max"] + arguments).run()
  }

  // MARK: Faces

  /// Heartbeats of the recorded run are repeated, and every line has its own time.
  private static let log = [
    "2026-11-20T06:00:01Z Contacting Strava…",
    "2026-11-20T06:00:02Z Downloading Strava activities…",
    "2026-11-20T06:00:12Z Still downloading Strava activities: 62 so far (10 s)",
    "2026-11-20T06:00:20Z Strava: 12 new, 1 changed, 170 unchanged (18.4 s)",
    "2026-11-20T06:00:21Z Strain ≥ 43 Low",
    "2026-11-20T06:00:21Z Updated: 12 new, 1 changed (21.0 s)",
  ]

  @Test func theLogEqualsThatOfTheRun() throws {
    try record(Self.run)
    let result = try rider.run(
      "replay", "--plain", "--speed", "max", file, environment: ["LANG": "C.UTF-8"])
    expectEqual(result.status, .exited(0))
    expectEqual(result.outputLines, Self.log)
    #expect(result.errors.isEmpty)
    // The log is the same at a thousand times the speed.
    let quick = try rider.run(
      "replay", "--plain", "--speed", "1000", file, environment: ["LANG": "C.UTF-8"])
    expectEqual(quick.outputLines.map { $0.dropFirst(20) }, Self.log.map { $0.dropFirst(20) })
  }

  @Test func theEventsEqualThoseOfTheRun() throws {
    try record(Self.failed + Self.run)
    let copy = folder / "copy.ndjson"
    let result = try replay("--json", "--events", copy, file)
    expectEqual(result.status, .exited(0))
    let recorded = Self.run.split(separator: "\n").map { String($0) }
    expectEqual(
      Array(result.outputLines.dropFirst()),
      recorded.dropFirst().map {
        $0.replacing("[1, 2]", with: "[1,2]")
      })
    let version = try JSONValue(parsing: Array(try #require(result.outputLines.first).utf8))
    #expect(version["type"]?.string == "version" && version["seq"]?.integer == 1)
    expectEqual(version["ts"]?.string, "2026-11-20T06:00:00Z")
    expectEqual(String(decoding: try Disk.read(copy) ?? [], as: UTF8.self), result.output)
  }

  @Test func allRunsAreOneStreamOfEvents() throws {
    try record(Self.failed + Self.run)
    let events = try Events(replay("--json", "--all", file), isOurs: false)
    expectEqual(events.types.filter { $0 == "version" }.count, 1)
    expectEqual(events.types.filter { $0 == "summary" }.count, 2)
    expectEqual(events.all.compactMap { $0["seq"]?.integer }, (1...13).map { $0 })
    expectEqual(events.all[4]["elapsed_ms"]?.integer, 300)
  }

  @Test func sentencesOfTheRun() throws {
    try record(Self.run)
    let result = try replay("--output", "accessible", file)
    expectEqual(
      result.outputLines,
      [
        "Loading.", "Stage 1 of 3: Routine.", "Connecting to Strava.",
        "Downloading activities from Strava.",
        "Strava is done: 12 new activities, 1 changed activity and 170 unchanged activities, "
          + "in 18 seconds.",
        "Strain at least 43, Low.",
        "The sync brought 12 new activities and 1 changed activity. It took 21 seconds.",
      ])
  }

  @Test func theLiveLineLeavesTheResult() throws {
    try record(Self.run)
    let result = try rider.onTerminal("replay", "--speed", "max", file).run()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    let lines = screen.visibleLines
    expectEqual(lines.first?.hasPrefix("✓ Updated just now: 12 new, 1 changed "), true)
    expectEqual(lines.first?.hasSuffix(" 21.0 s"), true)
    #expect(lines.last == "  Strain ≥ 43 Low (20 Nov)" || lines.last == "  Strain ≥ 43 Low")
  }

  /// At twenty times the speed the line shows what the run did, and the run's own time.
  @Test func aTerminalSeesTheRunAtItsSpeed() throws {
    try record(Self.run)
    let result = try rider.onTerminal("replay", "--speed", "20", file).run()
    let text = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(text.contains("Downloading Strava activities…"))
    #expect(text.contains("62 so far"))
    #expect(text.contains("◐ ") || text.contains("Routine"))
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    expectEqual(screen.visibleLines.first?.hasSuffix(" 21.0 s"), true)
    #expect(screen.unknown.isEmpty && !screen.isMidway)
  }

  /// The replay of a real run equals its output.
  @Test func aRealRunIsReplayedExactly() throws {
    for mode in ["plain", "accessible"] {
      Disk.remove(file)
      let run = try rider.run(
        "--dry-run", "--speed", "max", "--output", mode, "--events", file)
      let again = try replay("--output", mode, file)
      #expect(run.status == .exited(0) && again.status == .exited(0))
      // A run that crosses the end of a second may have written a line after the event.
      let told = mode == "plain" ? 20 : 0
      expectEqual(
        again.outputLines.map { $0.dropFirst(told) }, run.outputLines.map { $0.dropFirst(told) })
      expectEqual(again.errorLines, run.errorLines)
    }
  }

  // MARK: Input

  @Test func theLastRunOfAFileOrAllOfThem() throws {
    try record(Self.run + Self.failed)
    let last = try replay("--plain", file)
    #expect(last.outputLines.isEmpty)
    expectEqual(
      last.errorLines,
      [
        "velo-sync: Unable to connect to Strava. (network)",
        "  Check your connection and run velo-sync again",
      ])
    let all = try replay("--plain", "--all", file)
    expectEqual(all.outputLines.count, Self.log.count)
    expectEqual(all.errorLines, last.errorLines)
  }

  @Test func theExitCodeIsThatOfTheRunWhenAskedFor() throws {
    try record(Self.run + Self.failed)
    try expectEqual(replay("-q", file).status, .exited(0))
    try expectEqual(replay("-q", "--exit-code", file).status, .exited(68))
    try record(
      Self.failed.replacing(#""exit_code":68,"duration"#, with: #""exit_code":130,"duration"#))
    try expectEqual(replay("-q", "--exit-code", file).status, .exited(130))
  }

  @Test func standardInputIsReadWhenItIsAFileOrAPipe() throws {
    try record(Self.failed + Self.run)
    for arguments in [[], ["-"]] {
      var program = try rider.program(["replay", "--plain", "--speed", "max"] + arguments)
      program.input = .file(file)
      try expectEqual(program.run().outputLines.count, Self.log.count)
      program.input = .text(Self.run)
      try expectEqual(program.run().outputLines.count, Self.log.count)
    }
  }

  /// A replay that writes to its own input would never end.
  @Test(arguments: [[], ["-"], ["run.ndjson"], ["link"]])
  func aReplayIntoItsOwnInputIsRefused(_ input: [String]) throws {
    try record(Self.run)
    expectEqual(symlink("run.ndjson", folder / "link"), 0)
    var program = try rider.program(
      ["replay", "--plain", "--speed", "max", "--events", "run.ndjson"] + input)
    program.folder = folder.path
    if input.isEmpty || input == ["-"] { program.input = .file(file) }
    let result = try program.run()
    expectEqual(result.status, .exited(65))
    #expect(result.errors.contains("to itself. (bad_input)"))
    try expectEqual(Disk.read(file), Array(Self.run.utf8))
    try expectEqual(replay("-q", "--events", folder / "copy", file).status, .exited(0))
  }

  /// The same with the shell's redirection, in every mode; nothing is added to the recording.
  @Test(arguments: ["--json", "--plain", "--quiet"], [[], ["-"], ["link"]])
  func aReplayOntoItsOwnInputIsRefused(_ face: String, _ input: [String]) throws {
    try record(Self.run)
    expectEqual(symlink("run.ndjson", folder / "link"), 0)
    var program = try rider.program(["replay", face, "--speed", "max"] + input)
    program.folder = folder.path
    program.output = .file(file)
    if input != ["link"] { program.input = .file(file) }
    let result = try program.run()
    expectEqual(result.status, .exited(65))
    #expect(result.errors.contains("to itself. (bad_input)"))
    try expectEqual(Disk.read(file), Array(Self.run.utf8))
  }

  /// A device does not grow.
  @Test func aReplayFromAndToTheSameDeviceIsAllowed() throws {
    var program = try rider.program("replay", "--plain", "-")
    (program.input, program.output) = (.null, .null)
    #expect(try program.run().errors.contains("standard input is empty."))
  }

  /// A pipe is shown as it arrives, without waiting for its end.
  @Test func aPipeIsShownAsItArrives() throws {
    var program = try rider.program("replay", "--plain", "--speed", "max")
    program.input = .pipe
    let running = try program.start()
    let lines = Self.run.split(separator: "\n").map { $0 + "\n" }
    running.write(lines[..<4].joined())
    try running.wait(for: "Contacting Strava")
    running.write(lines[4...].joined())
    try running.wait(for: "Updated: 12 new")
    running.closeInput()
    try expectEqual(running.wait().status, .exited(0))
  }

  @Test func ctrlCEndsAReplayOfASilentPipe() throws {
    var program = try rider.program("replay", "--json")
    program.input = .pipe
    let running = try program.start()
    running.write(Self.run.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n")
    try running.wait(for: "run_started")
    running.signal(2)
    let result = try running.wait()
    expectEqual(result.status, .signalled(2))
    #expect(try Events(result).summary?["outcome"]?.string == "interrupted")
  }

  @Test func withoutAFileItIsTheLastRun() throws {
    try expectEqual(replay("--plain").status, .exited(66))
    try expectEqual(
      replay("--plain").errorLines,
      [
        "velo-sync: No run has been recorded yet. (missing_input)", "  Run velo-sync first",
      ])
    let state = rider.state
    try Disk.makeFolders(above: state + "/x")
    try Disk.write(Array(Self.run.utf8), to: state + "/last-run.ndjson")
    try expectEqual(replay("--plain").outputLines.count, Self.log.count)
    // A run that crashed since then is newer.
    let cut = Self.run.split(separator: "\n").prefix(5).joined(separator: "\n") + "\n"
    try Disk.write(Array(cut.utf8), to: state + "/last-run.ndjson.part")
    let crashed = try replay("--plain")
    expectEqual(crashed.status, .exited(0))
    expectEqual(crashed.errorLines.count, 1)
    #expect(crashed.errors.contains("did not end"))
    expectEqual(
      crashed.outputLines.last?.contains("The run did not finish: the recording ends here (1.9 s)"),
      true)
  }

  // MARK: Damaged input

  @Test func aCrashedRunIsReported() throws {
    try record(
      Self.run.split(separator: "\n").prefix(6).joined(separator: "\n") + "\n{\"type\":\"pro")
    let events = try Events(replay("--json", file), isOurs: false)
    expectEqual(events.result.status, .exited(0))
    expectEqual(events.types.suffix(3), ["warning", "warning", "summary"])
    expectEqual(
      events.of("warning").compactMap { $0["code"]?.string }, ["line_torn", "run_unfinished"])
    #expect(events.summary?["outcome"]?.string == "failed")
    #expect(events.summary?["duration_ms"]?.integer == 2900)
    try expectEqual(replay("-q", "--exit-code", file).status, .exited(1))
    let result = try rider.onTerminal("replay", "--speed", "max", file).run()
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    #expect(screen.visibleLines.contains { $0.hasPrefix("! The run did not finish: ") })
  }

  @Test func strayLinesAreCountedInOneWarning() throws {
    let lines = Self.run.split(separator: "\n").map { String($0) }
    try record(
      (lines.prefix(3) + ["make: done", "[1]"] + lines.dropFirst(3)).joined(separator: "\n") + "\n")
    let result = try replay("--plain", file)
    expectEqual(result.outputLines.count, Self.log.count)
    expectEqual(
      result.errorLines,
      [
        "velo-sync: warning: 2 invalid events in \(file), the first: a line is not JSON from byte 1 on "
          + "(“make: done”). Invalid lines are skipped and numbers out of range are ignored. See man "
          + "velo-sync-events"
      ])
    let events = try Events(replay("--json", file), isOurs: false)
    expectEqual(events.types.suffix(2), ["warning", "summary"])
  }

  @Test(arguments: [
    ("", "is empty."), ("GET / 200\nGET /x 404\n", "contains no events."),
    (#"{"type":"version","format":"2.0","velo_sync":"9.0"}"# + "\n", "was recorded in format 2.0"),
  ])
  func otherFilesAreRefused(_ text: String, _ message: String) throws {
    try record(text)
    let result = try replay("--plain", file)
    expectEqual(result.status, .exited(65))
    #expect(result.errors.contains(message) && result.errors.contains(file))
    #expect(result.errors.contains("(bad_input)"))
    let events = try Events(replay("--json", file), isOurs: false)
    expectEqual(events.types, ["version", "error", "summary"])
  }

  @Test func unreadableFilesAreReported() throws {
    try expectEqual(replay("--plain", folder / "none.ndjson").status, .exited(66))
    try expectEqual(replay("--plain", folder.path).status, .exited(65))
    var program = try rider.program("replay", "--plain", "run.ndjson", "--speed", "max")
    program.folder = folder.path
    try record(Self.run)
    try expectEqual(program.run().outputLines.count, Self.log.count)
  }
}
