// Signing in with a browser: forged redirects, the time it may take, and revoking; `NetworkTests`
// has the rest.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct SignInTests {
  private static let secret = Secret("c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00")

  private func get(
    _ url: String, method: String = "GET", headers: NamedValues = [:]
  ) async throws -> Browser.Page {
    try await onThread { try Browser.get(url, method: method, headers: headers) }
  }

  /// A sign-in that waits for the redirect to its address.
  private func listen(
    time: ManualTime = ManualTime(.last)
  ) async throws -> (rig: StravaRig, url: String, finished: Task<Credentials, any Error>) {
    let rig = try await StravaRig(lasting: nil, time: time)
    let attempt = try rig.strava().signIn.listen(clientID: "54321")
    let finished = Task {
      let new = try await attempt.finish(clientSecret: Self.secret, in: rig.credentials)
      await attempt.show(title: "Connected & <well>", sentence: "You can go.")
      return new.credentials
    }
    return (rig, attempt.url, finished)
  }

  @Test func `forged requests are refused and the right one still counts`() async throws {
    let (rig, url, finished) = try await listen()
    let right = try rig.fake.approve(url)
    let state = try #require(queryValue("state", of: right))
    let base = String(right.prefix { $0 != "?" })
    let root = String(base.dropLast("/velo-sync".count))
    for forged in [
      base, base + "?state=\(state)0&code=x", root + "/?state=\(state)&code=x",
      right.replacing("127.0.0.1", with: "localhost"),
    ] {
      try await expectEqual(get(forged).status, 400, "\(forged)")
    }
    try await expectEqual(get(right, method: "POST").status, 400)
    try await expectEqual(get(right, headers: ["Host": "evil.example"]).status, 400)
    let long = String(repeating: "x", count: 70_000)
    #expect((try? await get(right, headers: ["X-Long": long]))?.status != 200)
    let page = try await get(right)
    expectEqual(page.status, 200)
    expect(page.body.contains("<h1>Connected &amp; &lt;well&gt;</h1>"), "\(page.body)")
    try await expectEqual(finished.value.athleteID, "134815")
  }

  @Test func `the sign-in times out`() async throws {
    let time = ManualTime(.last)
    let (_, _, finished) = try await listen(time: time)
    time.advance(by: .seconds(300))
    await #expect(throws: SyncFailure.timeout(.signIn(.strava))) { try await finished.value }
  }

  @Test func `a port in use is reported`() async throws {
    let rig = try await StravaRig(lasting: nil, time: ManualTime(.last))
    let port = rig.fake.server.port
    #expect(throws: SyncFailure.self) {
      try rig.strava().signIn.listen(clientID: "54321", port: port)
    }
  }

  @Test func `revokes the new way or the old one`() async throws {
    let rig = try await StravaRig()
    #expect(try await rig.strava().revoke())
    #expect(rig.fake.account.grants.refreshTokens.isEmpty)
    rig.fake.answer("/oauth/revoke", with: .json("{}", status: 404))
    rig.fake.answer("/oauth/deauthorize", with: .json("{}"))
    #expect(try await rig.strava().revoke())
    rig.fake.answer(with: .raw(then: .reset), times: 9)
    #expect(try await !rig.strava().revoke())
  }
}
