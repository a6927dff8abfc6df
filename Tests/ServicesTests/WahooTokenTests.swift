// Wahoo's tokens: each refresh token is valid once, and at most ten pairs may be unused.

import Platform
import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct WahooTokenTests {
  @Test func aTokenThatExpiresSoonIsRefreshedFirst() async throws {
    let rig = try await WahooRig(lasting: 200)
    let old = try #require(try rig.credentials.load(.wahoo))
    try await expectEqual(rig.failure(), nil)
    let new = try #require(try rig.credentials.load(.wahoo))
    // The old pair became invalid with the first request.
    expectEqual(rig.fake.edit { $0.refreshTokens }, [new.tokens.refresh.reveal()])
    expectEqual(new.tokens.expires, Timestamp(seconds: ManualTime.start + 7200))
    #expect(new.previous == old.tokens && new.athleteID == "60462")
    let form = try #require(rig.tokenRequests.first?.form)
    #expect(form["grant_type"] == "refresh_token" && form["redirect_uri"] == nil)
  }

  @Test func aRefusedTokenIsReplacedOnce() async throws {
    let rig = try await WahooRig()
    rig.fake.edit { $0.expireAccessTokens() }
    try await expectEqual(rig.failure(), nil)
    expectEqual(rig.tokenRequests.count, 1)
    rig.fake.answer("/v1/user", with: .response(.wahooBadToken), times: 9)
    try await expectEqual(rig.failure(), .auth(.wahoo))
    expectEqual(rig.tokenRequests.count, 2)
  }

  /// A pair that was issued and never used does no harm: the previous one is still valid.
  @Test func aLostAnswerCostsNothing() async throws {
    let rig = try await WahooRig(lasting: -1)
    rig.fake.answer("/oauth/token", with: .delivered(.reset))
    try await expectEqual(rig.failure(), nil)
    expectEqual(rig.tokenRequests.count, 2)
    rig.fake.edit { $0.expireAccessTokens() }
    rig.fake.answer("/oauth/token", with: .delivered(.reset), times: 2)
    try await expectEqual(rig.failure(), .network(.wahoo))
    try await expectEqual(rig.failure(), nil)
  }

  @Test(arguments: [400, 401, 403, 422])
  func tooManyTokensAreReported(_ status: Int) async throws {
    let rig = try await WahooRig(lasting: -1)
    rig.fake.answer(
      "/oauth/token",
      with: .response(
        .wahoo(status, "Too many unrevoked access tokens exist for this app and user")))
    try await expectEqual(rig.failure(), .permission(.wahoo, .tooManySignIns))
    expectEqual(rig.tokenRequests.count, 1)
  }

  /// The tenth lost answer is one too many, but does not sign anyone out.
  @Test func tenUnusedPairsAreTooMany() async throws {
    let rig = try await WahooRig(lasting: -1)
    rig.fake.answer("/oauth/token", with: .delivered(.reset), times: 9)
    for _ in 0..<4 { try await expectEqual(rig.failure(), .network(.wahoo)) }
    try await expectEqual(rig.failure(), .permission(.wahoo, .tooManySignIns))
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
  func refusalsEndAtOnce(_ index: Int) async throws {
    let (answer, failure) = Self.refusals[index]
    let rig = try await WahooRig()
    rig.fake.answer("/v1/user", with: .response(answer))
    try await expectEqual(rig.failure(), failure)
    expectEqual(rig.fake.server.requests.count, 1)
  }
}
