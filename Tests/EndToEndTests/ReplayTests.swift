// Replayed runs: the same lines and times, at any speed, whatever is wrong with the file.

import Codec
import Support
import Testing

@Suite(.blocking) struct ReplayTests {
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
    try folder.write(text, to: "run.ndjson")
  }

  private func replay(_ arguments: String...) throws -> ProgramResult {
    try rider.run(["replay", "--speed", "max"] + arguments, environment: ["LANG": "C.UTF-8"])
  }

  // MARK: Renderers

  /// The times of the recorded run's lines, its heartbeat included.
  private static let times = [1, 2, 12, 20, 21, 21].map {
    "2026-11-20T06:00:\($0 < 10 ? "0" : "")\($0)Z"
  }

  /// Every line has its own time; RendererGallery has their texts.
  @Test func theLogEqualsThatOfTheRun() throws {
    try record(Self.run)
    let result = try replay("--plain", file)
    expect(result.isFine)
    expectEqual(result.outputLines.map { String($0.prefix(20)) }, Self.times)
    for (line, number) in zip(result.outputLines.suffix(4), ["62", "12", "43", "12"]) {
      expect(line.contains(" \(number) "), "\(line)")
    }
  }

  @Test func theEventsEqualThoseOfTheRun() throws {
    try record(Self.failed + Self.run)
    let copy = folder / "copy.ndjson"
    let result = try replay("--json", "--events", copy, file)
    expectEqual(result.status, .exited(0))
    let recorded = Self.run.replacing("[1, 2]", with: "[1,2]").split(separator: "\n")
    expectEqual(result.outputLines.dropFirst().map { $0[...] }, Array(recorded.dropFirst()))
    let version = try JSONValue(parsing: Array(try #require(result.outputLines.first).utf8))
    expectEqual(
      ["type", "seq", "ts"].map { version[$0]?.literal },
      ["\"version\"", "1", "\"2026-11-20T06:00:00Z\""])
    try expectEqual(folder.read("copy.ndjson"), result.output)
  }

  @Test func allAreOneStreamOfEvents() throws {
    try record(Self.failed + Self.run)
    let events = try Events(replay("--json", "--all", file), isOurs: false)
    expectEqual(["version", "summary"].map { events.of($0).count }, [1, 2])
    expectEqual(events.all.compactMap { $0["seq"]?.integer }, (1...13).map { $0 })
    expectEqual(events.all[4]["elapsed_ms"]?.integer, 300)
  }

  /// The line shows what the run did, and the run's own time.
  @Test(arguments: ["max", "40"]) func aTerminalSeesTheRunAtItsSpeed(_ speed: String) throws {
    try record(Self.run)
    let result = try rider.onTerminal("replay", "--speed", speed, file).finish()
    if speed == "40" { expectEqual(result.sent.contains("62"), true) }
    let first = result.finishedScreen().visibleLines.first ?? ""
    expectEqual(
      first.hasPrefix(Marks.done) && first.contains("12 new") && first.hasSuffix(" 21.0 s"), true)
  }

  /// The replay of a real run equals its output.
  @Test func aRealRunIsReplayedExactly() throws {
    for mode in ["plain", "accessible"] {
      Disk.remove(file)
      let run = try rider.run(
        "--dry-run", "--speed", "max", "--output", mode, "--events", file,
        environment: ["LANG": "C.UTF-8"])
      let again = try replay("--output", mode, file)
      expectEqual([run.brief, again.brief], ["exit 0", "exit 0"])
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
    expectEqual([last.brief, "\(last.outputLines.count)"], ["exit 0 (network)", "1"])
    let all = try replay("--plain", "--all", file)
    expectEqual(all.outputLines.count, Self.times.count + 1)
    expectEqual(all.errorLines, last.errorLines)
    // Its exit code only when it is asked for.
    try expectEqual(replay("-q", "--exit-code", file).status, .exited(68))
    try record(
      Self.failed.replacing(#""exit_code":68,"duration"#, with: #""exit_code":130,"duration"#))
    try expectEqual(replay("-q", "--exit-code", file).status, .exited(130))
  }

  @Test func standardInputIsReadWhenItIsAFileOrAPipe() throws {
    try record(Self.failed + Self.run)
    for arguments in [[], ["-"]] {
      var program = try rider.program(["replay", "--plain", "--speed", "max"] + arguments)
      for input in [Program.Input.file(file), .text(Self.run)] {
        program.input = input
        try expectEqual(program.run().outputLines.count, Self.times.count)
      }
    }
  }

  /// A replay that writes to its own input would never end, be it by --events or by the shell's
  /// redirection, in any mode.
  @Test(arguments: [[], ["-"], ["run.ndjson"], ["link"]])
  func aReplayIntoItsOwnInputIsRefused(_ input: [String]) throws {
    try record(Self.run)
    try Disk.link(folder / "link", to: "run.ndjson")
    for target in [["--plain", "--events", "run.ndjson"], ["--json"], ["--plain"], ["--quiet"]] {
      var program = try rider.program(["replay", "--speed", "max"] + target + input)
      program.folder = folder.path
      if input.isEmpty || input == ["-"] { program.input = .file(file) }
      if target.count == 1 { program.output = .file(file) }
      try expectEqual(program.run().brief, "exit 65 (bad_input)", "\(target)")
      try expectEqual(Disk.read(file), Array(Self.run.utf8), "\(target)")
    }
    try expectEqual(replay("-q", "--events", folder / "copy", file).status, .exited(0))
  }

  /// A device does not grow.
  @Test func aReplayFromAndToTheSameDeviceIsAllowed() throws {
    var program = try rider.program("replay", "--plain", "-")
    (program.input, program.output) = (.null, .null)
    let result = try program.run()
    expectEqual([result.brief, "\(result.errorLines.count)"], ["exit 65 (bad_input)", "2"])
  }

  /// Of the runs that a pipe holds already the last is shown, as of a file.
  @Test func theLastRunOfAPipeIsShown() throws {
    for (arguments, count) in [([], 1), (["--all"], 3)] {
      var program = try rider.program(["replay", "--plain", "--speed", "max"] + arguments)
      program.input = .text(Self.run + Self.run + Self.run)
      try expectEqual(program.run().outputLines.count, count * Self.times.count)
    }
  }

  /// A pipe is shown as it arrives, without waiting for its end: every run that comes later, too.
  @Test func aPipeIsShownAsItArrives() throws {
    var program = try rider.program("replay", "--plain", "--speed", "max")
    program.input = .pipe
    let running = try program.start()
    let lines = Self.run.split(separator: "\n").map { $0 + "\n" }
    running.write(lines[..<4].joined())
    try running.wait(for: Self.times[0])
    running.write(lines[4...].joined())
    try running.wait(for: Self.times[5])
    running.write(Self.run)
    running.closeInput()
    try expectEqual(running.finish().outputLines.count, 2 * Self.times.count)
  }

  @Test func ctrlCEndsAReplayOfASilentPipe() throws {
    var program = try rider.program("replay", "--json")
    program.input = .pipe
    let running = try program.start()
    running.write(Self.run.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n")
    try running.wait(for: "run_started")
    running.signal(2)
    let events = try Events(running.wait())
    expectEqual(
      [events.brief, events.summary?["outcome"]?.string], ["signal 2", "interrupted"])
  }

  @Test func withoutAFileItIsTheLastRun() throws {
    try expectEqual(replay("--plain").brief, "exit 66 (missing_input)")
    try Disk.makeFolders(above: rider.lastRun)
    try Disk.write(Array(Self.run.utf8), to: rider.lastRun)
    try expectEqual(replay("--plain").outputLines.count, Self.times.count)
    // A run that crashed since then is newer.
    let cut = Self.run.split(separator: "\n").prefix(5).joined(separator: "\n") + "\n"
    try Disk.write(Array(cut.utf8), to: rider.lastRun + ".part")
    let crashed = try Events(replay("--json"))
    expectEqual([crashed.brief] + crashed.warnings, ["exit 0", "run_unfinished"])
    expectEqual(crashed.summary?["duration_ms"]?.integer, 1_900)
    // A run that is just starting has recorded nothing.
    try Disk.write([], to: rider.lastRun + ".part")
    let last = try Events(replay("--json"), isOurs: false)
    expectEqual([last.brief] + last.warnings, ["exit 0: 12 new, 1 changed"])
    Disk.remove(rider.lastRun)
    try expectEqual(replay("--plain").brief, "exit 66 (missing_input)")
  }

  // MARK: Damaged input

  @Test func aCrashedRunIsReported() throws {
    try record(
      Self.run.split(separator: "\n").prefix(6).joined(separator: "\n") + "\n{\"type\":\"pro")
    let events = try Events(replay("--json", file), isOurs: false)
    expectEqual([events.brief] + events.warnings, ["exit 0", "line_torn", "run_unfinished"])
    expectEqual(events.types.suffix(3), ["warning", "warning", "summary"])
    expectEqual(events.summary?["outcome"]?.string, "failed")
    expectEqual(events.summary?["duration_ms"]?.integer, 2900)
    try expectEqual(replay("-q", "--exit-code", file).status, .exited(1))
    let lines = try rider.onTerminal("replay", "--speed", "max", file).run().screenLines()
    expect(lines.contains { $0.hasPrefix("! ") }, "\(lines)")
  }

  @Test func strayLinesAreCountedInOneWarning() throws {
    let lines = Self.run.split(separator: "\n").map { String($0) }
    try record(
      (lines.prefix(3) + ["make: done", "[1]"] + lines.dropFirst(3)).joined(separator: "\n") + "\n")
    try expectEqual(replay("--plain", file).outputLines.count, Self.times.count)
    let events = try Events(replay("--json", file), isOurs: false)
    expectEqual(events.warnings, ["lines_skipped"])
    expectEqual(events.types.suffix(2), ["warning", "summary"])
    let message = events.of("warning").first?["message"]?.string ?? ""
    expectEqual(["2 ", file, "make: done"].filter { !message.contains($0) }, [], "\(message)")
  }

  /// The format of a newer version is named.
  @Test(arguments: [
    ("", ""), ("GET / 200\nGET /x 404\n", ""),
    (#"{"type":"version","format":"2.0","velo_sync":"9.0"}"# + "\n", " 2.0"),
    (
      #"{"type":"version","format":"2.0","velo_sync":"9.0"}"# + "\n"
        + run.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n", " 2.0"
    ),
  ])
  func otherFilesAreRefused(_ text: String, _ named: String) throws {
    try record(text)
    let result = try replay("--plain", file)
    expectEqual(result.brief, "exit 65 (bad_input)")
    expectEqual([named, file].filter { !$0.isEmpty && !result.errors.contains($0) }, [])
    let events = try Events(replay("--json", file), isOurs: false)
    expectEqual(events.types, ["version", "error", "summary"])
  }

  @Test func unreadableFilesAreReported() throws {
    try expectEqual(replay("--plain", folder / "none.ndjson").brief, "exit 66 (missing_input)")
    try expectEqual(replay("--plain", folder.path).brief, "exit 65 (bad_input)")
    var program = try rider.program("replay", "--plain", "run.ndjson", "--speed", "max")
    program.folder = folder.path
    try record(Self.run)
    try expectEqual(program.run().outputLines.count, Self.times.count)
  }
}
