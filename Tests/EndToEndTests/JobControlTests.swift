// Job control: stopped, in the background, and continued.

import Support
import Testing

@Suite(.serialized, .blocking) struct JobControlTests {
  @Test func ctrlZGivesTheTerminalBackAndFgTakesItAgain() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.onTerminal().start()
    let terminal = try #require(running.terminal)
    try running.wait(for: "200 so far")
    try running.wait(for: "━")
    #expect(!terminal.modes.echoes)

    running.write("\u{1A}")
    try running.waitUntilStopped()
    expectEqual(terminal.modes, terminal.modesAtStart)
    #expect(terminal.foregroundGroup != running.pid)
    try waitUntilCleared(running)
    // The person at the shell types and sees it.
    running.write("ls\n")
    let stopped = try running.wait(for: "ls\r\n").count

    running.continueInForeground()
    try running.wait(for: "Downloading Strava activities…", from: stopped)
    try running.wait(for: "━", from: stopped)
    #expect(!terminal.modes.echoes)
    gate.release()
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    let screen = screen(of: result.terminalBytes)
    expectEqual(screen.visibleLines[0], "ls")
    #expect(screen.visibleLines[1].hasPrefix("✓ Updated just now: 400 new"))
    expectEqual(screen.transcript.filter { $0.contains("Updated") }.count, 1)
    #expect(!screen.text.contains("Downloading"))
  }

  @Test func bgContinuesWithoutTheBlock() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.onTerminal().start()
    try running.wait(for: "200 so far")
    running.write("\u{1A}")
    try running.waitUntilStopped()
    let stopped = try waitUntilCleared(running)
    running.continueInBackground()
    gate.release()
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    let since = String(decoding: result.terminalBytes[stopped...], as: UTF8.self)
    #expect(!since.contains("━"))
    let lines = screen(of: result.terminalBytes).visibleLines
    #expect(lines[0].isEmpty && lines[1].hasPrefix("✓ Updated just now: 400 new"))
  }

  @Test func ctrlZAtAQuestionGivesTheEchoBack() throws {
    let rider = try Rider()
    let running = try rider.onTerminal("connect", "strava", "--client-id", "1").start()
    let terminal = try #require(running.terminal)
    try running.wait(for: "Client secret (not shown):")
    #expect(!terminal.modes.echoes)
    running.write("\u{1A}")
    try running.waitUntilStopped()
    expectEqual(terminal.modes, terminal.modesAtStart)
    // The question is asked again; this line is not an answer.
    running.continueInForeground()
    running.write("\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(64))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  @Test func inTheBackgroundOnlyTheResultIsShown() throws {
    let rider = try Rider()
    var program = try rider.onTerminal("--dry-run", "--speed", "8", columns: 100)
    program.startsInBackground = true
    let running = try program.start()
    let terminal = try #require(running.terminal)
    terminal.stopBackgroundWriters()
    let before = terminal.modes
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesAfter, before)
    let said = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(!said.contains("Downloading") && !said.contains("━"))
    var screen = TestScreen(columns: 100, rows: 24)
    screen.feed(result.terminalBytes)
    expectEqual(screen.visibleLines.count, 4)
    #expect(screen.visibleLines[2].hasPrefix("✓ Dry run, nothing written: 183 new;"))
  }

  @Test func fromTheBackgroundFgBringsTheBlock() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    var program = try rider.onTerminal()
    program.startsInBackground = true
    let running = try program.start()
    let terminal = try #require(running.terminal)
    terminal.stopBackgroundWriters()
    let before = terminal.modes
    try gate.waitUntilHeld(1)
    #expect(running.received(.terminal).isEmpty)
    expectEqual(terminal.modes, before)
    running.continueInForeground()
    try running.wait(for: "200 so far")
    try running.wait(for: "━")
    gate.release()
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesAfter, before)
    expectEqual(
      screen(of: result.terminalBytes).visibleLines.first?.hasPrefix("✓ Updated just now: 400 new"),
      true)
  }

  /// Waits until the screen is empty; returns the number of bytes so far.
  @discardableResult
  private func waitUntilCleared(_ running: RunningProgram) throws -> Int {
    try running.wait(for: "the block to go") { screen(of: $0).visibleLines.isEmpty }.count
  }

  private func screen(of bytes: [UInt8]) -> TestScreen {
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(bytes)
    return screen
  }
}
