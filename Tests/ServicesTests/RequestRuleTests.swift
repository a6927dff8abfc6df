// Strava's answers and limits, and the failure for each; `NetworkTests` has what all services
// share.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct RequestRuleTests {
  /// Without permission for the profile, Strava silently sends less of it.
  @Test(arguments: [(StravaAccount.allScopes, 245), (["read", "activity:read_all"], nil)])
  func `contact returns the athlete`(_ scopes: [String], _ ftp: Int?) async throws {
    let rig = try await StravaRig(lasting: nil)
    try await rig.signIn(scopes: scopes)
    try await expectEqual(
      rig.strava().service.contact(),
      Athlete(
        id: "134815", name: "Marianne T.", rider: RiderSettings(ftpWatts: ftp, sex: .female),
        gear: ftp == nil ? [:] : ["b1": "Randonneur"]))
  }

  /// Answers that are not retried, with the failure for each.
  static let final: [(HTTPResponse, SyncFailure)] = [
    (.loginPage, .badReply(.strava)), (.json(""), .badReply(.strava)),
    (.json("null"), .badReply(.strava)), (.json("[]"), .badReply(.strava)),
    (.json("{\"id\":1"), .badReply(.strava)),
    (.json("{}", status: 301, headers: ["Location": "/x"]), .badReply(.strava)),
    (.strava(403, "Application", "Status", "Inactive"), .permission(.strava, .inactiveApplication)),
    (.stravaMissing("activity:read"), .permission(.strava, .missingScopes(["activity:read"]))),
    // The shape is a guess: only the words of the page are known.
    (
      .strava(403, "Application", "Limit of connected athletes", "exceeded"),
      .permission(.strava, .tooManyAthletes)
    ),
    (
      .html("<h1>Error 403</h1><p>Limit of connected athletes exceeded</p>", status: 403),
      .permission(.strava, .tooManyAthletes)
    ),
    (.json(#"{"message":"Forbidden","errors":[]}"#, status: 403), refused),
    (.json(#"{"errors":null}"#, status: 403), refused),
    (.json(#"{"errors":[null,7,{"code":null}]}"#, status: 403), refused),
    (.stravaLimit, limited(.unnamed, at: 903)),
    (StravaAccount().usedUp(900), limited(.quarterHour, at: 903)),
    (StravaAccount().usedUp(86_400), limited(.day, at: 64_803)),
  ]

  private static let refused = SyncFailure.permission(.strava, .other)

  private static func limited(_ window: RateLimit.Window, at seconds: Int64) -> SyncFailure {
    .rateLimited(
      .strava, RateLimit(window: window, retryAt: Timestamp(seconds: ManualTime.start + seconds)))
  }

  @Test(arguments: final.indices)
  func `final answers end at once`(_ index: Int) async throws {
    let (trouble, failure) = Self.final[index]
    let rig = try await StravaRig()
    rig.fake.answer("/athlete", with: trouble)
    try await expectEqual(rig.failure(), failure)
    expectEqual(rig.fake.server.requests.count, 1)
    #expect(rig.events.waits.isEmpty)
  }

  /// With more than an hour left, a refresh returns the same token; the request is retried all the
  /// same.
  @Test func `a temporary refusal costs no sign in`() async throws {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete", with: .stravaBadToken)
    let before = try #require(try rig.credentials.load(.strava)).tokens
    try await expectEqual(rig.failure(), nil)
    expectEqual(
      rig.apiRequests.map(\.bearerToken), [before.access?.reveal(), before.access?.reveal()])
    expectEqual(rig.tokenRequests.count, 1)
    try expectEqual(rig.credentials.load(.strava)?.tokens, before)
  }

  @Test func `a limit is awaited if it fits`() async throws {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete", with: rig.fake.account.usedUp(900))
    try await expectEqual(rig.failure(patience: .seconds(1200)), nil)
    expectEqual(rig.apiRequests.count, 2)
    let end = Timestamp(seconds: ManualTime.start + 903)
    expectEqual(
      rig.events.waits,
      [Wait(reason: .rateLimit, source: .strava, until: end, duration: .seconds(903))])
  }

  @Test(arguments: [ServiceLimits.Headers.standard, .firstTwo, .lowercase, .documented])
  func `nothing is requested beyond the reported limit`(
    _ headers: ServiceLimits.Headers
  ) async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(3))
    rig.fake.edit { account in
      account.limits.headers = headers
      account.limits[900].limit = 2
    }
    let service = try rig.strava().service
    _ = try await service.contact()
    var pages = 0
    await #expect(throws: Self.limited(.quarterHour, at: 903)) {
      try await service.list(ListRange()) { _ in pages += 1 }
    }
    expectEqual(pages, 1)
    expectEqual(rig.apiRequests.count, 2)
  }

  @Test(arguments: ["", ",", "a,b", "-1,5", "200", "1,2,3", "99999999999999999999,1", "0,0"])
  func `invalid limit headers are ignored`(_ value: String) async throws {
    let rig = try await StravaRig()
    let headers: NamedValues = ["X-RateLimit-Limit": value, "X-RateLimit-Usage": value]
    rig.fake.answer("/athlete", with: .json("{\"id\":1}", headers: headers), times: 2)
    let service = try rig.strava().service
    _ = try await service.contact()
    try await expectEqual(service.contact().id, "1")
  }

  @Test func `cancelling ends a wait`() async throws {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete", with: rig.fake.account.usedUp(900))
    let service = try rig.strava(patience: .seconds(1200), time: ManualTime(.last)).service
    let contact = Task { try await service.contact() }
    try rig.fake.server.waitForRequest()
    contact.cancel()
    await #expect(throws: SyncFailure.interrupted) { try await contact.value }
  }

  @Test func `a refresh is finished after cancellation`() async throws {
    let rig = try await StravaRig(lasting: -1)
    let gate = rig.fake.server.hold(path: "/oauth/token")
    let service = try rig.strava().service
    let contact = Task { try await service.contact() }
    try gate.waitUntilHeld()
    contact.cancel()
    gate.release()
    await #expect(throws: SyncFailure.interrupted) { try await contact.value }
    let stored = try #require(try rig.credentials.load(.strava))
    expectEqual(rig.fake.account.grants.refreshTokens, [stored.tokens.refresh.reveal()])
  }

  @Test func `a new sign-in is used by the next request`() async throws {
    let rig = try await StravaRig(lasting: -1)
    let service = try rig.strava().service
    _ = try await service.contact()
    rig.fake.edit { $0.grants.revokeAll() }
    await #expect(throws: SyncFailure.auth(.strava)) { try await service.contact() }
    try await rig.signIn()
    let before = rig.fake.server.requests.count
    try await expectEqual(service.contact().id, "134815")
    expectEqual(rig.fake.server.requests.count, before + 1)
  }

  @Test func `a scope that is granted later counts at once`() async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(3), lasting: nil)
    try await rig.signIn(scopes: ["read"])
    let service = try rig.strava().service
    let failure = SyncFailure.permission(.strava, .missingScopes(["activity:read"]))
    await #expect(throws: failure) { try await service.list(ListRange()) { _ in } }
    #expect(rig.tokenRequests.isEmpty)
    try await rig.signIn()
    var received = 0
    try await service.list(ListRange()) { received += $0.activities.count }
    expectEqual(received, 3)
  }
}
