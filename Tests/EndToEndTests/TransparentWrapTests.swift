// A wrap that nobody asked for a log changes nothing but the record it keeps.

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

@Suite(.serialized, .blocking) struct TransparentWrapTests {
  private let rider: Rider

  init() throws {
    rider = try Rider()
  }

  private func wrap(
    _ words: [String], _ options: [String] = [], environment: [String: String] = [:]
  ) throws -> Program {
    try rider.program(["wrap"] + options + ["--"] + words, environment: environment)
  }

  private func wrap(
    _ script: String, _ options: String..., environment: [String: String] = [:]
  ) throws -> Program {
    try wrap(["sh", "-c", script], options, environment: environment)
  }

  private static let terminal = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]

  private func screen(_ bytes: [UInt8]) -> [String] {
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(bytes)
    return screen.visibleLines
  }

  /// Bytes that are no text, in a file.
  private func randomFile(bytes count: Int) throws -> (path: String, bytes: [UInt8]) {
    var random = SeededRandom(seed: 11)
    let bytes = (0..<count / 8).flatMap { _ in
      withUnsafeBytes(of: random.next()) { Array($0) }
    }
    let path = rider.home / "random"
    try Disk.write(bytes, to: path)
    return (path, bytes)
  }

  // MARK: Off a terminal

  @Test func notAByteIsChanged() throws {
    let (path, bytes) = try randomFile(bytes: 4 << 20)
    let result = try wrap(["cat", path]).run()
    expectEqual(result.status, .exited(0))
    expectEqual(result.outputBytes, bytes)
    #expect(result.errorBytes.isEmpty)
  }

  @Test(.enabled(if: Program.find("gzip") != nil))
  func aCompressedFileIsWhole() throws {
    let (path, bytes) = try randomFile(bytes: 1 << 20)
    let script = #"gzip -c "$0" > "$0.gz"; gzip -dc "$0.gz""#
    let result = try wrap(["sh", "-c", script, path]).run()
    expectEqual(result.outputBytes, bytes)
    let velo = try BuiltProgram.path(of: "velo-sync")
    let direct = #""$1" wrap -- gzip -c "$0" > "$0.gz" && gzip -dc "$0.gz""#
    var program = try rider.program([])
    program.path = "/bin/sh"
    program.arguments = ["-c", direct, path, velo]
    try expectEqual(program.run().outputBytes, bytes)
  }

  @Test func bothStreamsStayTheCommandsOwn() throws {
    let result = try wrap("printf 'a\\033[31m\\r'; printf 'b\\t' >&2; exit 3").run()
    expectEqual(result.status, .exited(3))
    expectEqual(result.output, "a\u{1B}[31m\r")
    expectEqual(result.errors, "b\t")
  }

  /// `2>&1` to a file: both streams are one open file, as without wrap.
  @Test func theOrderOfTheStreamsIsKept() throws {
    let script = "n=0; while [ $n -lt 500 ]; do n=$((n + 1)); echo o$n; echo e$n >&2; done"
    var program = try rider.program([])
    program.path = "/bin/sh"
    let velo = try BuiltProgram.path(of: "velo-sync")
    program.arguments = ["-c", #"exec "$0" wrap -- sh -c "$1" 2>&1"#, velo, script]
    let lines = try program.run().outputLines
    expectEqual(lines, (1...500).flatMap { ["o\($0)", "e\($0)"] })
  }

  @Test func theRunIsRecorded() throws {
    try expectEqual(wrap("echo hidden; exit 4").run().status, .exited(4))
    let again = try rider.run("replay", "--json", "--speed", "max", "--exit-code")
    expectEqual(again.status, .exited(4))
    #expect(again.output.contains("\"exit_code\":4"))
    #expect(!again.output.contains("hidden\n"))
  }

  @Test func theEventsFileIsWrittenAllTheSame() throws {
    let path = rider.home / "events"
    let result = try wrap(["echo", "own"], ["--events", path]).run()
    expectEqual(result.output, "own\n")
    let events = String(decoding: try Disk.read(path) ?? [], as: UTF8.self)
    #expect(events.contains("\"type\":\"summary\""))
  }

  /// A log that is asked for anywhere is written.
  @Test func aLogCanBeAskedForByVariableAndConfig() throws {
    let script = "printf 'a\\033[31mb\\n'"
    let variable = try wrap(script, environment: ["VELO_SYNC_OUTPUT": "plain"]).run()
    expectEqual(variable.outputLines.first, "ab")
    expectEqual(variable.outputLines.last?.contains("sh finished"), true)
    _ = try rider.home.write("--output json\n", to: ".config/velo-sync/config")
    let config = try Events(wrap(script).run())
    #expect(config.of("log").first?["text"]?.string == "ab")
    let argument = try wrap(script, "--output", "auto").run()
    expectEqual(argument.output, "a\u{1B}[31mb\n")
  }

  /// An error of wrap, and a crash, are said; an exit code speaks for itself.
  @Test func onlyErrorsAreSaid() throws {
    let missing = try wrap(["no-such-command"]).run()
    expectEqual(missing.status, .exited(127))
    expectEqual(missing.errorLines.first?.contains("Command no-such-command not found."), true)
    let crashed = try wrap("kill -SEGV $$").run()
    expectEqual(crashed.status, .signalled(SIGSEGV))
    #expect(crashed.output.isEmpty)
    #expect(crashed.errors.contains("sh was killed by SIGSEGV"))
    let error = #""$VELO" emit error code=network message=Gone"#
    let velo = try BuiltProgram.path(of: "velo-sync")
    let failed = try wrap(error, environment: ["VELO": velo]).run()
    expectEqual(failed.status, .exited(68))
    #expect(failed.errors.contains("Gone"))
  }

  /// The command gets the signal of the closed pipe, and nobody else speaks.
  @Test func aReaderThatLeavesEndsBothInSilence() throws {
    let running = try wrap("while echo more; do :; done").start()
    try running.wait(for: "more")
    running.closeReading()
    let result = try running.wait()
    expectEqual(result.status, .signalled(SIGPIPE))
    #expect(result.errors.isEmpty)
  }

  /// Shells do not tell of this signal either.
  @Test func aReaderThatLeavesIsNotAnErrorOnATerminal() throws {
    let velo = try BuiltProgram.path(of: "velo-sync")
    let program = Program(
      "/bin/sh", ["-c", "\"$VELO\" wrap -- yes | head -n 1"],
      environment: try wrap("").environment.merging(Self.terminal) { $1 }
        .merging(["VELO": velo]) { $1 })
    let result = try program.onTerminal().run()
    expectEqual(screen(result.terminalBytes), ["y"])
    expectEqual(result.modesBefore, result.modesAfter)
  }

  @Test func aClosedOutputIsClosedForTheCommand() throws {
    var program = try wrap("echo x || exit 9")
    program.output = .closed
    try expectEqual(program.run().status, .exited(9))
  }

  /// Without a live line the command's environment is its own.
  @Test func theEnvironmentIsUnchanged() throws {
    let result = try wrap(#"echo "${COLUMNS-none}""#).run()
    expectEqual(result.output, "none\n")
  }

  // MARK: The live line on standard error

  @Test func theLiveLineGoesToStandardError() throws {
    let gate = try CommandGate()
    var program = try wrap(
      "echo data; echo note >&2; \(gate.wait); exit 5", "--title", "Gate",
      environment: Self.terminal)
    program.input = .terminal
    program.errors = .terminal
    let running = try program.start()
    try running.wait(for: "the block", on: .terminal) {
      screen($0).last?.contains(" Gate · note ") == true && screen($0).first == "note"
    }
    gate.letGo()
    let result = try running.wait()
    expectEqual(result.status, .exited(5))
    expectEqual(result.output, "data\n")
    let left = screen(result.terminalBytes)
    expectEqual(left.first, "note")
    #expect(left.contains { $0.contains("Gate failed (exit code 5)") })
    expectEqual(result.modesBefore, result.modesAfter)
  }

  #if os(Linux)
    /// Runs `velo-sync wrap OPTIONS -- COMMAND | READERS` in a shell. LAST is a reader whose start
    /// the command waits for.
    private func pipeline(to readers: String, _ options: String = "") throws -> ProgramResult {
      let velo = try BuiltProgram.path(of: "velo-sync")
      let gate = try CommandGate()
      let last = "sh -c 'echo ready > /dev/tty; exec cat'"
      var program = try rider.program([], environment: Self.terminal).onTerminal()
      program.path = "/bin/sh"
      program.arguments = [
        "-c",
        """
        { \(gate.wait); "$0" wrap \(options) -- sh -c 'echo data; echo note >&2'; } | \
        \(readers.replacing("LAST", with: last))
        """, velo,
      ]
      let running = try program.start()
      try running.wait(for: "ready")
      gate.letGo()
      return try running.wait()
    }

    /// What comes back to the terminal through a pipe shares it with nothing of ours.
    @Test(arguments: ["LAST", "cat | LAST"])
    func aReaderOnTheSameTerminalHasItToItself(_ readers: String) throws {
      let result = try pipeline(to: readers)
      let lines = String(decoding: result.terminalBytes, as: UTF8.self).split(separator: "\r\n")
      expectEqual(lines.sorted(), ["data", "note", "ready"])
    }

    @Test(arguments: [("LAST > /dev/null", ""), ("LAST", "--output live")])
    func otherReadersLeaveTheLiveLine(_ readers: String, _ options: String) throws {
      let result = try pipeline(to: readers, options)
      #expect(screen(result.terminalBytes).contains { $0.contains("✓ sh finished") })
    }
  #endif

  /// In CI and in a dumb terminal there is no live line, and so nothing is changed.
  @Test(arguments: [["TERM": "dumb"], ["TERM": "xterm", "CI": "1"]])
  func withoutALiveLineTheTerminalIsTheCommands(_ environment: [String: String]) throws {
    let result = try wrap("printf 'a\\033[31mb\\n'", environment: environment).onTerminal().run()
    expectEqual(String(decoding: result.terminalBytes, as: UTF8.self), "a\u{1B}[31mb\r\n")
  }

  /// Standard error that is no terminal is left alone, too.
  @Test func redirectedErrorsAreTheCommandsOwn() throws {
    var program = try wrap("echo shown; printf 'e\\033[0m\\r' >&2", environment: Self.terminal)
      .onTerminal()
    program.errors = .pipe
    let result = try program.run()
    expectEqual(result.errors, "e\u{1B}[0m\r")
    expectEqual(screen(result.terminalBytes).first, "shown")
  }

  // MARK: On a terminal

  @Test func theStreamsKeepTheirOrderOnATerminal() throws {
    let script = "n=0; while [ $n -lt 300 ]; do n=$((n + 1)); echo o$n; echo e$n >&2; done"
    let result = try wrap(script, environment: Self.terminal).onTerminal().run()
    var screen = TestScreen(columns: 80, rows: 1000)
    screen.feed(result.terminalBytes)
    expectEqual(screen.visibleLines.prefix(600), (1...300).flatMap { ["o\($0)", "e\($0)"] }[...])
  }

  @Test func theTitleNamesTheRun() throws {
    let gate = try CommandGate()
    let running = try wrap(
      "echo first; \(gate.wait)", "--title", "Nightly backup", environment: Self.terminal
    )
    .onTerminal().start()
    try running.wait(for: "the title") {
      screen($0).last?.contains("Nightly backup · first") == true
    }
    gate.letGo()
    let result = try running.wait()
    expectEqual(screen(result.terminalBytes).last?.hasPrefix("✓ Nightly backup finished"), true)
  }

  @Test func theCommandIsNamedAsTyped() throws {
    let program = try wrap(["sleep", "1000"], environment: Self.terminal).onTerminal()
    let running = try program.start()
    try running.wait(for: "the words") { screen($0).last?.contains(" sleep 1000 ") == true }
    running.write("\u{3}")
    try expectEqual(running.wait().status, .signalled(SIGINT))
  }

  @Test func theCommandKnowsTheWidth() throws {
    let result = try wrap(#"echo "wide $COLUMNS""#, environment: Self.terminal)
      .onTerminal(columns: 91).run()
    expectEqual(screen(result.terminalBytes).first, "wide 91")
  }

  // MARK: Quiet

  @Test func quietShowsNothingOfASuccess() throws {
    let result = try wrap("echo out; echo err >&2; printf tail", "--quiet").run()
    expectEqual(result.status, .exited(0))
    #expect(result.outputBytes.isEmpty && result.errorBytes.isEmpty)
    let shown = try wrap("echo out", "-q", environment: Self.terminal).onTerminal().run()
    #expect(shown.terminalBytes.isEmpty)
  }

  @Test func quietShowsTheEndOfAFailure() throws {
    let script = """
      n=0; while [ $n -lt 1500 ]; do n=$((n + 1)); echo "line $n"; done
      printf 'e\\033[31m' >&2; exit 7
      """
    let result = try wrap(script, "--quiet").run()
    expectEqual(result.status, .exited(7))
    expectEqual(result.outputLines.last, "line 1500")
    #expect(result.outputLines.count >= 999 && result.outputLines.count <= 1000)
    #expect(result.errors.hasPrefix("e\u{1B}[31m"))
    #expect(result.errors.contains("sh failed (exit code 7)"))
  }

  /// One file for both streams has them in order.
  @Test func quietKeepsTheOrderOfOneFile() throws {
    let path = rider.home / "both"
    var program = try wrap("for n in 1 2 3; do echo o$n; echo e$n >&2; done; exit 1", "-q")
    program.output = .file(path)
    program.errors = .file(path)
    _ = try program.run()
    let text = String(decoding: try Disk.read(path) ?? [], as: UTF8.self)
    #expect(text.hasPrefix("o1\ne1\no2\ne2\no3\ne3\n"))
  }

  // MARK: Signals

  /// SIGUSR1 would end the command; it gets none.
  @Test func aRequestForProgressIsAnsweredAndNotPassedOn() throws {
    let running = try wrap("echo ready; read go; exit 6", environment: ["LANG": "C.UTF-8"])
    var program = running
    program.input = .pipe
    let started = try program.start()
    try started.wait(for: "ready")
    started.signal(SIGUSR1)
    try started.wait(for: "Running sh", on: .errors)
    started.signal(SIGWINCH)
    started.write("\n")
    let result = try started.wait()
    expectEqual(result.status, .exited(6))
    expectEqual(result.output, "ready\n")
    expectEqual(result.errorLines.count, 1)
  }

  /// What the command prints of its progress is part of the answer.
  @Test(arguments: [["--plain"], ["--output", "accessible"]])
  func aRequestForProgressIsAnsweredInALog(_ arguments: [String]) throws {
    let script = "for n in 1 2 3; do echo \"[$n/4] step\"; done; echo ready; read go; exit 0"
    var program = try wrap(
      ["sh", "-c", script], arguments, environment: ["LANG": "C.UTF-8"])
    program.input = .pipe
    let started = try program.start()
    try started.wait(for: "ready")
    started.signal(SIGUSR1)
    try started.wait(for: "75")
    started.write("\n")
    try expectEqual(started.wait().status, .exited(0))
  }

  @Test func otherSignalsArePassedOn() throws {
    for (name, signal) in [("TERM", SIGTERM), ("INT", SIGINT), ("HUP", SIGHUP), ("USR2", SIGUSR2)] {
      let script = """
        trap 'kill $!; echo got \(name); exit 9' \(name)
        sleep 1000 & echo ready; while kill -0 $PPID 2>/dev/null; do wait $!; done
        """
      let running = try wrap(script).start()
      try running.wait(for: "ready")
      running.signal(signal)
      let result = try running.wait()
      expectEqual(result.status, .exited(9), "\(name)")
      expectEqual(result.output, "ready\ngot \(name)\n")
    }
  }

  @Test func aProcessLeftBehindDoesNotDelayTheEnd() throws {
    let result = try wrap("sleep 1000 <&- >&- 2>&- & echo $!").run()
    expectEqual(result.status, .exited(0))
    let pid = try #require(result.outputLines.first.flatMap { Int32($0) })
    _ = try Program("/bin/sh", ["-c", "kill -9 \(pid)"]).run()
  }

  // MARK: Questions on the terminal

  /// On the terminal itself, without echo: nothing is drawn over it, nothing typed shows.
  @Test func aSecretIsAskedOnTheTerminalItself() throws {
    let script = """
      stty -echo; printf 'Password: ' > /dev/tty; read secret < /dev/tty; stty echo; echo
      [ "$secret" = hunter2 ] && exit 8
      """
    let running = try wrap(script, environment: Self.terminal).onTerminal().start()
    try running.wait(for: "Password: ")
    running.write("hunter2\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(8))
    let text = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(!text.contains("hunter2"))
    #expect(screen(result.terminalBytes).contains { $0.contains("Password:") })
    expectEqual(result.modesBefore, result.modesAfter)
    let record = try Disk.read(rider.state + "/last-run.ndjson") ?? []
    #expect(!String(decoding: record, as: UTF8.self).contains("\"text\":\"hunter2"))
  }

  /// The block has been drawn already when the command asks.
  @Test func aSecretIsAskedBelowTheBlock() throws {
    let gate = try CommandGate()
    let script = """
      \(gate.wait); stty -echo; printf 'Passphrase: ' > /dev/tty; read secret < /dev/tty; stty echo
      echo; echo "got ${#secret}"
      """
    let running = try wrap(script, "--title", "Vault", environment: Self.terminal)
      .onTerminal().start()
    try running.wait(for: "Vault")
    gate.letGo()
    try running.wait(for: "the question alone") {
      let lines = screen($0).filter { $0.contains("Passphrase:") }
      return lines.count == 1 && lines[0].hasSuffix("Passphrase:")
    }
    running.write("hunter2\n")
    let result = try running.wait()
    #expect(screen(result.terminalBytes).contains("got 7"))
    #expect(!String(decoding: result.terminalBytes, as: UTF8.self).contains("hunter2"))
    expectEqual(result.modesBefore, result.modesAfter)
  }
}
