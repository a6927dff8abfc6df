// Every failure of Wahoo with its message and exit code.

import Codec
import Support
import Testing

@Suite(.blocking) struct WahooFailureTests {
  private static func connected(_ count: Int = 3) throws -> WahooRider {
    try WahooRider.connected(workouts: WahooWorkout.history(count, until: WahooRider.now))
  }

  /// The answer for the list, the exit code, and the error code.
  static let troubles: [(String, HTTPResponse, Int32, String)] = [
    ("down", .wahooDown, 69, "server"),
    ("gateway timeout", .html("504", status: 504), 75, "timeout"),
    ("bad token", .wahooBadToken, 77, "auth"),
    ("forbidden", .wahooForbidden, 77, "permission"),
    ("missing scope", .wahooMissing("workouts_read"), 77, "permission"),
    ("not approved", .wahooUnapproved, 77, "permission"),
    ("not found", .wahooNotFound, 76, "bad_reply"),
    ("unprocessable", .wahoo(422, "per_page is invalid"), 76, "bad_reply"),
    ("login page", .html("<html>Welcome to Hotel WiFi</html>"), 76, "bad_reply"),
    ("an array for a page", .json("[]"), 76, "bad_reply"),
    ("redirect", .redirect(to: "http://127.0.0.1:1/"), 76, "bad_reply"),
    ("limit without a word", .wahooTooManyRequests, 75, "rate_limited"),
    ("reset", .fault(.reset), 68, "network"),
  ]

  @Test(arguments: troubles.indices)
  func servicesFailInTheirOwnWays(_ index: Int) throws {
    let (name, trouble, exit, code) = Self.troubles[index]
    let rider = try Self.connected()
    rider.wahoo.answer("/v1/workouts", with: .response(trouble), times: 100)
    let events = try rider.events("--wait", "0s")
    expectEqual(events.result.status, .exited(exit), "\(name)")
    let error = try #require(events.of("error").first, "\(name)")
    expectEqual(error["code"]?.string, code, "\(name)")
    expectEqual(error["source"]?.string, "wahoo", "\(name)")
    #expect(events.of("error").count == 1 && events.types.last == "summary", "\(name)")
    #expect(!Disk.exists(rider.store), "\(name)")
    rider.wahoo.behave()
    try expectEqual(rider.events().count("new"), 3, "\(name)")
  }

  @Test func anUnapprovedApplicationIsExplained() throws {
    let rider = try Self.connected()
    rider.wahoo.answer("/v1/user", with: .response(.wahooUnapproved))
    try expectEqual(
      rider.run().errorLines,
      [
        "velo-sync: Wahoo has not approved the API application. (permission)",
        "  Have it approved by Wahoo, then run velo-sync connect wahoo",
      ])
  }

  @Test func revokedAccessAsksToSignIn() throws {
    let rider = try Self.connected()
    try expectEqual(rider.run("--quiet").status, .exited(0))
    let before = try Disk.snapshot(of: rider.store)
    rider.wahoo.edit { $0.revokeAccess() }
    let result = try rider.run()
    expectEqual(result.status, .exited(77))
    expectEqual(
      result.errorLines,
      [
        "velo-sync: Your Wahoo connection expired. (auth)", "  Run velo-sync connect wahoo",
      ])
    #expect(
      try rider.run("sources").outputLines.contains { $0.hasPrefix("Wahoo          expired") })
    try expectEqual(Disk.snapshot(of: rider.store), before)
    try expectEqual(rider.connect().status, .exited(0))
    try expectEqual(rider.events().count("new"), 0)
  }

  @Test func aShortLimitIsAwaited() throws {
    let rider = try Self.connected()
    var answer = HTTPResponse.wahooTooManyRequests
    answer.headers["X-RateLimit-Reset"] = "1"
    rider.wahoo.answer("/v1/workouts", with: .response(answer))
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    #expect(events.of("waiting").first?["reason"]?.string == "rate_limit")
    #expect(events.of("waiting").first?["source"]?.string == "wahoo")
    expectEqual(events.count("new"), 3)
  }

  @Test func aRotatedTokenIsOnDiskBeforeItIsUsed() throws {
    let rider = try Self.connected()
    rider.wahoo.edit { $0.expireAccessTokens() }
    let gate = rider.wahoo.server.hold(path: "/v1/user")
    let running = try rider.program(["--quiet"]).start()
    // The first request is refused with 401; the second carries the new token.
    try gate.waitUntilHeld(1)
    gate.release(1)
    try gate.waitUntilHeld(1)
    let token = try #require(rider.wahoo.server.requests(of: "/v1/user").last?.bearerToken)
    running.signal(9)
    _ = try running.wait()
    let saved = try #require(try Disk.read(rider.credentials))
    #expect(String(decoding: saved, as: UTF8.self).contains(token))
    gate.release()
    try expectEqual(rider.run("--quiet").status, .exited(0))
    expectEqual(rider.wahoo.edit { $0.refreshTokens }.count, 1)
  }

  /// Two runs that find the token expired use one refresh token between them.
  @Test func parallelRunsRefreshOnce() throws {
    let rider = try Self.connected()
    rider.wahoo.edit { $0.expireAccessTokens() }
    let gate = rider.wahoo.server.hold(path: "/oauth/token")
    let runs = try (0..<3).map { _ in try rider.program(["--dry-run", "--quiet"]).start() }
    try gate.waitUntilHeld(1)
    gate.release()
    for run in runs { try expectEqual(run.wait().status, .exited(0)) }
    expectEqual(rider.wahoo.server.requests(of: "/oauth/token").count, 2)
  }

  /// No token or secret occurs in any output, whatever fails.
  @Test func secretsAreNeverShown() throws {
    let rider = try Self.connected()
    for trouble in [
      HTTPResponse.wahooDown, .wahooBadToken, .wahooTooManyRequests, .fault(.reset), .json("{"),
    ] {
      rider.wahoo.answer("/v1/workouts", with: .response(trouble), times: 3)
      let secrets = try secrets(rider)
      for mode in ["--json", "--plain"] {
        let result = try rider.run(mode, "--verbose", "--wait", "0s")
        let said = result.output + result.errors
        #expect(!(secrets + (try self.secrets(rider))).contains { said.contains($0) })
      }
      rider.wahoo.behave()
    }
  }

  private func secrets(_ rider: WahooRider) throws -> [String] {
    let entry = try JSONValue(parsing: try #require(try Disk.read(rider.credentials)))["wahoo"]
    return ["client_secret", "access_token", "refresh_token"].compactMap { entry?[$0]?.string }
  }
}
