// Real commands inside a real wrap.

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

@Suite(.serialized, .blocking) struct WrapTests {
  private let rider: Rider

  init() throws {
    rider = try Rider()
  }

  /// A script inside a wrap; `$VELO` is the program itself.
  private func wrap(
    _ script: String, _ options: String..., environment: [String: String] = [:]
  ) throws -> Program {
    var variables = environment
    variables["VELO"] = try BuiltProgram.path(of: "velo-sync")
    return try rider.program(
      ["wrap"] + options + ["--", "sh", "-c", script], environment: variables)
  }

  private func onTerminal(_ script: String) throws -> Program {
    try wrap(script, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"]).onTerminal()
  }

  /// The command does not inherit the signals that wrap ignores or catches.
  @Test(arguments: ["PIPE", "XFSZ", "INT", "USR1"])
  func theSignalsOfTheCommandAreThoseOfTheSystem(_ name: String) throws {
    guard case .signalled = try wrap("kill -\(name) $$; exit 0").run().status else {
      Issue.record("\(name) does not end the command")
      return
    }
  }

  /// Whether the output begins with these lines, whatever precedes their texts.
  private func ends(_ lines: [String], _ texts: [String]) -> Bool {
    lines.count >= texts.count && zip(lines, texts).allSatisfy { $0.hasSuffix($1) }
  }

  // MARK: Output

  @Test func linesArriveInOrderOnTheirStreams() throws {
    let script = """
      for n in 1 2 3; do echo "out $n"; echo "err $n" >&2; done
      printf '10 %%\\r100 %%\\r\\n'; printf '\\033[31mred\\033[0m\\n'; printf 'no end'
      """
    let result = try wrap(script, "--plain").run()
    expectEqual(result.status, .exited(0))
    let expected = ["out 1", "out 2", "out 3", "100 %", "red", "no end"]
    #expect(ends(result.outputLines, expected))
    #expect(ends(result.errorLines, ["err 1", "err 2", "err 3"]))
  }

  @Test func aScriptSendsEventsWithEmit() throws {
    let result = try wrap(
      """
      "$VELO" emit status status=processing_data text=Working
      "$VELO" emit status status=finalizing text=Almost
      """, "--json"
    ).run()
    let events = try Events(result)
    expectEqual(result.status, .exited(0))
    expectEqual(events.statuses, ["processing_data", "finalizing"])
    expectEqual(events.types.first, "version")
    #expect(events.of("run_started").first?["command"]?.string == "wrap")
    #expect(events.summary?["outcome"]?.string == "ok")
  }

  /// The author of the script sees the mistake; the run is what the script makes of it.
  @Test func aMistakeInEmitIsNotAFailureOfTheRun() throws {
    let result = try wrap(#""$VELO" emit; echo fine"#, "--json").run()
    expectEqual(result.status, .exited(0))
    let events = try Events(result)
    #expect(events.of("log").contains { $0["text"]?.string?.contains("emit needs a TYPE") == true })
    #expect(events.of("error").isEmpty)
  }

  /// Progress is limited to one event a second, and stays before what follows.
  @Test func eventsKeepTheirOrder() throws {
    let script = """
      "$VELO" emit progress fraction=0.1; "$VELO" emit progress fraction=0.8
      "$VELO" emit lap
      """
    let types = try Events(try wrap(script, "--json").run()).types
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
      """, "--plain", environment: ["LANG": "C.UTF-8"]
    ).run()
    expectEqual(result.status, .exited(1))
    expectEqual(result.outputLines.count, 2)
    #expect(result.outputLines.contains { $0.hasSuffix("Z Copying files…") })
    #expect(result.outputLines.contains("copied"))
    expectEqual(
      result.errorLines,
      [
        "velo-sync: warning: The disk is slow. Use another.",
        "velo-sync: The disk is full. (unknown)", "  Free some space",
      ])
  }

  @Test func outputIsLoggedAsEvents() throws {
    let events = try Events(wrap(#"echo out; printf 'a\033[31mb\n' >&2"#, "--json").run())
    let lines = events.of("log").map { [$0["stream"]?.string, $0["text"]?.string] }
    expectEqual(Set(lines), [["stdout", "out"], ["stderr", "ab"]])
    #expect(events.types.first == "version" && events.types.last == "summary")
  }

  /// Unknown members are passed on.
  @Test func eventsArePassedOnWhole() throws {
    let script = #"""
      echo '{"type":"status","text":"Baking…","oven":{"heat":[180, 200]}}' >&"$VELO_SYNC_EVENTS_FD"
      echo '{"type":"lap","n":1}' >&"$VELO_SYNC_EVENTS_FD"
      """#
    let events = try Events(wrap(script, "--json").run(), isOurs: false)
    expectEqual(events.types, ["version", "run_started", "status", "lap", "summary"])
    #expect(events.all[2]["oven"]?["heat"]?.elements.map { Array($0).count } == 2)
    expectEqual(events.all[2]["spoken"]?.string, "Baking")
    expectEqual(events.all[3]["n"]?.integer, 1)
    expectEqual(events.all.compactMap { $0["seq"]?.integer }, [1, 2, 3, 4, 5])
  }

  @Test func invalidEventsAreOneWarning() throws {
    let script = #"""
      for n in 1 2 3; do echo "no event $n" >&"$VELO_SYNC_EVENTS_FD"; done
      """#
    let events = try Events(wrap(script, "--json").run())
    expectEqual(events.types, ["version", "run_started", "warning", "summary"])
    #expect(events.of("warning").first?["code"]?.string == "strange_events")
    #expect(
      events.of("warning").first?["message"]?.string
        == "3 invalid events from sh, the first: a line is not JSON from byte 2 on (“no event 1”).")
    #expect(events.summary?["outcome"]?.string == "ok")
  }

  /// However often a command reports progress, a reader gets it once a second, and the last one.
  @Test func progressIsPassedOnOnceASecond() throws {
    let script = #"""
      for n in 1 2 3 4 5 6 7 8 9; do
        echo "{\"type\":\"progress\",\"done\":$n,\"total\":9}" >&"$VELO_SYNC_EVENTS_FD"
        "$VELO" emit notice code=step message="$n"
      done
      """#
    let events = try Events(wrap(script, "--json").run())
    expectEqual(events.of("notice").count, 9)
    let done = events.of("progress").compactMap { $0["done"]?.integer }
    #expect(done.first == 1 && done.last == 9)
    let seconds = (events.summary?["duration_ms"]?.integer ?? 0) / 1000
    #expect(done.count <= 2 + Int(seconds))
  }

  // MARK: velo-sync itself

  @Test func veloSyncInsideAWrapIsOneRun() throws {
    let script = #"exec "$VELO" --dry-run --sample --speed max"#
    let events = try Events(wrap(script, "--json").run())
    let alone = try Events(rider.run("--dry-run", "--sample", "--speed", "max", "--json"))
    for type in ["version", "run_started", "summary"] { expectEqual(events.of(type).count, 1) }
    #expect(events.of("run_started").first?["command"]?.string == "wrap")
    expectEqual(events.statuses, alone.statuses)
    for type in ["stage_started", "stage_finished", "score", "source_finished", "prep"] {
      expectEqual(events.of(type).count, alone.of(type).count, "\(type)")
    }
    expectEqual(events.count("new"), 183)
    #expect(events.summary?["dry_run"]?.bool == true)
    let log = try wrap(script, "--plain", environment: ["LANG": "C.UTF-8"]).run()
    expectEqual(log.outputLines.last?.contains("Dry run, nothing written: 183 new"), true)
  }

  @Test func theEndOfVeloSyncIsTheEndOfItsWrap() throws {
    let partial = ["--sample", "--simulate", "network@strava", "--speed", "max"]
    let events = try Events(
      wrap(#""$VELO" "# + partial.joined(separator: " "), "--json").run())
    let alone = try Events(rider.program(partial + ["--json"]).run())
    expectEqual(events.result.status, alone.result.status)
    for name in ["outcome", "exit_code"] {
      #expect(events.summary?[name]?.literal == alone.summary?[name]?.literal, "\(name)")
    }
    let failed = try Events(
      wrap(#""$VELO" --sample --simulate network --speed max"#, "--json").run())
    expectEqual(failed.result.status, .exited(68))
    #expect(failed.of("error").first?["message"]?.string?.hasPrefix("Unable to connect") == true)
  }

  /// The last run is that of the wrap, and can be replayed.
  @Test func aWrapCanBeReplayed() throws {
    let script = #""$VELO" emit status text=Working; echo done; exit 3"#
    try expectEqual(wrap(script, "--json").run().status, .exited(3))
    let again = try rider.run("replay", "--speed", "max", "--plain", "--exit-code")
    expectEqual(again.status, .exited(3))
    #expect(again.outputLines.contains("done"))
    #expect(again.outputLines.contains { $0.hasSuffix("Z Working") })
    expectEqual(again.errorLines, ["velo-sync: sh failed (exit code 3)"])
  }

  @Test func emitSucceedsAfterItsWrapHasEnded() throws {
    var program = try wrap("")
    program.environment["VELO_SYNC_EVENTS_FD"] = "3"
    program.arguments = ["-c", #"read go; "$VELO" emit status text=x 3>&1; echo "code $?" >&2"#]
    program.path = "/bin/sh"
    program.input = .pipe
    let running = try program.start()
    running.closeReading()
    running.write("go\n")
    try running.wait(for: "code 0", on: .errors)
  }

  @Test func manyEventsStayInOrderAndTakeLittleMemory() throws {
    let script = """
      awk 'BEGIN {
        for (n = 1; n <= 200000; n++)
          if (n % 1000 == 0)
            printf "{\\"type\\":\\"status\\",\\"status\\":\\"downloading_activities\\",\\"source\\":\\"strava\\",\\"text\\":\\"x\\",\\"count\\":%d}\\n", n
          else
            printf "{\\"type\\":\\"progress\\",\\"done\\":%d,\\"total\\":200000}\\n", n
      }' >&"$VELO_SYNC_EVENTS_FD"
      [ ! -r /proc/$PPID/status ] || grep VmHWM /proc/$PPID/status >&2
      """
    let result = try wrap(script, "--json").run()
    expectEqual(result.status, .exited(0))
    let counts = result.outputLines.compactMap { line -> Int64? in
      (try? JSONValue(parsing: Array(line.utf8)))?["count"]?.integer
    }
    expectEqual(counts.last, 200_000)
    expectEqual(counts, counts.sorted())
    #if os(Linux)
      let all = result.errors + result.output
      let peak = try #require(all.firstRange(of: "VmHWM:"))
      let words = all[peak.upperBound...].split { $0 == " " || $0 == "\t" }
      let kibibytes = try #require(words.first.flatMap { Int($0) })
      #expect(kibibytes < 50_000)
    #endif
  }

  // MARK: The end

  @Test func theExitCodeIsThatOfTheCommand() throws {
    for code in [Int32(0), 1, 7, 64, 255] {
      let result = try wrap("exit \(code)", "--json").run()
      expectEqual(result.status, .exited(code))
      #expect(try Events(result).summary?["exit_code"]?.integer == Int64(code))
    }
  }

  @Test func theSignalThatEndedItEndsWrap() throws {
    for signal in [SIGKILL, SIGTERM, SIGUSR1, SIGABRT] {
      let result = try wrap("kill -\(signal) $$", "--json").run()
      expectEqual(result.status, .signalled(signal))
      #expect(try Events(result).summary?["exit_code"]?.integer == Int64(128 + signal))
    }
  }

  @Test func aCommandThatCannotStartEndsAsInAShell() throws {
    try expectEqual(rider.run("wrap", "--", "no-such-command").status, .exited(127))
    try expectEqual(rider.run("wrap", "--", rider.home.path).status, .exited(126))
    let result = try rider.program(["wrap", "--json", "--", "no-such-command"]).run()
    expectEqual(result.status, .exited(127))
    #expect(result.errors.isEmpty)
    let events = try Events(result)
    expectEqual(events.types, ["version", "run_started", "error", "summary"])
    #expect(events.summary?["counts"] == nil)
  }

  @Test func anErrorEventDeterminesTheExitOfASuccessfulCommand() throws {
    let error = #""$VELO" emit error code=network message=Gone"#
    try expectEqual(wrap(error).run().status, .exited(68))
    try expectEqual(wrap(error + "; exit 3").run().status, .exited(3))
    try expectEqual(wrap(error.replacing("network", with: "own")).run().status, .exited(1))
  }

  @Test func aProcessLeftBehindDoesNotDelayTheEnd() throws {
    let result = try wrap("sleep 1000 & echo $! >&2; echo last", "--plain").run()
    expectEqual(result.status, .exited(0))
    #expect(result.outputLines.contains { $0.hasSuffix("last") })
    let pid = result.errorLines.first?.split(separator: " ").last.flatMap { Int32($0) }
    _ = try Program("/bin/sh", ["-c", "kill -9 \(try #require(pid))"]).run()
  }

  @Test func aCommandWithoutInputAndOutputsEndsAsItDoes() throws {
    var program = try wrap("exec >&- 2>&-; cat; exit 5", "--json")
    program.input = .closed
    try expectEqual(program.run().status, .exited(5))
  }

  @Test func theInputGoesToTheCommand() throws {
    var program = try wrap("cat; exit 2", "--plain")
    program.input = .text("first\nsecond\n")
    let result = try program.run()
    expectEqual(result.status, .exited(2))
    #expect(ends(result.outputLines, ["first", "second"]))
  }

  @Test func aClosedOutputEndsTheCommand() throws {
    let running = try wrap("while echo more; do :; done", "--plain").start()
    try running.wait(for: "more")
    running.closeReading()
    try expectEqual(running.wait().status, .signalled(SIGPIPE))
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
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    #expect(ends(result.outputLines, (1...20_000).map { "line \($0)" }))
  }

  // MARK: Signals

  /// It ends with its parent in every case.
  private static let waiting =
    "sleep 1000 & echo ready; while kill -0 $PPID 2>/dev/null; do wait $!; done"

  @Test func signalsToWrapAloneArePassedOn() throws {
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
      let running = try wrap(script, "--plain").start()
      try running.wait(for: "ready")
      running.signal(signal)
      let result = try running.wait()
      expectEqual(result.status, .exited(9), "\(name)")
      #expect(result.outputLines.contains { $0.hasSuffix("got \(name)") })
    }
  }

  @Test func theSignalOfTheCommandEndsWrap() throws {
    let script = #""$VELO" emit status text=Waiting; exec sleep 1000"#
    let running = try wrap(script, "--json").start()
    try running.wait(for: "Waiting")
    running.signal(SIGTERM)
    let result = try running.wait()
    expectEqual(result.status, .signalled(SIGTERM))
    #expect(try Events(result).summary?["outcome"]?.string == "interrupted")
  }

  /// Debuggers and shells take any number of interrupts.
  @Test func theCommandDecidesHoweverOftenItIsAsked() throws {
    let script = """
      trap 'kill $!; n=$((n + 1)); echo no $n; [ $n -lt 5 ] || exit 9' TERM; \(Self.waiting)
      """
    let running = try wrap(script, "--plain").start()
    var seen = try running.wait(for: "ready").count
    for _ in 1...5 {
      running.signal(SIGTERM)
      seen = try running.wait(for: "no ", from: seen).count
    }
    try expectEqual(running.wait().status, .exited(9))
  }

  /// A service of the system may have no home folder.
  @Test func aCommandRunsWithoutAHomeFolder() throws {
    var program = try wrap("echo out; exit 4")
    program.environment = program.environment.filter { $0.key == "PATH" }
    let result = try program.run()
    expectEqual(result.status, .exited(4))
    #expect(result.output == "out\n" && result.errors.isEmpty)
  }

  /// A log in one file has the lines of both outputs in their order.
  @Test func aLogOfBothOutputsKeepsTheirOrder() throws {
    let log = rider.home / "log"
    let script = """
      "$VELO" wrap --plain -- sh -c 'n=0; while [ $n -lt 500 ]; do n=$((n + 1)); \
      echo o$n; echo e$n >&2; done' > "\(log)" 2>&1
      """
    let program = Program("/bin/sh", ["-c", script], environment: try wrap("").environment)
    try expectEqual(program.run().status, .exited(0))
    let text = try #require(try rider.home.read("log"))
    let lines = text.split(separator: "\n").prefix(1000).map { String($0) }
    expectEqual(lines, (1...500).flatMap { ["o\($0)", "e\($0)"] })
  }

  @Test func sampleDataIsMarkedInsideAWrap() throws {
    let result = try wrap(#""$VELO" --sample -n --speed max"#, "--plain").run()
    expectEqual(result.status, .exited(0))
    #expect(result.output.contains("Dry run, nothing written: 183 new (sample data)"))
  }

  @Test func aCommandWithoutANameHasACompleteMessage() throws {
    let result = try rider.run("wrap", "--plain", "--", "")
    expectEqual(result.status, .exited(127))
    #expect(result.errors.contains("The command name is empty."))
    #expect(result.errors.contains("Give a command after --"))
  }

  // MARK: On a terminal

  @Test func ctrlCReachesTheCommandOnce() throws {
    let script = """
      n=0; trap 'n=$((n + 1))' INT
      sh -c 'echo ready; exec cat'; echo next; read line; echo "$n times"; exit 4
      """
    let running = try onTerminal(script).start()
    try running.wait(for: "ready")
    running.write("\u{3}")
    try running.wait(for: "next")
    running.write("go on\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(4))
    #expect(String(decoding: result.terminalBytes, as: UTF8.self).contains("1 times"))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  @Test func ctrlCEndsBoth() throws {
    let running = try onTerminal("echo ready; exec sleep 1000").start()
    try running.wait(for: "ready")
    running.write("\u{3}")
    let result = try running.wait()
    expectEqual(result.status, .signalled(SIGINT))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  @Test func ctrlZStopsBothAndFgContinues() throws {
    let running = try onTerminal("echo ready; read line; echo \"read $line\"; exit 6").start()
    let terminal = try #require(running.terminal)
    try running.wait(for: "ready")
    running.write("\u{1A}")
    try running.waitUntilStopped()
    expectEqual(terminal.modes, terminal.modesAtStart)
    running.continueInForeground()
    running.write("after\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(6))
    #expect(String(decoding: result.terminalBytes, as: UTF8.self).contains("read after"))
  }

  /// The terminal belongs to the command: what is typed shows as it wants.
  @Test func theTerminalIsAsTheCommandWantsIt() throws {
    let script = #"echo ready; read line; stty -echo; echo silent; read other; echo "$other""#
    let running = try onTerminal(script).start()
    let terminal = try #require(running.terminal)
    try running.wait(for: "ready")
    expectEqual(terminal.modes, terminal.modesAtStart)
    running.write("typed\n")
    try running.wait(for: "silent")
    #expect(!terminal.modes.echoes)
    running.write("hidden\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    let all = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(all.contains("typed"))
    expectEqual(all.ranges(of: "hidden").count, 1)
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// Nothing of Ctrl-C is left on the screen.
  @Test func ctrlCLeavesNothingButTheResult() throws {
    let running = try onTerminal("exec sleep 1000").start()
    try running.wait(for: "exec sleep")
    running.write("\u{3}")
    let result = try running.wait()
    expectEqual(result.status, .signalled(SIGINT))
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    expectEqual(screen.visibleLines.count, 1)
    expectEqual(screen.visibleLines.first?.hasPrefix("! Stopped."), true)
  }

  /// A command that reads keys has set the terminal's modes, and finds them unchanged after a stop.
  @Test func theCommandsTerminalModesAreKept() throws {
    let script = "trap '' USR1; stty -icanon echo; echo ready; read line; exit 0"
    let running = try onTerminal(script).start()
    let terminal = try #require(running.terminal)
    try running.wait(for: "ready")
    running.signal(SIGCONT)
    running.signal(SIGUSR1)
    try running.wait(for: "Running sh -c ")
    #expect(terminal.modes.echoes && !terminal.modes.gathersLines)
    running.write("\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// The block is about the command: its output stays above, and its last line is beside the
  /// spinner until it reports a status.
  @Test func theBlockShowsTheCommand() throws {
    let gate = try CommandGate()
    let script = #"""
      echo first; echo second; \#(gate.wait)
      "$VELO" emit status text='Almost there…'; \#(gate.wait); exit 0
      """#
    let running = try onTerminal(script).start()
    func lines(_ bytes: [UInt8]) -> [String] {
      var screen = TestScreen(columns: 80, rows: 24)
      screen.feed(bytes)
      return screen.visibleLines
    }
    func wait(for text: String) throws -> [String] {
      lines(
        try running.wait(for: "the line \(text)") {
          lines($0).last?.place(of: text) != nil
        })
    }
    try expectEqual(wait(for: "· second ").prefix(2), ["first", "second"])
    gate.letGo()
    try expectEqual(wait(for: "Almost there…").prefix(2), ["first", "second"])
    gate.letGo()
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    let left = lines(result.terminalBytes)
    expectEqual(left.prefix(2), ["first", "second"])
    expectEqual(left.last?.hasPrefix("✓ sh finished"), true)
  }

  // MARK: Unfinished lines

  /// The last line of the screen without its spinner.
  private func status(_ bytes: [UInt8]) -> String {
    String(screen(bytes).last?.dropFirst(2) ?? "")
  }

  private func screen(_ bytes: [UInt8]) -> [String] {
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(bytes)
    return screen.visibleLines
  }

  @Test func progressIsTheStatusBeforeItsLineEnds() throws {
    let script = #"""
      echo start >&2; printf '\r 10 %%'; printf '\r\033[32m 20 %%\033[0m'; read go
      printf '\r 30 %%\r'; read go; printf '\r\033[Kdone\n'
      """#
    var program = try onTerminal(script)
    program.input = .pipe
    let running = try program.start()
    for percent in ["20 %", "30 %"] {
      try running.wait(for: percent) { screen($0).joined().place(of: "\(percent)") != nil }
      running.write("\n")
    }
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(screen(result.terminalBytes).dropLast(), ["start", "done"])
  }

  /// A question has its line to itself; the answer shows behind it.
  @Test func aQuestionIsAskedWithoutTheBlock() throws {
    let script = #"""
      printf 'Name: ' >&2; read name
      "$VELO" emit status text='Copying…'; printf 'Overwrite? '; read answer
      echo "$answer, $name"
      """#
    let running = try onTerminal(script).start()
    try running.wait(for: "the name") { screen($0) == ["Name:"] }
    running.write("jo\n")
    try running.wait(for: "the question") { screen($0).last == "Overwrite?" }
    running.write("yes\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    let left = screen(result.terminalBytes)
    #expect(left.contains("Name: jo"))
    #expect(left.contains("Overwrite? yes"))
    #expect(left.contains("yes, jo"))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// The result is in the row below, whether the answer was typed with its line break or not.
  @Test(arguments: [
    ("printf 'Go on? '; read answer", "y\n", "Go on? y"),
    ("stty -echo; printf 'Password: '; read answer; stty echo", "y\n", "Password:"),
    ("stty -icanon; printf 'Key? '; head -c 1 > /dev/null; stty icanon", "y", "Key? y"),
  ])
  func aQuestionMayEndTheOutput(_ script: String, _ answer: String, _ line: String) throws {
    let running = try onTerminal(script).start()
    try running.wait(for: "the question") { bytes in
      screen(bytes).count == 1 && line.hasPrefix(screen(bytes)[0])
    }
    running.write(answer)
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    let lines = screen(result.terminalBytes)
    #expect(lines.first == line && lines.count == 2)
  }

  /// A line that a command will continue is no question: the block stays.
  @Test func anUnfinishedLineIsShownInTheBlock() throws {
    let gate = try CommandGate()
    let running = try onTerminal("printf 'Copying... '; \(gate.wait); echo done").start()
    try running.wait(for: "the line") { status($0).place(of: "· Copying... ") != nil }
    gate.letGo()
    let result = try running.wait()
    #expect(screen(result.terminalBytes).contains("Copying... done"))
  }

  #if os(Linux)
    /// The lines of the screen. The block's first column stays blank before what is typed in it.
    private func words(_ bytes: [UInt8]) -> [String] {
      screen(bytes).map { String($0.drop { $0 == " " }) }
    }

    @Test func theResultIsBelowWhatWasTyped() throws {
      let gate = try CommandGate()
      let running = try onTerminal("echo ready; \(gate.wait); exec cat").start()
      try running.wait(for: "the block") { status($0).place(of: "· ready ") != nil }
      gate.letGo()
      running.write("abc")
      try running.wait(for: "the word alone") { words($0) == ["ready", "abc"] }
      running.write("\u{3}")
      let result = try running.wait()
      expectEqual(result.status, .signalled(SIGINT))
      let lines = words(result.terminalBytes)
      #expect(lines.count == 3 && lines[1].hasPrefix("abc") && lines[2].hasPrefix("! Stopped."))
    }

    /// What is typed for a command that asks nothing, or whose question looks like none, has the
    /// screen: the block is not drawn over it. Other systems do not tell that a command reads.
    @Test func whatIsTypedForASilentCommandIsReadable() throws {
      let script = "echo ready; cat; printf 'More of it...'; read more; echo \"$more\""
      let running = try onTerminal(script).start()
      try running.wait(for: "ready")
      running.write("one")
      try running.wait(for: "the word alone") { words($0) == ["ready", "one"] }
      running.write(" two\n")
      try running.wait(for: "the echo") { words($0) == ["ready", "one two", "one two"] }
      running.write("\u{4}")
      try running.wait(for: "the question") { screen($0).last == "More of it..." }
      running.write("yes\n")
      let result = try running.wait()
      expectEqual(result.status, .exited(0))
      expectEqual(
        words(result.terminalBytes).dropLast(),
        ["ready", "one two", "one two", "More of it...yes", "yes"])
    }
  #endif

  /// No event reports an unfinished line.
  @Test(arguments: ["--json", "--plain"])
  func linesAreReportedWhenTheyEnd(_ mode: String) throws {
    let script = #"""
      printf '\r10 %%'; printf 'Name: ' >&2; "$VELO" emit notice message=ready; read go
      printf '\r20 %%'; echo jo >&2; printf '\r30 %%\n'; printf 'end'
      """#
    var program = try wrap(script, mode)
    program.input = .pipe
    let running = try program.start()
    try running.wait(for: "ready")
    running.write("\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    if mode == "--json" {
      let lines = try Events(result).of("log").map { [$0["stream"]?.string, $0["text"]?.string] }
      expectEqual(lines.count, 3)
      expectEqual(lines.filter { $0[0] == "stdout" }, [["stdout", "30 %"], ["stdout", "end"]])
      #expect(lines.contains(["stderr", "Name: jo"]))
    } else {
      #expect(ends(result.outputLines, ["ready", "30 %", "end"]))
      expectEqual(result.errorLines, ["Name: jo"])
    }
  }

  /// However fast progress arrives, and however long an unfinished line gets.
  @Test func endlessUnfinishedLinesTakeLittleMemory() throws {
    let script = """
      awk 'BEGIN { for (n = 1; n <= 1000000; n++) printf "\\r%d of 1000000", n }'
      awk 'BEGIN { for (n = 1; n <= 300000; n++) printf "no end to be seen " }' >&2
      echo; [ ! -r /proc/$PPID/status ] || grep VmHWM /proc/$PPID/status
      """
    let result = try onTerminal(script).run()
    expectEqual(result.status, .exited(0))
    let all = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(all.contains("1000000 of 1000000"))
    #if os(Linux)
      let peak = try #require(all.firstRange(of: "VmHWM:"))
      let words = all[peak.upperBound...].split { $0 == " " || $0 == "\t" }
      let kibibytes = try #require(words.first.flatMap { Int($0) })
      #expect(kibibytes < 50_000)
    #endif
  }

  // MARK: Helpers

  @Test func insideAWrapEventsGoToItsPipe() throws {
    let file = rider.home / "events"
    func velo(_ arguments: String) throws -> (ProgramResult, [String]) {
      let program = try rider.program([])
      var environment = program.environment
      environment["VELO"] = program.path
      environment["VELO_SYNC_EVENTS_FD"] = "3"
      let script = #"exec "$VELO" \#(arguments) 3>"\#(file)""#
      let result = try Program("/bin/sh", ["-c", script], environment: environment).run()
      let bytes = try Disk.read(file) ?? []
      let types = try NDJSON(bytes).lines.map {
        try JSONValue(parsing: bytes, in: $0)["type"]?.string ?? ""
      }
      return (result, types)
    }
    let (silent, events) = try velo("--dry-run --sample --speed max")
    expectEqual(silent.status, .exited(0))
    #expect(silent.output.isEmpty && silent.errors.isEmpty)
    #expect(events.first == "version" && events.last == "summary")
    let (asked, none) = try velo("--dry-run --sample --speed max --plain")
    #expect(asked.output.contains("Dry run"))
    #expect(none.isEmpty)
    let (wrong, failure) = try velo("--nonsense")
    expectEqual(wrong.status, .exited(64))
    #expect(wrong.output.isEmpty && wrong.errors.isEmpty)
    expectEqual(failure, ["version", "error", "summary"])
    let (text, nothing) = try velo("--version")
    #expect(text.output == "velo-sync 0.1.0\n" && nothing.isEmpty)
  }
}
