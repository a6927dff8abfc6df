// The error panel: single keys to retry, sign in again or leave.

import Support
import Testing

@Suite(.serialized, .blocking) struct RetryTests {
  @Test func aKeyContinuesFromTheFailure() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(500))
    // A login page is not retried automatically.
    rider.strava.answer(.laterPages, with: .loginPage, times: 8)
    let running = try rider.onTerminal().start()
    let terminal = try #require(running.terminal)
    try running.wait(for: "Press r to retry, c to cancel")
    #expect(!terminal.modes.echoes && !terminal.modes.gathersLines && terminal.modes.sendsSignals)
    let asked = rider.strava.listRequests.count
    rider.strava.behave()
    running.write("r")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    try expectEqual(rider.storedIDs().count, 500)
    // Received pages are not requested again.
    #expect(rider.strava.listRequests.dropFirst(asked).allSatisfy { !$0.isFirstPage })
    let lines = try finished(result).visibleLines
    expectEqual(lines.first?.hasPrefix("✓ Updated just now: 500 new"), true)
    #expect(!lines.contains { $0.contains("Unexpected answer") || $0.contains("Press r") })
  }

  @Test(arguments: ["c", "q", "C", "\u{1B}"])
  func otherKeysCancelWithTheCodeOfTheError(_ key: String) throws {
    let running = try failing().start()
    try running.wait(for: "Press r to retry, c to cancel")
    // Arrows and other letters are ignored.
    running.write("\u{1B}[A\u{1B}OBx7é\n")
    running.write(key)
    let result = try running.wait()
    expectEqual(result.status, .exited(68))
    let lines = try finished(result).visibleLines
    expectEqual(
      lines.suffix(3),
      [
        "✗ No connection", "  Unable to connect to Strava.",
        "  Check your connection and run velo-sync again",
      ])
  }

  @Test(arguments: [2, 15, 1] as [Int32])
  func signalsAtThePanelAreSignals(_ signal: Int32) throws {
    let running = try failing().start()
    try running.wait(for: "Press r to retry, c to cancel")
    if signal == 2 { running.write("\u{3}") } else { running.signal(signal) }
    let result = try running.wait()
    expectEqual(result.status, .signalled(signal))
    #expect(try !finished(result).text.contains("Press r"))
  }

  @Test func aCrashAtThePanelRestoresTheTerminal() throws {
    let running = try failing().start()
    try running.wait(for: "Press r to retry, c to cancel")
    running.signal(3)
    let result = try running.wait()
    expectEqual(result.status, .signalled(3))
    expectEqual(result.modesBefore, result.modesAfter)
  }

  /// In the background nobody would see or answer a question.
  @Test func inTheBackgroundAFailureEndsTheRun() throws {
    var program = try failing()
    program.startsInBackground = true
    let result = try program.run()
    expectEqual(result.status, .exited(68))
    #expect(try finished(result).text.contains("Check your connection"))
  }

  @Test func bgAtThePanelEndsTheRun() throws {
    let running = try failing().start()
    try running.wait(for: "Press r to retry, c to cancel")
    running.write("\u{1A}")
    try running.waitUntilStopped()
    running.continueInBackground()
    let result = try running.wait()
    expectEqual(result.status, .exited(68))
    #expect(try finished(result).text.contains("Check your connection"))
  }

  /// Keys typed before the question do not count.
  @Test func keysTypedAheadDoNotAnswer() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(400))
    let gate = rider.holdLaterPages()
    rider.strava.answer(.laterPages, with: .loginPage, times: 8)
    let running = try rider.onTerminal().start()
    try running.wait(for: "200 so far")
    running.write("ccc")
    gate.release()
    try running.wait(for: "Press r to retry, c to cancel")
    rider.strava.behave()
    running.write("r")
    try expectEqual(running.wait().status, .exited(0))
  }

  @Test func ctrlZAtThePanelAndBack() throws {
    let running = try failing().start()
    let terminal = try #require(running.terminal)
    try running.wait(for: "Press r to retry, c to cancel")
    running.write("\u{1A}")
    try running.waitUntilStopped()
    expectEqual(terminal.modes, terminal.modesAtStart)
    let stopped = running.received(.terminal).count
    running.continueInForeground()
    try running.wait(for: "Press r to retry, c to cancel", from: stopped)
    running.write("c")
    let result = try running.wait()
    expectEqual(result.status, .exited(68))
    #expect(try finished(result).text.contains("Check your connection"))
  }

  @Test(arguments: [["--no-input"], ["--plain"], ["--json"], ["--quiet"]])
  func nothingIsAskedWithNoInput(_ arguments: [String]) throws {
    var program = try failing()
    program.arguments += arguments
    let result = try program.run()
    expectEqual(result.status, .exited(68))
    #expect(!String(decoding: result.terminalBytes, as: UTF8.self).contains("Press r"))
  }

  @Test func nothingIsAskedWithoutAKeyboard() throws {
    var program = try failing()
    program.input = .null
    let result = try program.run()
    expectEqual(result.status, .exited(68))
    #expect(!String(decoding: result.terminalBytes, as: UTF8.self).contains("Press r"))
  }

  /// Another run may work while the panel waits; nothing is lost or duplicated.
  @Test func theStoreIsFreeWhileThePanelWaits() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(500))
    rider.strava.answer(.laterPages, with: .loginPage, times: 8)
    let running = try rider.onTerminal().start()
    try running.wait(for: "Press r to retry, c to cancel")
    rider.strava.behave()
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let store = try Disk.snapshot(of: rider.store)
    running.write("r")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    try expectEqual(Disk.snapshot(of: rider.store), store)
    try expectEqual(Set(rider.storedIDs()).count, 500)
  }

  @Test func signingInAgainHappensInPlace() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(30))
    rider.strava.edit { $0.revokeAccess() }
    let running = try rider.onTerminal(columns: 200).start()
    try running.wait(for: "Press r to sign in again, c to cancel")
    running.write("r")
    let bytes = try running.wait(for: "Waiting for you to sign in to Strava…")
    let text = String(decoding: bytes, as: UTF8.self)
    let address = try #require(
      text.split(whereSeparator: { $0 == " " || $0.isNewline || $0 == "\u{1B}" })
        .last { $0.contains("/oauth/authorize?") })
    _ = try Browser.get(rider.strava.approve(String(address)))
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    try expectEqual(rider.storedIDs().count, 30)
  }

  @Test func eachAttemptMayFail() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    rider.strava.answer(.firstPage, with: .loginPage, times: 2)
    let running = try rider.onTerminal().start()
    let first = try running.wait(for: "Press r to retry, c to cancel").count
    running.write("r")
    try running.wait(for: "Press r to retry, c to cancel", from: first)
    running.write("r")
    try expectEqual(running.wait().status, .exited(0))
    try expectEqual(rider.storedIDs().count, 5)
  }

  // MARK: Set-ups

  /// A sync that fails at once.
  private func failing() throws -> Program {
    try Rider().onTerminal("--sample", "--speed", "max", "--simulate", "network")
  }

  private func finished(_ result: ProgramResult) throws -> TestScreen {
    expectEqual(result.modesBefore, result.modesAfter)
    var screen = TestScreen(columns: 80, rows: 24)
    screen.feed(result.terminalBytes)
    #expect(screen.unknown.isEmpty)
    #expect(screen.cursor.column == 0 && screen.style.parameters.isEmpty)
    return screen
  }
}
