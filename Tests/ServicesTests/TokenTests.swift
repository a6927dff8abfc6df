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

  @Test func aValidTokenIsUsed() async throws {
    let rig = try await StravaRig(lasting: 400)
    try await expectEqual(rig.failure(), nil)
    #expect(rig.tokenRequests.isEmpty)
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

  @Test func aRefusedRefreshTokenMeansSigningInAgain() async throws {
    let rig = try await StravaRig(lasting: -1)
    rig.fake.edit { $0.revokeAccess() }
    let before = try rig.folder.read("credentials.json")
    try await expectEqual(rig.failure(), .auth(.strava))
    expectEqual(rig.tokenRequests.count, 1)
    try expectEqual(rig.folder.read("credentials.json"), before)
  }

  /// The tokens may still be valid.
  @Test func aRefusedClientSecretIsNotAnExpiredSignIn() async throws {
    let rig = try await StravaRig(lasting: -1)
    rig.fake.edit { $0.application.clientSecret = "renewed" }
    try await expectEqual(rig.failure(), .signInRefused(.strava, .clientSecret(clientID: "54321")))
    expectEqual(rig.tokenRequests.count, 1)
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

  @Test func tokensSavedByAnotherProcessAreUsed() async throws {
    let rig = try await StravaRig(lasting: -1)
    let gate = rig.fake.server.hold(path: "/oauth/token")
    let service = try rig.strava().service
    let contact = Task { try await service.contact() }
    try await gate.waitUntilHeld()
    rig.fake.edit { $0.revokeAccess() }
    // Another program that ignores the lock.
    let stranger = try TemporaryFolder()
    let other = StravaRig(rig, folder: stranger)
    try await other.signIn(lasting: 3000)
    let newer = try #require(try stranger.read("credentials.json"))
    try rig.folder.write(newer, to: "credentials.json", mode: 0o600)
    gate.release()
    try await expectEqual(contact.value.id, "134815")
  }

  @Test func aLostAnswerIsRequestedAgain() async throws {
    let rig = try await StravaRig(lasting: -1)
    rig.fake.answer("/oauth/token", with: .reset)
    try await expectEqual(rig.failure(), nil)
    expectEqual(rig.tokenRequests.count, 2)
  }

  @Test func aTokenUsedUpByALostAnswerRequiresSigningIn() async throws {
    let rig = try await StravaRig(lasting: -1)
    rig.fake.answer("/oauth/token", with: .lostAnswer)
    try await expectEqual(rig.failure(), .auth(.strava))
    expectEqual(rig.tokenRequests.count, 2)
  }

  @Test func failuresOfTheTokenServiceDoNotSignOut() async throws {
    let rig = try await StravaRig(lasting: -1)
    rig.fake.answer("/oauth/token", with: .serverErrorPage)
    rig.fake.answer("/oauth/token", with: .loginPage)
    rig.fake.answer("/oauth/token", with: .reset, times: 2)
    try await expectEqual(rig.failure(), .server(.strava))
    expectEqual(rig.tokenRequests.count, 1)
    try await expectEqual(rig.failure(), .badReply(.strava))
    try await expectEqual(rig.failure(), .network(.strava))
    try await expectEqual(rig.failure(), nil)
  }

  @Test func aFullDiskIsFoundBeforeTheTokenIsUsed() async throws {
    let rig = try await StravaRig(lasting: -1)
    let disk = FailingDisk()
    disk.fail([.prepare, .replace, .overwrite])
    let full = CredentialStore(
      files: disk, folder: rig.folder.path, time: rig.time)
    let strava = Strava(
      ServiceParts(
        endpoints: try Endpoints(environment: rig.fake.environment), transport: rig.transport,
        credentials: full, events: rig.events, time: rig.time, random: TestRandom(),
        patience: .zero, deadline: nil, readRecording: { _ in nil }))
    let trouble = StorageTrouble(
      path: DisplayText(rig.folder / "credentials.json"), reason: .diskFull)
    await #expect(throws: SyncFailure.storage(trouble)) { try await strava.service.contact() }
    #expect(rig.tokenRequests.isEmpty)
    try await expectEqual(rig.failure(), nil)
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

  @Test func aLockThatIsHeldCanBeWaitedForAndLeft() async throws {
    let rig = try await StravaRig(lasting: -1)
    let lock = try #require(try POSIXFiles().lock(rig.folder / "credentials.lock", note: []))
    let time = ManualTime(.nap)
    let service = try rig.strava(time: time).service
    let contact = Task { try await service.contact() }
    contact.cancel()
    await #expect(throws: SyncFailure.interrupted) { try await contact.value }
    try await expectEqual(rig.failure(), .timeout(.answer(.strava)))
    lock.release()
    try await expectEqual(rig.failure(), nil)
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

  @Test func aMissingSignInIsReported() async throws {
    let rig = try await StravaRig(lasting: nil)
    try await expectEqual(rig.failure(), .notConnected(.strava))
    #expect(rig.fake.server.requests.isEmpty)
  }
}
