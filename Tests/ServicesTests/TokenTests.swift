// Tokens: refreshed once, saved before use, never lost.

import Platform
import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct TokenTests {
  @Test func aTokenThatExpiresSoonIsRefreshedFirst() async throws {
    let rig = try await StravaRig(lasting: 200)
    let old = try #require(try rig.credentials.load(.strava))
    try await expectEqual(rig.failure(), nil)
    expectEqual(rig.apiRequests.count, 1)
    let new = try #require(try rig.credentials.load(.strava))
    expectEqual(rig.fake.edit { $0.refreshTokens }, [new.tokens.refresh.reveal()])
    expectEqual(rig.apiRequests.first?.bearerToken, new.tokens.access?.reveal())
    expectEqual(new.tokens.expires, Timestamp(seconds: ManualTime.start + 21_600))
    expectEqual(new.previous, old.tokens)
    expectEqual(new.scopes, old.scopes)
  }

  @Test func manyProcessesRefreshOnce() async throws {
    let rig = try await StravaRig(lasting: -1, time: ManualTime(.nap))
    let gate = rig.fake.server.hold(path: "/oauth/token")
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        // A separate store and transport: only the folder is shared.
        let strava = Strava(
          ServiceParts(
            endpoints: try Endpoints(environment: rig.fake.environment),
            transport: CurlTransport(time: ManualTime(.last)),
            credentials: CredentialStore(
              files: POSIXFiles(), folder: rig.folder.path, time: rig.time),
            events: rig.events, time: rig.time, random: TestRandom(), patience: .zero,
            deadline: nil, readRecording: { _ in nil }
          ))
        group.addTask { try await strava.service.contact().id }
      }
      try await rig.fake.server.waitForRequest(path: "/oauth/token")
      gate.release()
      for try await id in group { expectEqual(id, "134815") }
    }
    expectEqual(rig.tokenRequests.count, 1)
    expectEqual(rig.apiRequests.count, 8)
  }

  /// An inactive application cannot refresh either; the tokens are not to blame.
  @Test(
    arguments: [
      (StravaFault.inactiveApplication, Refusal.inactiveApplication),
      (.tooManyAthletes, .tooManyAthletes),
    ])
  func aRefreshThatTheApplicationMayNotMakeIsExplained(
    _ fault: StravaFault, _ refusal: Refusal
  ) async throws {
    let rig = try await StravaRig(lasting: -1)
    rig.fake.answer("/oauth/token", with: .fault(fault))
    let before = try rig.credentials.load(.strava)
    try await expectEqual(rig.failure(), .permission(.strava, refusal))
    #expect(rig.tokenRequests.count == 1 && rig.apiRequests.isEmpty)
    try expectEqual(rig.credentials.load(.strava)?.tokens, before?.tokens)
    try await expectEqual(rig.failure(), nil)
  }

  @Test func aTokenUsedUpByALostAnswerRequiresSigningIn() async throws {
    let rig = try await StravaRig(lasting: -1)
    rig.fake.answer("/oauth/token", with: .lostAnswer)
    try await expectEqual(rig.failure(), .auth(.strava))
    expectEqual(rig.tokenRequests.count, 2)
  }

  @Test func aRefreshIsFinishedAfterCancellation() async throws {
    let rig = try await StravaRig(lasting: -1)
    let gate = rig.fake.server.hold(path: "/oauth/token")
    let service = try rig.strava().service
    let contact = Task { try await service.contact() }
    try await gate.waitUntilHeld()
    contact.cancel()
    gate.release()
    await #expect(throws: SyncFailure.interrupted) { try await contact.value }
    let stored = try #require(try rig.credentials.load(.strava))
    expectEqual(rig.fake.edit { $0.refreshTokens }, [stored.tokens.refresh.reveal()])
  }

  @Test func aNewSignInIsUsedByTheNextRequest() async throws {
    let rig = try await StravaRig(lasting: -1)
    let service = try rig.strava().service
    _ = try await service.contact()
    rig.fake.edit { $0.revokeAccess() }
    await #expect(throws: SyncFailure.auth(.strava)) { try await service.contact() }
    try await rig.signIn()
    let before = rig.fake.server.requests.count
    try await expectEqual(service.contact().id, "134815")
    expectEqual(rig.fake.server.requests.count, before + 1)
  }

  @Test func aScopeThatIsGrantedLaterCountsAtOnce() async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(3), lasting: nil)
    try await rig.signIn(scopes: ["read"])
    let service = try rig.strava().service
    let failure = SyncFailure.permission(.strava, .missingScopes(["activity:read"]))
    await #expect(throws: failure) { try await service.list(ListRange()) { _ in } }
    try await rig.signIn()
    var received = 0
    try await service.list(ListRange()) { received += $0.activities.count }
    expectEqual(received, 3)
  }
}
