// Runs of other programs, in every face: their own statuses, progress, output and end.

import Codec
import Format
import Reporting
import Support
import Model
import Terminal
import Testing

extension Show {
  /// What a program writes to the pipe of a wrap.
  fileprivate mutating func tell(_ line: String) throws {
    var reader = EventReader(keepsLines: true, isRecorded: false)
    var read: EventLine?
    try Array(line.utf8).withUnsafeBufferPointer { (line) throws(EventError) in
      try reader.read(line, now: context.now.wall) { read = $0 }
    }
    if let read { post(read.kind, received: read.received) }
  }

  fileprivate mutating func end(code: Int32, signal: Int32? = nil) {
    let exit = signal.map { ExitStatus.signal($0) } ?? ExitStatus(code: code)
    post(.summary(RunSummary(outcome: exit == .ok ? .ok : .failed, exit: exit, counts: nil)))
    self.signal(.ended)
  }
}

private func plain() -> Show {
  Show(
    PlainFace(
      messages: messages, glyphs: .unicode, style: PlainStyle(),
      troubles: TroubleLines(messages: messages, glyphs: .unicode), began: Moment(nanoseconds: 0)))
}

private func accessible() -> Show {
  let messages = Messages(clock: .utc, voice: .spoken, home: "/home/jo")
  return Show(
    AccessibleFace(
      messages: messages, style: AccessibleStyle(),
      troubles: TroubleLines(messages: messages, glyphs: .ascii),
      began: Moment(nanoseconds: 0)))
}

@Suite struct ForeignRunTests {
  // MARK: Live

  @Test func aSilentProgramHasASpinnerAndItsTime() throws {
    var show = live(style: LiveStyle(firstTip: 0))
    show.wrap()
    show.wait(64_250)
    let lines = screen(show).visibleLines
    expectEqual(lines.count, 1)
    expectEqual(lines.first?.dropFirst().hasPrefix(" /usr/bin/make -j "), true)
    expectEqual(lines.first?.hasSuffix(" 1 min 4 s"), true)
    show.end(code: 0)
    expectEqual(screen(show).visibleLines.count, 1)
    expectEqual(screen(show).visibleLines.first?.hasPrefix("✓ make finished "), true)
    expectEqual(screen(show).visibleLines.first?.hasSuffix(" 1 min 4 s"), true)
  }

  /// Its command may be as long as it likes.
  @Test(arguments: [44, 60])
  func theTimeOfALongCommandIsShown(_ columns: Int) {
    var show = live(style: LiveStyle(firstTip: 0), columns: columns)
    show.wrap(["cat"] + (1...40).map { DisplayText("file\($0)") })
    show.wait(64_250)
    let line = screen(show).visibleLines.first
    expectEqual(line?.contains(" cat file1 file2"), true)
    expectEqual(line?.hasSuffix("…  1 min 4 s"), true)
  }

  /// Without stages there is one bar, which replaces the elapsed time.
  @Test func progressIsOneBar() throws {
    var show = live()
    show.wrap()
    show.wait(400)
    try show.tell(#"{"type":"status","text":"Compiling main.c…"}"#)
    try show.tell(#"{"type":"progress","done":3,"total":12,"unit":"records"}"#)
    show.wait(2000)
    let lines = screen(show).visibleLines
    expectEqual(lines.count, 2)
    #expect(lines[0].dropFirst().hasPrefix(" Compiling main.c…"))
    #expect(lines[0].hasSuffix(" 3 of 12"))
    #expect(lines[1].hasPrefix("━") && lines[1].hasSuffix("─   25 %"))
  }

  /// What falls is another bar, which begins at once where it is.
  @Test func progressThatFallsIsAnotherBar() throws {
    var show = live()
    show.wrap()
    show.wait(400)
    try show.tell(#"{"type":"progress","fraction":0.8}"#)
    show.wait(2000)
    try show.tell(#"{"type":"progress","done":1,"total":10,"unit":"records"}"#)
    show.wait(100)
    let lines = screen(show).visibleLines
    #expect(lines[0].hasSuffix(" 1 of 10"))
    #expect(lines[1].hasSuffix("─   10 %"))
    #expect(lines[1].filter { $0 == "━" }.count < 10)
  }

  /// A program that names a stage gets all three.
  @Test func stagesAreShownToWhoNamesThem() throws {
    var show = live()
    show.wrap()
    show.wait(400)
    try show.tell(#"{"type":"status","text":"Saving…","stage":"saving"}"#)
    try show.tell(#"{"type":"progress","fraction":0.8}"#)
    show.wait(1000)
    let lines = screen(show).visibleLines
    expectEqual(lines.count, 2)
    #expect(lines[1].hasPrefix("● Routine ━") && lines[1].contains("● Prep ━"))
    #expect(lines[1].contains("◐ Saving ━") && lines[1].hasSuffix("80 %"))
  }

  /// Lines that arrive together are written at once, with one repaint.
  @Test func outputAppearsAboveTheBlockAtOnce() throws {
    var show = live()
    show.wrap()
    show.post(.log(LogLine(stream: .standardOutput, text: "early")))
    show.wait(0)
    expectEqual(screen(show).visibleLines, ["early"])
    show.wait(1000)
    let before = show.writes.count
    for number in 1...50 {
      show.post(.log(LogLine(stream: .standardOutput, text: "line \(number)")))
    }
    expectEqual(show.writes.count, before)
    show.wait(0)
    expectEqual(show.writes.count, before + 1)
    let text = screen(show).transcript
    expectEqual(text.dropLast(), ["early"] + (1...50).map { "line \($0)" })
    expectEqual(text.last?.contains("line 50"), true)
    // The last lines come before the result.
    show.post(.log(LogLine(stream: .standardOutput, text: "late")))
    show.end(code: 0)
    expectEqual(screen(show).transcript.suffix(2).first, "late")
  }

  @Test func aFailureIsThePanelOfItsErrorOrItsCode() throws {
    var show = live()
    show.wrap()
    show.wait(1000)
    try show.tell(
      #"{"type":"error","code":"E7","title":"No target","message":"No rule for all.","hint":"See make -n"}"#
    )
    show.end(code: 2)
    expectEqual(screen(show).visibleLines, ["✗ No target", "  No rule for all.", "  See make -n"])
    show = live()
    show.wrap()
    show.end(code: 2)
    expectEqual(screen(show).visibleLines.first?.hasPrefix("✗ make failed (exit code 2) "), true)
    show = live()
    show.wrap()
    show.end(code: 0, signal: 15)
    let killed = "✗ make was killed by SIGTERM (signal 15)"
    expectEqual(screen(show).visibleLines.first?.hasPrefix(killed), true)
  }

  /// A summary with counts reads like a sync's.
  @Test func whoCountsEndsAsASync() throws {
    var show = live()
    show.wrap()
    show.post(.summary(RunSummary(outcome: .ok, exit: .ok, counts: counts(new: 12))))
    expectEqual(screen(show).visibleLines.first?.hasPrefix("✓ Updated just now: 12 new"), true)
  }

  // MARK: Lines

  @Test func plainLinesOfAProgram() throws {
    var show = plain()
    show.wrap()
    show.wait(1000)
    try show.tell(#"{"type":"status","text":"Compiling main.c…"}"#)
    try show.tell(#"{"type":"status","text":"Compiling main.c…"}"#)
    show.post(.log(LogLine(stream: .standardOutput, text: "cc main.c")))
    show.post(.log(LogLine(stream: .standardError, text: "warning: x")))
    show.wait(10_000)
    show.end(code: 0)
    expectEqual(
      show.lines,
      [
        "2026-11-20T06:00:01Z Compiling main.c…", "cc main.c",
        "2026-11-20T06:00:11Z Still compiling main.c (10 s)",
        "2026-11-20T06:00:11Z make finished (11.0 s)",
      ])
    expectEqual(show.errors, ["warning: x"])
  }

  /// A program that redraws its progress is silent in a log.
  @Test func heartbeatsOfAProgramSayHowFarItIs() throws {
    for (show, line) in [
      (plain(), "2026-11-20T06:00:10Z Still running /usr/bin/make -j: 45 % (10 s)"),
      (accessible(), "Still running make after 30 seconds: 45 percent."),
    ] {
      var show = show
      show.wrap()
      try show.tell(#"{"type":"progress","fraction":0.459}"#)
      show.wait(30_000)
      #expect(show.lines.contains(line))
    }
  }

  /// Its output does not count against the line budget, its events do.
  @Test func outputIsNeverHeldBack() throws {
    var show = plain()
    show.wrap()
    for number in 0..<100 {
      show.post(.log(LogLine(stream: .standardOutput, text: "out \(number)")))
      try show.tell(#"{"type":"status","text":"Step \#(number)…"}"#)
    }
    expectEqual(show.lines.filter { $0.hasPrefix("out") }.count, 100)
    expectEqual(show.lines.filter { $0.contains("Step") }.count, 24)
  }

  @Test func aProgramThatFailedSaysSoOnStandardError() throws {
    for var show in [
      plain(),
      Show(
        QuietFace(messages: messages, troubles: TroubleLines(messages: messages, glyphs: .unicode))),
    ] {
      show.wrap()
      show.end(code: 2)
      expectEqual(show.lines, [])
      expectEqual(show.errors, ["velo-sync: make failed (exit code 2)"])
    }
    var show = plain()
    show.wrap()
    try show.tell(#"{"type":"error","message":"No rule for all."}"#)
    show.end(code: 2)
    expectEqual(show.errors, ["velo-sync: No rule for all. (unknown)", "  Run it again"])
  }

  @Test func sentencesOfAProgram() throws {
    var show = accessible()
    show.wrap()
    try show.tell(#"{"type":"status","text":"Compiling…","spoken":"Compiling all of it"}"#)
    try show.tell(#"{"type":"progress","done":3,"total":12}"#)
    show.wait(30_000)
    show.end(code: 0)
    expectEqual(
      show.lines,
      [
        "Running make.", "Compiling all of it.",
        "Still compiling all of it after 30 seconds: 3 of 12.",
        "make finished. It took 30 seconds.",
      ])
  }

  @Test func eventsOfAProgram() throws {
    var show = Show(
      JSONFace(messages: messages, isQuiet: false, isVerbose: false, version: "0.1.0"))
    show.wrap()
    try show.tell(#"{"type":"stage_started","stage":"prep"}"#)
    try show.tell(#"{"type":"progress","fraction":0.5,"stage":"prep","lap":1}"#)
    show.wait(5000)
    try show.tell(#"{"type":"stage_finished","stage":"prep"}"#)
    show.end(code: 2)
    let events = try show.lines.map { try JSONValue(parsing: Array($0.utf8)) }
    expectEqual(
      events.compactMap { $0["type"]?.string },
      [
        "version", "run_started", "stage_started", "progress", "stage_finished", "summary",
      ])
    expectEqual(
      events[1].members?.map(\.name).dropFirst(4), ["run_id", "command", "arguments", "attempt"])
    expectEqual(events[3]["lap"]?.integer, 1)
    expectEqual(
      events[5].members?.map(\.name).dropFirst(4), ["outcome", "exit_code", "duration_ms"])
  }

  /// The text of a status with one of our names is made from its members, whatever the command says.
  @Test func knownStatusesAreOurs() throws {
    var show = plain()
    show.wrap()
    func status(_ text: String) -> String {
      #"{"type":"status","status":"downloading_activities","source":"strava","count":3,"#
        + #""text":"\#(text)"}"#
    }
    try show.tell(status("Downloading 3 Strava activities…"))
    expectEqual(
      show.state.status.identity,
      SyncStatus.downloadingActivities(source: .strava, count: nil).identity)
    try show.tell(status("Fetching pages…"))
    expectEqual(show.lines, ["2026-11-20T06:00:00Z Downloading 3 Strava activities…"])
    expectEqual(show.state.stage, nil)
  }

  /// Without statuses the newest output line is shown beside the command, at once; blank lines are
  /// ignored. After the first status, only statuses are shown.
  @Test func theLastLineOfASilentProgramIsItsStatus() throws {
    var show = live()
    show.wrap()
    show.wait(400)
    show.post(.log(LogLine(stream: .standardOutput, text: "cc -c main.c")))
    show.post(.log(LogLine(stream: .standardError, text: " ")))
    show.wait(100)
    #expect(newest(show).hasPrefix("cc -c main.c "))
    for number in 1...1000 {
      show.post(.log(LogLine(stream: .standardOutput, text: "cc -c \(number).c")))
    }
    show.wait(100)
    #expect(newest(show).hasPrefix("cc -c 1000.c "))
    try show.tell(#"{"type":"status","text":"Linking…"}"#)
    show.post(.log(LogLine(stream: .standardOutput, text: "ld main.o")))
    show.wait(2000)
    expectEqual(screen(show).visibleLines.last?.dropFirst(2).hasPrefix("Linking… "), true)
  }

  /// However long the command and its line are, both can be recognised, and the time stays.
  @Test func longNamesMakeWayForTheNewestLine() {
    var show = live()
    let script = DisplayText(String(repeating: "sleep 1; ", count: 50))
    show.post(
      .runStarted(
        RunStart(
          id: "", command: "wrap", arguments: ["wrap", "--", "sh", "-c", script], scope: nil)))
    let line = DisplayText(String(repeating: "word ", count: 60))
    show.post(.log(LogLine(stream: .standardOutput, text: line)))
    show.wait(3000)
    let status = screen(show).visibleLines.last ?? ""
    #expect(status.dropFirst(2).hasPrefix("sh -c 'sleep 1; "))
    #expect(newest(show).hasPrefix("word word word "))
    #expect(status.hasSuffix("  3 s"))
    #expect(status.count < 80)
  }

  @Test func theTitleOfARecordedRunIsReadFromItsArguments() {
    for words in [["--title", "Backup"], ["--title=Backup"]] {
      let run = RunStart(
        id: "", command: "wrap",
        arguments: (["wrap"] + words + ["--", "cp", "a", "b"]).map { DisplayText($0) }, scope: nil)
      expectEqual(run.wrappedName, "Backup")
    }
    let run = RunStart(
      id: "", command: "wrap", arguments: ["wrap", "--", "sh", "-c", "echo 'a b'", "--title"],
      scope: nil)
    expectEqual(run.wrappedName?.description, #"sh -c 'echo '\''a b'\''' --title"#)
  }

  /// A line keeps its colours above the block, unless colour is off.
  @Test(arguments: [true, false]) func linesKeepTheirColors(_ hasColor: Bool) {
    var show = live(palette: hasColor ? .theme : .colorless)
    show.wrap()
    var style = TextStyle.plain
    style.apply([31])
    let styled = StyledText([("error:", style), (" no such gear", .plain)])
    show.wait(400)
    show.post(
      .log(LogLine(stream: .standardOutput, text: "error: no such gear", styled: styled)))
    show.wait(200)
    let text = String(decoding: show.out, as: UTF8.self)
    expectEqual(text.contains("\u{1B}[31merror:\u{1B}[0m no such gear"), hasColor)
    #expect(screen(show).lines.contains { $0.hasPrefix("error: no such gear") })
  }

  // MARK: Lines that have not ended

  /// The newest line, beside the name of the command.
  private func newest(_ show: Show) -> String {
    let line = screen(show).visibleLines.last ?? ""
    return line.firstRange(of: "· ").map { String(line[$0.upperBound...]) } ?? ""
  }

  private func open(
    _ text: DisplayText, _ kind: OpenLine.Kind = .begun, at show: Show
  ) -> OpenLine {
    OpenLine(stream: .standardOutput, text: text, kind: kind, since: show.context.now.moment)
  }

  /// While only the spinner would change, a new unfinished line is shown with the next tick.
  @Test func progressOfALineIsSeenAsItGoesOn() {
    var show = live()
    show.wrap()
    show.wait(1000)
    for step in 1...40 {
      show.state.openLine = open("\(step) %", .progress, at: show)
      show.wait(100)
      #expect(newest(show).hasPrefix("\(step) % "))
    }
    let writes = show.writes.count
    for step in 1...10_000 {
      show.state.openLine = open("\(step)", .progress, at: show)
    }
    show.wait(100)
    expectEqual(show.writes.count, writes + 1)
    #expect(newest(show).hasPrefix("10000 "))
    show.state.openLine = nil
    show.post(.log(LogLine(stream: .standardOutput, text: "done")))
    show.wait(400)
    #expect(newest(show).hasPrefix("done "))
    expectEqual(screen(show).transcript.first, "done")
    #expect(!screen(show).transcript.contains("40 %"))
  }

  /// Erased progress stays for a moment, so that it does not flicker, and no longer.
  @Test func wipedAwayProgressGivesWayToTheLineBefore() {
    var show = live()
    show.wrap()
    show.wait(400)
    show.post(.log(LogLine(stream: .standardOutput, text: "Fetching")))
    show.state.openLine = open("50 %", .progress, at: show)
    show.wait(1000)
    show.state.openLine = open("50 %", .wiped, at: show)
    show.wait(100)
    #expect(newest(show).hasPrefix("50 % "))
    show.state.openLine = open("51 %", .progress, at: show)
    show.wait(400)
    #expect(newest(show).hasPrefix("51 % "))
    show.state.openLine = open("51 %", .wiped, at: show)
    show.wait(400)
    #expect(newest(show).hasPrefix("Fetching "))
  }

  /// A line is shown from its beginning, whatever was shown before.
  @Test func aLineIsShownAsItBegins() {
    var show = live()
    show.wrap()
    show.wait(400)
    show.post(.log(LogLine(stream: .standardOutput, text: "first")))
    show.wait(100)
    #expect(newest(show).hasPrefix("first "))
    show.state.openLine = open("sec", at: show)
    show.wait(100)
    #expect(newest(show).hasPrefix("sec "))
  }

  /// A line of dots is news at its end, until it is a line like the others.
  @Test func aLongLineThatGrowsIsShownToItsEnd() {
    var show = live()
    show.wrap()
    show.wait(400)
    let dots = String(repeating: ".", count: 100)
    show.state.openLine = open(DisplayText("test_model \(dots)F.x"), at: show)
    show.wait(100)
    #expect(newest(show).hasPrefix("…..."))
    #expect(newest(show).contains("..F.x "))
    show.state.openLine = nil
    show.post(.log(LogLine(stream: .standardOutput, text: DisplayText("test_model \(dots)F.x"))))
    show.wait(100)
    #expect(newest(show).hasPrefix("test_model ...."))
  }

  /// A question has its line to itself until it is answered; the block comes back below it.
  @Test func aQuestionTakesTheScreen() throws {
    var show = live()
    show.wrap()
    show.wait(400)
    try show.tell(#"{"type":"status","text":"Copying…"}"#)
    try show.tell(#"{"type":"progress","done":3,"total":12,"unit":"records"}"#)
    show.wait(2000)
    func lines() -> [String] { screen(show).visibleLines }
    expectEqual(lines().first?.dropFirst(2).hasPrefix("Copying… "), true)
    show.state.openLine = open("10 %", .progress, at: show)
    show.wait(2000)
    expectEqual(lines().first?.dropFirst(2).hasPrefix("Copying… "), true)
    show.state.openLine = open("Overwrite it? ", at: show)
    show.wait(100)
    expectEqual(lines().first?.dropFirst(2).hasPrefix("Copying… "), true)
    show.wait(200)
    expectEqual(lines(), ["Overwrite it?"])
    try show.tell(#"{"type":"progress","done":4,"total":12,"unit":"records"}"#)
    show.wait(2000)
    expectEqual(lines(), ["Overwrite it?"])
    // What the terminal echoes, or the command adds, is part of the line.
    show.state.openLine = open("Overwrite it? y", at: show)
    show.wait(100)
    expectEqual(lines(), ["Overwrite it? y"])
    show.state.openLine = nil
    show.post(.log(LogLine(stream: .standardOutput, text: "Overwrite it? yes")))
    show.wait(1000)
    expectEqual(lines().first, "Overwrite it? yes")
    expectEqual(lines().dropFirst().first?.dropFirst(2).hasPrefix("Copying… "), true)
  }

  /// Choices and defaults in brackets are asked, remarks, bars and counts are told.
  @Test(arguments: [
    ("Continue [Y/n] ", true), ("Branch (main) ", true), ("Item (1-5)", true),
    ("Installing (may take long)", false), ("Uploading [####   ]", false), ("Step [3/9] ", false),
  ])
  func bracketsMayAsk(_ text: String, _ isQuestion: Bool) {
    var show = live()
    show.wrap()
    show.wait(400)
    show.state.openLine = open(DisplayText(text), at: show)
    show.wait(1000)
    let line = screen(show).visibleLines.first
    expectEqual((line?.hasPrefix(text.prefix(8)) == true), isQuestion, "\(line ?? "")")
  }

  /// What was asked before a status is not written twice.
  @Test func anAnsweredQuestionIsWrittenOnce() throws {
    var show = live()
    show.wrap()
    show.wait(400)
    show.state.openLine = open("Name: ", at: show)
    show.wait(500)
    try show.tell(#"{"type":"status","text":"Copying…"}"#)
    show.wait(500)
    show.state.openLine = nil
    show.post(.log(LogLine(stream: .standardOutput, text: "Name: Hello")))
    show.wait(500)
    let lines = screen(show).visibleLines
    expectEqual(lines.filter { $0.hasPrefix("Name:") }.count, 1)
    #expect(lines.contains("Hello"))
  }

  /// A command that asks on the terminal itself has written where the cursor was.
  @Test func theBlockMakesWayForTheTerminalsOwnQuestion() throws {
    var show = live(style: LiveStyle(isShared: true))
    show.wrap()
    show.wait(1000)
    let before = show.writes.count
    // As if the command wrote to the terminal.
    show.out += Array("Name: ".utf8)
    show.isTaken = true
    show.wait(1000)
    expectEqual(show.writes.count, before + 1)
    expectEqual(screen(show).visibleLines, [" Name:"])
    show.isTaken = false
    show.wait(300)
    expectEqual(screen(show).visibleLines.last?.dropFirst(2).hasPrefix("/usr/bin/make -j"), true)
  }

  /// While a question waits, nothing is sent.
  @Test func aQuestionThatStandsCostsLittle() {
    var show = live()
    show.wrap()
    show.wait(1000)
    show.state.openLine = open("Go on? ", at: show)
    show.wait(1000)
    let before = show.writes.count
    show.wait(1000)
    let second = show.writes[before...]
    #expect(second.isEmpty)
  }
}
