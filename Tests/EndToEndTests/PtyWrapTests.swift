// A command on a terminal of its own.

import Support
import Testing
import CLibrary

@Suite(.blocking) struct PtyWrapTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  private func wrap(_ words: [String], _ options: [String] = []) throws -> Program {
    try rider.wrap(
      words: words, ["--pty", "--title", "Job"] + options, environment: Rider.terminal)
  }

  private func onTerminal(_ script: String, _ options: String...) throws -> Program {
    try wrap(["sh", "-c", script], options).onTerminal()
  }

  private func start(_ script: String, _ options: String...) throws -> RunningProgram {
    try wrap(["sh", "-c", script], options).onTerminal().start()
  }

  /// The main screen, with what has left it at the top: what was written to the other one leaves
  /// nothing on it.
  private func mainScreen(_ bytes: [UInt8]) -> [String] {
    var (rest, kept) = (bytes[...], [UInt8]())
    while let start = rest.firstRange(of: Array("\u{1B}[?1049h".utf8)) {
      kept += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: Array("\u{1B}[?1049l".utf8)) else {
        return screen(kept).transcript
      }
      rest = rest[end.upperBound...]
    }
    return screen(kept + rest).transcript
  }

  @Test func everyStreamIsATerminalOfTheWindowsSize() throws {
    let running = try start(
      "test -t 0 && test -t 1 && test -t 2 && stty size; echo ${COLUMNS-unset} > /dev/tty")
    try expectEqual(running.finish().screenLines().prefix(2), ["24 80", "unset"])
  }

  /// A terminal that nobody else uses passes every byte on at once: adding a CR to each line takes
  /// it longer than the line itself.
  @Test func eachLineBreakIsWrittenOnce() throws {
    let result = try onTerminal("echo one; echo two").run()
    expectEqual([result.sent.contains("one\r\n"), result.sent.contains("\r\r\n")], [true, false])
    expectEqual(result.modesBefore, result.modesAfter)
  }

  // MARK: Questions

  @Test(arguments: Tier.cases(["", " >&2", " > /dev/tty"], quick: 2))
  func aQuestionIsAnsweredWhereItIsAsked(_ target: String) throws {
    let running = try start("printf 'Name: '\(target); read name; echo \"Hello $name\"; read go")
    try running.seeFirst("Name:")
    running.write("jo")
    try running.seeFirst("Name: jo")
    running.write("\r")
    try running.see("the greeting") {
      $0.prefix(2) == ["Name: jo", "Hello jo"] && $0.last?.contains("Job") == true
    }
    running.write("\r")
    try running.finish()
  }

  /// A question may end with anything. What is typed can be changed, at the end and in the middle,
  /// and leaves nothing behind.
  @Test func anAnswerIsEdited() throws {
    let running = try start("printf 'Your name '; read name; echo \"Hello $name\"")
    try running.seeFirst("Your name")
    running.write("abc\u{7F}")
    try running.seeFirst("Your name ab")
    running.write("\u{15}jo")
    try running.seeFirst("Your name jo")
    running.write("\r")
    try expectEqual(running.finish().screenLines().prefix(2), ["Your name jo", "Hello jo"])
  }

  @Test(.needs("bash")) func aShellEditsItsLine() throws {
    let running = try wrap(["bash", "--norc", "--noprofile", "-i"]).onTerminal().start()
    try running.see("the prompt") { $0.first.map { "#$".contains($0.suffix(1)) } == true }
    running.write("echo bcd")
    try running.see("the line") { $0.first?.hasSuffix("echo bcd") == true }
    running.write("\u{1B}[D\u{1B}[D\u{1B}[DXa\u{2}\u{2}\u{4}")
    try running.see("the changes") { $0.first?.hasSuffix("echo abcd") == true }
    running.write("\rexit\r")
    try expectEqual(running.finish().screenLines().contains("abcd"), true)
  }

  /// A line over several rows is edited in each of them, and the lines above stay.
  @Test(.needs("bash")) func aLongLineIsEdited() throws {
    let running = try wrap(["bash", "--norc", "-i"]).onTerminal().start()
    func see(_ lines: [String], cursor: (row: Int, column: Int)) throws {
      try running.wait(for: lines.joined(separator: ", ")) { bytes in
        let screen = screen(bytes)
        return screen.visibleLines.dropLast() == lines[...] && screen.cursor.row == cursor.row
          && screen.cursor.column == cursor.column
      }
    }
    running.write("PS1='$ '; clear; echo first\r")
    let above = try running.see("the prompt") {
      $0.dropLast().suffix(2) == ["first", "$"]
    }.dropLast(2)
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
    try expectEqual(running.finish(.exited(3)).screenLines().prefix(above.count), above)
  }

  private static let erasing = [
    "\\rName: ", "50%%\\r\\033[KName: ", "\\033[1G\\033[JName: \\033[7G",
    "\\033[H\\033[2JName: ",
  ]

  /// As the prompts of shells, which return to the first column before, and of line editors.
  @Test(arguments: Tier.cases(erasing, quick: 2))
  func aQuestionOnAnErasedLineIsAQuestion(_ question: String) throws {
    let script = "printf '\(question)'; read name; echo \"Hello $name\""
    let running = try rider.wrapOnTerminal(script).start()
    try running.seeFirst("Name:")
    running.write("jo\n")
    try expectEqual(running.wait().screenLines().prefix(2), ["Name: jo", "Hello jo"])
  }

  /// Nothing that is typed without echo is shown or recorded.
  @Test(arguments: Tier.cases(["", " >&2", " > /dev/tty"], quick: 2))
  func aSecretIsNeitherShownNorRecorded(_ target: String) throws {
    let script = """
      read go; stty -echo; printf 'Password: '\(target); read secret < /dev/tty; stty echo; echo
      echo "got ${#secret}"; read go
      """
    let events = rider.home / "events"
    let running = try start(script, "--events", events)
    try running.seeLast("Job")
    running.write("\r")
    try running.see("the question") { $0.contains("Password:") }
    running.write("hunter2\r")
    try running.see("the answer") { $0.contains("got 7") }
    running.write("\r")
    let result = try running.finish()
    // The blank behind the question is gone when its line ends.
    expectEqual(result.screenLines().count { $0 == "Password:" }, 1)
    let records = try [events, rider.lastRun].map {
      String(decoding: try Disk.read($0) ?? [], as: UTF8.self)
    }
    expectEqual(records.map { $0.contains("got 7") }, [true, true])
    expectEqual(([result.sent] + records).filter { $0.contains("hunter2") }, [])
  }

  // MARK: Keys and signals

  /// The key, or a signal to wrap, reaches the command.
  @Test(arguments: ["INT", "TERM"]) func theCommandCatchesASignal(_ name: String) throws {
    let running = try start("trap 'echo caught; exit 6' \(name); echo ready; read go")
    try running.wait(for: "ready")
    if name == "INT" { running.write("\u{3}") } else { running.signal(SIGTERM) }
    try expectEqual(running.finish(.exited(6)).sent.contains("caught"), true)
  }

  /// The key is for all programs of a pipeline, and works while none of them reads.
  @Test func ctrlCEndsAPipeline() throws {
    let script = """
      trap : INT; "$VELO" wrap --pty -- sh -c 'echo ready >&2; yes' | sleep 1000; echo left
      """
    let running = try rider.shell(script, environment: Rider.terminal).onTerminal().start()
    try running.wait(for: "ready")
    running.write("\u{3}")
    try running.wait(for: "left")
    try running.finish()
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
    try running.see("the question") { $0.first == "Password:" }
    // Nothing is written when the keyboard is taken.
    let latest = time(nil) + 60
    while terminal.modes.echoes, time(nil) < latest { sched_yield() }
    expect(!terminal.modes.echoes)
    // Others who write to the terminal still have their line breaks completed.
    expectEqual(terminal.modes.output, terminal.modesAtStart.output)
    terminal.type("hunter2\r")
    running.write("data\n")
    let result = try running.finish()
    expect(result.screenLines().contains("data, 7"))
    expect(!result.sent.contains("hunter2"))
  }

  /// The echo of the key has a line of its own, as in a shell.
  @Test func theEchoOfCtrlZStaysBehind() throws {
    let gate = try CommandGate()
    let running = try start("echo ready; \(gate.wait); echo after")
    try running.wait(for: "ready")
    running.write("\u{1A}")
    try running.waitUntilStopped()
    running.continueInForeground()
    gate.letGo()
    try expectEqual(running.wait().screenLines().contains("after"), true)
  }

  @Test func aCommandThatIgnoresCtrlZGoesOn() throws {
    let running = try start("trap '' TSTP; echo ready; read line; echo \"read $line\"")
    try running.wait(for: "ready")
    running.write("\u{1A}after\r")
    try expectEqual(running.wait().sent.contains("read after"), true)
  }

  @Test func aStopSentToWrapStopsBoth() throws {
    let running = try start("echo ready; read line; exit 6")
    try running.wait(for: "ready")
    running.signal(SIGTSTP)
    try running.waitUntilStopped()
    running.continueInForeground()
    running.write("\r")
    try running.finish(.exited(6))
  }

  /// The process between has the name of wrap: `pkill` finds it, too.
  @Test func noSignalEndsTheProcessBetween() throws {
    let script = "for name in USR1 TERM INT QUIT; do kill -$name $PPID; done; echo on; exit 6"
    let result = try onTerminal(script).run()
    expectEqual([result.brief, result.screenLines().first], ["exit 6", "on"])
  }

  /// The terminal hangs up, as a closed window does.
  @Test func theCommandEndsWithAKilledWrap() throws {
    let pipe = rider.home / "end"
    try makePipe(pipe)
    let running = try start(
      "trap 'echo hung up > \"\(pipe)\"; exit' HUP; echo ready; while :; do read go; done")
    try running.wait(for: "ready")
    running.signal(SIGKILL)
    try expectEqual(running.wait().status, .signalled(SIGKILL))
    try expectEqual(Program("/bin/cat", [pipe], environment: [:]).run().output, "hung up\n")
  }

  @Test func aNewSizeIsPassedOn() throws {
    let script = "trap 'stty size; exit 0' WINCH; echo ready; while :; do sleep 0.05; done"
    let running = try start(script)
    try running.wait(for: "ready")
    running.terminal?.resize(to: Window(columns: 60, rows: 30))
    try expectEqual(running.wait().sent.contains("30 60"), true)
  }

  // MARK: The whole screen

  @Test func aProgramOfTheWholeScreenGetsIt() throws {
    let script = """
      echo before; printf '\\033[?1049h\\033[2J\\033[H'
      until [ "$(stty size)" = "24 80" ]; do :; done
      printf '24 80\\r\\nfull \\033[31mred'; read go
      printf '\\033[m\\033[?1049l'; echo after; read go
      """
    let running = try start(script)
    try running.see("24 80", "full red")
    running.write("\r")
    try running.wait(for: "the block") {
      mainScreen($0).prefix(2) == ["before", "after"]
        && mainScreen($0).last?.contains("Job") == true
    }
    running.write("\r")
    try running.finish()
  }

  /// As top does, which clears the screen and addresses its rows: it begins with what it knows to
  /// be there, and stays when the command ends.
  @Test func aProgramMayKeepTheScreenItPaints() throws {
    let script = """
      echo before; printf '\\033[H\\033[2Jtop\\033[3;1Hthird\\033[24;1Hbottom'; read go
      printf '\\033[24;1H\\nafter\\n'
      """
    let running = try start(script)
    try running.see("the screen") {
      $0.prefix(3) == ["top", "", "third"] && $0.last == "bottom" && $0.count == 24
    }
    running.write("\r")
    let lines = try running.finish().screenLines()
    expect(lines.contains("bottom") && lines.contains("after"))
    expect(lines.last?.hasPrefix("✓ Job") == true)
  }

  /// A program that addresses rows may take and leave the alternate screen, too. What was in the
  /// window before stays.
  @Test func leavingTheAlternateScreenGivesTheScreenBack() throws {
    let script = """
      printf 'one\\033[5;3Hthere'; printf '\\033[?1049h\\033[2J\\033[Hfull'; read go
      printf '\\033[?1049l\\n'; echo after; read go
      """
    let running = try rider.shell(
      "echo earlier; exec \"$VELO\" wrap --title Job -- sh -c \"$JOB\"",
      environment: Rider.terminal.merging(["JOB": script]) { $1 }
    ).onTerminal().start()
    try running.see("the alternate screen") { $0.contains("full") }
    running.write("\r")
    try running.wait(for: "the block") {
      mainScreen($0).contains("after") && mainScreen($0).last?.contains("Job") == true
        && mainScreen($0).first == "earlier"
    }
    running.write("\r")
    try running.finish()
  }

  /// A script that begins with `clear` keeps its line, below what follows.
  @Test func aClearedScreenHasTheBlockBelow() throws {
    let running = try start("echo before; printf '\\033[H\\033[2J\\033[3Jone\\ntwo\\n'; read go")
    try running.see("the lines") {
      $0.prefix(2) == ["one", "two"] && $0.count == 3 && $0.last?.contains("Job") == true
    }
    running.write("\r")
    try expectEqual(running.finish().screenLines().prefix(2), ["one", "two"])
  }

  /// Editors of a line ask where the cursor is, and wait for the answer.
  @Test func theCursorsPositionIsAnswered() throws {
    let script = """
      stty -icanon -echo; printf 'four\\033[6n'; answer=$(head -c 7 | tail -c 6); stty icanon echo
      echo; echo "$answer" | tr -d '[' | tr 'R' '.'
      """
    try expectEqual(start(script).finish().screenLines().contains("24;5."), true)
  }

  /// A program that dies on the whole screen leaves none of it.
  @Test func theScreenIsTakenBackFromADeadProgram() throws {
    let script = "printf '\\033[?1049h\\033[1;9r\\033[?25lfull'; kill -9 $$"
    let result = try onTerminal(script).run()
    expectEqual(result.status, .signalled(SIGKILL))
    expectEqual(mainScreen(result.terminalBytes).map { $0.contains("SIGKILL") }, [true])
    expectEqual(["\u{1B}[?25h", "\u{1B}[r"].filter { !result.sent.contains($0) }, [])
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// It answers a new size by leaving the screen for a moment.
  @Test func aProgramMayLeaveTheScreenAtEachNewSize() throws {
    let script = """
      size() { n=$((n + 1)); printf '\\033[?1049l\\033[?1049h\\033[H%s times' $n; }
      trap size WINCH; printf '\\033[?1049hready'
      while [ "$key" != q ]; do read key; done; printf '\\033[?1049l'; exit $n
      """
    let running = try start(script)
    try running.see("the screen") { $0.contains("ready") }
    running.terminal?.resize(to: Window(columns: 80, rows: 20))
    try running.see("the screen again") { $0.contains("1 times") }
    running.write("a\rq\r")
    try running.finish(.exited(1))
  }

  @Test(.needs("less")) func aPagerWorks() throws {
    let file = try rider.home.write((1...200).map { "line \($0)\n" }.joined(), to: "lines")
    let running = try wrap(["less", file]).onTerminal().start()
    try running.see("the first page") {
      $0.first == "line 1" && $0.dropLast().last == "line 23"
    }
    running.write("G")
    try running.see("the last page") { $0.contains("line 200") }
    running.write("q")
    try expectEqual(mainScreen(running.finish().terminalBytes).count, 1)
  }

  /// Editors and pagers stop themselves, by a signal to their process group.
  @Test(.needs("vi")) func anEditorWorksStopsAndContinues() throws {
    let file = rider.home / "text"
    let running = try wrap(["vi", "-u", "NONE", file]).onTerminal().start()
    let terminal = try #require(running.terminal)
    try running.see("the editor") { $0.filter { $0 == "~" }.count > 10 }
    running.write("\u{1A}")
    try running.waitUntilStopped()
    expectEqual(terminal.modes, terminal.modesAtStart)
    running.continueInForeground()
    running.write("ihello\u{1B}")
    try running.see("the text") { $0.first == "hello" }
    running.write(":wq\r")
    try running.finish()
    try expectEqual(rider.home.read("text"), "hello\n")
  }

  // MARK: Off a terminal

  /// Standard input that is no terminal stays the command's own; its outputs are passed on. Errors
  /// stay apart, and what no argument asks for changes nothing.
  @Test func withoutATerminalOnlyStandardOutputIsOne() throws {
    let script = """
      test -t 1 && echo terminal; test -t 2 || echo apart >&2; printf 'a\\033[31mb\\n'; cat; exit 4
      """
    var asked = try wrap(["sh", "-c", script])
    asked.input = .text("in\n")
    var result = try asked.run()
    expectEqual(
      [result.brief, result.output, result.errors],
      ["exit 4", "terminal\na\u{1B}[31mb\nin\n", "apart\n"])
    result = try rider.wrap(script, environment: ["VELO_SYNC_PTY": "1"]).run()
    expectEqual(result.output, "a\u{1B}[31mb\n")
    // A log of it is cleaned.
    try expectEqual(wrap(["sh", "-c", script], ["--plain"]).run().outputLines, ["terminal", "ab"])
  }
}
