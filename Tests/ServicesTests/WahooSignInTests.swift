// Signing in to Wahoo with a pasted address, and revoking the permission.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct WahooSignInTests {
  private func begin(_ rig: WahooRig, redirect: String? = nil) throws -> SignInAttempt {
    try rig.wahoo().signIn.paste(
      clientID: rig.fake.edit { $0.application.clientID }, redirect: redirect)
  }

  private func finish(
    _ attempt: SignInAttempt, _ rig: WahooRig, pasted: String, secret: String? = nil
  ) async throws -> Credentials {
    let secret = secret ?? rig.fake.edit { $0.application.clientSecret }
    return try await attempt.finish(
      clientSecret: Secret(secret), pasted: pasted, in: rig.credentials
    ).credentials
  }

  /// Begins, agrees in the browser, and pastes the address.
  private func signIn(_ rig: WahooRig) async throws -> Credentials {
    let attempt = try begin(rig)
    return try await finish(attempt, rig, pasted: rig.fake.approve(attempt.url))
  }

  @Test(
    arguments: [{ $0 }, { queryValue("code", of: $0) ?? "" }] as [@Sendable (String) -> String])
  func takesTheAddressOrItsCode(_ form: @Sendable (String) -> String) async throws {
    let rig = try await WahooRig(lasting: nil)
    let attempt = try begin(rig)
    let address = try rig.fake.approve(attempt.url)
    #expect(address.hasPrefix("https://localhost/velo-sync?"))
    let credentials = try await finish(attempt, rig, pasted: form(address))
    #expect(credentials.athleteID == "60462" && credentials.athleteName == "Marianne T.")
    expectEqual(credentials.scopes, FakeWahoo.allScopes)
    try expectEqual(rig.credentials.load(.wahoo), nil)
    try await rig.credentials.save(credentials, for: .wahoo)
    try await expectEqual(rig.failure(), nil)
    expectEqual(rig.tokenRequests.count, 1)
  }

  @Test func anotherRedirectMayBeRegistered() async throws {
    let rig = try await WahooRig(lasting: nil)
    let other = "https://example.com/cb?app=velo"
    rig.fake.edit { $0.application.redirect = other }
    #expect(throws: SignInRefusal(name: "invalid_redirect_uri")) {
      try rig.fake.approve(try begin(rig).url)
    }
    let attempt = try begin(rig, redirect: other)
    let address = try rig.fake.approve(attempt.url)
    try await expectEqual(finish(attempt, rig, pasted: address).athleteID, "60462")
    expectEqual(rig.tokenRequests.first?.form["redirect_uri"], other)
  }

  @Test func aCodeIsValidOnce() async throws {
    let rig = try await WahooRig(lasting: nil)
    let attempt = try begin(rig)
    let address = try rig.fake.approve(attempt.url)
    _ = try await finish(attempt, rig, pasted: address)
    await #expect(throws: SyncFailure.signInRefused(.wahoo)) {
      try await finish(attempt, rig, pasted: address)
    }
    await #expect(
      throws: SyncFailure.signInRefused(.wahoo, .clientSecret(clientID: "wahoo-client-7Qx"))
    ) {
      try await finish(attempt, rig, pasted: queryValue("code", of: address) ?? "", secret: "wrong")
    }
  }

  @Test func tooManySignInsAreReported() async throws {
    let rig = try await WahooRig(lasting: nil)
    for _ in 0..<10 { _ = rig.fake.signIn() }
    await #expect(throws: SyncFailure.permission(.wahoo, .tooManySignIns)) {
      try await signIn(rig)
    }
  }

  @Test func aUselessTokenIsNotASignIn() async throws {
    let rig = try await WahooRig(lasting: nil)
    rig.fake.answer("/v1/user", with: .response(.wahooBadToken))
    await #expect(throws: SyncFailure.signInRefused(.wahoo)) { try await signIn(rig) }
  }

  @Test func allPermissionsAreRevoked() async throws {
    let rig = try await WahooRig()
    #expect(try await rig.wahoo().revoke())
    #expect(rig.fake.edit { $0.refreshTokens }.isEmpty)
    expectEqual(rig.fake.server.requests.map(\.method), ["DELETE"])
    #expect(rig.tokenRequests.isEmpty)
  }

  /// An expired token, by our clock or only by theirs.
  @Test(arguments: [-1, 7200])
  func revokingRefreshesOnce(_ seconds: Int) async throws {
    let rig = try await WahooRig(lasting: seconds)
    rig.fake.edit { $0.expireAccessTokens() }
    #expect(try await rig.wahoo().revoke())
    expectEqual(rig.tokenRequests.count, 1)
  }

  @Test func revokingNeverRefreshesTwice() async throws {
    let rig = try await WahooRig(lasting: -1)
    rig.fake.answer("/v1/permissions", with: .response(.wahooBadToken), times: 9)
    #expect(try await !rig.wahoo().revoke())
    expectEqual(rig.tokenRequests.count, 1)
    #expect(try await !rig.wahoo().revoke())
    expectEqual(rig.tokenRequests.count, 2)
  }

  @Test func withoutAnAnswerRevokingIsNotConfirmed() async throws {
    let rig = try await WahooRig(lasting: -1)
    rig.fake.answer("/oauth/token", with: .response(.wahooBadGrant))
    #expect(try await !rig.wahoo().revoke())
    rig.fake.answer("/v1/permissions", with: .response(.wahooDown))
    #expect(try await !rig.wahoo().revoke())
    rig.fake.answer("/v1/permissions", with: .delivered(.reset), times: 9)
    #expect(try await !rig.wahoo().revoke())
  }
}
