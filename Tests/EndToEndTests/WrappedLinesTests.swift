// The lines of a wrapped command: none is lost, and none changes its place.

import Support
import Testing

@Suite(.serialized, .blocking) struct WrappedLinesTests {
  private static let terminal = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]

  private let rider: Rider

  init() throws {
    rider = try Rider()
  }

  private func wrap(_ script: String, _ options: [String] = []) throws -> Program {
    try rider.program(
      ["wrap"] + options + ["--", "sh", "-c", script], environment: Self.terminal)
  }

  private func screen(_ bytes: [UInt8], rows: Int = 24) -> [String] {
    var screen = TestScreen(columns: 80, rows: rows)
    screen.feed(bytes)
    return screen.visibleLines
  }

  /// A question stays between the lines before and after it, with its answer.
  @Test(arguments: [[], ["--pty"]], ["", " >&2"])
  func aQuestionKeepsItsPlace(_ options: [String], _ target: String) throws {
    let script = """
      echo one; echo two; printf 'Name: '\(target); read name; echo three
      printf 'Go on? '\(target); read answer; echo four
      """
    let running = try wrap(script, options).onTerminal().start()
    try running.wait(for: "the name") { screen($0) == ["one", "two", "Name:"] }
    running.write("jo\n")
    try running.wait(for: "the question") { screen($0).last == "Go on?" }
    running.write("yes\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(
      screen(result.terminalBytes).prefix(5), ["one", "two", "Name: jo", "three", "Go on? yes"])
    expectEqual(screen(result.terminalBytes).dropFirst(5).first, "four")
  }

  /// What a command prints stays, even if it is nothing but progress.
  @Test(arguments: [
    ["12%", "45%", "46%"], ["1/3", "2/3", "3/3"], ["3", "17", "42"], ["7", "50", "20", "60"],
  ])
  func linesOfProgressAreKept(_ lines: [String]) throws {
    let script = lines.map { "echo \($0); sleep 0.1" }.joined(separator: "; ")
    let result = try wrap(script).onTerminal().run()
    expectEqual(Array(screen(result.terminalBytes).dropLast()), lines)
    let redrawn = try wrap("printf '\\r10%%|#..|'; sleep 0.1; printf '\\r90%%|##.|\\n'")
    expectEqual(screen(try redrawn.onTerminal().run().terminalBytes).first, "90%|##.|")
  }

  /// As on the terminal itself, what the command has left in the background is not stopped.
  @Test func backgroundProcessesGoOnWriting() throws {
    let gate = try CommandGate()
    let program = try wrap("(\(gate.wait); echo late; echo later >&2) & echo started")
    let script = "\"$0\" \"$@\"; echo left; read go"
    let shell = Program(
      "/bin/sh", ["-c", script, program.path] + program.arguments,
      environment: program.environment)
    let running = try shell.onTerminal().start()
    try running.wait(for: "left")
    gate.letGo()
    try running.wait(for: "what it writes") { screen($0).suffix(2) == ["late", "later"] }
    running.write("\n")
    expectEqual(screen(try running.wait().terminalBytes).first, "started")
  }

  /// A log gets a question when it is asked, not when its line ends.
  @Test(arguments: [["--plain"], ["--output", "accessible"], ["--plain", "--pty"]])
  func aQuestionInALogIsReadBeforeItIsAnswered(_ options: [String]) throws {
    let script = "printf 'Name: '; read name; printf 'Go on? '; read answer; echo; echo done $name"
    let running = try wrap(script, options).onTerminal().start()
    try running.wait(for: "the name") { screen($0).last == "Name:" }
    running.write("jo\n")
    try running.wait(for: "the question") { screen($0).suffix(2) == ["Name: jo", "Go on?"] }
    running.write("yes\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    #expect(screen(result.terminalBytes).contains("Go on? yes"))
    #expect(screen(result.terminalBytes).contains("done jo"))
  }

  /// Nobody can answer it.
  @Test func aLogWithoutATerminalHasWholeLines() throws {
    let script = "printf 'Name: '; sleep 0.4; echo other >&2; echo jo"
    let result = try wrap(script, ["--plain"]).run()
    expectEqual(result.outputLines.first, "Name: jo")
    expectEqual(result.errorLines.first, "other")
  }

  #if os(Linux)
    /// A question below lines that were redrawn has the row to itself, and its answer ends it: what
    /// moves up afterwards is counted as on a terminal.
    @Test func aQuestionBelowRedrawnLinesKeepsItsPlace() throws {
      let script = #"""
        printf 'a ...\nb ...\n'; printf '\033[2Aa done\nb done\n'; printf 'Go on? '; read answer
        printf '\033[1A\033[2KWill go on: %s\n' "$answer"; printf 'Why? '; read answer
        printf '\033[2A\033[2KGoes on\n\033[2KBecause: %s\n' "$answer"
        """#
      let running = try wrap(script).onTerminal().start()
      /// Answers as a person does: when the cursor is behind the question.
      func answer(_ text: String, after lines: String...) throws {
        try running.wait(for: lines.joined(separator: ", ")) { bytes in
          var screen = TestScreen(columns: 80, rows: 24)
          screen.feed(bytes)
          return screen.visibleLines == lines && screen.cursor.row == lines.count - 1
            && screen.cursor.column == (lines.last?.count ?? 0) + 1
        }
        running.write(text + "\n")
      }
      try answer("yes", after: "a done", "b done", "Go on?")
      try answer("so", after: "a done", "b done", "Will go on: yes", "Why?")
      let result = try running.wait()
      expectEqual(result.status, .exited(0))
      expectEqual(
        screen(result.terminalBytes).dropLast(), ["a done", "b done", "Goes on", "Because: so"])
    }

    /// The question does not come through here, and is typed with echo.
    @Test(arguments: [[], ["--pty"]])
    func theBlockStepsAsideForAQuestionOnTheTerminalItself(_ options: [String]) throws {
      let gate = try CommandGate()
      let script = """
        echo ready; \(gate.wait); printf 'Name: ' > /dev/tty; read name < /dev/tty
        echo hello $name
        """
      let running = try wrap(script, options).onTerminal().start()
      try running.wait(for: "the block") { screen($0).last?.hasSuffix(" s") == true }
      gate.letGo()
      try running.wait(for: "the name") { screen($0).last?.hasSuffix("Name:") == true }
      running.write("jon")
      try running.wait(for: "the answer") { screen($0).last?.hasSuffix("Name: jon") == true }
      running.write("\n")
      let result = try running.wait()
      expectEqual(result.status, .exited(0))
      #expect(screen(result.terminalBytes).contains { $0.hasSuffix("Name: jon") })
      #expect(screen(result.terminalBytes).contains("hello jon"))
    }
  #endif

  /// The command has written much at once, and neither writes more nor ends.
  @Test(arguments: [[], ["--pty"]])
  func manyLinesAreShownBeforeTheNextOutput(_ options: [String]) throws {
    let running = try wrap("seq 1000; read answer; echo $answer", options).onTerminal().start()
    try running.wait(for: "the last line") { screen($0).contains("1000") }
    running.write("done\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    #expect(screen(result.terminalBytes).contains("done"))
  }

  /// Lines that arrive faster than they can be shown one by one.
  @Test(arguments: [[], ["--pty"]])
  func manyLinesKeepTheirOrderOnATerminal(_ options: [String]) throws {
    let script = "seq 3000; echo 'déjà vu'; seq 3000 >&2; printf 'Name: '; seq 3"
    let result = try wrap(script, options).onTerminal().run()
    expectEqual(result.status, .exited(0))
    let numbers = (1...3000).map(String.init)
    let all = numbers + ["déjà vu"] + numbers + ["Name: 1", "2", "3"]
    expectEqual(screen(result.terminalBytes, rows: 7000).prefix(all.count), all[...])
  }

  /// Lines that a program goes back to change where they are, in whole and in part.
  @Test(arguments: [[], ["--pty"]])
  func linesAreRedrawnInPlace(_ options: [String]) throws {
    let gate = try CommandGate()
    let script = #"""
      echo before; printf 'one: ....\ntwo: ....\nthree: ....\n'; \#(gate.wait)
      printf '\033[2A\033[5C\033[32mdone\033[0m\n\n'; \#(gate.wait)
      printf '\033[3A\033[2Kone: gone\n\033[2B'; \#(gate.wait)
      printf '\033[2A\r\033[J'; echo after
      """#
    let running = try wrap(script, options).onTerminal().start()
    func see(_ lines: String...) throws {
      let expected = ["before"] + lines
      try running.wait(for: lines.joined(separator: ", ")) { bytes in
        let shown = screen(bytes)
        return shown.prefix(expected.count) == expected[...] && shown.count == expected.count + 1
      }
      gate.letGo()
    }
    try see("one: ....", "two: ....", "three: ....")
    try see("one: ....", "two: done", "three: ....")
    try see("one: gone", "two: done", "three: ....")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    let lines = screen(result.terminalBytes)
    #expect(lines.prefix(3) == ["before", "one: gone", "after"] && lines.count == 4)
  }

  /// As `clear` in a loop.
  @Test(arguments: [[], ["--pty"]])
  func pagesReplaceEachOther(_ options: [String]) throws {
    let gate = try CommandGate()
    let script = #"""
      page() { printf '\033[H\033[2J\033[3J'; echo "page $1"; echo 'rest'; }
      page 1; page 2; \#(gate.wait); page 3; printf '\033[4;3Hbelow\n'; \#(gate.wait)
      """#
    let running = try wrap(script, options).onTerminal().start()
    try running.wait(for: "the second page") { screen($0).prefix(2) == ["page 2", "rest"] }
    gate.letGo()
    let lines = ["page 3", "rest", "", "  below"]
    try running.wait(for: "the third page") { screen($0).prefix(4) == lines[...] }
    gate.letGo()
    let result = try running.wait()
    expectEqual(screen(result.terminalBytes).dropLast(), lines[...])
  }

  /// The result begins where the erased lines were.
  /// A program of the whole screen cannot be used without a terminal of its own: say once what helps.
  @Test func theWholeScreenNeedsATerminal() throws {
    let script = #"for i in 1 2; do printf '\033[?1049h\033[Hpage\033[?1049l'; done"#
    let warning = "velo-sync: warning: sh uses the whole screen. Run it with velo-sync wrap --pty"
    func warnings(_ options: [String]) throws -> Int {
      let result = try wrap(script, options).onTerminal().run()
      return screen(result.terminalBytes).filter { $0 == warning }.count
    }
    try expectEqual(warnings([]), 1)
    try expectEqual(warnings(["--pty"]), 0)
    try expectEqual(warnings(["--plain"]), 0)
  }

  @Test func linesMayBeErasedAtTheEnd() throws {
    let script = #"echo kept; printf 'one\ntwo\n'; sleep 0.4; printf '\033[2A\033[J'"#
    let result = try wrap(script).onTerminal().run()
    let lines = screen(result.terminalBytes)
    #expect(lines.first == "kept" && lines.count == 2)
  }

  /// A log, which nothing can be taken back from, gets the lines that have changed.
  @Test func aLogHasWhatWasRedrawn() throws {
    let script = #"printf 'one: ....\ntwo: ....\n\033[1A\033[5Cdone\n'; echo three; echo four"#
    let log = try wrap(script, ["--plain"]).run()
    let lines = ["one: ....", "two: ....", "two: done", "three", "four"]
    expectEqual(log.outputLines.dropLast(), lines[...])
    let shown = try wrap(script).onTerminal().run()
    expectEqual(
      screen(shown.terminalBytes).dropLast(), ["one: ....", "two: done", "three", "four"])
    let replay = try rider.program(["replay", "--plain", "--speed", "100"]).run()
    expectEqual(replay.outputLines.dropLast(), lines[...])
  }

  @Test func manyLinesAreLoggedAndRecorded() throws {
    let log = try wrap("seq 3000; seq 20 >&2; seq 100; seq 2", ["--plain"]).run()
    let numbers = (1...3000).map(String.init)
    // After them is the result.
    expectEqual(log.outputLines.dropLast(), numbers + numbers.prefix(100) + ["1", "2"])
    expectEqual(log.errorLines, numbers.prefix(20).map { $0 })
    let replay = try rider.program(["replay", "--plain", "--speed", "100"]).run()
    expectEqual(replay.outputLines.dropLast(), log.outputLines.dropLast())
  }

  /// The line that the block shows is the newest, however many came before it.
  @Test func theNewestOfManyLinesIsTheStatus() throws {
    let gate = try CommandGate()
    let running = try wrap("seq 3000; \(gate.wait)").onTerminal().start()
    try running.wait(for: "the newest line") { screen($0).last?.contains("· 3000 ") == true }
    gate.letGo()
    try expectEqual(running.wait().status, .exited(0))
  }
}
