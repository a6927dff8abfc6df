// Signing in: the redirect, forged requests, pasted addresses, scopes, and the exchange of the
// code.

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

  /// Signs in with a pasted address.
  private func paste(
    _ rig: StravaRig, _ consent: Consent = .approve, form: (String) -> String = { $0 }
  ) async throws -> Credentials {
    let attempt = try rig.strava().signIn.paste(clientID: "54321", port: 8000)
    let address = try rig.fake.approve(attempt.url, consent)
    return try await attempt.finish(
      clientSecret: Self.secret, pasted: form(address), in: rig.credentials
    ).credentials
  }

  @Test func theRedirectCompletesTheSignIn() async throws {
    let (rig, url, finished) = try await listen()
    let page = try await get(try rig.fake.approve(url))
    expectEqual(page.status, 200)
    // Not before the code was exchanged.
    #expect(page.body.contains("<h1>Connected &amp; &lt;well&gt;</h1>"))
    expectEqual(rig.tokenRequests.count, 1)
    let credentials = try await finished.value
    expectEqual([credentials.clientID, credentials.athleteID], ["54321", "134815"])
    expectEqual(credentials.athleteName, "Marianne T.")
    expectEqual(credentials.scopes, FakeStrava.allScopes)
    try expectEqual(rig.credentials.load(.strava), nil)
    try await rig.credentials.save(credentials, for: .strava)
    try await expectEqual(rig.failure(), nil)
    expectEqual(rig.tokenRequests.count, 1)
  }

  @Test func forgedRequestsAreRefusedAndTheRightOneStillCounts() async throws {
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
    try await expectEqual(get(right).status, 200)
    try await expectEqual(finished.value.athleteID, "134815")
  }

  @Test func slowClientsDoNotBlockOthers() async throws {
    let (rig, url, finished) = try await listen()
    let right = try rig.fake.approve(url)
    let port = try #require(
      right.split(separator: ":").dropFirst(2).first.flatMap {
        UInt16($0.prefix(while: \.isNumber))
      })
    let idle = try (0..<40).map { _ in try IdleClient(port: port) }
    try await expectEqual(get(right).status, 200)
    try await expectEqual(finished.value.athleteID, "134815")
    withExtendedLifetime(idle) {}
  }

  @Test func aDeniedPermissionIsReported() async throws {
    let (rig, url, finished) = try await listen()
    _ = try await get(try rig.fake.approve(url, .deny))
    await #expect(throws: SyncFailure.permission(.strava, .denied)) { try await finished.value }
    #expect(rig.tokenRequests.isEmpty)
  }

  @Test func aMissingScopeIsNamed() async throws {
    let rig = try await StravaRig(lasting: nil)
    await #expect(throws: SyncFailure.permission(.strava, .missingScopes(["activity:read_all"]))) {
      try await paste(rig, .untick(["activity:read_all"]))
    }
    expectEqual(rig.tokenRequests.count, 0)
  }

  @Test func theSignInTimesOut() async throws {
    let time = ManualTime(.last)
    let (_, _, finished) = try await listen(time: time)
    time.advance(by: .seconds(300))
    await #expect(throws: SyncFailure.timeout(.signIn(.strava))) { try await finished.value }
  }

  @Test func cancellingEndsTheSignIn() async throws {
    let (_, _, finished) = try await listen()
    finished.cancel()
    await #expect(throws: SyncFailure.interrupted) { try await finished.value }
  }

  @Test func aPortInUseIsReported() async throws {
    let rig = try await StravaRig(lasting: nil, time: ManualTime(.last))
    let port = rig.fake.server.port
    #expect(throws: SyncFailure.self) {
      try rig.strava().signIn.listen(clientID: "54321", port: port)
    }
  }

  @Test(
    arguments: [{ $0 }, { queryValue("code", of: $0) ?? "" }] as [@Sendable (String) -> String])
  func acceptsPastedAddresses(_ form: @Sendable (String) -> String) async throws {
    try await expectEqual(paste(StravaRig(lasting: nil), form: form).athleteID, "134815")
  }

  @Test(arguments: [
    (StravaTrouble.lostAnswer, SyncFailure.network(.strava)),
    (.fault(.inactiveApplication), .permission(.strava, .inactiveApplication)),
    (.fault(.tooManyAthletes), .permission(.strava, .tooManyAthletes)),
    (.crowdedPage, .permission(.strava, .tooManyAthletes)),
    (.fault(.badClientSecret), .signInRefused(.strava, .clientSecret(clientID: "54321"))),
    (.fault(.missingClientID), .signInRefused(.strava)),
    (.fault(.badRedirect), .signInRefused(.strava)), (.fault(.badCode), .signInRefused(.strava)),
  ])
  func theExchangeIsPostedOnce(_ trouble: StravaTrouble, _ failure: SyncFailure) async throws {
    let rig = try await StravaRig(lasting: nil)
    rig.fake.answer("/oauth/token", with: trouble)
    await #expect(throws: failure) { try await paste(rig) }
    expectEqual(rig.tokenRequests.count, 1)
  }

  @Test func revokesTheNewWayOrTheOldOne() async throws {
    let rig = try await StravaRig()
    #expect(try await rig.strava().revoke())
    #expect(rig.fake.edit { $0.refreshTokens }.isEmpty)
    rig.fake.answer("/oauth/revoke", with: .response(.json("{}", status: 404)))
    rig.fake.answer("/oauth/deauthorize", with: .response(.json("{}")))
    #expect(try await rig.strava().revoke())
    rig.fake.answer(.next, with: .reset, times: 9)
    #expect(try await !rig.strava().revoke())
  }
}
