// A retry at the error panel goes on where the failed attempt ended.

import Support
import Testing

@Suite(.blocking) struct RetryTests {
  @Test func `a key continues from the failure`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(500))
    // A login page is not retried automatically.
    rider.strava.answer(with: .loginPage, times: 8) { $0.isPage && !$0.isFirstPage }
    let running = try rider.onTerminal().start()
    try running.wait(for: Marks.panel)
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
  @Test func `a sign-in that could not be saved is saved by the next attempt`() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    rider.strava.edit { $0.grants.expireAccessTokens() }
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
      rider.strava.account.grants.refreshTokens, [rider.credential("refresh_token", of: .strava)])
  }
}
