// New tokens on a disk that fails after the service has issued them, as each service treats them.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct KeptSignInTests {
  private let disk = MemoryFiles()

  /// A store on the disk in memory, with the credentials of a rig.
  private func store(
    _ other: CredentialStore, of source: Source, time: ManualTime
  ) async throws -> CredentialStore {
    let store = CredentialStore(files: disk, folder: "/state", time: time)
    try await store.save(try #require(try other.load(source)), for: source)
    return store
  }

  /// The disk is full from the moment the service has received the request.
  private func contact(
    _ service: any ActivityService, _ server: HTTPServer
  ) async throws -> Result<String, SyncFailure> {
    let gate = server.hold(path: "/oauth/token")
    let contact = Task(executorPreference: ThreadExecutor.shared) {
      await Result { () async throws(SyncFailure) in try await service.contact().id }
    }
    try await gate.waitUntilHeld()
    disk.fail([.replace, .overwrite])
    gate.release()
    return await contact.value
  }

  /// Strava's old tokens are used up: the run goes on with the new ones, and saves them when it
  /// can.
  @Test func stravasTokensAreUsedAndSavedLater() async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(3), lasting: -1)
    let store = try await store(rig.credentials, of: .strava, time: rig.time)
    let service = try rig.strava(credentials: store).service
    try await expectEqual(contact(service, rig.fake.server), .success("134815"))
    var received = 0
    try await service.list(ListRange()) { received += $0.activities.count }
    expectEqual(received, 3)
    let trouble = StorageFailure(
      path: DisplayText(store.path), reason: .diskFull, lostSignIn: .strava)
    await #expect(throws: SyncFailure.storage(trouble)) { try await service.settle() }
    disk.work()
    try await service.settle()
    expectEqual(rig.tokenRequests.count, 1)
    try expectEqual(
      rig.fake.edit { $0.refreshTokens }, [store.load(.strava)?.tokens.refresh.reveal()])
  }

  /// Wahoo's old tokens remain valid until the new ones are used, so those are not used yet.
  @Test func wahoosTokensAreNotUsedBeforeTheyAreSaved() async throws {
    let rig = try await WahooRig(lasting: -1)
    let store = try await store(rig.credentials, of: .wahoo, time: rig.time)
    let service = try rig.wahoo(credentials: store).service
    let trouble = StorageFailure(path: DisplayText(store.path), reason: .diskFull)
    try await expectEqual(contact(service, rig.fake.server), .failure(.storage(trouble)))
    try await service.settle()
    #expect(rig.fake.server.requests(of: "/v1/user").isEmpty)
    disk.work()
    try await expectEqual(service.contact().id, "60462")
  }
}
