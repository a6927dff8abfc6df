// Job control: stopped, in the background, and continued.

import Support
import Testing

@Suite(.blocking) struct JobControlTests {
  @Test func ctrlZGivesTheTerminalBackAndFgTakesItAgain() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.onTerminal().start()
    let terminal = try #require(running.terminal)
    try running.wait(for: Marks.firstPage)
    try running.wait(for: Marks.bar)
    expect(!terminal.modes.echoes)

    running.write("\u{1A}")
    try running.waitUntilStopped()
    expectEqual(terminal.modes, terminal.modesAtStart)
    expectEqual(terminal.foregroundGroup == running.pid, false)
    try waitUntilCleared(running)
    // The person at the shell types and sees it.
    running.write("ls\n")
    let stopped = try running.wait(for: "ls\r\n").count

    running.continueInForeground()
    try running.wait(for: Marks.firstPage, from: stopped)
    try running.wait(for: Marks.bar, from: stopped)
    expect(!terminal.modes.echoes)
    gate.release()
    let result = try running.finish()
    let lines = screen(result.terminalBytes).transcript
    expectEqual([lines[0], "\(lines[1].contains("400 new"))"], ["ls", "true"])
    expectEqual(lines.filter { $0.hasPrefix(Marks.done) }.count, 1)
    expectEqual(lines.filter { $0.contains(Marks.downloading) }, [])
  }

  @Test func bgContinuesWithoutTheBlock() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    let running = try rider.onTerminal().start()
    try running.wait(for: Marks.firstPage)
    running.write("\u{1A}")
    try running.waitUntilStopped()
    let stopped = try waitUntilCleared(running)
    running.continueInBackground()
    gate.release()
    let result = try running.finish()
    let since = String(decoding: result.terminalBytes[stopped...], as: UTF8.self)
    expect(!since.contains(Marks.bar))
    let lines = result.screenLines()
    expectEqual([lines[0], "\(lines[1].contains("400 new"))"], ["", "true"])
  }

  @Test func ctrlZAtAQuestionGivesTheEchoBack() throws {
    let rider = try Rider()
    let running = try rider.onTerminal("connect", "strava", "--client-id", "1").start()
    let terminal = try #require(running.terminal)
    try running.wait(for: Marks.secret)
    expect(!terminal.modes.echoes)
    running.write("\u{1A}")
    try running.waitUntilStopped()
    expectEqual(terminal.modes, terminal.modesAtStart)
    // The question is asked again; this line is not an answer.
    running.continueInForeground()
    running.write("\n")
    try running.finish(.exited(64))
  }

  @Test func inTheBackgroundOnlyTheResultIsShown() throws {
    let rider = try Rider()
    var program = try rider.onTerminal("--dry-run", "--speed", "max", columns: 100)
    program.startsInBackground = true
    let running = try program.start()
    let terminal = try #require(running.terminal)
    terminal.stopBackgroundWriters()
    let before = terminal.modes
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesAfter, before)
    expectEqual([Marks.downloading, Marks.bar].filter { result.sent.contains($0) }, [])
    let lines = result.screenLines(columns: 100)
    expectEqual(lines.map { $0.contains("183 new") }, [false, false, true, false])
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
    expectEqual(running.received(.terminal), [])
    expectEqual(terminal.modes, before)
    running.continueInForeground()
    try running.wait(for: Marks.firstPage)
    try running.wait(for: Marks.bar)
    gate.release()
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesAfter, before)
    expectEqual(result.screenLines().first?.contains("400 new"), true)
  }

  /// Waits until the screen is empty; returns the number of bytes so far.
  @discardableResult
  private func waitUntilCleared(_ running: RunningProgram) throws -> Int {
    try running.wait(for: "the block to go") { screen($0).visibleLines.isEmpty }.count
  }
}
