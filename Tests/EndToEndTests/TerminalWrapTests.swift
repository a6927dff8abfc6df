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
    for (way, text) in zip(wrapWays, ["wide 24 91", "wide 91"]) {
      let script = "echo wide ${COLUMNS-$(stty size)}"
      let wide = try rider.wrapOnTerminal(script, way, columns: 91).run()
      expectEqual(wide.screenLines(columns: 91).first, text)
    }
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

  /// The key is echoed, as on any terminal.
  @Test func ctrlCEndsBothAndLeavesNothingButTheResult() throws {
    let running = try start("exec sleep 1000")
    try running.wait(for: "exec sleep")
    running.write("\u{3}")
    let result = try running.finish(.signalled(2))
    let lines = result.screenLines()
    expectEqual(lines.first, "^C")
    expectEqual(lines.map { $0.hasPrefix(Marks.stopped) }, [false, true], lines.joined().comment)
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
    running.write("after\n")
    let result = try running.finish(.exited(6))
    expect(result.sent.contains("read after"))
  }

  /// What is typed shows as the command wants it.
  @Test func typingShowsAsTheCommandWantsIt() throws {
    let running = try start(
      #"echo ready; read line; stty -echo; echo silent; read other; echo "got $other""#)
    try running.wait(for: "ready")
    running.write("typed\n")
    try running.seeFirst("ready", "typed", "silent")
    running.write("hidden\n")
    try expectEqual(
      running.finish().screenLines().prefix(4), ["ready", "typed", "silent", "got hidden"])
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

  // MARK: Questions

  /// A question stands above the block, wherever it is asked; it stays between the lines before and
  /// after it, with its answer.
  @Test(arguments: Tier.cases(["", " >&2", " > /dev/tty"], quick: 2))
  func aQuestionKeepsItsPlace(_ target: String) throws {
    let script = """
      echo one; echo two; printf 'Name: '\(target); read name; echo "$name"
      "$VELO" emit status text='Copying…'; printf 'Go on? '\(target); read answer; echo four
      """
    let running = try rider.wrapOnTerminal(script).start()
    try running.seeFirst("one", "two", "Name:")
    running.write("jo\n")
    try running.see("the question") { $0.contains("Go on?") }
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
    try running.see("the question") { $0.first.map { line.hasPrefix($0) } == true }
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
    try running.seeFirst("Password:")
    running.write("hunter2\n")
    let result = try running.finish(.exited(8))
    expect(result.screenLines().contains("got 7"))
    expect(!result.sent.contains("hunter2"))
    let record = String(decoding: try Disk.read(rider.lastRun) ?? [], as: UTF8.self)
    expect(!record.contains("\"hunter2"))
  }

  @Test func theResultIsBelowWhatWasTyped() throws {
    let running = try start("echo ready; exec cat")
    try running.seeLast("· ready ")
    running.write("abc")
    try running.seeFirst("ready", "abc")
    running.write("\u{3}")
    let lines = try running.finish(.signalled(2)).screenLines()
    expectEqual(lines.prefix(2), ["ready", "abc^C"])
    expect(lines.count == 3 && lines[2].hasPrefix(Marks.stopped))
  }

  /// What is typed for a command that asks nothing, or whose question looks like none, is read
  /// where it is typed.
  @Test func whatIsTypedForASilentCommandIsReadable() throws {
    let running = try start("echo ready; cat; printf 'More of it...'; read more; echo \"$more\"")
    try running.wait(for: "ready")
    running.write("one")
    try running.seeFirst("ready", "one")
    running.write(" two\n")
    try running.seeFirst("ready", "one two", "one two")
    running.write("\u{4}")
    try running.see("the question") { $0.contains("More of it...") }
    running.write("yes\n")
    let result = try running.finish()
    expectEqual(
      result.screenLines().dropLast(), ["ready", "one two", "one two", "More of it...yes", "yes"])
  }

  /// What moves up after an answer is counted as on a terminal.
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
        return screen.visibleLines.prefix(lines.count) == lines[...]
          && screen.cursor.row == lines.count - 1
          && screen.cursor.column == (lines.last?.count ?? 0) + 1
      }
      running.write(text + "\n")
    }
    try answer("yes", after: "a done", "b done", "Go on?")
    try answer("so", after: "a done", "b done", "Will go on: yes", "Why?")
    let result = try running.finish()
    expectEqual(result.screenLines().dropLast(), ["a done", "b done", "Goes on", "Because: so"])
  }
}

extension String {
  /// For the message of a failure.
  fileprivate var comment: Comment { Comment(rawValue: self) }
}
