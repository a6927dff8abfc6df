// Real commands inside a real wrap: events, logs, exits and signals.

import Codec
import Support
import Testing
import CLibrary

@Suite(.blocking) struct WrapTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  private func wrap(_ script: String, _ options: String...) throws -> Program {
    try rider.wrap(script, options, environment: ["LANG": "C.UTF-8"])
  }

  private func events(_ script: String, isOurs: Bool = true) throws -> Events {
    try Events(wrap(script, "--json").run(), isOurs: isOurs)
  }

  // MARK: Output

  @Test func linesArriveInOrderOnTheirStreams() throws {
    let script = """
      for n in 1 2 3; do echo "out $n"; echo "err $n" >&2; done
      printf '10 %%\\r100 %%\\r\\n'; printf '\\033[31mred\\033[0m\\n'; printf 'no end'
      """
    let result = try wrap(script, "--plain").finish()
    expectEqual(
      result.outputLines.dropLast(), ["out 1", "out 2", "out 3", "100 %", "red", "no end"])
    expectEqual(result.errorLines, ["err 1", "err 2", "err 3"])
  }

  /// The author of the script sees the mistake; the run is what the script makes of it.
  @Test func aMistakeInEmitIsNotAFailureOfTheRun() throws {
    let events = try events(#""$VELO" emit; echo fine"#)
    expectEqual(events.brief, "exit 0")
    let lines = events.of("log").compactMap { $0["text"]?.string }
    expectEqual(lines.filter { $0.hasSuffix("(usage)") || $0 == "fine" }.count, 2, "\(lines)")
  }

  /// Progress is limited to one event a second, and stays before what follows.
  @Test func eventsKeepTheirOrder() throws {
    let types = try events(
      """
      "$VELO" emit progress fraction=0.1; "$VELO" emit progress fraction=0.8
      "$VELO" emit lap
      """
    ).types
    expectEqual(types.suffix(4), ["progress", "progress", "lap", "summary"])
  }

  /// In a log, a command's events appear beside its output.
  @Test func aLogHasTheCommandsEvents() throws {
    let result = try wrap(
      """
      "$VELO" emit status text='Copying files…'
      echo copied
      "$VELO" emit warning code=slow message='The disk is slow.' hint='Use another.'
      "$VELO" emit error code=own title=Full message='The disk is full.' hint='Free some space'
      """, "--plain"
    ).finish(.exited(1))
    expectEqual(
      Set(result.outputLines.map { $0.split(separator: "Z ").last }), ["Copying files…", "copied"])
    expectEqual(
      result.errorLines,
      [
        "velo-sync: warning: The disk is slow. Use another.",
        "velo-sync: The disk is full. (unknown)", "  Free some space",
      ])
  }

  /// Numbers out of range are left out: counts without any are none, and not 0.
  @Test func countsOutOfRangeAreNone() throws {
    let script =
      #"printf '%s\n' '{"type":"summary","outcome":"ok","exit_code":0,"counts":{"new":-1}}' >&$VELO_SYNC_EVENTS_FD"#
    let events = try events(script)
    expectEqual(events.of("summary").first?["counts"] == nil, true)
    expectEqual(events.of("warning").count, 1)
  }

  /// What ended it has a name.
  @Test(arguments: ["USR1", "USR2", "XCPU"])
  func theSignalThatKilledItIsNamed(_ name: String) throws {
    let result = try wrap("kill -\(name) $$", "--plain", "--title", "Backup").run()
    expect(
      result.errors.hasPrefix("velo-sync: Backup was killed by SIG\(name) (signal "),
      "\(result.errors)")
  }

  /// Nothing is run that could not be recorded.
  @Test func aRecordingThatCannotBeWrittenStartsNothing() throws {
    let path = rider.home.path + "/none/events"
    let result = try wrap("echo started", "--plain", "--events", path).run()
    expectEqual([result.brief, result.output], ["exit 74 (storage)", ""])
    expect(result.errors.contains(" sh was not started."), "\(result.errors)")
  }

  /// Unknown members are passed on.
  @Test func eventsArePassedOnWhole() throws {
    let script = #"""
      echo '{"type":"status","text":"Baking…","oven":{"heat":[180, 200]}}' >&"$VELO_SYNC_EVENTS_FD"
      echo '{"type":"lap","n":1}' >&"$VELO_SYNC_EVENTS_FD"
      """#
    let events = try events(script, isOurs: false)
    expectEqual(events.types, ["version", "run_started", "status", "lap", "summary"])
    expectEqual(events.all[2]["oven"]?.compact, Array(#"{"heat":[180,200]}"#.utf8))
    expectEqual(events.all[2]["spoken"]?.string, "Baking")
    expectEqual(events.all[3]["n"]?.integer, 1)
    expectEqual(events.all.compactMap { $0["seq"]?.integer }, [1, 2, 3, 4, 5])
  }

  @Test func invalidEventsAreOneWarning() throws {
    let events = try events(
      #"for n in 1 2 3; do echo "no event $n" >&"$VELO_SYNC_EVENTS_FD"; done"#)
    expectEqual(events.types, ["version", "run_started", "warning", "summary"])
    expectEqual([events.brief] + events.warnings, ["exit 0", "strange_events"])
    let message = events.of("warning").first?["message"]?.string ?? ""
    expect(message.hasPrefix("3 ") && message.contains("no event 1"), "\(message)")
  }

  // MARK: velo-sync itself

  @Test func veloSyncInsideAWrapIsOneRun() throws {
    let script = #"exec "$VELO" --dry-run --sample --speed max"#
    let events = try events(script)
    let alone = try rider.events("--dry-run", "--sample", "--speed", "max")
    let types = [
      "version", "run_started", "summary", "stage_started", "stage_finished", "score",
      "source_finished", "prep",
    ]
    expectEqual(types.map { events.of($0).count }, types.map { alone.of($0).count })
    expectEqual(events.of("run_started").first?["command"]?.string, "wrap")
    expectEqual(events.statuses, alone.statuses)
    expectEqual(events.brief, alone.brief)
    expectEqual(events.summary?["dry_run"]?.bool, true)
    // The result of the log, without its times, is that of the sync.
    func last(_ result: ProgramResult) -> String {
      (result.outputLines.last?.dropFirst(20).split(separator: "(").dropLast() ?? []).joined()
    }
    let alonePlain = try rider.run("-n", "--sample", "--speed", "max", "--plain")
    try expectEqual(last(wrap(script, "--plain").run()), last(alonePlain))
    expectEqual(last(alonePlain).isEmpty, false)
  }

  @Test(arguments: ["network@strava", "network"])
  func theEndOfVeloSyncIsTheEndOfItsWrap(_ failure: String) throws {
    let arguments = ["--sample", "--simulate", failure, "--speed", "max"]
    let inside = try events(#""$VELO" "# + arguments.joined(separator: " "))
    let alone = try rider.events(arguments)
    expectEqual(inside.result.status, alone.result.status)
    for name in ["outcome", "exit_code"] {
      expectEqual(inside.summary?[name]?.literal, alone.summary?[name]?.literal, "\(name)")
    }
    expectEqual(inside.codes("error"), ["network"])
    expectEqual(
      inside.of("error").first?["message"]?.string, alone.of("error").first?["message"]?.string)
  }

  @Test func emitSucceedsAfterItsWrapHasEnded() throws {
    var program = try rider.shell(
      #"read go; "$VELO" emit status text=x 3>&1; echo "code $?" >&2"#,
      environment: ["VELO_SYNC_EVENTS_FD": "3"])
    program.input = .pipe
    let running = try program.start()
    running.closeReading()
    running.write("go\n")
    try running.wait(for: "code 0", on: .errors)
  }

  @Test func manyEventsStayInOrderAndTakeLittleMemory() throws {
    let count = Tier.rounds(100_000)
    let script = """
      awk 'BEGIN {
        for (n = 1; n <= \(count); n++)
          if (n % 1000 == 0)
            printf "{\\"type\\":\\"status\\",\\"status\\":\\"downloading_activities\\",\\"source\\":\\"strava\\",\\"text\\":\\"x\\",\\"count\\":%d}\\n", n
          else
            printf "{\\"type\\":\\"progress\\",\\"done\\":%d,\\"total\\":200000}\\n", n
      }' >&"$VELO_SYNC_EVENTS_FD"
      [ ! -r /proc/$PPID/status ] || grep VmHWM /proc/$PPID/status >&2
      """
    let result = try wrap(script, "--json").finish()
    let counts = result.outputLines.compactMap { line -> Int64? in
      (try? JSONValue(parsing: Array(line.utf8)))?["count"]?.integer
    }
    expectEqual(counts.last, Int64(count))
    expectEqual(counts, counts.sorted())
    #if os(Linux)
      try expectEqual(peakMemory(result.errors + result.output) < 50_000, true)
    #endif
  }

  @Test func insideAWrapEventsGoToItsPipe() throws {
    let file = rider.home / "events"
    func velo(_ arguments: String) throws -> (ProgramResult, [String?]) {
      let result = try rider.shell(
        #"exec "$VELO" \#(arguments) 3>"\#(file)""#, environment: ["VELO_SYNC_EVENTS_FD": "3"]
      ).run()
      return (result, try rider.lines(of: file).map { $0["type"]?.string })
    }
    let (silent, events) = try velo("--dry-run --sample --speed max")
    expectEqual([silent.brief, silent.output + silent.errors], ["exit 0", ""])
    expectEqual([events.first, events.last], ["version", "summary"])
    let (asked, none) = try velo("--dry-run --sample --speed max --plain")
    expectEqual([asked.output.isEmpty, none.isEmpty], [false, true])
    let (wrong, failure) = try velo("--nonsense")
    expectEqual([wrong.brief, wrong.output + wrong.errors], ["exit 64", ""])
    expectEqual(failure, ["version", "error", "summary"])
    let (text, nothing) = try velo("--version")
    expectEqual([text.output, "\(nothing)"], ["velo-sync 0.1.0\n", "[]"])
  }

  // MARK: The end

  /// The command does not inherit the signals that wrap ignores or catches.
  @Test(arguments: ["--json", "--plain"])
  func theEndIsThatOfTheCommand(_ mode: String) throws {
    for code in [Int32(0), 1, 7, 64, 255] {
      let result = try wrap("exit \(code)", mode).finish(.exited(code))
      guard mode == "--json" else { continue }
      try expectEqual(Events(result).summary?["exit_code"]?.integer, Int64(code))
    }
    for signal in [SIGKILL, SIGTERM, SIGUSR1, SIGABRT, SIGPIPE, SIGXFSZ, SIGINT] {
      let result = try wrap("kill -\(signal) $$", mode).finish(.signalled(signal))
      guard mode == "--json" else { continue }
      try expectEqual(Events(result).summary?["exit_code"]?.integer, Int64(128 + signal))
    }
  }

  @Test func aCommandThatCannotStartEndsAsInAShell() throws {
    try expectEqual(rider.run("wrap", "--", rider.home.path).status, .exited(126))
    try expectEqual(rider.run("wrap", "--plain", "--", "").status, .exited(127))
    let result = try rider.run("wrap", "--", "no-such-command")
    expectEqual(result.status, .exited(127))
    expect(result.errors.contains("no-such-command"))
    let events = try Events(rider.run("wrap", "--json", "--", "no-such-command"))
    expectEqual([events.result.errors, "\(events.result.status)"], ["", "exit 127"])
    expectEqual(events.types, ["version", "run_started", "error", "summary"])
    expectEqual(events.summary?["counts"] == nil, true)
  }

  /// Its code or its signal; an error that it reports itself says more.
  @Test func aFailureIsAnErrorEventWhereEventsAreWritten() throws {
    let file = rider.home / "events"
    for (script, code, words) in [
      ("exit 3", 3, "sh failed (exit code 3)."), ("kill -9 $$", 137, "sh was killed by SIGKILL"),
    ] {
      let quiet = try Events(wrap(script, "--json", "-q", "--events", file).run())
      expectEqual(quiet.types, ["version", "error", "summary"])
      let error = quiet.of("error").first
      expectEqual(
        [error?["code"]?.string, error?["hint"]?.string?.isEmpty.description], ["unknown", "false"])
      expectEqual(error?["exit_code"]?.integer, Int64(code))
      expect(error?["message"]?.string?.hasPrefix(words) == true)
      try expectEqual(rider.home.read("events")?.contains("\"type\":\"error\""), true)
    }
    let own = try events(#""$VELO" emit error code=network message=Gone; exit 3"#)
    expectEqual(own.codes("error"), ["network"])
    try expectEqual(events("exit 0").codes("error"), [])
  }

  @Test func anErrorEventDeterminesTheExitOfASuccessfulCommand() throws {
    let error = #""$VELO" emit error code=network message=Gone"#
    let result = try wrap(error).run()
    expectEqual([result.status == .exited(68), result.errors.contains("Gone")], [true, true])
    try wrap(error + "; exit 3").finish(.exited(3))
    try wrap(error.replacing("network", with: "own")).finish(.exited(1))
  }

  /// In a log even if it holds the pipes of wrap.
  @Test(arguments: [("", ["--plain"]), ("<&- >&- 2>&-", [])])
  func aProcessLeftBehindDoesNotDelayTheEnd(_ streams: String, _ options: [String]) throws {
    let result = try rider.wrap("sleep 1000 \(streams) & echo $!", options).finish()
    let pid = try #require(result.outputLines.first.flatMap { Int32($0) })
    kill(pid, SIGKILL)
  }

  @Test func aCommandWithoutInputAndOutputsEndsAsItDoes() throws {
    var program = try wrap("exec >&- 2>&-; cat; exit 5", "--json")
    program.input = .closed
    try program.finish(.exited(5))
  }

  @Test func theInputGoesToTheCommand() throws {
    var program = try wrap("cat; exit 2", "--plain")
    program.input = .text("first\nsecond\n")
    let result = try program.finish(.exited(2))
    expectEqual(result.outputLines, ["first", "second"])
  }

  /// In a log, and without one, where nobody speaks.
  @Test(arguments: [["--plain"], []])
  func aReaderThatLeavesEndsBoth(_ options: [String]) throws {
    let running = try rider.wrap("while echo more; do :; done", options).start()
    try running.wait(for: "more")
    running.closeReading()
    let result = try running.finish(.signalled(SIGPIPE))
    if options.isEmpty { expectEqual(result.errors, "") }
  }

  /// A full pipe stops the command; nothing is lost when its reader continues.
  @Test func aSlowReaderLosesNothing() throws {
    let script = """
      echo asleep >&2
      n=0; while [ $n -lt 20000 ]; do n=$((n + 1)); echo "line $n"; done
      """
    let running = try wrap(script, "--plain").start()
    running.pauseReading(.output)
    try running.wait(for: "asleep", on: .errors)
    running.resumeReading(.output)
    let result = try running.finish()
    expectEqual(result.outputLines.dropLast(), (1...20_000).map { "line \($0)" }[...])
  }

  /// A service of the system may have no home folder.
  @Test func aCommandRunsWithoutAHomeFolder() throws {
    var program = try wrap("echo out; exit 4")
    program.environment = program.environment.filter { $0.key == "PATH" }
    let result = try program.run()
    expectEqual([result.brief, result.output, result.errors], ["exit 4", "out\n", ""])
  }

  // MARK: Signals

  /// It ends with its parent in every case.
  private static let waiting =
    "sleep 1000 & echo ready; while kill -0 $PPID 2>/dev/null; do wait $!; done"

  @Test(arguments: [["--plain"], [], ["--pty"]])
  func signalsToWrapAloneArePassedOn(_ options: [String]) throws {
    var all = [
      ("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("USR2", SIGUSR2), ("QUIT", SIGQUIT),
      ("ALRM", SIGALRM), ("PROF", SIGPROF),
    ]
    #if os(Linux)
      // The real-time signals have numbers only.
      all.append(("40", 40))
    #endif
    for (name, signal) in all {
      let script = "trap 'kill $!; echo got \(name); exit 9' \(name); " + Self.waiting
      let running = try rider.wrap(script, options).start()
      try running.wait(for: "ready")
      running.signal(signal)
      let result = try running.wait()
      expectEqual(result.status, .exited(9), "\(name)")
      expectEqual(result.outputLines.prefix(2), ["ready", "got \(name)"])
    }
  }

  @Test func theSignalOfTheCommandEndsWrap() throws {
    let running = try wrap(#""$VELO" emit status text=Waiting; exec sleep 1000"#, "--json").start()
    try running.wait(for: "Waiting")
    running.signal(SIGTERM)
    let events = try Events(running.wait())
    expectEqual(
      [events.brief, events.summary?["outcome"]?.string], ["signal \(SIGTERM)", "interrupted"])
  }

  /// Debuggers and shells take any number of interrupts.
  @Test(arguments: ["--plain", "--pty"])
  func theCommandDecidesHoweverOftenItIsAsked(_ mode: String) throws {
    let script = """
      trap 'kill $!; n=$((n + 1)); echo no $n; [ $n -lt 5 ] || exit 9' TERM; \(Self.waiting)
      """
    let running = try wrap(script, mode).start()
    var seen = try running.wait(for: "ready").count
    for _ in 1...5 {
      running.signal(SIGTERM)
      seen = try running.wait(for: "no ", from: seen).count
    }
    try running.finish(.exited(9))
  }

  /// No event reports an unfinished line.
  @Test(arguments: ["--json", "--plain"]) func linesAreReportedWhenTheyEnd(_ mode: String) throws {
    let script = #"""
      printf '\r10 %%'; printf 'Name: ' >&2; "$VELO" emit notice message=ready; read go
      printf '\r20 %%'; echo jo >&2; printf '\r30 %%\n'; printf 'end'
      """#
    var program = try wrap(script, mode)
    program.input = .pipe
    let running = try program.start()
    try running.wait(for: "ready")
    running.write("\n")
    let result = try running.finish()
    if mode == "--json" {
      let lines = try Events(result).of("log").map {
        "\($0["stream"]?.string ?? ""): \($0["text"]?.string ?? "")"
      }
      expectEqual(lines.sorted(), ["stderr: Name: jo", "stdout: 30 %", "stdout: end"])
    } else {
      expectEqual(
        result.outputLines.dropLast().map { $0.split(separator: "Z ").last },
        ["ready", "30 %", "end"])
      expectEqual(result.errorLines, ["Name: jo"])
    }
  }
}
