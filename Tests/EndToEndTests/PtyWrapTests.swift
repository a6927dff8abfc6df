// `wrap --pty`: a command on a terminal of its own.

import Support
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(.serialized, .blocking) struct PtyWrapTests {
  private let rider: Rider

  init() throws {
    rider = try Rider()
  }

  private func wrap(_ words: [String], _ options: [String] = []) throws -> Program {
    try rider.program(
      ["wrap", "--pty", "--title", "Job"] + options + ["--"] + words,
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
  }

  private func onTerminal(_ script: String, _ options: String...) throws -> Program {
    try wrap(["sh", "-c", script], options).onTerminal()
  }

  private func screen(_ bytes: [UInt8]) -> [String] {
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(bytes)
    return screen.visibleLines
  }

  /// The main screen: what was written to the other one leaves nothing on it.
  private func mainScreen(_ bytes: [UInt8]) -> [String] {
    var (rest, kept) = (bytes[...], [UInt8]())
    while let start = rest.firstRange(of: Array("\u{1B}[?1049h".utf8)) {
      kept += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: Array("\u{1B}[?1049l".utf8)) else { return screen(kept) }
      rest = rest[end.upperBound...]
    }
    return screen(kept + rest)
  }

  private func text(_ result: ProgramResult) -> String {
    String(decoding: result.terminalBytes, as: UTF8.self)
  }

  @Test func everyStreamIsATerminalOfTheSizeThatIsLeft() throws {
    let script = """
      test -t 0 && test -t 1 && test -t 2 && stty size; echo ${COLUMNS-unset} > /dev/tty
      """
    let result = try onTerminal(script).run()
    expectEqual(result.status, .exited(0))
    expectEqual(screen(result.terminalBytes).prefix(2), ["22 80", "unset"])
    expectEqual(result.modesBefore, result.modesAfter)
  }

  @Test func theExitIsTheCommandsOwn() throws {
    try expectEqual(onTerminal("exit 41").run().status, .exited(41))
    try expectEqual(onTerminal("kill -TERM $$").run().status, .signalled(SIGTERM))
    try expectEqual(wrap(["no-such-command"]).onTerminal().run().status, .exited(127))
  }

  @Test func theStreamsKeepTheirOrder() throws {
    let script = "n=0; while [ $n -lt 100 ]; do n=$((n + 1)); echo o$n; echo e$n >&2; done"
    let result = try onTerminal(script).run()
    var screen = TestScreen(columns: 80, rows: 400)
    screen.feed(result.terminalBytes)
    expectEqual(screen.visibleLines.prefix(200), (1...100).flatMap { ["o\($0)", "e\($0)"] }[...])
  }

  // MARK: Questions

  @Test(arguments: ["printf 'Name: '", "printf 'Name: ' >&2", "printf 'Name: ' > /dev/tty"])
  func aQuestionIsAnsweredWhereItIsAsked(_ question: String) throws {
    let script = "\(question); read name; echo \"Hello $name\"; read go"
    let running = try onTerminal(script).start()
    try running.wait(for: "the question") { screen($0) == ["Name:"] }
    running.write("jo")
    try running.wait(for: "what is typed") { screen($0) == ["Name: jo"] }
    running.write("\r")
    try running.wait(for: "the greeting") {
      screen($0).prefix(2) == ["Name: jo", "Hello jo"] && screen($0).last?.contains("Job") == true
    }
    running.write("\r")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  #if os(Linux)
    /// What a command shows while it reads a line is its question, whatever it ends with.
    @Test func anyLineMayBeAQuestion() throws {
      let running = try onTerminal("printf 'Your name '; read name; echo \"Hello $name\"").start()
      try running.wait(for: "the question") { screen($0) == ["Your name"] }
      running.write("jo\r")
      expectEqual(screen(try running.wait().terminalBytes).prefix(2), ["Your name jo", "Hello jo"])
    }
  #endif

  /// What is typed can be changed, at the end and in the middle, and leaves nothing behind.
  @Test func anAnswerIsEdited() throws {
    let running = try onTerminal("printf 'Name: '; read name; echo \"Hello $name\"").start()
    try running.wait(for: "the question") { screen($0) == ["Name:"] }
    running.write("abc\u{7F}")
    try running.wait(for: "the shorter answer") { screen($0) == ["Name: ab"] }
    running.write("\u{15}jo")
    try running.wait(for: "the other answer") { screen($0) == ["Name: jo"] }
    running.write("\r")
    expectEqual(screen(try running.wait().terminalBytes).prefix(2), ["Name: jo", "Hello jo"])
  }

  /// A line editor may propose an answer, so that its line does not end like a question.
  @Test(.enabled(if: Program.find("bash") != nil))
  func aProposedAnswerIsEdited() throws {
    let script = #"read -e -p "Name: " -i default name; echo "Hello $name""#
    let running = try wrap(["bash", "-c", script]).onTerminal().start()
    try running.wait(for: "the question") { screen($0) == ["Name: default"] }
    running.write("X\u{1B}[D\u{1B}[DY")
    try running.wait(for: "the changes") { screen($0) == ["Name: defaulYtX"] }
    running.write("\r")
    let result = try running.wait()
    expectEqual(screen(result.terminalBytes).prefix(2), ["Name: defaulYtX", "Hello defaulYtX"])
  }

  @Test(.enabled(if: Program.find("bash") != nil))
  func aShellEditsItsLine() throws {
    let running = try wrap(["bash", "--norc", "--noprofile", "-i"]).onTerminal().start()
    try running.wait(for: "the prompt") {
      screen($0).last.map { "#$".contains($0.suffix(1)) } == true
    }
    running.write("echo bcd")
    try running.wait(for: "the line") { screen($0).last?.hasSuffix("echo bcd") == true }
    running.write("\u{1B}[D\u{1B}[D\u{1B}[DXa\u{2}\u{2}\u{4}")
    try running.wait(for: "the changes") { screen($0).last?.hasSuffix("echo abcd") == true }
    running.write("\rexit\r")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    #expect(screen(result.terminalBytes).contains("abcd"))
  }

  /// A line over several rows is edited in each of them, and the lines above stay.
  @Test(.enabled(if: Program.find("bash") != nil))
  func aLongLineIsEdited() throws {
    let running = try wrap(["bash", "--norc", "-i"]).onTerminal().start()
    func see(_ lines: [String], cursor: (row: Int, column: Int)) throws {
      try running.wait(for: lines.joined(separator: ", ")) { bytes in
        var screen = TestScreen(columns: 80, rows: 24)
        screen.feed(bytes)
        return screen.visibleLines == lines && screen.cursor.row == cursor.row
          && screen.cursor.column == cursor.column
      }
    }
    running.write("PS1='$ '; clear; echo first\r")
    try running.wait(for: "the prompt") { screen($0).suffix(2) == ["first", "$"] }
    let above = screen(running.received(.terminal)).dropLast()
    let long = "echo " + String(repeating: "123456789-", count: 16)
    running.write(long)
    let line = "$ " + long
    let rows = [0, 80, 160].map { String(line.dropFirst($0).prefix(80)) }
    try see(above + rows, cursor: (above.count + 2, 7))
    running.write("\u{1}")
    try see(above + rows, cursor: (above.count, 2))
    running.write("\u{4}E")
    let edited = ["$ E" + rows[0].dropFirst(3)] + rows.dropFirst()
    try see(above + edited, cursor: (above.count, 3))
    running.write("\u{15}\u{B}exit 3\r")
    let result = try running.wait()
    expectEqual(result.status, .exited(3))
    expectEqual(screen(result.terminalBytes).prefix(above.count), above)
  }

  /// As the prompts of shells, which return to the first column before, and of line editors.
  @Test(
    arguments: [
      "\\rName: ", "50%%\\r\\033[KName: ", "\\033[1G\\033[JName: \\033[7G", "\\033[H\\033[2JName: ",
    ], [[], ["--pty"]])
  func aQuestionOnAnErasedLineIsAQuestion(_ question: String, _ options: [String]) throws {
    let script = "printf '\(question)'; read name; echo \"Hello $name\""
    let program = try rider.program(
      ["wrap"] + options + ["--", "sh", "-c", script],
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
    let running = try program.onTerminal().start()
    try running.wait(for: "the question") { screen($0) == ["Name:"] }
    running.write("jo\n")
    expectEqual(screen(try running.wait().terminalBytes).prefix(2), ["Name: jo", "Hello jo"])
  }

  /// Nothing that is typed without echo is shown or recorded.
  @Test(arguments: ["", " >&2", " > /dev/tty"])
  func aSecretIsNeitherShownNorRecorded(_ target: String) throws {
    let script = """
      read go; stty -echo; printf 'Password: '\(target); read secret < /dev/tty; stty echo; echo
      echo "got ${#secret}"; read go
      """
    let events = rider.home / "events"
    let running = try onTerminal(script, "--events", events).start()
    try running.wait(for: "the block") { screen($0).last?.contains("Job") == true }
    running.write("\r")
    try running.wait(for: "the question alone") { screen($0).last == "Password:" }
    running.write("hunter2\r")
    try running.wait(for: "the answer") { screen($0).contains("got 7") }
    running.write("\r")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    #expect(!text(result).contains("hunter2"))
    // The blank behind the question is gone when its line ends.
    expectEqual(screen(result.terminalBytes).count { $0 == "Password:" }, 1)
    for path in [events, rider.state + "/last-run.ndjson"] {
      let record = String(decoding: try Disk.read(path) ?? [], as: UTF8.self)
      #expect(record.contains("got 7") && !record.contains("hunter2"))
    }
    expectEqual(result.modesBefore, result.modesAfter)
  }

  // MARK: Keys and signals

  @Test func ctrlCReachesTheCommand() throws {
    let running = try onTerminal("trap 'echo caught; exit 6' INT; echo ready; read go").start()
    try running.wait(for: "ready")
    running.write("\u{3}")
    let result = try running.wait()
    expectEqual(result.status, .exited(6))
    #expect(text(result).contains("caught"))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// The key is for all programs of a pipeline, and works while none of them reads.
  @Test func ctrlCEndsAPipeline() throws {
    let velo = try BuiltProgram.path(of: "velo-sync")
    let script = "\"$VELO\" wrap --pty -- sh -c 'echo ready >&2; yes' | sleep 1000; echo left"
    let program = Program(
      "/bin/sh", ["-c", "trap : INT; \(script)"],
      environment: try wrap(["yes"]).environment.merging(["VELO": velo]) { $1 })
    let running = try program.onTerminal().start()
    try running.wait(for: "ready")
    running.write("\u{3}")
    try running.wait(for: "left")
    let result = try running.wait()
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// Standard input is redirected: keys go to the command while it asks for them, and a secret is
  /// not shown.
  @Test func aSecretIsTypedWhileStandardInputIsRedirected() throws {
    let script = """
      stty -echo < /dev/tty; printf 'Password: '; read secret < /dev/tty; stty echo < /dev/tty
      read line; echo; echo "$line, ${#secret}"
      """
    var program = try onTerminal(script)
    program.input = .pipe
    let running = try program.start()
    let terminal = try #require(running.terminal)
    try running.wait(for: "the question") { screen($0).first == "Password:" }
    // Nothing is written when the keyboard is taken.
    let latest = time(nil) + 60
    while terminal.modes.echoes, time(nil) < latest { sched_yield() }
    #expect(!terminal.modes.echoes)
    terminal.type("hunter2\r")
    running.write("data\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    #expect(screen(result.terminalBytes).contains("data, 7"))
    #expect(!text(result).contains("hunter2"))
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
    running.write("after\r")
    let result = try running.wait()
    expectEqual(result.status, .exited(6))
    #expect(text(result).contains("read after"))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// The echo of the key has a line of its own, as in a shell.
  @Test func theEchoOfCtrlZStaysBehind() throws {
    let gate = try CommandGate()
    let running = try onTerminal("echo ready; \(gate.wait); echo after").start()
    try running.wait(for: "ready")
    running.write("\u{1A}")
    try running.waitUntilStopped()
    running.continueInForeground()
    gate.letGo()
    #expect(screen(try running.wait().terminalBytes).contains("after"))
  }

  /// Editors and pagers stop themselves, by a signal to their process group.
  @Test(.enabled(if: Program.find("vi") != nil))
  func anEditorStopsAndContinues() throws {
    let file = rider.home / "text"
    let running = try wrap(["vi", "-u", "NONE", file]).onTerminal().start()
    let terminal = try #require(running.terminal)
    try running.wait(for: "the editor") { screen($0).filter { $0 == "~" }.count > 10 }
    running.write("\u{1A}")
    try running.waitUntilStopped()
    expectEqual(terminal.modes, terminal.modesAtStart)
    running.continueInForeground()
    running.write("ihello\u{1B}")
    try running.wait(for: "the text") { screen($0).first == "hello" }
    running.write(":wq\r")
    try expectEqual(running.wait().status, .exited(0))
    try expectEqual(rider.home.read("text"), "hello\n")
  }

  @Test func aCommandThatIgnoresCtrlZGoesOn() throws {
    let running = try onTerminal("trap '' TSTP; echo ready; read line; echo \"read $line\"").start()
    try running.wait(for: "ready")
    running.write("\u{1A}after\r")
    #expect(text(try running.wait()).contains("read after"))
  }

  @Test func aStopSentToWrapStopsBoth() throws {
    let running = try onTerminal("echo ready; read line; exit 6").start()
    try running.wait(for: "ready")
    running.signal(SIGTSTP)
    try running.waitUntilStopped()
    running.continueInForeground()
    running.write("\r")
    try expectEqual(running.wait().status, .exited(6))
  }

  /// The process between has the name of wrap: `pkill` finds it, too.
  @Test func noSignalEndsTheProcessBetween() throws {
    let script = "for name in USR1 TERM INT QUIT; do kill -$name $PPID; done; echo on; exit 6"
    let result = try onTerminal(script).run()
    expectEqual(result.status, .exited(6))
    expectEqual(screen(result.terminalBytes).first, "on")
  }

  /// The terminal hangs up, as a closed window does.
  @Test func theCommandEndsWithAKilledWrap() throws {
    let pipe = rider.home / "end"
    expectEqual(mkfifo(pipe, 0o600), 0)
    let script =
      "trap 'echo hung up > \"\(pipe)\"; exit' HUP; echo ready; while :; do read go; done"
    let running = try onTerminal(script).start()
    try running.wait(for: "ready")
    running.signal(SIGKILL)
    try expectEqual(running.wait().status, .signalled(SIGKILL))
    try expectEqual(Program("/bin/cat", [pipe], environment: [:]).run().output, "hung up\n")
  }

  @Test func aSignalToWrapIsPassedOn() throws {
    let running = try onTerminal("trap 'echo caught; exit 9' TERM; echo ready; read go").start()
    try running.wait(for: "ready")
    running.signal(SIGTERM)
    try expectEqual(running.wait().status, .exited(9))
  }

  @Test func aNewSizeIsPassedOn() throws {
    let script = "trap 'stty size; exit 0' WINCH; echo ready; while :; do sleep 0.05; done"
    let running = try onTerminal(script).start()
    try running.wait(for: "ready")
    running.terminal?.resize(to: Window(columns: 60, rows: 30))
    #expect(text(try running.wait()).contains("28 60"))
  }

  // MARK: The whole screen

  @Test func aProgramOfTheWholeScreenGetsIt() throws {
    let script = """
      echo before; printf '\\033[?1049h\\033[2J\\033[H'
      until [ "$(stty size)" = "24 80" ]; do :; done
      printf '24 80\\r\\nfull \\033[31mred'; read go
      printf '\\033[m\\033[?1049l'; echo after; read go
      """
    let running = try onTerminal(script).start()
    try running.wait(for: "the screen") { screen($0) == ["24 80", "full red"] }
    running.write("\r")
    try running.wait(for: "the block") {
      mainScreen($0).prefix(2) == ["before", "after"]
        && mainScreen($0).last?.contains("Job") == true
    }
    running.write("\r")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// As top does: the screen stays, and the lines go on below it.
  @Test func aProgramMayKeepTheScreenItPaints() throws {
    let script = """
      echo before; printf '\\033[?1h\\033=\\033[H\\033[2J'
      until [ "$(stty size)" = "24 80" ]; do :; done
      printf 'top\\033[24;1Hbottom'; read go
      printf '\\033[24;1H\\033[?1l\\033>'; echo after; read go
      """
    let running = try onTerminal(script).start()
    try running.wait(for: "the screen") {
      screen($0).first == "top" && screen($0).last == "bottom" && screen($0).count == 24
    }
    running.write("\r")
    try running.wait(for: "the block") {
      screen($0).contains("after") && screen($0).last?.contains("Job") == true
    }
    running.write("\r")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    #expect(screen(result.terminalBytes).contains("bottom"))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// Editors of a line ask where the cursor is, and wait for the answer.
  @Test func theCursorsPositionIsAnswered() throws {
    let script = """
      stty -icanon -echo; printf 'four\\033[6n'; answer=$(head -c 7 | tail -c 6); stty icanon echo
      echo; echo "$answer" | tr -d '[' | tr 'R' '.'
      """
    let result = try onTerminal(script).run()
    expectEqual(result.status, .exited(0))
    #expect(screen(result.terminalBytes).contains("22;5."))
  }

  /// A program that dies on the whole screen leaves none of it.
  @Test func theScreenIsTakenBackFromADeadProgram() throws {
    let script = "printf '\\033[?1049h\\033[1;9r\\033[?25lfull'; kill -9 $$"
    let result = try onTerminal(script).run()
    expectEqual(result.status, .signalled(SIGKILL))
    let left = mainScreen(result.terminalBytes)
    #expect(left.count == 1 && left[0].contains("Job was killed by SIGKILL"))
    for end in ["\u{1B}[?25h", "\u{1B}[r"] { #expect(text(result).contains(end)) }
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// It answers a new size by leaving the screen for a moment.
  @Test func aProgramMayLeaveTheScreenAtEachNewSize() throws {
    let script = """
      size() { n=$((n + 1)); printf '\\033[?1049l\\033[?1049h\\033[H%s times' $n; }
      trap size WINCH; printf '\\033[?1049h'
      while [ "$key" != q ]; do read key; done; printf '\\033[?1049l'; exit $n
      """
    let running = try onTerminal(script).start()
    try running.wait(for: "the screen") { screen($0).contains("1 times") }
    running.write("a\rq\r")
    let result = try running.wait()
    // Told when the terminal grows, and once more.
    #expect([.exited(1), .exited(2)].contains(result.status))
  }

  @Test(.enabled(if: Program.find("less") != nil))
  func aPagerWorks() throws {
    let file = try rider.home.write((1...200).map { "line \($0)\n" }.joined(), to: "lines")
    let running = try wrap(["less", file]).onTerminal().start()
    try running.wait(for: "the first page") {
      let lines = screen($0)
      return lines.first == "line 1" && lines.dropLast().last == "line 23"
    }
    running.write("G")
    try running.wait(for: "the last page") { screen($0).contains("line 200") }
    running.write("q")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(mainScreen(result.terminalBytes).count, 1)
    expectEqual(result.modesBefore, result.modesAfter)
  }

  @Test(.enabled(if: Program.find("vi") != nil))
  func anEditorWorks() throws {
    let file = rider.home / "text"
    let running = try wrap(["vi", "-u", "NONE", file]).onTerminal().start()
    try running.wait(for: "the editor") { screen($0).filter { $0 == "~" }.count > 10 }
    running.write("ihello\u{1B}")
    try running.wait(for: "the text") { screen($0).first == "hello" }
    running.write(":wq\r")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    try expectEqual(rider.home.read("text"), "hello\n")
    expectEqual(result.modesBefore, result.modesAfter)
  }

  // MARK: Off a terminal

  /// Standard input that is no terminal stays the command's own; its outputs are passed on.
  @Test func aPipeGetsTheBytesOfTheTerminal() throws {
    var program = try wrap(["sh", "-c", "test -t 1 && printf 'a\\033[31mb'; cat; exit 4"])
    program.input = .text("in\n")
    let result = try program.run()
    expectEqual(result.status, .exited(4))
    expectEqual(result.output, "a\u{1B}[31mbin\n")
    #expect(result.errors.isEmpty)
  }

  /// Errors stay apart, and what no argument asks for changes nothing.
  @Test func withoutATerminalOnlyStandardOutputIsOne() throws {
    let script = "test -t 1 && echo terminal; test -t 2 || echo apart >&2; printf 'a\\nb\\r'"
    let asked = try wrap(["sh", "-c", script]).run()
    expectEqual(asked.output, "terminal\na\nb\r")
    expectEqual(asked.errors, "apart\n")
    let unasked = try rider.program(
      ["wrap", "--", "sh", "-c", script], environment: ["VELO_SYNC_PTY": "1"]
    ).run()
    expectEqual(unasked.output, "a\nb\r")
  }

  @Test func aLogOfATerminalIsCleaned() throws {
    let result = try wrap(["sh", "-c", "test -t 1 && printf 'a\\033[31mb\\n'"], ["--plain"]).run()
    expectEqual(result.outputLines.first, "ab")
  }
}
