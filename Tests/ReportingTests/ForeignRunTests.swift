// Runs of other programs, in every renderer: their own statuses, progress, output and end.

import CLibrary
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
    let read = try Array(line.utf8).withUnsafeBufferPointer { (line) throws(EventError) in
      try reader.read(line, now: view.now.wall)
    }
    post(read.kind, received: read.received)
  }
}

@Suite struct ForeignRunTests {
  /// A wrapped command on a terminal, with the block drawn.
  private var show = live()

  init() {
    show.wrap()
    show.wait(400)
  }

  // MARK: Live

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
  @Test mutating func progressIsOneBar() throws {
    try show.tell(#"{"type":"status","text":"Compiling main.c…"}"#)
    try show.tell(#"{"type":"progress","done":3,"total":12,"unit":"records"}"#)
    show.wait(2000)
    var lines = screen(show).visibleLines
    expectEqual(lines.map { $0.prefix(8) }, ["\(lines[0].prefix(1)) Compil", "━━━━━━━━"])
    expectEqual(lines.map { $0.suffix(8) }, [" 3 of 12", "─   25 %"])
    // What falls is another bar, which begins at once where it is.
    try show.tell(#"{"type":"progress","done":1,"total":10,"unit":"records"}"#)
    show.wait(100)
    lines = screen(show).visibleLines
    expectEqual(lines.map { $0.suffix(8) }, [" 1 of 10", "─   10 %"])
    #expect(lines[1].filter { $0 == "━" }.count < 10)
  }

  /// A program that names a stage gets all three.
  @Test mutating func stagesAreShownToWhoNamesThem() throws {
    try show.tell(#"{"type":"status","text":"Saving…","stage":"saving"}"#)
    try show.tell(#"{"type":"progress","fraction":0.8}"#)
    show.wait(1000)
    let bar = screen(show).visibleLines.suffix(1).joined()
    expectEqual(bar.filter { "○◐●".contains($0) }, "●●◐")
    expectEqual(bar.suffix(5), " 80 %")
  }

  /// Lines that arrive together are written at once, with one repaint.
  @Test mutating func outputAppearsAboveTheBlockAtOnce() throws {
    show = live()
    show.wrap()
    show.line("early")
    show.wait(0)
    expectEqual(screen(show).visibleLines, ["early"])
    show.wait(1000)
    let before = show.writes.count
    for number in 1...50 { show.line("line \(number)") }
    expectEqual(show.writes.count, before)
    show.wait(0)
    expectEqual(show.writes.count, before + 1)
    let text = screen(show).transcript
    expectEqual(text.dropLast(), ["early"] + (1...50).map { "line \($0)" })
    expectEqual(text.last?.contains("line 50"), true)
    // The last lines come before the result.
    show.line("late")
    show.exit(.ok)
    show.signal(.ended)
    expectEqual(screen(show).transcript.suffix(2).first, "late")
  }

  /// By the numbers of this system.
  @Test(arguments: [
    (SIGHUP, "SIGHUP"), (SIGSEGV, "SIGSEGV"), (SIGBUS, "SIGBUS"), (SIGSYS, "SIGSYS"),
    (SIGXCPU, "SIGXCPU"), (SIGXFSZ, "SIGXFSZ"), (SIGVTALRM, "SIGVTALRM"), (SIGPROF, "SIGPROF"),
    (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
  ])
  func theSignalThatEndedItIsNamed(_ number: Int32, _ name: String) {
    var show = plain()
    show.wrap()
    show.exit(.signal(number))
    expectEqual(show.errors.filter { $0.contains("\(name) (signal \(number))") }.count, 1)
  }

  #if os(Linux)
    @Test(arguments: [(SIGIO, "SIGIO"), (SIGPWR, "SIGPWR"), (SIGSTKFLT, "SIGSTKFLT")])
    func linuxHasSignalsOfItsOwn(_ number: Int32, _ name: String) {
      theSignalThatEndedItIsNamed(number, name)
    }
  #endif

  // MARK: Lines

  /// Its output does not count against the line budget, its events do.
  @Test func outputIsNeverHeldBack() throws {
    var show = plain()
    show.wrap()
    for number in 0..<100 {
      show.line("out \(number)")
      try show.tell(#"{"type":"status","text":"Step \#(number)…"}"#)
    }
    expectEqual(show.lines.filter { $0.hasPrefix("out") }.count, 100)
    expectEqual(show.lines.filter { $0.contains("Step") }.count, 24)
  }

  @Test func eventsOfAProgram() throws {
    var show = json()
    show.wrap()
    try show.tell(#"{"type":"stage_started","stage":"prep"}"#)
    try show.tell(#"{"type":"progress","fraction":0.5,"stage":"prep","lap":1}"#)
    show.wait(5000)
    try show.tell(#"{"type":"stage_finished","stage":"prep"}"#)
    show.exit(ExitStatus(code: 2))
    let events = try show.lines.map { try JSONValue(parsing: Array($0.utf8)) }
    expectEqual(
      events.compactMap { $0["type"]?.string },
      ["version", "run_started", "stage_started", "progress", "stage_finished", "error", "summary"])
    expectEqual(
      events[1].members?.map(\.name).dropFirst(4), ["run_id", "command", "arguments", "attempt"])
    expectEqual(events[3]["lap"]?.integer, 1)
    expectEqual(
      events[6].members?.map(\.name).dropFirst(4), ["outcome", "exit_code", "duration_ms"])
  }

  /// The text of a status with one of our names is made from its members, whatever the command
  /// says.
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
    let ours = messages.text(.downloadingActivities(source: .strava, count: 3), now: Show.dawn)
    expectEqual(show.lines, ["2026-11-20T06:00:00Z \(ours)"])
    expectEqual(show.state.stage, nil)
  }

  /// Without statuses the newest output line is shown beside the command, at once; blank lines are
  /// ignored. After the first status, only statuses are shown.
  @Test mutating func theLastLineOfASilentProgramIsItsStatus() throws {
    show.line("cc -c main.c")
    show.line(" ", .standardError)
    show.wait(100)
    expectNewest("cc -c main.c ")
    for number in 1...1000 { show.line("cc -c \(number).c") }
    show.wait(100)
    expectNewest("cc -c 1000.c ")
    try show.tell(#"{"type":"status","text":"Linking…"}"#)
    show.line("ld main.o")
    show.wait(2000)
    expectEqual(screen(show).visibleLines.last?.dropFirst(2).hasPrefix("Linking… "), true)
  }

  /// A program that says how far it is knows it better than the stage that it names.
  @Test mutating func theFractionOfAProgramIsNotThatOfItsStage() throws {
    try show.tell(#"{"type":"progress","stage":"prep","fraction":0.2}"#)
    show.wait(1000)
    #expect(screen(show).visibleLines.joined().contains(" 20 %"), "\(screen(show).visibleLines)")
  }

  /// A stage that begins ends the one before it, as the marks show.
  @Test mutating func aStageEndsTheOneBefore() throws {
    func marks() -> String { screen(show).visibleLines.joined().filter { "○◐●".contains($0) } }
    try show.tell(#"{"type":"stage_started","stage":"routine"}"#)
    show.wait(1000)
    expectEqual(marks(), "◐○○")
    try show.tell(#"{"type":"stage_started","stage":"saving"}"#)
    show.wait(1000)
    expectEqual(marks(), "●●◐")
  }

  /// However long the command and its line are, both can be recognised, and the time stays.
  @Test mutating func longNamesMakeWayForTheNewestLine() {
    show = live()
    show.wrap(["sh", "-c", DisplayText(String(repeating: "sleep 1; ", count: 50))])
    show.line(DisplayText(String(repeating: "word ", count: 60)))
    show.wait(3000)
    let status = screen(show).visibleLines.last ?? ""
    #expect(status.dropFirst(2).hasPrefix("sh -c 'sleep 1; ") && status.hasSuffix("  3 s"))
    expectNewest("word word word ")
    #expect(status.count < 80)
  }

  @Test func theTitleOfARecordedRunIsReadFromItsArguments() {
    for (arguments, name) in [
      (["--title", "Backup", "--", "cp", "a"], "Backup"),
      (["--title=Backup", "--", "cp", "a"], "Backup"),
      (["--", "sh", "-c", "echo 'a b'", "--title"], #"sh -c 'echo '\''a b'\''' --title"#),
    ] as [([String], DisplayText)] {
      let run = RunStart(
        id: "", subject: RunSubject(command: "wrap", arguments: ["wrap"] + arguments),
        arguments: [], scope: nil)
      expectEqual(run.wrappedName, name)
    }
  }

  /// A line keeps its colours above the block, unless colour is off.
  @Test(arguments: [true, false]) func linesKeepTheirColors(_ hasColor: Bool) {
    var show = live(palette: hasColor ? .theme : .colorless)
    show.wrap()
    var style = TextStyle.plain
    style.apply([31])
    let styled = StyledText([("error:", style), (" no such gear", .plain)])
    show.wait(400)
    show.post(.log(LogLine(stream: .standardOutput, text: "error: no such gear", styled: styled)))
    show.wait(200)
    let text = String(decoding: show.out, as: UTF8.self)
    expectEqual(text.contains("\u{1B}[31merror:\u{1B}[0m no such gear"), hasColor)
    #expect(screen(show).lines.contains { $0.hasPrefix("error: no such gear") })
  }

  // MARK: Lines that have not ended

  /// The newest line, beside the name of the command.
  private var newest: String {
    let line = screen(show).visibleLines.last ?? ""
    return line.firstRange(of: "· ").map { String(line[$0.upperBound...]) } ?? ""
  }

  private func expectNewest(
    _ start: String, line: Int = #line, column: Int = #column
  ) {
    expectEqual(newest.prefix(start.count), start[...], line: line, column: column)
  }

  /// A line that has not ended is shown for some milliseconds.
  private mutating func open(
    _ text: DisplayText?, isRedrawn: Bool = false, for wait: Int? = nil
  ) {
    show.open(text, isRedrawn: isRedrawn)
    if let wait { show.wait(wait) }
  }

  /// While only the spinner would change, a new unfinished line is shown at once.
  @Test mutating func progressOfALineIsSeenAsItGoesOn() {
    show.wait(1000)
    for step in 1...40 {
      open("\(step) %", isRedrawn: true, for: 0)
      expectNewest("\(step) % ")
      expectEqual(screen(show).visibleLines.first, "\(step) %")
    }
    let writes = show.writes.count
    for step in 1...10_000 { open("\(step)", isRedrawn: true) }
    show.wait(0)
    expectEqual(show.writes.count, writes + 1)
    expectNewest("10000 ")
    open(nil)
    show.line("done")
    show.wait(400)
    expectNewest("done ")
    expectEqual(screen(show).transcript.first, "done")
    #expect(!screen(show).transcript.contains("40 %"))
  }

  /// A line is shown from its beginning, a line of dots to its end, until it is a line like the
  /// others.
  @Test mutating func aLineIsShownAsItGrows() {
    show.line("first")
    show.wait(100)
    expectNewest("first ")
    open("sec", for: 100)
    expectNewest("sec ")
    let dots = String(repeating: ".", count: 100)
    open(DisplayText("test_model \(dots)F.x"), for: 100)
    expectNewest("…...")
    expectEqual([newest].with("..F.x ").count, 1)
    open(nil)
    show.line(DisplayText("test_model \(dots)F.x"))
    show.wait(100)
    expectNewest("test_model ....")
  }

  /// It stands above the block, complete, with the cursor at its end, before the block is drawn and
  /// after; what is typed is part of it.
  @Test(arguments: [0, 2000], ["Overwrite it? ", String(repeating: "Overwrite it? ", count: 12)])
  mutating func theCursorRestsInAnOpenLine(_ wait: Int, _ question: String) throws {
    show = live()
    show.wrap()
    show.wait(wait)
    show.line("before")
    func rows(_ text: String) -> [String] {
      stride(from: 0, to: text.count, by: 80).map { start in
        let row = text.dropFirst(start).prefix(80)
        return String(row.reversed().drop { $0 == " " }.reversed())
      }
    }
    func expectOpen(_ text: String, line: Int = #line, column: Int = #column) {
      let (shown, rows) = (screen(show), rows(text))
      expectEqual(
        shown.visibleLines.prefix(1 + rows.count), (["before"] + rows)[...], line: line,
        column: column)
      expectEqual(
        shown.cursor, .init(row: rows.count, column: text.count % 80), line: line, column: column)
    }
    open(DisplayText(question), for: 0)
    expectOpen(question)
    show.wait(2000)
    expectOpen(question)
    // The block goes on below it, and lines come above.
    #expect(screen(show).visibleLines.last?.hasSuffix(" s") == true)
    open(DisplayText(question + "ye"), for: 0)
    expectOpen(question + "ye")
    open(nil)
    show.line(DisplayText(question + "yes"))
    show.wait(100)
    let shown = screen(show)
    expectEqual(shown.transcript.dropLast(), (["before"] + rows(question + "yes"))[...])
    expectEqual(shown.cursor.column, 1)
    expectEqual(shown.unknown, [])
  }

  /// Nothing of it is erased by what comes between.
  @Test mutating func anOpenLineSurvivesWhatComesBetween() {
    show.wait(1000)
    open("Name: ", for: 100)
    show.line("a line", .standardOutput)
    show.wait(100)
    expectEqual(screen(show).visibleLines.prefix(2), ["a line", "Name:"])
    show.post(.warning(.liveUnavailable))
    show.wait(100)
    expectEqual(screen(show).visibleLines.filter { $0 == "Name:" }.isEmpty, false)
    show.columns = 30
    show.signal(.resize)
    show.wait(100)
    expectEqual(screen(show).visibleLines.filter { $0 == "Name:" }.isEmpty, false)
    open(nil)
    show.line("Name: jo")
    show.wait(100)
    expectEqual(screen(show).visibleLines.filter { $0 == "Name: jo" }.count, 1)
  }
}
