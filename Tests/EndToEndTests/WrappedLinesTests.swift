// The lines of a wrapped command: none is lost, and none changes its place.

import Support
import Testing

@Suite(.blocking) struct WrappedLinesTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  private func wrap(_ script: String, _ options: [String] = []) throws -> Program {
    try rider.wrap(script, options, environment: Rider.terminal)
  }

  /// What a command prints stays, even if it is nothing but progress.
  @Test(
    arguments: Tier.cases(
      [
        ["12%", "45%", "46%"], ["1/3", "2/3", "3/3"], ["7", "50", "20", "60"], ["3", "17", "42"],
      ],
      quick: 2))
  func linesOfProgressAreKept(_ lines: [String]) throws {
    let script = lines.map { "echo \($0); sleep 0.1" }.joined(separator: "; ")
    try expectEqual(wrap(script).onTerminal().run().screenLines().dropLast(), lines[...])
  }

  /// Nobody can answer it.
  @Test func aLogWithoutATerminalHasWholeLines() throws {
    let result = try wrap("printf 'Name: '; sleep 0.4; echo other >&2; echo jo", ["--plain"]).run()
    expectEqual([result.outputLines.first, result.errorLines.first], ["Name: jo", "other"])
  }

  /// The command has written much at once, and neither writes more nor ends: the newest of its
  /// lines is the status.
  @Test(arguments: Tier.cases(wrapWays, quick: 1))
  func manyLinesAreShownBeforeTheNextOutput(_ way: [String]) throws {
    let running = try wrap("seq 1000; read answer; echo $answer", way).onTerminal().start()
    try running.see("the last line") { $0.contains("1000") }
    running.write("done\n")
    let result = try running.finish()
    expect(result.screenLines().contains("done"))
    let gate = try CommandGate()
    let busy = try wrap("seq 1000; \(gate.wait)", way).onTerminal().start()
    try busy.seeLast("· 1000 ")
    gate.letGo()
    try busy.finish()
  }

  /// Lines that arrive faster than they can be shown one by one.
  @Test(arguments: wrapWays) func manyLinesKeepTheirOrderOnATerminal(_ way: [String]) throws {
    let script = "seq 1000; echo 'déjà vu'; seq 1000 >&2; printf 'Name: '; seq 3"
    let result = try wrap(script, way).onTerminal().finish()
    let numbers = (1...1000).map(String.init)
    let all = numbers + ["déjà vu"] + numbers + ["Name: 1", "2", "3"]
    expectEqual(result.screenLines(rows: 2100).prefix(all.count), all[...])
  }

  /// Lines that a program goes back to change where they are, in whole and in part.
  @Test(arguments: wrapWays) func linesAreRedrawnInPlace(_ way: [String]) throws {
    let gate = try CommandGate()
    let script = #"""
      echo before; printf 'one: ....\ntwo: ....\nthree: ....\n'; \#(gate.wait)
      printf '\033[2A\033[5C\033[32mdone\033[0m\n\n'; \#(gate.wait)
      printf '\033[3A\033[2Kone: gone\n\033[2B'; \#(gate.wait)
      printf '\033[2A\r\033[J'; echo after
      """#
    let running = try wrap(script, way).onTerminal().start()
    func see(_ lines: String...) throws {
      try running.see(lines.joined(separator: ", ")) { shown in
        shown.dropLast() == (["before"] + lines)[...]
      }
      gate.letGo()
    }
    try see("one: ....", "two: ....", "three: ....")
    try see("one: ....", "two: done", "three: ....")
    try see("one: gone", "two: done", "three: ....")
    let result = try running.finish()
    expectEqual(result.screenLines().dropLast(), ["before", "one: gone", "after"])
  }

  /// As `clear` in a loop.
  @Test(arguments: wrapWays) func pagesReplaceEachOther(_ way: [String]) throws {
    let gate = try CommandGate()
    let script = #"""
      page() { printf '\033[H\033[2J\033[3J'; echo "page $1"; echo 'rest'; }
      page 1; page 2; \#(gate.wait); page 3; printf '\n  below\n'; \#(gate.wait)
      """#
    let running = try wrap(script, way).onTerminal().start()
    try running.see("the second page") { $0.prefix(2) == ["page 2", "rest"] }
    gate.letGo()
    let lines = ["page 3", "rest", "", "  below"]
    try running.see("the third page") { $0.prefix(4) == lines[...] }
    gate.letGo()
    try expectEqual(running.wait().screenLines().dropLast(), lines[...])
  }

  /// Frames of a whole screen, drawn from its first row again and again, leave nothing above it,
  /// neither of theirs nor of ours.
  @Test(arguments: wrapWays, ["", #"\033[3J"#])
  func framesLeaveNothingBehind(_ way: [String], _ erasure: String) throws {
    let script = #"""
      printf '\033[H\033[2J\#(erasure)'
      for frame in 1 2 3 4 5; do printf '\033[H'
      row=1; while [ $row -le 11 ]; do echo "row $row of $frame"; row=$((row + 1)); done
      sleep 0.2; done
      """#
    let result = try wrap(script, way).onTerminal(rows: 12).finish()
    let shown = screen(result.terminalBytes, rows: 12).transcript
    expectEqual(shown.dropLast(), (1...11).map { "row \($0) of 5" }[...])
  }

  /// The command has the whole screen while it has a scroll region, as it would without wrap; its
  /// rows are there afterwards, and ours below.
  @Test func aScrollRegionIsTheTerminals() throws {
    let script = #"""
      rows=$(stty size | cut -d' ' -f1); last=$((rows - 1)); echo before
      printf "\n\033[1;${last}r\033[$rows;1Hbar\033[$last;1H"
      for row in 1 2 3 4 5 6 7 8 9 10 11 12; do printf "\r\nrow $row"; done
      printf "\033[r\033[$rows;1H\n"
      """#
    let result = try wrap(script, ["--pty"]).onTerminal(rows: 12).finish()
    expect(result.sent.contains("\u{1B}[1;11r"))
    expect(result.sent.contains("\r\nrow 12\u{1B}[r\u{1B}[12;1H"))
    expect(screen(result.terminalBytes, rows: 12).visibleLines.last?.hasPrefix("✓") == true)
  }

  /// A terminal may show each emoji of a sequence by itself: the row is then longer than the
  /// window.
  @Test(arguments: [#"\r"#, #"\n\033[A"#]) func emojiNeverTakeARowPerFrame(_ back: String) throws {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let row = String(repeating: family + " ", count: 12) + "of \u{26A0}\u{FE0F} rides"
    let script = "for n in 1 2 3 4 5 6; do printf '\(row) '$n'\(back)'; sleep 0.2; done; echo"
    let result = try wrap(script).onTerminal(columns: 60).finish()
    var shown = TestScreen(columns: 60, joinsEmoji: false)
    shown.feed(result.terminalBytes)
    // The line itself, which the terminal wraps, and the result.
    expect(shown.transcript.count <= 4, "\(shown.transcript)")
    expect(shown.wrapsAutomatically)
    expect(result.sent.contains("· " + family), "the status")
  }

  /// The result begins where the erased lines were.
  @Test func linesMayBeErasedAtTheEnd() throws {
    let script = #"echo kept; printf 'one\ntwo\n'; sleep 0.4; printf '\033[2A\033[J'"#
    let lines = try wrap(script).onTerminal().run().screenLines()
    expectEqual([lines.first, "\(lines.count)"], ["kept", "2"])
  }

  /// A log, which nothing can be taken back from, gets the lines that have changed.
  @Test func aLogHasWhatWasRedrawn() throws {
    let script = #"printf 'one: ....\ntwo: ....\n\033[1A\033[5Cdone\n'; echo three; echo four"#
    let lines = ["one: ....", "two: ....", "two: done", "three", "four"]
    try expectEqual(wrap(script, ["--plain"]).run().outputLines.dropLast(), lines[...])
    try expectEqual(
      wrap(script).onTerminal().run().screenLines().dropLast(),
      ["one: ....", "two: done", "three", "four"])
    let replay = try rider.run("replay", "--plain", "--speed", "100")
    expectEqual(replay.outputLines.dropLast(), lines[...])
  }
}
