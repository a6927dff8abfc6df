// Signing in and out.

import Codec
import Support
import Testing

@Suite(.blocking) struct ConnectTests {
  @Test func signsInThroughTheBrowser() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let file = rider.state + "/credentials.json"
    expectEqual(Disk.mode(of: file), 0o600)
    expectEqual(Disk.mode(of: rider.state), 0o700)
    let sources = try rider.run("sources")
    expectEqual(sources.outputLines.first?.hasPrefix("Strava         connected"), true)
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try expectEqual(rider.run("sources").outputLines.first?.contains("3 activities"), true)
  }

  @Test func forgedRedirectsAreRefusedAndListeningGoesOn() throws {
    let rider = try Rider()
    let account = rider.strava.edit { $0.application }
    var program = try rider.program("connect", "strava", "--client-id", account.clientID, "--json")
    program.input = .text(account.clientSecret + "\n")
    let running = try program.start()
    let good = try rider.strava.approve(Events.signInURL(running))
    let base = String(good.prefix { $0 != "?" })
    for forged in [
      base, base + "?state=0&code=stolen", base + "x?" + good.dropFirst(base.count + 1),
      good.replacing("state=", with: "state=0"),
    ] {
      try expectEqual(Browser.get(forged).status, 400)
    }
    try expectEqual(Browser.get(good, method: "POST").status, 400)
    try expectEqual(Browser.get(good).status, 200)
    try expectEqual(running.wait().status, .exited(0))
    expectEqual(rider.strava.server.requests(of: "/oauth/token").count, 1)
  }

  @Test(arguments: [StravaConsent.deny, .untick(["activity:read_all"])])
  func withoutPermissionNothingIsStored(_ consent: StravaConsent) throws {
    let rider = try Rider()
    let account = rider.strava.edit { $0.application }
    var program = try rider.program("connect", "strava", "--client-id", account.clientID, "--json")
    program.input = .text(account.clientSecret + "\n")
    let running = try program.start()
    _ = try Browser.get(rider.strava.approve(Events.signInURL(running), consent))
    let result = try running.wait()
    expectEqual(result.status, .exited(77))
    #expect(!Disk.exists(rider.state + "/credentials.json"))
  }

  @Test func pastesTheRedirectAddress() throws {
    let rider = try Rider()
    let account = rider.strava.edit { $0.application }
    var program = try rider.program(
      "connect", "strava", "--client-id", account.clientID, "--paste", "--json")
    program.input = .pipe
    let running = try program.start()
    running.write(account.clientSecret + "\n")
    running.write(try rider.strava.approve(Events.signInURL(running)) + "\n")
    try expectEqual(running.wait().status, .exited(0))
    try expectEqual(rider.run("--quiet").status, .exited(0))
  }

  /// The address is wrong, not the person's application.
  @Test(arguments: [
    ("http://127.0.0.1/velo-sync?state=other&code=abc", "is not from this sign-in."),
    ("https://www.strava.com/dashboard", "contains no code."),
  ])
  func anUnrelatedAddressIsNamed(_ address: String, _ what: String) throws {
    let rider = try Rider()
    let account = rider.strava.edit { $0.application }
    var program = try rider.program("connect", "strava", "--client-id", account.clientID, "--paste")
    program.input = .text("\(account.clientSecret)\n\(address)\n")
    let result = try program.run()
    expectEqual(result.status, .exited(77))
    expectEqual(
      result.errorLines,
      [
        "velo-sync: The pasted URL \(what) (auth)",
        "  Run velo-sync connect strava again, open the URL that it prints, and paste the URL that "
          + "you are redirected to",
      ])
    #expect(rider.strava.server.requests(of: "/oauth/token").isEmpty)
  }

  @Test func aNetworkFailureSuggestsConnect() throws {
    let rider = try Rider()
    let account = rider.strava.edit { $0.application }
    for arguments in [["--json"], []] {
      var program = try rider.program(
        ["connect", "strava", "--client-id", account.clientID, "--paste"] + arguments)
      program.input = .pipe
      let running = try program.start()
      running.write(account.clientSecret + "\n")
      rider.strava.answer("/oauth/token", with: .reset)
      running.write("0123456789abcdef\n")
      let result = try running.wait()
      expectEqual(result.status, .exited(68))
      let told = arguments.isEmpty ? result.errors : result.output
      #expect(told.contains("Check your connection and run velo-sync connect strava again"))
    }
  }

  @Test func filesAreImportedAndNotConnected() throws {
    let rider = try Rider()
    let health = try rider.run("connect", "apple-health")
    expectEqual(health.status, .exited(64))
    expectEqual(health.errorLines.last, "  Run velo-sync import export.zip")
    let garmin = try rider.run("connect", "garmin")
    expectEqual(
      garmin.errorLines.last,
      "  Run velo-sync connect files with its folder, or velo-sync import with its files")
  }

  @Test func anUnconnectedSourceCannotBeDisconnected() throws {
    let rider = try Rider()
    let result = try rider.run("disconnect", "strava")
    expectEqual(result.status, .exited(78))
    expectEqual(
      result.errorLines,
      [
        "velo-sync: Strava is not connected. (not_connected)",
        "  There is nothing to disconnect. To delete its records: velo-sync disconnect strava --purge",
      ])
    // A sync of this source has another hint.
    try expectEqual(rider.run("-s", "strava").errorLines.last, "  velo-sync connect strava")
  }

  @Test func theSampleStoreHasNothingToDisconnect() throws {
    let rider = try Rider.connected()
    try expectEqual(rider.run("--sample", "--speed", "max", "-q").status, .exited(0))
    let store = rider.store + "-sample"
    let result = try rider.run("disconnect", "strava", "--store", store)
    expectEqual(result.status, .exited(64))
    expectEqual(
      result.errorLines,
      [
        "velo-sync: ~/.local/share/velo-sync-sample contains sample data. (usage)",
        "  No service is signed in there. To remove the data, delete the folder",
      ])
    #expect(Disk.exists(rider.state + "/credentials.json"))
  }

  /// Nobody sees the browser of a machine at the other end of SSH.
  @Test func withoutABrowserTheOtherWayToSignInIsNamed() throws {
    let rider = try Rider()
    let account = rider.strava.edit { $0.application }
    var program = try rider.program(
      ["connect", "strava", "--client-id", account.clientID, "--json"],
      environment: ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"])
    program.input = .text(account.clientSecret + "\n")
    let running = try program.start()
    _ = try Browser.get(rider.strava.approve(Events.signInURL(running)))
    let events = try Events(try running.wait())
    let notice = try #require(events.of("notice").first?["message"]?.string)
    #expect(notice.contains("5 min") && notice.hasSuffix("velo-sync connect strava --paste"))
  }

  @Test func asksAPersonAndDoesNotShowTheSecret() throws {
    let rider = try Rider()
    let account = rider.strava.edit { $0.application }
    let running = try rider.program(
      "connect", "strava", environment: ["TERM": "xterm", "LANG": "C.UTF-8"]
    ).onTerminal().start()
    try running.wait(for: "Client ID:")
    running.write(account.clientID + "\n")
    try running.wait(for: "Client secret (not shown):")
    running.write(account.clientSecret + "\n")
    let seen = try running.wait(for: "/oauth/authorize?") { bytes in
      String(decoding: bytes, as: UTF8.self).contains("state=")
        && String(decoding: bytes, as: UTF8.self).split(separator: "\n").last?.isEmpty == false
    }
    let text = String(decoding: seen, as: UTF8.self)
    let start = try #require(text.firstRange(of: "http://127.0.0.1"))
    let url = text[start.lowerBound...].prefix { !$0.isWhitespace }
    _ = try Browser.get(rider.strava.approve(String(url)))
    let result = try running.wait()
    expectEqual(result.status, .exited(0))
    expectEqual(result.modesBefore, result.modesAfter)
    let all = String(decoding: result.terminalBytes, as: UTF8.self)
    #expect(!all.contains(account.clientSecret))
    #expect(all.contains("Connected to Strava"))
  }

  @Test func withNothingToReadItIsAUsageError() throws {
    let rider = try Rider()
    try expectEqual(rider.run("connect", "strava").status, .exited(64))
    try expectEqual(
      rider.run("connect", "strava", "--client-id", "1", "--no-input").status, .exited(64))
    try expectEqual(rider.run("connect").status, .exited(64))
    #expect(try rider.run("connect", "starva").errors.contains("Did you mean strava?"))
    try expectEqual(rider.run("connect", "garmin").status, .exited(64))
  }

  @Test func disconnectRevokesAndForgets() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try expectEqual(rider.run("disconnect", "strava").status, .exited(0))
    expectEqual(rider.strava.server.requests(of: "/oauth/revoke").count, 1)
    try expectEqual(rider.storedIDs().count, 5)
    try expectEqual(rider.run("disconnect", "strava").status, .exited(78))
    try expectEqual(rider.run("disconnect", "strava", "--purge").status, .exited(64))
    try expectEqual(rider.run("disconnect", "strava", "--purge", "--yes").status, .exited(0))
    #expect(!Disk.exists(rider.store + "/activities/strava"))
    try expectEqual(rider.run().status, .exited(78))
  }

  @Test func withoutASourceThereIsNothingToSync() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    try expectEqual(rider.run("disconnect", "strava").status, .exited(0))
    // The records stay, but no new ones would arrive: cron must notice.
    try expectEqual(rider.storedIDs().count, 5)
    try expectEqual(rider.run("--quiet").status, .exited(78))
    try expectEqual(
      rider.run("sources").outputLines.first?.hasPrefix("Strava         not connected"), true)
  }

  @Test func anotherAthletesTokensDoNotReplaceTheFirstOnes() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let file = rider.state + "/credentials.json"
    let before = try Disk.read(file)
    rider.strava.edit { $0.athlete.id += 1 }
    let running = try rider.program("connect", "strava", "--json").start()
    _ = try Browser.get(rider.strava.approve(Events.signInURL(running)))
    let events = try Events(try running.wait())
    expectEqual(events.result.status, .exited(78))
    #expect(events.of("error").first?["message"]?.string?.contains("This store belongs to") == true)
    try expectEqual(Disk.read(file), before)
  }

  /// The name does not help when both accounts have the same one.
  @Test func twoAccountsOfOneNameAreDistinguished() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(1))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let id = rider.strava.edit { $0.athlete.id }
    rider.strava.edit { $0.athlete.id += 1 }
    let running = try rider.program("connect", "strava", "--json").start()
    _ = try Browser.get(rider.strava.approve(Events.signInURL(running)))
    let message = try Events(try running.wait()).of("error").first?["message"]?.string
    #expect(message?.contains("(\(id))") == true && message?.contains("(\(id + 1))") == true)
  }

  /// A spinner must not appear before the question.
  @Test func aQuestionHasALineOfItsOwn() throws {
    let rider = try Rider.connected()
    let running = try rider.onTerminal("connect", "strava", "--paste", columns: 200).start()
    try running.wait(for: "Paste the URL")
    let seen = try running.wait(for: "the whole question") { bytes in
      String(decoding: bytes, as: UTF8.self).contains("code in it: ")
    }
    var screen = TestScreen(columns: 200, rows: 24)
    screen.feed(seen)
    #expect(screen.lines.contains { $0.hasPrefix("Paste the URL") }, "\(screen.lines)")
    running.write("\u{3}")
    _ = try running.wait()
  }

  @Test func disconnectWithoutAnAnswerForgetsAllTheSame() throws {
    let rider = try Rider.connected()
    rider.strava.server.stop()
    let result = try rider.run("disconnect", "strava")
    expectEqual(result.status, .exited(0))
    #expect(result.errors.contains("velo-sync: warning:"))
  }

  /// Only the service manager's administrator can remove the file.
  @Test func disconnectSaysThatAServiceManagerStillSignsIn() throws {
    let rider = try Rider()
    try rider.home.write("key", to: "credentials/intervals")
    let result = try rider.run(
      "disconnect", "intervals",
      environment: ["CREDENTIALS_DIRECTORY": rider.home / "credentials"])
    expectEqual(result.status, .exited(0))
    #expect(
      result.errors.contains("systemd still provides the Intervals.icu sign-in: the file intervals")
    )
  }

  @Test func purgingAsksForTheName() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let before = try Disk.snapshot(of: rider.store)
    for word in ["yes", ""] {
      let running = try rider.onTerminal("disconnect", "strava", "--purge").start()
      try running.wait(for: "Type strava to confirm:")
      running.write(word + "\n")
      let result = try running.wait()
      expectEqual(result.status, .exited(1))
      #expect(
        String(decoding: result.terminalBytes, as: UTF8.self).contains("Nothing was deleted.\r\n"))
      expectEqual(result.modesBefore, result.modesAfter)
    }
    let unanswered = try rider.onTerminal("disconnect", "strava", "--purge").start()
    try unanswered.wait(for: "Type strava to confirm:")
    unanswered.closeInput()
    try expectEqual(unanswered.wait().status, .exited(1))
    try expectEqual(Disk.snapshot(of: rider.store), before)
    #expect(rider.strava.server.requests(of: "/oauth/revoke").isEmpty)
    let running = try rider.onTerminal("disconnect", "strava", "--purge").start()
    try running.wait(for: "Type strava to confirm:")
    running.write("strava\n")
    try expectEqual(running.wait().status, .exited(0))
    expectEqual(rider.strava.server.requests(of: "/oauth/revoke").count, 1)
    #expect(!Disk.exists(rider.store + "/activities/strava"))
    try expectEqual(rider.run().status, .exited(78))
  }

  @Test func accessRevokedOnTheWebsiteAsksToSignIn() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let before = try Disk.snapshot(of: rider.store)
    rider.strava.edit { $0.revokeAccess() }
    let result = try rider.run()
    expectEqual(result.status, .exited(77))
    expectEqual(result.errorLines.first, "velo-sync: Your Strava connection expired. (auth)")
    expectEqual(result.errorLines.last?.contains("velo-sync connect strava"), true)
    try expectEqual(Disk.snapshot(of: rider.store), before)
    try rider.connect()
    try expectEqual(rider.events().count("new"), 0)
  }

  /// Impossible token lifetimes, and a pair with an empty token.
  @Test(arguments: [
    #""expires_in":99999999999999999999"#, #""expires_in":9223372036854775807"#,
    #""expires_in":-1,"expires_at":1e300"#, #""expires_in":"soon","expires_at":null"#, "",
  ])
  func strangeTokenAnswersDoNoHarm(_ life: String) throws {
    let rider = try Rider.connected(rides: RideBuilder.history(5))
    rider.strava.edit { $0.expireAccessTokens() }
    let fresh = rider.strava.signIn()
    let members = [#""access_token":"\#(fresh.access)","refresh_token":"""#, life]
    rider.strava.answer(
      .path("/oauth/token"),
      with: .response(.json("{\(members.filter { !$0.isEmpty }.joined(separator: ","))}")))
    try expectEqual(rider.events().count("new"), 5)
    // The refresh token stays valid when an empty one was received.
    rider.strava.edit { $0.expireAccessTokens() }
    try expectEqual(rider.run("--quiet").status, .exited(0))
  }

  @Test func aTokenRotatedByEightProcessesAtOnce() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    let file = rider.state + "/credentials.json"
    let text = String(decoding: try #require(try Disk.read(file)), as: UTF8.self)
    // By the file, the access token has expired.
    let expires = try #require(text.firstRange(of: "\"expires_at\":"))
    let rest = text[expires.upperBound...].drop { $0.isNumber }
    try Disk.write(Array((text[..<expires.upperBound] + "1" + rest).utf8), to: file, mode: 0o600)
    rider.strava.edit { $0.expireAccessTokens() }
    let before = rider.strava.server.requests(of: "/oauth/token").count
    let runs = try (0..<8).map { index in
      try rider.program("--quiet", "--store", rider.home / "store-\(index)").start()
    }
    for run in runs {
      let result = try run.wait()
      expectEqual(result.status, .exited(0), "\(result.errors)")
    }
    expectEqual(rider.strava.server.requests(of: "/oauth/token").count - before, 1)
  }

  @Test func aRotatedTokenIsOnDiskBeforeItIsUsed() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(3))
    rider.strava.edit { $0.expireAccessTokens() }
    let gate = rider.strava.server.hold(where: { request in
      request.path == "/api/v3/athlete"
    })
    let running = try rider.program("--quiet").start()
    // The first request is refused with 401; the second carries the new token.
    try gate.waitUntilHeld(1)
    gate.release(1)
    try gate.waitUntilHeld(1)
    let token = try #require(rider.strava.server.requests(of: "/api/v3/athlete").last?.bearerToken)
    running.signal(9)
    _ = try running.wait()
    let saved = try #require(try Disk.read(rider.state + "/credentials.json"))
    #expect(String(decoding: saved, as: UTF8.self).contains(token))
    gate.release()
    try expectEqual(rider.run("--quiet").status, .exited(0))
  }
}
