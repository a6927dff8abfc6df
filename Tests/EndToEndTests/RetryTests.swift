// The error panel: single keys to retry, sign in again or leave.

import Support
import Testing

@Suite(.blocking) struct RetryTests {
  private let rider: Rider

  init() throws { rider = try Rider() }

  @Test func aKeyContinuesFromTheFailure() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(500))
    // A login page is not retried automatically.
    rider.strava.answer(.laterPages, with: .loginPage, times: 8)
    let running = try atPanel(rider.onTerminal())
    let modes = try #require(running.terminal).modes
    expectEqual([modes.echoes, modes.gathersLines, modes.sendsSignals], [false, false, true])
    let asked = rider.strava.listRequests.count
    rider.strava.behave()
    running.write("r")
    let result = try running.finish()
    try expectEqual(rider.storedIDs().count, 500)
    // Received pages are not requested again.
    expectEqual(rider.strava.listRequests.dropFirst(asked).contains { $0.isFirstPage }, false)
    let lines = result.finishedScreen().visibleLines
    expectEqual(lines.first?.contains("500 new"), true)
    expectEqual(lines.filter { $0.contains(Marks.panel) || $0.hasPrefix("✗") }, [])
  }

  /// The old one is used up.
  @Test func aSignInThatCouldNotBeSavedIsSavedByTheNextAttempt() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    rider.strava.edit { $0.expireAccessTokens() }
    let gate = rider.strava.server.hold(path: "/oauth/token")
    let running = try rider.onTerminal().start()
    try gate.waitUntilHeld(1)
    try Disk.move(rider.state, to: rider.state + ".away")
    try Disk.write([], to: rider.state)
    gate.release()
    try running.wait(for: Marks.panel)
    Disk.remove(rider.state)
    try Disk.move(rider.state + ".away", to: rider.state)
    running.write("r")
    _ = try running.finish()
    try expectEqual(
      rider.strava.edit { $0.refreshTokens }, [rider.credential("refresh_token", of: .strava)])
  }

  /// Arrows and other letters are ignored.
  @Test(arguments: ["c", "q", "C", "\u{1B}"])
  func otherKeysCancelWithTheCodeOfTheError(_ key: String) throws {
    let running = try atPanel(failing())
    running.write("\u{1B}[A\u{1B}OBx7é\n")
    running.write(key)
    try expectPanel(running.wait())
  }

  @Test(arguments: [2, 15, 1, 3] as [Int32])
  func signalsAtThePanelAreSignals(_ signal: Int32) throws {
    let running = try atPanel(failing())
    if signal == 2 { running.write("\u{3}") } else { running.signal(signal) }
    let result = try running.finish(.signalled(signal))
    // The last of them kills at once.
    if signal != 3 { expectEqual(result.finishedScreen().text.contains(Marks.panel), false) }
  }

  /// In the background nobody would see or answer a question.
  @Test func inTheBackgroundAFailureEndsTheRun() throws {
    var program = try failing()
    program.startsInBackground = true
    try expectPanel(program.run())
  }

  @Test func bgAtThePanelEndsTheRun() throws {
    let running = try atPanel(failing())
    running.write("\u{1A}")
    try running.waitUntilStopped()
    running.continueInBackground()
    try expectPanel(running.wait())
  }

  @Test func ctrlZAtThePanelAndBack() throws {
    let running = try atPanel(failing())
    let terminal = try #require(running.terminal)
    running.write("\u{1A}")
    try running.waitUntilStopped()
    expectEqual(terminal.modes, terminal.modesAtStart)
    let stopped = running.received(.terminal).count
    running.continueInForeground()
    try running.wait(for: Marks.panel, from: stopped)
    running.write("c")
    try expectPanel(running.wait())
  }

  /// Neither when it is not wanted nor without a keyboard.
  @Test func nothingIsAskedInVain() throws {
    for arguments in [["--no-input"], ["--plain"], ["--json"], ["--quiet"], []] {
      var program = try failing()
      program.arguments += arguments
      if arguments.isEmpty { program.input = .null }
      let result = try program.run()
      expectEqual(result.status, .exited(68), "\(arguments)")
      expect(!result.sent.contains(Marks.panel), "\(arguments)")
    }
  }

  // MARK: Helpers

  /// A sync that fails at once.
  private func failing() throws -> Program {
    try rider.onTerminal("--sample", "--speed", "max", "--simulate", "network")
  }

  /// The program, once it shows the panel.
  private func atPanel(_ program: Program) throws -> RunningProgram {
    let running = try program.start()
    try running.wait(for: Marks.panel)
    return running
  }

  /// The panel of a failure is what is left, without its prompt.
  private func expectPanel(_ result: ProgramResult) {
    expectEqual(result.status, .exited(68))
    let screen = result.finishedScreen()
    let lines = screen.visibleLines.suffix(3).map { String($0.prefix(2)) }
    expectEqual(lines, ["✗ ", "  ", "  "], "\(screen.text)")
    expect(!screen.text.contains(Marks.panel))
  }
}
