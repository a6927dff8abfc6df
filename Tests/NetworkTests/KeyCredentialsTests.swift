// API keys in the credential file, next to the tokens of other sources.

import Platform
import Network
import Support
import Model
import Testing

@Suite(.blocking) struct KeyCredentialsTests {
  let folder: TemporaryFolder
  let store: CredentialStore

  init() throws {
    folder = try TemporaryFolder()
    store = CredentialStore(
      files: POSIXFiles(), folder: folder / "state", suppliedFolder: folder / "supplied",
      time: ManualTime(.leap))
  }

  private static let full = KeyCredentials(
    key: Secret("k\"e\\y"), athleteID: "i5", athleteName: "Zażółć")

  @Test func readsBackWhatItWrote() async throws {
    try await store.save(Self.full, for: .intervals)
    try expectEqual(store.loadKey(.intervals), Self.full)
    expectEqual(Disk.mode(of: store.path), 0o600)
    try expectEqual(store.sources(), [.intervals])
    try await store.forget(.intervals)
    try expectEqual(store.loadKey(.intervals), nil)
  }

  @Test func preservesOtherMembers() async throws {
    try folder.write(
      #"{"strava":{"client_id":"1","client_secret":"s","refresh_token":"r","x":1.50},"new":[1],"#
        + #""intervals":{"api_key":"old","added":true}}"#,
      to: "state/credentials.json", mode: 0o600)
    try await store.save(KeyCredentials(key: Secret("new")), for: .intervals)
    let text = try #require(try folder.read("state/credentials.json"))
    expectEqual(
      text,
      #"{"strava":{"client_id":"1","client_secret":"s","refresh_token":"r","x":1.50},"#
        + #""new":[1],"intervals":{"api_key":"new","added":true}}"# + "\n")
  }

  @Test(arguments: [#""intervals":5"#, #""intervals":{}"#, #""intervals":{"api_key":""}"#])
  func refusesADamagedEntryAndKeepsIt(_ entry: String) throws {
    try folder.write("{\(entry)}", to: "state/credentials.json", mode: 0o600)
    #expect(throws: SyncFailure.config(.damagedCredentials(path: DisplayText(store.path)))) {
      try store.loadKey(.intervals)
    }
    try expectEqual(folder.read("state/credentials.json"), "{\(entry)}")
  }

  @Test func suppliedKeyIsUsedUntilConnected() async throws {
    try folder.write("  supplied-key\r\n", to: "supplied/intervals", mode: 0o400)
    try expectEqual(store.loadKey(.intervals), KeyCredentials(key: Secret("supplied-key")))
    try await store.save(Self.full, for: .intervals)
    try expectEqual(store.loadKey(.intervals), Self.full)
    try await store.forget(.intervals)
    try expectEqual(store.loadKey(.intervals)?.key, Secret("supplied-key"))
  }

  @Test func emptySuppliedFileIsRejected() throws {
    let path = try folder.write("\n", to: "supplied/intervals", mode: 0o400)
    #expect(throws: SyncFailure.config(.damagedCredentials(path: DisplayText(path)))) {
      try store.loadKey(.intervals)
    }
  }
}
