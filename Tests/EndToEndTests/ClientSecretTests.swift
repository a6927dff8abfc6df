// A client secret that was renewed on the service's website.

import Support
import Testing

@Suite(.blocking) struct ClientSecretTests {
  @Test func aRenewedClientSecretIsAccepted() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(2))
    let id = rider.strava.edit { $0.application.clientID }
    rider.strava.edit {
      $0.application.clientSecret = "feedfacefeedfacefeedfacefeedfacefeedface"
      $0.expireAccessTokens()
    }
    let refused = try rider.run()
    expectEqual(refused.status, .exited(77))
    expectEqual(
      refused.errorLines,
      [
        "velo-sync: Strava did not accept the client secret. (auth)",
        "  Run velo-sync connect strava --client-id \(id) and enter the new client secret",
      ])
    // Through a pipe, which `connect` reads because the ID is given.
    try rider.connect()
    try expectEqual(rider.run("--quiet").status, .exited(0))
    // A known ID without a new secret keeps the old one.
    let running = try rider.program("connect", "strava", "--client-id", id, "--json").start()
    _ = try Browser.get(rider.strava.approve(Events.signInURL(running)))
    try expectEqual(running.wait().status, .exited(0))
  }

  @Test func atTheTerminalARenewedClientSecretIsAskedFor() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(2))
    let renewed = "feedfacefeedfacefeedfacefeedfacefeedface"
    rider.strava.edit {
      $0.application.clientSecret = renewed
      $0.expireAccessTokens()
    }
    // The error panel offers the same sign-in.
    let running = try rider.onTerminal().start()
    try running.wait(for: "Press r to sign in again")
    running.write("r")
    try running.wait(for: "New client secret (not shown")
    running.write(renewed + "\n")
    _ = try Browser.get(rider.strava.approve(shownURL(running)))
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    #expect(!String(decoding: result.terminalBytes, as: UTF8.self).contains(renewed))
    try expectEqual(rider.storedIDs().count, 2)
  }

  /// The address of the sign-in page, as shown on a terminal.
  private func shownURL(_ running: RunningProgram) throws -> String {
    func line(_ bytes: [UInt8]) -> Substring? {
      String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).dropLast()
        .last { $0.contains("/oauth/authorize?") }
    }
    let seen = try running.wait(for: "the address") { line($0) != nil }
    let text = try #require(line(seen))
    let start = try #require(text.firstRange(of: "http://127.0.0.1"))
    return String(text[start.lowerBound...].prefix { $0 > " " && $0 < "\u{7f}" })
  }
}
