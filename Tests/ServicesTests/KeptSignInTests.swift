// New tokens survive a disk that fails after the service has issued them.

import Platform
import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct KeptSignInTests {
  typealias Calls = Set<FailingDisk.Call>

  /// What may fail while one way to save the tokens remains.
  static let troubles: [Calls] = [
    [], [.commit], [.commit, .replace], [.commit, .overwrite], [.replace, .overwrite], [.read],
    [.read, .commit, .replace],
  ]

  private func store(_ rig: StravaRig, _ disk: FailingDisk) -> CredentialStore {
    CredentialStore(files: disk, folder: rig.folder.path, time: rig.time)
  }

  private func strava(_ rig: StravaRig, _ store: CredentialStore) throws -> Strava {
    Strava(
      ServiceParts(
        endpoints: try Endpoints(environment: rig.fake.environment), transport: rig.transport,
        credentials: store, events: rig.events, time: rig.time, random: TestRandom(),
        patience: .zero, deadline: nil, readRecording: { _ in nil }))
  }

  private func leftovers(_ folder: TemporaryFolder) -> [String] {
    Disk.names(in: folder.path).filter { $0.hasSuffix(".part") }
  }

  /// The disk fails from the moment the service has received the request.
  private func refresh(_ rig: StravaRig, failing calls: Calls) async throws -> SyncFailure? {
    let disk = FailingDisk()
    let service = try strava(rig, store(rig, disk)).service
    let gate = rig.fake.server.hold(path: "/oauth/token")
    let contact = Task { () -> SyncFailure? in
      do {
        _ = try await service.contact()
        return nil
      } catch {
        return error as? SyncFailure
      }
    }
    try await gate.waitUntilHeld()
    disk.fail(calls)
    gate.release()
    return await contact.value
  }

  @Test(arguments: troubles.filter { !$0.contains(.read) })
  func refreshedTokensAreSavedInOneWayOrAnother(_ calls: Calls) async throws {
    let rig = try await StravaRig(lasting: -1)
    try await expectEqual(refresh(rig, failing: calls), nil)
    let stored = try #require(try rig.credentials.load(.strava))
    expectEqual(rig.fake.edit { $0.refreshTokens }, [stored.tokens.refresh.reveal()])
    try await expectEqual(rig.failure(), nil)
    expectEqual(rig.tokenRequests.count, 1)
    #expect(leftovers(rig.folder).isEmpty)
  }

  @Test(arguments: troubles)
  func aSignInIsSavedInOneWayOrAnother(_ calls: Calls) async throws {
    // After a new sign-in the file can be overwritten.
    let rig = try await StravaRig(lasting: -1, time: ManualTime(.leap))
    let disk = FailingDisk()
    let attempt = try strava(rig, store(rig, disk)).signIn.paste(clientID: "54321")
    let address = try rig.fake.approve(attempt.url)
    let secret = Secret(rig.fake.edit { $0.application.clientSecret })
    let signIn = try await attempt.finish(
      clientSecret: secret, pasted: address, in: store(rig, disk))
    disk.fail(calls)
    try signIn.save()
    try expectEqual(rig.credentials.load(.strava), signIn.credentials)
    try await expectEqual(rig.failure(), nil)
    #expect(leftovers(rig.folder).isEmpty)
  }

  @Test func ifNothingHelpsTheRunReportsTheLostSignIn() async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(3), lasting: -1)
    let disk = FailingDisk()
    let service = try strava(rig, store(rig, disk)).service
    let gate = rig.fake.server.hold(path: "/oauth/token")
    let contact = Task { try await service.contact().id }
    try await gate.waitUntilHeld()
    disk.fail([.prepare, .commit, .replace, .overwrite])
    gate.release()
    try await expectEqual(contact.value, "134815")
    var received = 0
    try await service.list(ListRange()) { received += $0.activities.count }
    expectEqual(received, 3)
    let trouble = StorageTrouble(
      path: DisplayText(rig.folder / "credentials.json"), reason: .diskFull, lostSignIn: .strava)
    await #expect(throws: SyncFailure.storage(trouble)) { try await service.settle() }
    // There is space again before the run ends.
    disk.fail([])
    try await service.settle()
    expectEqual(rig.tokenRequests.count, 1)
    let stored = try #require(try rig.credentials.load(.strava))
    expectEqual(rig.fake.edit { $0.refreshTokens }, [stored.tokens.refresh.reveal()])
  }

  /// A run that lasts longer than the tokens it could not save.
  @Test func unsavedTokensAreRefreshedToo() async throws {
    let rig = try await StravaRig(lasting: -1)
    let disk = FailingDisk()
    let service = try strava(rig, store(rig, disk)).service
    disk.fail([.commit, .replace, .overwrite])
    for _ in 0..<3 {
      _ = try await service.contact()
      rig.fake.edit { $0.expireAccessTokens() }
    }
    expectEqual(rig.tokenRequests.count, 3)
    disk.fail([])
    _ = try await service.contact()
    let stored = try #require(try rig.credentials.load(.strava))
    expectEqual(rig.fake.edit { $0.refreshTokens }, [stored.tokens.refresh.reveal()])
  }

  @Test func unsavedTokensAreReplacedByANewSignIn() async throws {
    let rig = try await StravaRig(lasting: -1)
    let disk = FailingDisk()
    let service = try strava(rig, store(rig, disk)).service
    let gate = rig.fake.server.hold(path: "/oauth/token")
    let contact = Task { try await service.contact().id }
    try await gate.waitUntilHeld()
    disk.fail([.prepare, .commit, .replace, .overwrite])
    gate.release()
    _ = try await contact.value
    rig.fake.edit { $0.revokeAccess() }
    try await rig.signIn()
    _ = try await service.contact()
    try await service.settle()
  }

  /// Wahoo's old tokens remain valid until the new ones are used, so those are not used yet.
  @Test func wahooTokensAreNotUsedBeforeTheyAreSaved() async throws {
    let rig = try await WahooRig(lasting: -1)
    let disk = FailingDisk()
    let store = CredentialStore(files: disk, folder: rig.folder.path, time: rig.time)
    let service = try rig.wahoo(credentials: store).service
    let gate = rig.fake.server.hold(path: "/oauth/token")
    let contact = Task { try await service.contact().id }
    try await gate.waitUntilHeld()
    disk.fail([.commit, .replace, .overwrite])
    gate.release()
    let trouble = StorageTrouble(
      path: DisplayText(rig.folder / "credentials.json"), reason: .diskFull)
    await #expect(throws: SyncFailure.storage(trouble)) { try await contact.value }
    try await service.settle()
    #expect(rig.fake.server.requests(of: "/v1/user").isEmpty)
    try await expectEqual(rig.failure(), nil)
  }

  /// A run was killed between the answer of the service and the end of its write.
  @Test(arguments: [nil, 0, 1, 20] as [Int?])
  func tokensWrittenByAKilledRunAreUsed(_ cut: Int?) async throws {
    let rig = try await StravaRig(lasting: -1)
    let before = try #require(try rig.folder.read("credentials.json"))
    try await expectEqual(rig.failure(), nil)
    let after = try #require(try rig.folder.read("credentials.json"))
    try rig.folder.write(before, to: "credentials.json", mode: 0o600)
    let left = TemporaryName.make(for: "credentials.json")
    let text = cut.map { String(after.dropLast($0 + 2)) } ?? after
    try rig.folder.write(
      text + String(repeating: " ", count: 4000), to: left, mode: 0o600)
    if cut == nil {
      try await expectEqual(rig.failure(), nil)
      #expect(try rig.credentials.load(.strava)?.tokens.access != nil)
    } else {
      try await expectEqual(rig.failure(), .auth(.strava))
    }
    expectEqual(rig.tokenRequests.count, (cut == nil ? 1 : 2))
    #expect(leftovers(rig.folder).isEmpty)
  }

  @Test func aReservationLeavesNothingBehind() async throws {
    let rig = try await StravaRig(lasting: -1)
    rig.fake.answer("/oauth/token", with: .serverError)
    try await expectEqual(rig.failure(), .server(.strava))
    #expect(leftovers(rig.folder).isEmpty)
  }
}
