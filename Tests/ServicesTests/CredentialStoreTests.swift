// The credential file: private, never torn, refused when unsafe or damaged.

import Platform
import Network
import Services
import Support
import Model
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite(.blocking) struct CredentialStoreTests {
  private let folder: TemporaryFolder
  private let store: CredentialStore

  init() throws {
    folder = try TemporaryFolder()
    store = CredentialStore(files: POSIXFiles(), folder: folder / "state", time: ManualTime(.leap))
  }

  private let full = Credentials(
    clientID: "54321", clientSecret: Secret("s\"ecret"),
    tokens: TokenPair(
      access: Secret("a2"), refresh: Secret("r2"), expires: Timestamp(seconds: 2_000_000_000)),
    previous: TokenPair(access: Secret("a1"), refresh: Secret("r1"), expires: nil),
    scopes: ["read", "activity:read_all"], athleteID: "9223372036854775808999",
    athleteName: "Marianne Ö.", supplied: Secret("r0"))

  @Test func storesCredentials() async throws {
    try expectEqual(store.load(.strava), nil)
    try await store.save(full, for: .strava)
    try expectEqual(store.load(.strava), full)
    try expectEqual(store.sources(), [.strava])
    expectEqual(Disk.mode(of: store.path), 0o600)
    expectEqual(Disk.mode(of: folder / "state"), 0o700)
  }

  @Test func keepsOtherEntries() async throws {
    let before =
      #"{"zwift":{"k":[1.50,"\u0041"]},"strava":{"note":"mine","scopes":[]},"version":9}"#
    try folder.write(before, to: "state/credentials.json", mode: 0o600)
    try await store.save(full, for: .strava)
    let after = try #require(try folder.read("state/credentials.json"))
    #expect(after.contains(#""zwift":{"k":[1.50,"\u0041"]}"#))
    #expect(after.contains(#""version":9"#))
    #expect(after.contains(#""note":"mine""#))
    try await store.forget(.strava)
    try expectEqual(
      folder.read("state/credentials.json"), #"{"zwift":{"k":[1.50,"\u0041"]},"version":9}"# + "\n")
    try expectEqual(store.load(.strava), nil)
  }

  @Test(arguments: [0o604, 0o640, 0o644, 0o660] as [UInt32])
  func refusesAFileThatOthersMayRead(_ mode: UInt32) async throws {
    try await store.save(full, for: .strava)
    try Disk.write(try #require(try Disk.read(store.path)), to: store.path, mode: mode)
    let refusal = SyncFailure.config(.unsafeCredentials(path: DisplayText(store.path)))
    #expect(throws: refusal) { try store.load(.strava) }
    await #expect(throws: refusal) { try await store.save(full, for: .strava) }
    expectEqual(Disk.mode(of: store.path), mode)
  }

  /// `chmod` would not help here, and nothing is waited for.
  @Test func aPathThatIsNotAFileIsNamed() throws {
    try Disk.makeFolder(folder / "state")
    try Disk.makeFolder(folder / "supplied")
    let supplied = CredentialStore(
      files: POSIXFiles(), folder: folder / "none", suppliedFolder: folder / "supplied",
      time: ManualTime(.leap))
    let makers: [(CredentialRisk, (String) -> Void)] = [
      (.noFile, { try? Disk.makeFolder($0, mode: 0o700) }),
      (.noFile, { expectEqual(mkfifo($0, 0o600), 0) }),
      (.symbolicLink, { expectEqual(symlink($0, $0), 0) }),
      (.symbolicLink, { expectEqual(symlink("/dev/null", $0), 0) }),
    ]
    for (risk, make) in makers {
      for (store, path) in [(store, store.path), (supplied, folder / "supplied/strava")] {
        make(path)
        #expect(throws: SyncFailure.config(.unsafeCredentials(path: DisplayText(path), risk))) {
          try store.load(.strava)
        }
        _ = unlink(path)
        _ = rmdir(path)
      }
    }
  }

  @Test(arguments: [
    "", "{", "[]", "null", "{}{}", #"{"strava":5}"#, #"{"strava":{"client_id":"1"}}"#,
    #"{"strava":{"client_id":"1","client_secret":"s","refresh_token":null}}"#,
  ])
  func refusesADamagedFileAndKeepsIt(_ text: String) throws {
    try folder.write(text, to: "state/credentials.json", mode: 0o600)
    #expect(throws: SyncFailure.config(.damagedCredentials(path: DisplayText(store.path)))) {
      try store.load(.strava)
    }
    try expectEqual(folder.read("state/credentials.json"), text)
  }

  @Test func aSuppliedTokenIsUsedUntilTheFileHoldsANewerOne() async throws {
    let rig = try await StravaRig(lasting: nil)
    let tokens = rig.fake.signIn(lasting: -1)
    let secret = rig.fake.edit { $0.application.clientSecret }
    func supply(_ refresh: String) throws {
      try folder.write(
        #"{"client_id":54321,"client_secret":"\#(secret)","refresh_token":"\#(refresh)"}"#,
        to: "supplied/strava", mode: 0o400)
    }
    try supply(tokens.refresh)
    let store = CredentialStore(
      files: POSIXFiles(), folder: folder / "state", suppliedFolder: folder / "supplied",
      time: rig.time)
    let strava = Strava(
      ServiceParts(
        endpoints: try Endpoints(environment: rig.fake.environment), transport: rig.transport,
        credentials: store, events: rig.events, time: rig.time, random: TestRandom(),
        patience: .zero, deadline: nil, readRecording: { _ in nil }))
    try expectEqual(store.sources(), [.strava])
    _ = try await strava.service.contact()
    let rotated = try #require(try store.load(.strava))
    expectEqual(rig.fake.edit { $0.refreshTokens }, [rotated.tokens.refresh.reveal()])

    // The person replaces a revoked token with a new one.
    rig.fake.edit { $0.revokeAccess() }
    let newer = rig.fake.signIn(lasting: -1)
    Disk.remove(folder / "supplied/strava")
    try supply(newer.refresh)
    try expectEqual(store.load(.strava)?.tokens.refresh.reveal(), newer.refresh)
  }

  @Test func aSuppliedKeyOfAnotherServiceIsIgnored() throws {
    try folder.write("just-a-key\n", to: "supplied/intervals", mode: 0o400)
    let store = CredentialStore(
      files: POSIXFiles(), folder: folder / "state", suppliedFolder: folder / "supplied",
      time: ManualTime(.leap))
    try expectEqual(store.sources(), [.intervals])
    try expectEqual(store.load(.strava), nil)
  }
}
