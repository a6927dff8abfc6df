// The live line on a real terminal: whatever happens, the terminal is left as it was.

import Support
import Testing

@Suite(.serialized, .blocking) struct LiveTests {
  @Test(arguments: [20, 39, 40, 60, 80, 100, 200])
  func aRunLeavesItsResultAndTheTerminalAsItWas(_ columns: Int) throws {
    let rider = try Rider()
    let result = try rider.onTerminal("--dry-run", "--speed", "20", columns: columns).run()
    expectEqual(result.status, .exited(0))
    let screen = try finished(result, columns: columns)
    #expect(screen.visibleLines.contains { $0.hasPrefix("✓ Dry run,") })
    #expect(!screen.transcript.contains { $0.contains("━") || $0.contains("◌") })
    // Nothing is queried from the terminal, and no setting is changed that could outlast the run.
    let sent = String(decoding: result.terminalBytes, as: UTF8.self)
    for request in ["$p", "\u{1B}[c", "[6n", "[?25", "[?7", "[?1049"] {
      #expect(!sent.contains(request))
    }
  }

  /// Over a serial line the width of the terminal is unknown.
  @Test func aWindowWithoutASizeHas80Columns() throws {
    let rider = try Rider()
    var program = try rider.onTerminal("--dry-run", "--speed", "20")
    program.window = Window(columns: 0, rows: 0)
    let result = try program.run()
    expectEqual(result.status, .exited(0))
    let lines = try finished(result, columns: 80).visibleLines
    #expect(lines.contains { $0.hasPrefix("✓ Dry run, nothing written: 183 new;") })
    #expect(lines.allSatisfy { $0.count < 80 })
  }

  /// A hundred window sizes, each followed by one repaint that leaves one block.
  @Test(arguments: [TestScreen.Resizing.cut, .reflow])
  func manyResizesLeaveNoTrace(_ resizing: TestScreen.Resizing) throws {
    let run = try downloading()
    let terminal = try #require(run.program.terminal)
    var screen = TestScreen(columns: 80, rows: 24)
    var fed = 0
    var random = SeededRandom(seed: 7)
    var window = Window()
    for _ in 0..<100 {
      let last = window
      while window == last {
        window = Window(
          columns: 1 + Int(random.next() % 200), rows: 1 + Int(random.next() % 50))
      }
      let before = run.program.received(.terminal).count
      terminal.resize(to: window)
      let bytes = try run.program.wait(for: "a repaint") { repaint(in: $0, from: before) != nil }
      // Output before the repaint was meant for the old window.
      let start = try #require(repaint(in: bytes, from: before))
      screen.feed(Array(bytes[fed..<start]))
      screen.resize(columns: window.columns, rows: window.rows, resizing)
      screen.feed(Array(bytes[start...]))
      fed = bytes.count
      #expect(screen.lines.filter { $0.contains("○ Saving") }.count <= 1)
      #expect(screen.lines.filter { $0.contains("200 so far") }.count <= 1)
    }
    let before = run.program.received(.terminal).count
    terminal.resize(to: Window(columns: 100, rows: 30))
    _ = try run.program.wait(for: "a repaint") { repaint(in: $0, from: before) != nil }
    run.gate.release()
    let result = try run.program.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    let start = try #require(repaint(in: result.terminalBytes, from: before))
    screen.feed(Array(result.terminalBytes[fed..<start]))
    screen.resize(columns: 100, rows: 30, resizing)
    screen.feed(Array(result.terminalBytes[start...]))
    #expect(screen.visibleLines.last?.contains("Recovery ––") == true || screen.cursor.column == 0)
    expectEqual(screen.cursor.column, 0)
    expectEqual(screen.visibleLines.filter { $0.contains("Updated just now: 400 new") }.count, 1)
    #expect(!screen.text.contains("Downloading") && !screen.text.contains("━"))
  }

  @Test func ctrlCAtAnyMomentLeavesTheTerminalAsItWas() throws {
    let rider = try Rider()
    let whole = try rider.onTerminal("--dry-run", "--speed", "20").run().terminalBytes.count
    var random = SeededRandom(seed: 11)
    for _ in 0..<50 {
      let moment = Int(random.next() % UInt64(whole))
      let running = try rider.onTerminal("--dry-run", "--speed", "20").start()
      // At the very beginning nothing may have been written yet.
      if moment > 0 {
        _ = try? running.wait(for: "\(moment) bytes") { $0.count >= moment }
      }
      running.write("\u{3}")
      let result = try running.wait()
      expectEqual(result.modesBefore, result.modesAfter)
      // It may have ended before: then the key was echoed by the terminal.
      let hasResult = String(decoding: result.terminalBytes, as: UTF8.self).contains("✓")
      if result.status == .exited(0) || hasResult { continue }
      expectEqual(result.status, .signalled(2), "at byte \(moment)")
      let screen = try finished(result, columns: 80)
      #expect(!screen.transcript.contains { $0.contains("━") }, "at byte \(moment)")
      #expect(!screen.transcript.contains { $0.contains("^C") }, "at byte \(moment)")
    }
  }

  @Test(arguments: [2, 15, 1] as [Int32])
  func aSignalEndsTheRunAsItsSenderExpects(_ signal: Int32) throws {
    let run = try downloading()
    run.program.signal(signal)
    let result = try run.program.wait()
    run.gate.release()
    expectEqual(result.status, .signalled(signal))
    let lines = try finished(result, columns: 80).visibleLines
    expectEqual(lines, ["! Stopped. What was downloaded is kept."])
  }

  /// Ctrl-\ and crashes: only the signal handler can erase the block.
  @Test(arguments: [3, 6, 11] as [Int32])
  func aCrashRestoresTheTerminal(_ signal: Int32) throws {
    // Swift's own crash report would wait for a key.
    let run = try downloading(["SWIFT_BACKTRACE": "enable=no"])
    run.program.signal(signal)
    let result = try run.program.wait()
    run.gate.release()
    expectEqual(result.status, .signalled(signal))
    expectEqual(result.modesBefore, result.modesAfter)
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    #expect(!screen.text.contains("Downloading"))
  }

  /// A shell continues a loop unless the program was ended by the signal itself.
  @Test func ctrlCEndsALoopOfTheShell() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let program = try rider.onTerminal()
    var shell = Program(
      "/bin/bash",
      ["--norc", "-c", "for i in 1 2 3; do echo turn $i; \(program.path); done; echo after"],
      environment: program.environment)
    shell = shell.onTerminal()
    let running = try shell.start()
    try running.wait(for: "200 so far")
    running.write("\u{3}")
    let result = try running.wait()
    gate.release()
    let text = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(text.contains("turn 1") && !text.contains("turn 2") && !text.contains("after"))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  @Test func keysTypedDuringARunDoNotTearTheBlock() throws {
    let run = try downloading()
    run.program.write("hello\n\n\u{1B}[A x")
    try run.gate.waitUntilHeld(1)
    run.gate.release()
    let result = try run.program.wait()
    expectEqual(result.status, .exited(0))
    let screen = try finished(result, columns: 80)
    expectEqual(screen.visibleLines.first?.hasPrefix("✓ Updated just now: 400 new"), true)
    #expect(!screen.text.contains("hello"))
  }

  @Test func theTaskbarShowsProgressWhereItCan() throws {
    let rider = try Rider()
    var program = try rider.onTerminal("--dry-run", "--speed", "20")
    #expect(!String(decoding: try program.run().terminalBytes, as: UTF8.self).contains("\u{1B}]"))
    program.environment["TERM_PROGRAM"] = "WezTerm"
    let result = try program.run()
    let reports = taskbar(result)
    #expect(reports.count > 3)
    #expect(reports.dropLast().allSatisfy { $0.hasPrefix("1;") })
    expectEqual(Set(reports).count, reports.count)
    expectEqual(reports.last, "0;")
    program.environment["TMUX"] = "/tmp/tmux,1,0"
    #expect(try taskbar(program.run()).isEmpty)
  }

  @Test(arguments: [2, 15, 3] as [Int32])
  func theTaskbarIsClearedWhateverEndsTheRun(_ signal: Int32) throws {
    let run = try downloading(["WT_SESSION": "1"])
    run.program.signal(signal)
    let result = try run.program.wait()
    run.gate.release()
    expectEqual(result.status, .signalled(signal))
    expectEqual(taskbar(result).last, "0;")
  }

  @Test func theTaskbarIsRedWhileAFailureIsOnTheScreen() throws {
    let rider = try Rider()
    var program = try rider.onTerminal("--sample", "--speed", "max", "--simulate", "network")
    program.environment["WT_SESSION"] = "1"
    let running = try program.start()
    try running.wait(for: "Press r to retry, c to cancel")
    running.write("c")
    let reports = try taskbar(running.wait())
    expectEqual(reports.suffix(2).first?.hasPrefix("2;"), true)
    expectEqual(reports.last, "0;")
  }

  @Test func theBellRings() throws {
    let rider = try Rider()
    let well = try rider.onTerminal("--dry-run", "--speed", "20", "--bell").run()
    expectEqual(well.terminalBytes.filter { $0 == 0x07 }.count, 1)
    let badly = try rider.onTerminal(
      "--sample", "--speed", "20", "--bell", "--simulate", "network", "--no-input"
    ).run()
    expectEqual(badly.status, .exited(68))
    expectEqual(badly.terminalBytes.filter { $0 == 0x07 }.count, 2)
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
    try running.wait(for: "200 so far")
    return Download(rider: rider, program: running, gate: gate)
  }

  // MARK: Checks

  /// The screen after a run that restored everything: termios, cursor, colours, prompt position.
  private func finished(_ result: ProgramResult, columns: Int) throws -> TestScreen {
    expectEqual(result.modesBefore, result.modesAfter)
    var screen = TestScreen(columns: columns, rows: 24)
    screen.feed(result.terminalBytes)
    #expect(screen.unknown.isEmpty && !screen.isMidway)
    #expect(screen.cursor.column == 0 && screen.isCursorVisible && screen.wrapsAutomatically)
    #expect(!screen.isSynchronizing)
    #expect(screen.style.parameters.isEmpty)
    return screen
  }

  /// Where the next repaint of the whole block begins.
  private func repaint(in bytes: [UInt8], from start: Int) -> Int? {
    let clearing = Array("\r\u{1B}[J".utf8)
    guard let place = bytes.firstIndex(of: clearing, from: start) else { return nil }
    let mark = Array("\u{1B}[?2026h".utf8)
    let isMarked = place >= mark.count && Array(bytes[(place - mark.count)..<place]) == mark
    return isMarked ? place - mark.count : place
  }

  /// The taskbar reports, such as "1;22".
  private func taskbar(_ result: ProgramResult) -> [String] {
    String(decoding: result.terminalBytes, as: UTF8.self).split(separator: "\u{1B}]9;4;")
      .dropFirst().map { String($0.prefix { $0 != "\u{1B}" && $0 != "\u{7}" }) }
  }
}
