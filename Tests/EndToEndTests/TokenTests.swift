// Tokens that are renewed: on disk before they are used, once for all runs, and never shown.

import Codec
import Support
import Testing

@Suite(.blocking) struct TokenTests {
  @Test func eightProcessesAtOnceRefreshOnce() throws {
    let rider = try Rider.with(3, connectedTo: .strava)
    let file = String(decoding: try #require(try Disk.read(rider.credentials)), as: UTF8.self)
    // By the file, the access token has expired.
    let expires = try #require(file.firstRange(of: "\"expires_at\":"))
    let rest = file[expires.upperBound...].drop { $0.isNumber }
    try Disk.write(
      Array((file[..<expires.upperBound] + "1" + rest).utf8), to: rider.credentials, mode: 0o600)
    rider.strava.edit { $0.expireAccessTokens() }
    let runs = try (0..<8).map { index in
      try rider.program("--quiet", "--store", rider.home / "store-\(index)").start()
    }
    for run in runs { try expectEqual(run.wait().brief, "exit 0") }
    expectEqual(rider.strava.server.requests(of: "/oauth/token").count, 1)
  }

  @Test(arguments: [(Rider.Service.strava, "/api/v3/athlete"), (.wahoo, "/v1/user")])
  func aRotatedTokenIsOnDiskBeforeItIsUsed(_ service: Rider.Service, _ path: String) throws {
    let rider = try Rider.with(3, connectedTo: service)
    rider.strava.edit { $0.expireAccessTokens() }
    rider.wahoo.edit { $0.expireAccessTokens() }
    let server = rider.server(of: service)
    let gate = server.hold(path: path)
    let running = try rider.program("--quiet").start()
    // The first request is refused with 401; the second carries the new token.
    try gate.waitUntilHeld(1)
    gate.release(1)
    try gate.waitUntilHeld(1)
    let token = try #require(server.requests(of: path).last?.bearerToken)
    running.signal(9)
    try expectEqual(running.wait().status, .signalled(9))
    try expectEqual(rider.credential("access_token", of: service), token)
    gate.release()
    try rider.sync()
  }

  /// No secret occurs in any output, whatever fails.
  @Test(arguments: Tier.cases(Rider.Service.allCases, quick: 1))
  func secretsAreNeverShown(_ service: Rider.Service) throws {
    let rider = try Rider.with(3, connectedTo: service)
    let troubles = [
      HTTPResponse.html("no", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]),
      .html("<html>Welcome to Hotel WiFi</html>"), .intervalsLimit(retryAfter: "60"),
      .fault(.reset), .json("{"),
    ]
    for trouble in Tier.cases(troubles, quick: 2) {
      for mode in ["--json", "--plain"] {
        rider.strava.answer(.path("/athlete/activities"), with: .response(trouble), times: 12)
        rider.intervals.answer("/activities", with: trouble, times: 12)
        rider.wahoo.answer("/v1/workouts", with: .response(trouble), times: 12)
        let result = try rider.run(mode, "--verbose", "--wait", "0s", "--timeout", "10s")
        let said = result.output + result.errors
        let names = ["api_key", "client_secret", "refresh_token", "access_token"]
        let bearers = rider.server(of: service).requests.compactMap {
          $0.bearerToken ?? $0.header("Authorization")?.split(separator: " ").last.map(String.init)
        }
        let secrets = try names.compactMap { try rider.credential($0, of: service) } + bearers
        expectEqual(secrets.isEmpty || said.isEmpty, false)
        expectEqual(secrets.filter { said.contains($0) }, [], "\(mode)")
        rider.strava.behave()
        rider.intervals.behave()
        rider.wahoo.behave()
      }
    }
  }
}
