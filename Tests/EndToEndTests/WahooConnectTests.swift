// Connecting Wahoo with a pasted code, and disconnecting it.

import Codec
import Support
import Testing

@Suite(.blocking) struct WahooConnectTests {
  private static func workouts(_ count: Int = 3) -> [WahooWorkout] {
    WahooWorkout.history(count, until: WahooRider.now)
  }

  @Test func theAddressOrTheCodeIsPasted() throws {
    for paste in [{ $0 }, code] as [(String) -> String] {
      let rider = try WahooRider(workouts: Self.workouts())
      let result = try rider.connect(paste: paste)
      expectEqual(result.status, .exited(0), "\(result.output)\(result.errors)")
      let events = try Events(result)
      #expect(events.of("source").first?["state"]?.string == "connected")
      expectEqual(Disk.mode(of: rider.credentials), 0o600)
      let entry = try JSONValue(parsing: try #require(try Disk.read(rider.credentials)))["wahoo"]
      #expect(entry?["athlete_id"]?.string == "60462")
      #expect(entry?["athlete_name"]?.string == "Marianne T.")
      let rows = try rider.run("sources").outputLines
      #expect(rows.contains { $0.hasPrefix("Wahoo          connected") })
      try expectEqual(rider.run("--quiet").status, .exited(0))
      try expectEqual(rider.storedIDs().count, 3)
    }
  }

  @Test func anAddressWithAnotherStateIsRefused() throws {
    let rider = try WahooRider()
    let result = try rider.connect(paste: { $0.replacing("state=", with: "state=0") })
    expectEqual(result.status, .exited(77))
    #expect(try Events(result).of("error").first?["code"]?.string == "auth")
    #expect(rider.wahoo.server.requests(of: "/oauth/token").isEmpty)
    #expect(!Disk.exists(rider.credentials))
  }

  @Test func aDeniedPermissionStoresNothing() throws {
    let rider = try WahooRider()
    let result = try rider.connect(
      paste: { _ in "https://localhost/velo-sync?error=access_denied" })
    // Without our state the answer could be for another sign-in.
    expectEqual(result.status, .exited(77))
    #expect(!Disk.exists(rider.credentials))
  }

  @Test func asksAPersonAndSaysWhatToRegister() throws {
    let rider = try WahooRider()
    let application = rider.wahoo.edit { $0.application }
    let running = try rider.onTerminal("connect", "wahoo").start()
    try running.wait(for: "Client ID:")
    running.write(application.clientID + "\n")
    try running.wait(for: "Client secret (not shown):")
    let terminal = try #require(running.terminal)
    #expect(!terminal.modes.echoes)
    running.write(application.clientSecret + "\n")
    let seen = try running.wait(for: "Paste the URL you were redirected to")
    let text = String(decoding: seen, as: UTF8.self)
    let start = try #require(text.firstRange(of: "http://127.0.0.1"))
    let url = text[start.lowerBound...].prefix { !$0.isWhitespace }
    running.write(try rider.wahoo.approve(String(url)) + "\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    let all = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(all.contains("https://developers.wahooligan.com"))
    #expect(all.contains("redirect URI https://localhost/velo-sync,"))
    #expect(all.contains("Connected to Wahoo as Marianne T."))
    #expect(!all.contains(application.clientSecret))
  }

  @Test func anotherRedirectMayBeRegistered() throws {
    let rider = try WahooRider()
    rider.wahoo.edit { $0.application.redirect = "https://example.com/cb" }
    let result = try rider.connect("--redirect-uri", "https://example.com/cb")
    expectEqual(result.status, .exited(0), "\(result.output)\(result.errors)")
    let running = try rider.onTerminal(
      "connect", "wahoo", "--client-id", "other", "--redirect-uri", "https://example.com/cb"
    ).start()
    let seen = try running.wait(for: "Client secret (not shown):")
    #expect(
      String(decoding: seen, as: UTF8.self).contains("redirect URI https://example.com/cb,"))
    running.closeInput()
    try expectEqual(running.wait().status, .exited(64))
    for bad in [
      "http://localhost/velo-sync", "https://", "https:///x", "localhost", "", "https://a b",
    ] {
      try expectEqual(rider.run("connect", "wahoo", "--redirect-uri", bad).status, .exited(64))
    }
  }

  @Test func withNothingToReadItIsAUsageError() throws {
    let rider = try WahooRider()
    try expectEqual(rider.run("connect", "wahoo").status, .exited(64))
    try expectEqual(
      rider.run("connect", "wahoo", "--client-id", "1", "--no-input").status, .exited(64))
    try expectEqual(
      rider.run("connect", "wahoo", "--client-id", "1", input: "secret\n").status, .exited(64))
    #expect(rider.wahoo.server.requests.isEmpty)
  }

  @Test func anotherAthletesTokensDoNotReplaceTheFirstOnes() throws {
    let rider = try WahooRider.connected(workouts: Self.workouts())
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let before = try Disk.read(rider.credentials)
    rider.wahoo.edit { ($0.user.id, $0.user.first) = (7, "Jens") }
    let result = try rider.connect()
    expectEqual(result.status, .exited(78))
    let message = try Events(result).of("error").first?["message"]?.string
    expectEqual(message, "This store belongs to Marianne T., but Wahoo is signed in as Jens T..")
    try expectEqual(Disk.read(rider.credentials), before)
  }

  @Test func tooManySignInsAreExplained() throws {
    let rider = try WahooRider()
    for _ in 0..<10 { _ = rider.wahoo.signIn() }
    let error = try #require(try Events(try rider.connect()).of("error").first)
    #expect(error["code"]?.string == "permission" && error["exit_code"]?.integer == 77)
    expectEqual(
      error["message"]?.string, "Wahoo reports too many open sign-ins of this application.")
    expectEqual(
      error["hint"]?.string,
      "Revoke its access in your Wahoo account, then run velo-sync connect wahoo")
  }

  @Test func disconnectRevokesAndKeepsTheRecords() throws {
    let rider = try WahooRider.connected(workouts: Self.workouts())
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try expectEqual(rider.run("disconnect", "wahoo").status, .exited(0))
    expectEqual(rider.wahoo.server.requests.last?.method, "DELETE")
    #expect(rider.wahoo.edit { $0.refreshTokens }.isEmpty)
    let file = try #require(try Disk.read(rider.credentials))
    #expect(!String(decoding: file, as: UTF8.self).contains("token"))
    try expectEqual(rider.storedIDs().count, 3)
    try expectEqual(rider.run().status, .exited(78))
    let purge = try rider.run("disconnect", "wahoo", "--purge", "--yes")
    expectEqual(purge.status, .exited(0))
    #expect(purge.output.contains("3 records deleted"))
    #expect(!Disk.exists(rider.store + "/activities/wahoo"))
  }

  @Test func disconnectRefreshesOnceIfNeeded() throws {
    let rider = try WahooRider.connected()
    rider.wahoo.edit { $0.expireAccessTokens() }
    let result = try rider.run("disconnect", "wahoo")
    #expect(result.status == .exited(0) && result.errors.isEmpty)
    expectEqual(rider.wahoo.server.requests(of: "/oauth/token").count, 2)
    #expect(rider.wahoo.edit { $0.refreshTokens }.isEmpty)
  }

  @Test func disconnectWithoutAnAnswerForgetsAllTheSame() throws {
    let rider = try WahooRider.connected()
    rider.wahoo.server.stop()
    let result = try rider.run("disconnect", "wahoo")
    expectEqual(result.status, .exited(0))
    expectEqual(
      result.errorLines,
      [
        "velo-sync: warning: Wahoo did not confirm that access was revoked. "
          + "You can revoke it on its website."
      ])
    try expectEqual(rider.run("disconnect", "wahoo").status, .exited(78))
  }

  @Test func aServiceManagerMaySupplyTheTokens() throws {
    let rider = try WahooRider(workouts: Self.workouts())
    let tokens = try #require(rider.wahoo.signIn())
    let application = rider.wahoo.edit { $0.application }
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"client_id":"\(application.clientID)","client_secret":"\(application.clientSecret)",
       "refresh_token":"\(tokens.refresh)"}
      """, to: "wahoo", mode: 0o400)
    for expected in [3, 0] {
      let result = try rider.program(
        ["--json"], environment: ["CREDENTIALS_DIRECTORY": folder.path]
      ).run()
      try expectEqual(Events(result).count("new"), Int64(expected))
    }
    // From then on the newer pair counts.
    expectEqual(rider.wahoo.server.requests(of: "/oauth/token").count, 1)
    expectEqual(Disk.mode(of: rider.credentials), 0o600)
  }

  @Test func aPanelStartsANewSignIn() throws {
    let rider = try WahooRider.connected(workouts: Self.workouts())
    rider.wahoo.edit { $0.revokeAccess() }
    let running = try rider.onTerminal().start()
    try running.wait(for: "Press r to sign in again, c to cancel")
    running.write("r")
    let seen = try running.wait(for: "Paste the URL you were redirected to")
    let text = String(decoding: seen, as: UTF8.self)
    let start = try #require(text.firstRange(of: "http://127.0.0.1"))
    let url = text[start.lowerBound...].prefix { !$0.isWhitespace }
    running.write(try rider.wahoo.approve(String(url)) + "\n")
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    try expectEqual(rider.storedIDs().count, 3)
  }
}

/// Only the code of an address.
private func code(_ address: String) -> String {
  let query = address.firstIndex(of: "?").map { address[address.index(after: $0)...] } ?? ""
  return NamedValues(form: query)["code"] ?? ""
}
