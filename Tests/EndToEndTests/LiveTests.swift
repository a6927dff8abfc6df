// The live line on a real terminal: whatever happens, the terminal is left as it was.

import CLibrary
import Support
import Testing

@Suite(.blocking) struct LiveTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  @Test(arguments: [20, 39, 80, 200])
  func `a run leaves its result and the terminal as it was`(_ columns: Int) throws {
    let result = try rider.onTerminal("--dry-run", "--speed", "max", columns: columns).finish()
    let screen = result.finishedScreen(columns: columns)
    expect(screen.visibleLines.contains { $0.hasPrefix(Marks.done) })
    expectEqual(screen.transcript.filter { $0.contains(Marks.bar) || $0.contains("◌") }, [])
    // Nothing is queried from the terminal, and no setting is changed that could outlast the run.
    let requests = ["$p", "\u{1B}[c", "[6n", "[?25", "[?7", "[?1049", "\u{1B}]"]
    expectEqual(requests.filter { result.sent.contains($0) }, [])
  }

  /// Many window sizes, each followed by one repaint that leaves one block.
  @Test(arguments: Tier.cases([TestScreen.Resizing.cut, .reflow], quick: 1))
  func `many resizes leave no trace`(_ resizing: TestScreen.Resizing) throws {
    let run = try downloading()
    let terminal = try #require(run.program.terminal)
    var screen = TestScreen(columns: 80, rows: 24)
    var fed = 0
    var random = SeededRandom(seed: 7)
    var window = Window()
    /// Output before the repaint was meant for the old window.
    func feed(_ bytes: [UInt8], from before: Int) throws {
      let start = try #require(repaint(in: bytes, from: before))
      screen.feed(Array(bytes[fed..<start]))
      screen.resize(columns: window.columns, rows: window.rows, resizing)
      screen.feed(Array(bytes[start...]))
      fed = bytes.count
    }
    let count = Tier.rounds(100)
    for step in 0...count {
      let last = window
      while window == last {
        window = Window(
          columns: 1 + Int(random.next() % 200), rows: 1 + Int(random.next() % 50))
      }
      if step == count { window = Window(columns: 100, rows: 30) }
      let before = run.program.received(.terminal).count
      terminal.resize(to: window)
      let bytes = try run.program.wait(for: "a repaint") { repaint(in: $0, from: before) != nil }
      if step == count {
        run.gate.release()
        let result = try run.program.finish()
        try feed(result.terminalBytes, from: before)
      } else {
        try feed(bytes, from: before)
      }
      for mark in ["○ ", Marks.firstPage] {
        expect(screen.lines.filter { $0.contains(mark) }.count <= 1, "\(window)")
      }
    }
    expectEqual(screen.cursor.column, 0)
    expectEqual(screen.visibleLines.filter { $0.contains("400 new") }.count, 1)
    expectEqual([Marks.downloading, Marks.bar].filter { screen.text.contains($0) }, [])
  }

  /// At moments that are spread over the bytes of a whole run, whatever their speed.
  @Test func `Ctrl-C at any moment leaves the terminal as it was`() throws {
    let arguments = ["--dry-run", "--speed", "100"]
    let program = try rider.program(arguments, environment: Rider.terminal).onTerminal()
    let whole = try program.run().terminalBytes.count
    for step in Tier.cases(1...20, quick: 4) {
      let moment = whole * step / 21
      let running = try program.start()
      // A shorter run may have ended.
      _ = try? running.wait(for: "\(moment) bytes") { $0.count >= moment }
      running.write("\u{3}")
      let result = try running.wait()
      expectEqual(result.modesBefore, result.modesAfter)
      // After its end the terminal echoes the key.
      if result.status == .exited(0) || result.sent.contains(Marks.done) { continue }
      expectEqual(result.status, .signalled(2), "at byte \(moment)")
      let lines = result.finishedScreen().transcript
      expectEqual(
        lines.filter { $0.contains(Marks.bar) || $0.contains("^C") }, [], "at byte \(moment)")
    }
  }

  /// In any thread, and where its stack is used up.
  @Test(
    .enabled(if: PreloadedLibrary.compiler != nil, "needs a C compiler"),
    arguments: Tier.cases(
      [
        ("overflow(0)", SIGSEGV), ("*(volatile int *)8 = 1", SIGSEGV), ("abort()", SIGABRT),
        ("raise(SIGILL)", SIGILL), ("raise(SIGFPE)", SIGFPE), ("raise(SIGBUS)", SIGBUS),
        ("raise(SIGTRAP)", SIGTRAP),
      ] as [(String, Int32)], quick: 2))
  func `a fault in a worker restores the terminal`(_ fault: String, _ signal: Int32) throws {
    let library = try PreloadedLibrary(
      "fault", defining: ["FILE": "\"\(rider.home.path)/fail\"", "FAULT": fault], in: rider.home)
    var program = try rider.onTerminal("--sample")
    program.environment.merge(library.environment) { $1 }
    program.environment["SWIFT_BACKTRACE"] = "enable=no"
    let running = try program.start()
    try running.wait(for: Marks.bar)
    try rider.home.write("", to: "fail")
    let result = try running.finish(.signalled(signal))
    expect(!screen(result.terminalBytes).text.contains(Marks.bar))
  }

  @Test func `the taskbar shows progress where it can`() throws {
    var program = try rider.onTerminal("--dry-run", "--speed", "20")
    program.environment["TERM_PROGRAM"] = "WezTerm"
    let reports = try taskbar(program.run().terminalBytes)
    expect(reports.count > 3)
    expectEqual(reports.dropLast().filter { !$0.hasPrefix("1;") }, [])
    expectEqual(Set(reports).count, reports.count)
    expectEqual(reports.last, "0;")
    program.environment["TMUX"] = "/tmp/tmux,1,0"
    program.arguments = ["--dry-run", "--speed", "max"]
    try expectEqual(taskbar(program.run().terminalBytes), [])
  }

  @Test func `the bell rings`() throws {
    let well = try rider.onTerminal("--dry-run", "--speed", "max", "--bell").run()
    expectEqual(well.terminalBytes.filter { $0 == 0x07 }.count, 1)
    let badly = try rider.onTerminal(
      "--sample", "--speed", "max", "--bell", "--simulate", "network", "--no-input"
    ).finish(.exited(68))
    expectEqual(badly.terminalBytes.filter { $0 == 0x07 }.count, 2)
  }

  // MARK: Waits

  @Test(.long) func `the wait for a limit stays while answers arrive`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(4_000))
    // Another client of the application uses up the day while a page is under way. Of the three
    // pages that are requested after it, at most two carry its number: one is answered as the
    // fourth.
    let gate = rider.strava.server.hold { $0.isPage && $0.query["page"] == "4" }
    rider.strava.answer("/athlete/activities", with: rider.strava.account.usedUp(86_400), nth: 4)
    var program = try rider.onTerminal("--wait", "1d", "--no-tips", columns: 100)
    program.environment["WT_SESSION"] = "1"
    let running = try program.start()
    try gate.waitUntilHeld()
    let before = try running.wait(for: Marks.limit).count
    gate.release()
    // The answer arrives at once; within three turns of the spinner it would be on the line.
    let bytes = try running.wait(for: "three turns of the spinner") { bytes in
      bytes.dropFirst(before).filter { $0 == 0x08 }.count >= 30
    }
    expect(screen(bytes, columns: 100).text.contains(Marks.limit))
    expectEqual(taskbar(bytes).last?.hasPrefix("4;"), true)
    running.write("\u{3}")
    try running.finish(.signalled(2))
  }

  // MARK: Set-ups

  /// A run in the middle of its download, which continues when the gate is released.
  private struct Download {
    let rider: Rider
    let program: RunningProgram
    let gate: Gate
  }

  private func downloading(_ environment: [String: String] = [:]) throws -> Download {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    var program = try rider.onTerminal()
    program.environment.merge(environment) { $1 }
    let running = try program.start()
    try running.wait(for: Marks.firstPage)
    return Download(rider: rider, program: running, gate: gate)
  }

  // MARK: Checks

  /// Where the next repaint of the whole block begins.
  private func repaint(in bytes: [UInt8], from start: Int) -> Int? {
    let clearing = Array("\r\u{1B}[C\u{1B}[J".utf8)
    guard let place = bytes.firstIndex(of: clearing, from: start) else { return nil }
    let mark = Array("\u{1B}[?2026h".utf8)
    let isMarked = place >= mark.count && Array(bytes[(place - mark.count)..<place]) == mark
    return isMarked ? place - mark.count : place
  }

  /// The taskbar reports, such as "1;22".
  private func taskbar(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}]9;4;")
      .dropFirst().map { String($0.prefix { $0 != "\u{1B}" && $0 != "\u{7}" }) }
  }
}
