// Wrapped commands on a terminal: their lines, their questions, keys and the block.

import Support
import Testing

@Suite(.blocking) struct TerminalWrapTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  private func start(_ script: String, _ options: String...) throws -> RunningProgram {
    try rider.wrapOnTerminal(script, options).start()
  }

  // MARK: The block

  /// The block is about the command: its output stays above, and its last line is beside the title
  /// until it reports a status.
  @Test func theBlockShowsTheCommand() throws {
    let gate = try CommandGate()
    let running = try start(
      #"""
      echo first; echo second; \#(gate.wait)
      "$VELO" emit status text='Almost there…'; \#(gate.wait); exit 0
      """#, "--title", "Backup")
    for text in ["Backup · second ", "Almost there…"] {
      try expectEqual(running.seeLast(text).prefix(2), ["first", "second"])
      gate.letGo()
    }
    let result = try running.finish()
    let left = result.screenLines()
    expectEqual(left.prefix(2), ["first", "second"])
    let last = left.last ?? ""
    expectEqual(last.hasPrefix(Marks.done) && last.contains("Backup"), true, last.comment)
  }

  @Test func theCommandIsNamedAsTypedAndKnowsTheWidth() throws {
    let program = try rider.wrap(words: ["sleep", "1000"], environment: Rider.terminal)
    let running = try program.onTerminal().start()
    try running.seeLast(" sleep 1000 ")
    running.write("\u{3}")
    try running.finish(.signalled(2))
    let wide = try rider.wrapOnTerminal(#"echo "wide $COLUMNS""#, columns: 91).run()
    expectEqual(wide.screenLines(columns: 91).first, "wide 91")
  }

  /// A wrap receives the sources of `status`, and shows them as rows.
  @Test func sourcesAreRows() throws {
    let rider = try Rider.synced(rides: RideBuilder.history(3))
    let script = #"exec "$VELO" status"#
    for mode in ["plain", "accessible"] {
      let result = try rider.wrap(script, ["-o", mode]).finish()
      // Neither newly connected nor disconnected.
      let rows = result.outputLines.filter { $0.contains("Strava") }
      expectEqual(rows.map { $0.contains(" 3 activities") }, [true], rows.joined().comment)
    }
    let shown = try rider.wrapOnTerminal(script, columns: 100).run()
    let rows = shown.screenLines(columns: 100).filter { $0.contains("Strava") }
    expectEqual(rows.map { $0.contains(" 3 activities") }, [true], rows.joined().comment)
  }

  @Test func progressIsTheStatusBeforeItsLineEnds() throws {
    let script = #"""
      echo start >&2; printf '\r 10 %%'; printf '\r\033[32m 20 %%\033[0m'; read go
      printf '\r 30 %%\r'; read go; printf '\r\033[Kdone\n'
      """#
    var program = try rider.wrapOnTerminal(script)
    program.input = .pipe
    let running = try program.start()
    for percent in ["20 %", "30 %"] {
      try running.see(percent) { $0.joined().contains(percent) }
      running.write("\n")
    }
    let result = try running.finish()
    expectEqual(result.screenLines().dropLast(), ["start", "done"])
  }

  /// However fast progress arrives, and however long an unfinished line gets.
  @Test(.long) func endlessUnfinishedLinesTakeLittleMemory() throws {
    let script = """
      awk 'BEGIN { for (n = 1; n <= 50000; n++) printf "\\r%d of 50000", n }'
      head -c 10000000 /dev/zero | tr '\\0' x >&2
      echo; [ ! -r /proc/$PPID/status ] || grep VmHWM /proc/$PPID/status
      """
    let result = try rider.wrapOnTerminal(script).finish()
    expect(result.sent.contains("50000 of 50000"))
    #if os(Linux)
      try expectEqual(peakMemory(result.sent) < 50_000, true)
    #endif
  }

  // MARK: Keys and signals

  @Test(arguments: wrapWays) func theEndIsTheCommandsOwn(_ way: [String]) throws {
    try rider.wrapOnTerminal("exit 41", way).finish(.exited(41))
    try rider.wrapOnTerminal("kill -TERM $$", way).finish(.signalled(15))
    let missing = try rider.wrap(words: ["no-such-command"], way, environment: Rider.terminal)
    try missing.onTerminal().finish(.exited(127))
  }

  @Test(arguments: wrapWays) func theStreamsKeepTheirOrder(_ way: [String]) throws {
    let script = "n=0; while [ $n -lt 200 ]; do n=$((n + 1)); echo o$n; echo e$n >&2; done"
    let result = try rider.wrapOnTerminal(script, way).run()
    expectEqual(
      result.screenLines(rows: 600).prefix(400), (1...200).flatMap { ["o\($0)", "e\($0)"] }[...])
  }

  @Test(arguments: wrapWays) func ctrlCReachesTheCommandOnce(_ way: [String]) throws {
    let script = """
      n=0; trap 'n=$((n + 1))' INT
      sh -c 'echo ready; exec cat'; echo next; read line; echo "$n times"; exit 4
      """
    let running = try rider.wrapOnTerminal(script, way).start()
    try running.wait(for: "ready")
    running.write("\u{3}")
    try running.wait(for: "next")
    running.write("go on\n")
    let result = try running.finish(.exited(4))
    expect(result.sent.contains("1 times"))
  }

  /// Nothing of the key is left on the screen.
  @Test func ctrlCEndsBothAndLeavesNothingButTheResult() throws {
    let running = try start("exec sleep 1000")
    try running.wait(for: "exec sleep")
    running.write("\u{3}")
    let result = try running.finish(.signalled(2))
    let lines = result.screenLines()
    expectEqual(lines.map { $0.hasPrefix(Marks.stopped) }, [true], lines.joined().comment)
  }

  @Test(arguments: wrapWays) func ctrlZStopsBothAndFgContinues(_ way: [String]) throws {
    let script = "echo ready; read line; echo \"read $line\"; exit 6"
    let running = try rider.wrapOnTerminal(script, way).start()
    let terminal = try #require(running.terminal)
    try running.wait(for: "ready")
    running.write("\u{1A}")
    try running.waitUntilStopped()
    expectEqual(terminal.modes, terminal.modesAtStart)
    running.continueInForeground()
    running.write(way.isEmpty ? "after\n" : "after\r")
    let result = try running.finish(.exited(6))
    expect(result.sent.contains("read after"))
  }

  /// The terminal belongs to the command: what is typed shows as it wants.
  @Test func theTerminalIsAsTheCommandWantsIt() throws {
    let running = try start(
      #"echo ready; read line; stty -echo; echo silent; read other; echo "$other""#)
    let terminal = try #require(running.terminal)
    try running.wait(for: "ready")
    expectEqual(terminal.modes, terminal.modesAtStart)
    running.write("typed\n")
    try running.wait(for: "silent")
    expect(!terminal.modes.echoes)
    running.write("hidden\n")
    let result = try running.finish()
    expectEqual(
      ["typed", "hidden"].map { result.sent.ranges(of: $0).count }, [1, 1], result.sent.comment)
  }

  /// A command that reads keys has set the terminal's modes, and finds them unchanged after a stop.
  @Test func theCommandsTerminalModesAreKept() throws {
    let running = try start("trap '' USR1; stty -icanon echo; echo ready; read line; exit 0")
    let terminal = try #require(running.terminal)
    let before = try running.wait(for: "ready").count
    running.signal(Signals.cont)
    running.signal(Signals.usr1)
    try running.wait(for: "sh -c", from: before)
    expectEqual([terminal.modes.echoes, terminal.modes.gathersLines], [true, false])
    running.write("\n")
    try running.finish()
  }

  /// Whatever the command leaves of them, by its end and by a stop.
  @Test(arguments: ["exit 4", "kill -TSTP 0; exit 4"])
  func theTerminalIsGivenBackAsItWasFound(_ end: String) throws {
    let running = try start("stty raw -echo -iutf8 intr ^A cs7; \(end)")
    if end != "exit 4" {
      try running.waitUntilStopped()
      let terminal = try #require(running.terminal)
      expectEqual(terminal.modes, terminal.modesAtStart)
      running.continueInForeground()
    }
    try running.finish(.exited(4))
  }

  /// As on the terminal itself, what the command has left in the background is not stopped.
  @Test func backgroundProcessesGoOnWriting() throws {
    let gate = try CommandGate()
    let program = try rider.wrap(
      "(\(gate.wait); echo late; echo later >&2) & echo started", environment: Rider.terminal)
    let shell = Program(
      "/bin/sh", ["-c", "\"$0\" \"$@\"; echo left; read go", program.path] + program.arguments,
      environment: program.environment)
    let running = try shell.onTerminal().start()
    try running.wait(for: "left")
    gate.letGo()
    try running.see("what it writes") { $0.suffix(2) == ["late", "later"] }
    running.write("\n")
    try expectEqual(running.wait().screenLines().first, "started")
  }

  // MARK: Questions

  /// A question has its line to itself, wherever it is asked; it stays between the lines before and
  /// after it, with its answer.
  @Test(
    arguments: Tier.cases(
      [([], ""), ([], " >&2"), (["--pty"], ""), (["--pty"], " >&2")] as [([String], String)],
      quick: 2))
  func aQuestionKeepsItsPlace(_ way: [String], _ target: String) throws {
    let script = """
      echo one; echo two; printf 'Name: '\(target); read name; echo "$name"
      "$VELO" emit status text='Copying…'; printf 'Go on? '\(target); read answer; echo four
      """
    let running = try rider.wrapOnTerminal(script, way).start()
    try running.see("one", "two", "Name:")
    running.write("jo\n")
    try running.see("the question") { $0.last == "Go on?" }
    running.write("yes\n")
    let result = try running.finish()
    let lines = ["one", "two", "Name: jo", "jo", "Go on? yes", "four"]
    expectEqual(result.screenLines().prefix(6), lines[...])
  }

  /// The result is in the row below, whether the answer was typed with its line break or not.
  @Test(
    arguments: Tier.cases(
      [
        ("printf 'Go on? '; read answer", "y\n", "Go on? y"),
        ("stty -echo; printf 'Password: '; read answer; stty echo", "y\n", "Password:"),
        ("stty -icanon; printf 'Key? '; head -c 1 > /dev/null; stty icanon", "y", "Key? y"),
      ], quick: 2))
  func aQuestionMayEndTheOutput(_ script: String, _ answer: String, _ line: String) throws {
    let running = try start(script)
    try running.see("the question") { $0.count == 1 && line.hasPrefix($0[0]) }
    running.write(answer)
    let result = try running.finish()
    let lines = result.screenLines()
    expectEqual([lines.first, "\(lines.count)"], [line, "2"])
  }

  /// On the terminal itself, without echo, before and after the block is drawn: nothing is drawn
  /// over it, nothing typed shows.
  @Test(arguments: [true, false]) func aSecretIsAskedOnTheTerminalItself(_ isEarly: Bool) throws {
    let gate = try CommandGate()
    let script = """
      \(isEarly ? ":" : gate.wait); stty -echo; printf 'Password: ' > /dev/tty
      read secret < /dev/tty; stty echo; echo; echo "got ${#secret}"; exit 8
      """
    let running = try start(script, "--title", "Vault")
    if !isEarly {
      try running.wait(for: "Vault")
      gate.letGo()
    }
    try running.see("the question alone") { lines in
      let asking = lines.filter { $0.contains("Password:") }
      return asking.count == 1 && asking[0].hasSuffix("Password:")
    }
    running.write("hunter2\n")
    let result = try running.finish(.exited(8))
    expect(result.screenLines().contains("got 7"))
    expect(!result.sent.contains("hunter2"))
    let record = String(decoding: try Disk.read(rider.lastRun) ?? [], as: UTF8.self)
    expect(!record.contains("\"hunter2"))
  }

  /// A log gets a question when it is asked, not when its line ends.
  @Test(
    arguments: Tier.cases(
      [["--plain"], ["--output", "accessible"], ["--plain", "--pty"]], quick: 2))
  func aQuestionInALogIsReadBeforeItIsAnswered(_ options: [String]) throws {
    let script = "printf 'Name: '; read name; printf 'Go on? '; read answer; echo; echo done $name"
    let running = try rider.wrapOnTerminal(script, options).start()
    try running.see("the name") { $0.last == "Name:" }
    running.write("jo\n")
    try running.see("the question") { $0.suffix(2) == ["Name: jo", "Go on?"] }
    running.write("yes\n")
    let result = try running.finish()
    let lines = result.screenLines()
    expectEqual(["Go on? yes", "done jo"].filter { !lines.contains($0) }, [])
  }

  #if os(Linux)
    /// The lines of the screen. The block's spinner stays before what is typed in it.
    private func words(_ lines: [String]) -> [String] {
      lines.map { String($0.drop { !$0.isASCII || $0 == " " }) }
    }

    @Test func theResultIsBelowWhatWasTyped() throws {
      let gate = try CommandGate()
      let running = try start("echo ready; \(gate.wait); exec cat")
      try running.seeLast("· ready ")
      gate.letGo()
      running.write("abc")
      try running.see("the word alone") { words($0) == ["ready", "abc"] }
      running.write("\u{3}")
      let result = try running.finish(.signalled(2))
      let lines = words(result.screenLines())
      expectEqual(lines.count, 3)
      expect(lines[1].hasPrefix("abc") && lines[2].hasPrefix(Marks.stopped))
    }

    /// What is typed for a command that asks nothing, or whose question looks like none, has the
    /// screen: the block is not drawn over it. Other systems do not tell that a command reads.
    @Test func whatIsTypedForASilentCommandIsReadable() throws {
      let running = try start("echo ready; cat; printf 'More of it...'; read more; echo \"$more\"")
      try running.wait(for: "ready")
      running.write("one")
      try running.see("the word alone") { words($0) == ["ready", "one"] }
      running.write(" two\n")
      try running.see("the echo") { words($0) == ["ready", "one two", "one two"] }
      running.write("\u{4}")
      try running.see("the question") { $0.last == "More of it..." }
      running.write("yes\n")
      let result = try running.finish()
      expectEqual(
        words(result.screenLines()).dropLast(),
        ["ready", "one two", "one two", "More of it...yes", "yes"])
    }

    /// A question below lines that were redrawn has the row to itself, and its answer ends it: what
    /// moves up afterwards is counted as on a terminal.
    @Test func aQuestionBelowRedrawnLinesKeepsItsPlace() throws {
      let running = try start(
        #"""
        printf 'a ...\nb ...\n'; printf '\033[2Aa done\nb done\n'; printf 'Go on? '; read answer
        printf '\033[1A\033[2KWill go on: %s\n' "$answer"; printf 'Why? '; read answer
        printf '\033[2A\033[2KGoes on\n\033[2KBecause: %s\n' "$answer"
        """#)
      /// Answers as a person does: when the cursor is behind the question.
      func answer(_ text: String, after lines: String...) throws {
        try running.wait(for: lines.joined(separator: ", ")) { bytes in
          let screen = screen(bytes)
          return screen.visibleLines == lines && screen.cursor.row == lines.count - 1
            && screen.cursor.column == (lines.last?.count ?? 0) + 1
        }
        running.write(text + "\n")
      }
      try answer("yes", after: "a done", "b done", "Go on?")
      try answer("so", after: "a done", "b done", "Will go on: yes", "Why?")
      let result = try running.finish()
      expectEqual(result.screenLines().dropLast(), ["a done", "b done", "Goes on", "Because: so"])
    }

    /// No frame and no line is drawn over it, before the block is there and after.
    @Test(arguments: [true, false], ["stty -echo", ":"])
    func nothingIsDrawnOverAQuestionOnTheTerminalItself(_ isEarly: Bool, _ mode: String) throws {
      let gate = try CommandGate()
      let script = """
        \(isEarly ? ":" : gate.wait); (sleep 0.6; echo late) & \(mode)
        printf 'First\\nPassword: ' > /dev/tty; read secret < /dev/tty; stty echo; echo; echo done
        """
      let running = try start(script, "--title", "Vault")
      if !isEarly {
        try running.wait(for: "Vault")
        gate.letGo()
      }
      let bytes = try running.wait(for: "late")
      func expectAll(_ bytes: [UInt8]) {
        let lines = screen(bytes).visibleLines
        let missing = ["First", "Password:", "late"].filter { word in
          !lines.contains { $0.contains(word) }
        }
        expectEqual(missing, [], "\(lines)")
      }
      expectAll(bytes)
      running.write("x\n")
      try expectAll(running.finish().terminalBytes)
    }

    /// The question does not come through here, and is typed with echo.
    @Test func theBlockStepsAsideForAQuestionOnTheTerminalItself() throws {
      let gate = try CommandGate()
      let script = """
        echo ready; \(gate.wait); printf 'Name: ' > /dev/tty; read name < /dev/tty
        echo hello $name
        """
      let running = try start(script)
      try running.see("the block") { $0.last?.hasSuffix(" s") == true }
      gate.letGo()
      try running.see("the name") { $0.last?.hasSuffix("Name:") == true }
      running.write("jon")
      try running.see("the answer") { $0.last?.hasSuffix("Name: jon") == true }
      running.write("\n")
      let result = try running.finish()
      let lines = result.screenLines()
      expectEqual(lines.filter { $0.hasSuffix("Name: jon") || $0 == "hello jon" }.count, 2)
    }
  #endif
}

extension String {
  /// For the message of a failure.
  fileprivate var comment: Comment { Comment(rawValue: self) }
}
