// Requests to a service: retries, refresh, limits, and the failure for each answer.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct RequestRuleTests {
  @Test func contactReturnsTheAthlete() async throws {
    let rig = try await StravaRig()
    let athlete = try await rig.strava().service.contact()
    expectEqual(
      athlete,
      Athlete(
        id: "134815", name: "Marianne T.",
        rider: RiderSettings(ftpWatts: 245, sex: .female)))
    rig.fake.edit { $0.athlete.ftp = nil }
    let unknown = try await rig.strava().service.contact()
    expectEqual(unknown.rider.ftpWatts, nil)
  }

  /// Without permission for the profile, Strava silently sends less of it.
  @Test func aProfileThatIsNotSharedIsNoFailure() async throws {
    let rig = try await StravaRig(lasting: nil)
    try await rig.signIn(scopes: ["read", "activity:read_all"])
    let athlete = try await rig.strava().service.contact()
    expectEqual(
      athlete, Athlete(id: "134815", name: "Marianne T.", rider: RiderSettings(sex: .female)))
  }

  /// Answers that are not retried, with the failure for each.
  static let final: [(StravaTrouble, SyncFailure)] = [
    (.loginPage, .badReply(.strava)),
    (.response(.json("")), .badReply(.strava)),
    (.response(.json("null")), .badReply(.strava)),
    (.response(.json("[]")), .badReply(.strava)),
    (.response(.json("{\"id\":1")), .badReply(.strava)),
    (.response(.raw("SSH-2.0\r\n")), .badReply(.strava)),
    (.response(.json("{}", status: 301, headers: ["Location": "/x"])), .badReply(.strava)),
    (.response(.json("{}", status: 400)), .badReply(.strava)),
    (.response(.json("{}", status: 404)), .badReply(.strava)),
    (.response(.json("{}", status: 418)), .badReply(.strava)),
    (.response(.html("proxy", status: 407)), .network(.strava)),
    // A proxy refuses: a new sign-in would not help.
    (.response(.html("no", status: 403)), .badReply(.strava)),
    (.response(HTTPResponse(status: 403, body: Array(" <html>".utf8))), .badReply(.strava)),
    (.response(.json("", status: 403)), refused),
    (.fault(.inactiveApplication), .permission(.strava, .inactiveApplication)),
    (.fault(.missing("activity:read")), .permission(.strava, .missingScopes(["activity:read"]))),
    (.fault(.tooManyAthletes), .permission(.strava, .tooManyAthletes)),
    (.crowdedPage, .permission(.strava, .tooManyAthletes)),
    (.response(.json(#"{"message":"Forbidden","errors":[]}"#, status: 403)), refused),
    (.response(.json(#"{"errors":null}"#, status: 403)), refused),
    (.response(.json(#"{"errors":[null,7,{"code":null}]}"#, status: 403)), refused),
    (.limitedWithoutHeaders, limited(.unnamed, at: 903)),
    (.quarterUsedUp, limited(.quarterHour, at: 903)),
    (.dayUsedUp, limited(.day, at: 64_803)),
  ]

  private static let refused = SyncFailure.permission(.strava, .other)

  private static func limited(_ window: RateLimit.Window, at seconds: Int64) -> SyncFailure {
    .rateLimited(
      .strava, RateLimit(window: window, retryAt: Timestamp(seconds: ManualTime.start + seconds)))
  }

  @Test(arguments: final.indices)
  func finalAnswersEndAtOnce(_ index: Int) async throws {
    let (trouble, failure) = Self.final[index]
    let rig = try await StravaRig()
    rig.fake.answer("/athlete", with: trouble)
    try await expectEqual(rig.failure(), failure)
    expectEqual(rig.fake.server.requests.count, 1)
    #expect(rig.events.waits.isEmpty)
  }

  /// Temporary problems, with the failure if they persist.
  static let passing: [(StravaTrouble, SyncFailure)] = [
    (.reset, .network(.strava)),
    (.cut(after: 10), .network(.strava)),
    (.delivered(.resetBody(after: 10)), .network(.strava)),
    (.silence, .timeout(.answer(.strava))),
    (.gatewayTimeout, .timeout(.answer(.strava))),
    (.response(.json("{}", status: 408)), .timeout(.answer(.strava))),
    (.serverError, .server(.strava)),
    (.serverErrorPage, .server(.strava)),
    (.response(.json("{}", status: 503)), .server(.strava)),
  ]

  private static let impatient: TransportLimits = {
    var limits = TransportLimits()
    limits.total = .milliseconds(200)
    return limits
  }()

  @Test(arguments: passing.indices)
  func temporaryFailuresAreTriedThreeTimes(_ index: Int) async throws {
    let (trouble, failure) = Self.passing[index]
    let rig = try await StravaRig(limits: Self.impatient)
    rig.fake.answer("/athlete", with: trouble, times: 3)
    try await expectEqual(rig.failure(), failure)
    expectEqual(rig.fake.server.requests.count, 3)
    expectEqual(
      rig.events.waits.map(\.reason), [.retry(attempt: 2, of: 3), .retry(attempt: 3, of: 3)])
    expectEqual(rig.events.requests.map(\.attempt), [1, 2, 3])
  }

  @Test(arguments: passing.indices)
  func temporaryFailuresMayPass(_ index: Int) async throws {
    let rig = try await StravaRig(limits: Self.impatient)
    rig.fake.answer("/athlete", with: Self.passing[index].0, times: 2)
    try await expectEqual(rig.failure(), nil)
  }

  @Test func pausesAreRandomAndBounded() async throws {
    let rig = try await StravaRig()
    let service = try rig.strava().service
    for _ in 0..<20 {
      rig.fake.answer("/athlete", with: .serverError, times: 2)
      _ = try await service.contact()
    }
    let first = rig.events.waits.filter { $0.reason == .retry(attempt: 2, of: 3) }.map(\.duration)
    let second = rig.events.waits.filter { $0.reason == .retry(attempt: 3, of: 3) }.map(\.duration)
    #expect(first.allSatisfy { $0 >= .zero && $0 < .seconds(1) })
    #expect(second.allSatisfy { $0 >= .zero && $0 < .seconds(2) })
    #expect(Set(first).count > 10)
    #expect(second.contains { $0 > .seconds(1) })
  }

  @Test func anUnreachableServiceIsANetworkFailure() async throws {
    let rig = try await StravaRig()
    rig.fake.server.stop()
    try await expectEqual(rig.failure(), .network(.strava))
    expectEqual(rig.events.requests.count, 1)
    expectEqual(rig.events.requests.first?.status, nil)
  }

  @Test func tooLargeAnswersAreBadReplies() async throws {
    var limits = TransportLimits()
    limits.bodyBytes = 100
    let rig = try await StravaRig(limits: limits)
    try await expectEqual(rig.failure(), .badReply(.strava))
  }

  @Test func aChallengeCausesOneRefreshAndOneRetry() async throws {
    let rig = try await StravaRig(lasting: 3000)
    rig.fake.answer("/athlete", with: .basicChallenge, times: 2)
    try await expectEqual(rig.failure(), .auth(.strava))
    expectEqual(rig.apiRequests.count, 2)
    expectEqual(rig.tokenRequests.count, 1)
  }

  @Test func aRefusedTokenIsReplaced() async throws {
    let rig = try await StravaRig(lasting: 3000)
    rig.fake.edit { $0.expireAccessTokens() }
    try await expectEqual(rig.failure(), nil)
    expectEqual(rig.apiRequests.count, 2)
    expectEqual(rig.tokenRequests.count, 1)
    try await expectEqual(rig.failure(), nil)
    expectEqual(rig.tokenRequests.count, 1)
  }

  /// With more than an hour left, a refresh returns the same token; the request is retried all the
  /// same.
  @Test func aTemporaryRefusalCostsNoSignIn() async throws {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete", with: .fault(.badToken))
    let before = try #require(try rig.credentials.load(.strava)).tokens
    try await expectEqual(rig.failure(), nil)
    expectEqual(
      rig.apiRequests.map(\.bearerToken), [before.access?.reveal(), before.access?.reveal()])
    expectEqual(rig.tokenRequests.count, 1)
    try expectEqual(rig.credentials.load(.strava)?.tokens, before)
  }

  @Test func aLimitIsAwaitedIfItFits() async throws {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete", with: .quarterUsedUp)
    try await expectEqual(rig.failure(patience: .seconds(1200)), nil)
    expectEqual(rig.apiRequests.count, 2)
    let end = Timestamp(seconds: ManualTime.start + 903)
    expectEqual(
      rig.events.waits,
      [Wait(reason: .rateLimit, source: .strava, until: end, duration: .seconds(903))])
  }

  @Test func aLimitBeyondTheDeadlineIsNotAwaited() async throws {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete", with: .quarterUsedUp)
    let deadline = rig.time.moment() + .seconds(300)
    let failure = try await rig.failure(patience: .seconds(1200), deadline: deadline)
    expectEqual(failure?.code, "rate_limited")
    #expect(rig.events.waits.isEmpty)
  }

  @Test(arguments: [
    StravaLimits.Headers.standard, .withoutReadPair, .lowercase, .documented,
  ])
  func nothingIsRequestedBeyondTheReportedLimit(
    _ headers: StravaLimits.Headers
  ) async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(3))
    rig.fake.edit { account in
      account.limits.headers = headers
      account.limits.overall = .init(2, 1000)
      account.limits.read = .init(2, 1000)
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
  func invalidLimitHeadersAreIgnored(_ value: String) async throws {
    let rig = try await StravaRig()
    let headers: NamedValues = ["X-RateLimit-Limit": value, "X-RateLimit-Usage": value]
    rig.fake.answer("/athlete", with: .response(.json("{\"id\":1}", headers: headers)), times: 2)
    let service = try rig.strava().service
    _ = try await service.contact()
    try await expectEqual(service.contact().id, "1")
  }

  @Test func cancellingEndsAWait() async throws {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete", with: .quarterUsedUp)
    let service = try rig.strava(patience: .seconds(1200), time: ManualTime(.last)).service
    let contact = Task { try await service.contact() }
    try await rig.fake.server.waitForRequest()
    contact.cancel()
    await #expect(throws: SyncFailure.interrupted) { try await contact.value }
  }

  @Test func cancellingEndsARequest() async throws {
    let rig = try await StravaRig()
    rig.fake.answer("/athlete", with: .silence)
    let service = try rig.strava().service
    let contact = Task { try await service.contact() }
    try await rig.fake.server.waitForRequest()
    contact.cancel()
    await #expect(throws: SyncFailure.interrupted) { try await contact.value }
  }

  @Test func aMissingLibcurlIsReported() async throws {
    struct Nothing: Transport {
      func send(_ request: Request) throws(TransportFailure) -> Reply { throw .noLibcurl }
    }
    let rig = try await StravaRig()
    let strava = Strava(
      ServiceParts(
        endpoints: try Endpoints(environment: rig.fake.environment), transport: Nothing(),
        credentials: rig.credentials, events: rig.events, time: rig.time, random: TestRandom(),
        patience: .zero, deadline: nil, readRecording: { _ in nil }))
    await #expect(throws: SyncFailure.config(.noLibcurl("libcurl.so.4"))) {
      try await strava.service.contact()
    }
  }

  @Test func everyRequestIsTraced() async throws {
    let rig = try await StravaRig()
    _ = try await rig.strava().service.contact()
    let trace = try #require(rig.events.requests.first)
    expectEqual(trace.method, "GET")
    expectEqual(trace.url.description, rig.fake.apiAddress + "/athlete")
    expectEqual(trace.status, 200)
    #expect((trace.bytes ?? 0) > 100)
  }
}
