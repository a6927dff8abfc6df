// Wrapped commands on a terminal, where a session in Terminals cannot say it: large amounts, what
// scrolls out of the window, other terminals, several programs on one.

import CLibrary
import Support
import Testing

@Suite(.blocking) struct TerminalWrapTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  /// Standard input is redirected: keys go to the command while it asks for them, and a secret is
  /// not shown.
  @Test func `a secret is typed while standard input is redirected`() throws {
    let script = """
      printf 'Name: '; read name < /dev/tty
      stty -echo < /dev/tty; printf 'Password: '; read secret < /dev/tty; stty echo < /dev/tty
      read line; echo; echo "$name, $line, ${#secret}"
      """
    var program = try rider.wrapOnTerminal(script, ["--pty"])
    program.input = .pipe
    let running = try program.start()
    let terminal = try #require(running.terminal)
    try running.see("the first question") { $0.first == "Name:" }
    terminal.type("Anna\r")
    try running.see("the question") {
      $0.first == "Name: Anna" && $0.dropFirst().first == "Password:"
    }
    // Nothing is written when the keyboard is taken.
    let latest = time(nil) + 60
    while terminal.modes.echoes, time(nil) < latest { sched_yield() }
    expect(!terminal.modes.echoes)
    // Others who write to the terminal still have their line breaks completed.
    expectEqual(terminal.modes.output, terminal.modesAtStart.output)
    terminal.type("hunter2\r")
    running.write("data\n")
    let result = try running.finish()
    expect(result.screenLines().contains("Anna, data, 7"))
    expect(!result.sent.contains("hunter2"))
  }

  /// The terminal hangs up, as a closed window does.
  @Test func `the command ends with a killed wrap`() throws {
    let pipe = rider.home / "end"
    try makePipe(pipe)
    let script =
      "trap 'echo hung up > \"\(pipe)\"; exit' HUP; echo ready; while :; do read go; done"
    let running = try rider.wrapOnTerminal(script, ["--pty"]).start()
    try running.wait(for: "ready")
    running.signal(SIGKILL)
    try expectEqual(running.wait().status, .signalled(SIGKILL))
    try expectEqual(Program("/bin/cat", [pipe], environment: [:]).run().output, "hung up\n")
  }

  @Test(arguments: wrapWays) func `the streams keep their order`(_ way: [String]) throws {
    let script = "n=0; while [ $n -lt 200 ]; do n=$((n + 1)); echo o$n; echo e$n >&2; done"
    let result = try rider.wrapOnTerminal(script, way).run()
    expectEqual(
      result.screenLines(rows: 600).prefix(400), (1...200).flatMap { ["o\($0)", "e\($0)"] }[...])
  }

  /// However fast progress arrives, and however long an unfinished line gets.
  @Test(.long) func `endless unfinished lines take little memory`() throws {
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

  /// Lines that arrive faster than they can be shown one by one.
  @Test(arguments: wrapWays) func `many lines keep their order on a terminal`(_ way: [String])
    throws
  {
    let script = "seq 1000; echo 'déjà vu'; seq 1000 >&2; printf 'Name: '; seq 3"
    let result = try rider.wrapOnTerminal(script, way).finish()
    let numbers = (1...1000).map(String.init)
    let all = numbers + ["déjà vu"] + numbers + ["Name: 1", "2", "3"]
    expectEqual(result.screenLines(rows: 2100).prefix(all.count), all[...])
  }

  /// Frames of a whole screen, drawn from its first row again and again, leave nothing above it,
  /// neither of theirs nor of ours.
  @Test(arguments: wrapWays, ["", #"\033[3J"#])
  func `frames leave nothing behind`(_ way: [String], _ erasure: String) throws {
    let script = #"""
      printf '\033[H\033[2J\#(erasure)'
      for frame in 1 2 3 4 5; do printf '\033[H'
      row=1; while [ $row -le 11 ]; do echo "row $row of $frame"; row=$((row + 1)); done
      sleep 0.2; done
      """#
    let result = try rider.wrapOnTerminal(script, way).onTerminal(rows: 12).finish()
    let shown = screen(result.terminalBytes, rows: 12).transcript
    expectEqual(shown.dropLast(), (1...11).map { "row \($0) of 5" }[...])
  }

  /// A terminal may show each emoji of a sequence by itself: the row is then longer than the
  /// window.
  @Test(arguments: [#"\r"#, #"\n\033[A"#]) func `emoji never take a row per frame`(_ back: String)
    throws
  {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let row = String(repeating: family + " ", count: 12) + "of \u{26A0}\u{FE0F} rides"
    let script = "for n in 1 2 3 4 5 6; do printf '\(row) '$n'\(back)'; sleep 0.2; done; echo"
    let result = try rider.wrapOnTerminal(script, columns: 60).finish()
    var shown = TestScreen(columns: 60, joinsEmoji: false)
    shown.feed(result.terminalBytes)
    // The line itself, which the terminal wraps, and the result.
    expect(shown.transcript.count <= 4, "\(shown.transcript)")
    expect(shown.wrapsAutomatically)
    expect(result.sent.contains("· " + family), "the status")
  }

  #if os(Linux)
    /// Runs `velo-sync wrap OPTIONS -- COMMAND | READERS` in a shell. LAST is a reader whose start
    /// the command waits for. What comes back to the terminal through a pipe shares it with nothing
    /// of ours; other readers leave the live line.
    @Test(arguments: [
      ("LAST", "", false), ("cat | LAST", "", false), ("LAST > /dev/null", "", true),
      ("LAST", "--output live", true),
    ])
    func `a reader on the same terminal has it to itself`(
      _ readers: String, _ options: String, _ isLive: Bool
    ) throws {
      let gate = try CommandGate()
      let last = "sh -c 'echo ready > /dev/tty; exec cat'"
      let script = """
        { \(gate.wait); "$VELO" wrap \(options) -- sh -c 'echo data; echo note >&2'; } | \
        \(readers.replacing("LAST", with: last))
        """
      let running = try rider.shell(script, environment: Rider.terminal).onTerminal().start()
      try running.wait(for: "ready")
      gate.letGo()
      let result = try running.wait()
      if isLive {
        expect(result.screenLines().contains { $0.hasPrefix(Marks.done) })
      } else {
        let lines = result.sent.split(separator: "\r\n")
        expectEqual(lines.sorted(), ["data", "note", "ready"])
      }
    }
  #endif

  /// A full bar does not stay for what the command does afterwards, once that has lasted two
  /// seconds.
  @Test(.long) func `a full bar ends with other work`() throws {
    let gate = try CommandGate()
    let script = """
      for i in 1 2 3; do echo "[$i/3] step"; done; sleep 2.2; echo other work; \(gate.wait)
      """
    let running = try rider.wrapOnTerminal(script, ["--title", "Job"]).start()
    try running.see("the full bar") { $0.last?.hasSuffix("100 %") == true }
    try running.see("the other work") { $0.last?.contains("Job · other work") == true }
    gate.letGo()
    try running.finish()
  }
}
