// Wahoo's permission and its tokens: at most ten pairs may be unused. `NetworkTests` has the rest.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct WahooSignInTests {
  /// Begins, agrees in the browser, and pastes the address.
  private func signIn(_ rig: WahooRig) async throws {
    let application = rig.fake.account.application
    let attempt = try rig.wahoo().signIn.paste(clientID: application.clientID)
    _ = try await attempt.finish(
      clientSecret: Secret(application.clientSecret), pasted: try rig.fake.approve(attempt.url),
      in: rig.credentials)
  }

  @Test func `too many sign-ins are reported`() async throws {
    let rig = try await WahooRig(lasting: nil)
    for _ in 0..<10 { _ = rig.fake.signIn() }
    await #expect(throws: SyncFailure.permission(.wahoo, .tooManySignIns)) {
      try await signIn(rig)
    }
  }

  @Test func `a useless token is not a sign-in`() async throws {
    let rig = try await WahooRig(lasting: nil)
    rig.fake.answer("/v1/user", with: .wahooBadToken)
    await #expect(throws: SyncFailure.signInRefused(.wahoo)) { try await signIn(rig) }
  }

  /// An expired token, by our clock or only by theirs.
  @Test(arguments: [-1, 7200])
  func `revoking refreshes once`(_ seconds: Int) async throws {
    let rig = try await WahooRig(lasting: seconds)
    rig.fake.edit { $0.grants.expireAccessTokens() }
    #expect(try await rig.wahoo().revoke())
    expectEqual(rig.tokenRequests.count, 1)
  }

  @Test func `revoking never refreshes twice`() async throws {
    let rig = try await WahooRig(lasting: -1)
    rig.fake.answer("/v1/permissions", with: .wahooBadToken, times: 9)
    #expect(try await !rig.wahoo().revoke())
    expectEqual(rig.tokenRequests.count, 1)
    #expect(try await !rig.wahoo().revoke())
    expectEqual(rig.tokenRequests.count, 2)
  }

  @Test func `without an answer revoking is not confirmed`() async throws {
    let rig = try await WahooRig(lasting: -1)
    rig.fake.answer("/oauth/token", with: .wahooBadGrant)
    #expect(try await !rig.wahoo().revoke())
    rig.fake.answer("/v1/permissions", with: .html("<h1>We'll be right back</h1>", status: 503))
    #expect(try await !rig.wahoo().revoke())
    rig.fake.answer("/v1/permissions", with: .raw(then: .reset), times: 9)
    #expect(try await !rig.wahoo().revoke())
  }

  // MARK: Tokens and refusals

  /// The old tokens stay valid until the new ones are used: those are not used before they are
  /// saved.
  @Test func `new tokens are saved before they are used`() async throws {
    let (rig, disk) = (try await WahooRig(lasting: -1), MemoryFiles())
    let store = CredentialStore(files: disk, folder: "/state", time: rig.time)
    try await store.save(try #require(try rig.credentials.load(.wahoo)), for: .wahoo)
    let service = try rig.wahoo(credentials: store).service
    rig.fake.before("/oauth/token") { _ in disk.fail([.replace, .overwrite]) }
    let trouble = StorageFailure(path: DisplayText(store.path), reason: .diskFull)
    await #expect(throws: SyncFailure.storage(trouble)) { try await service.contact() }
    try await service.settle()
    #expect(rig.fake.server.requests(of: "/v1/user").isEmpty)
    disk.work()
    try await expectEqual(service.contact().id, "60462")
  }

  @Test(arguments: [400, 401, 403, 422])
  func `too many tokens are reported`(_ status: Int) async throws {
    let rig = try await WahooRig(lasting: -1)
    rig.fake.answer(
      "/oauth/token",
      with: .wahoo(status, "Too many unrevoked access tokens exist for this app and user"))
    try await expectEqual(rig.failure(), .permission(.wahoo, .tooManySignIns))
    expectEqual(rig.tokenRequests.count, 1)
  }

  /// Refusals with a reason, and the failure for each.
  static let refusals: [(HTTPResponse, SyncFailure)] = [
    (.wahooUnapproved, .permission(.wahoo, .unapprovedApplication)),
    (.wahooMissing("workouts_read"), .permission(.wahoo, .missingScopes(["workouts_read"]))),
    (.wahooForbidden, .permission(.wahoo, .other)),
    (
      .json(#"{"errors":["Your app has not been approved yet"]}"#, status: 422),
      .permission(.wahoo, .unapprovedApplication)
    ),
    (.json(#"{"message":"not a valid parameter"}"#, status: 422), .badReply(.wahoo)),
    (.wahooNotFound, .badReply(.wahoo)), (.json("", status: 406), .badReply(.wahoo)),
  ]

  @Test(arguments: refusals.indices)
  func `refusals end at once`(_ index: Int) async throws {
    let (answer, failure) = Self.refusals[index]
    let rig = try await WahooRig()
    rig.fake.answer("/v1/user", with: answer)
    try await expectEqual(rig.failure(), failure)
    expectEqual(rig.fake.server.requests.count, 1)
  }
}
