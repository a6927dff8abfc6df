// The credential file: what it keeps, whom it may belong to, and what a service manager supplies.

import Support
import Model
import Testing

@testable import Network

struct CredentialStoreTests {
  private let rig = NetworkRig()

  private static let full = Credentials(
    clientID: "54321", clientSecret: Secret("s\"e\\c\u{1}ret"),
    tokens: TokenPair(
      access: Secret("a2"), refresh: Secret("r2"), expires: Timestamp(seconds: 2_000_000_000)),
    previous: TokenPair(access: Secret("a1"), refresh: Secret("r1"), expires: nil),
    scopes: ["read", "activity:read_all"], athleteID: "9223372036854775808999",
    athleteName: "Marianne Ö.", supplied: Secret("r0"))
  private static let key = KeyCredentials(
    key: Secret("k\"e\\y"), athleteID: "i5", athleteName: "Zażółć")

  private func unsafe(_ path: String, _ risk: CredentialRisk) -> SyncFailure {
    .config(.unsafeCredentials(path: DisplayText(path), risk))
  }
  private func damaged(_ path: String) -> SyncFailure {
    .config(.damagedCredentials(path: DisplayText(path)))
  }

  @Test func `what is saved is read back until it is forgotten`() async throws {
    try expectEqual(rig.store.load(.strava), nil)
    try await rig.store.save(Self.full, for: .strava)
    try await rig.store.save(Self.key, for: .intervals)
    try expectEqual(rig.store.load(.strava), Self.full)
    try expectEqual(rig.store.loadKey(.intervals), Self.key)
    try expectEqual(rig.store.sources(), [.strava, .intervals])
    try expectEqual(rig.disk.info(NetworkRig.path)?.mode, 0o600)
    try expectEqual(rig.disk.info("/state")?.mode, 0o700)
    try await rig.store.forget(.strava)
    try expectEqual(rig.store.sources(), [.intervals])
    try expectEqual(rig.store.load(.strava), nil)
  }

  /// Members that this version does not know stay byte for byte.
  @Test func `other members stay`() async throws {
    let zwift = #""zwift":{"k":[1.50,"\u0041"]},"version":9"#
    rig.disk.put(
      #"{\#(zwift),"intervals":{"api_key":"old","added":true}}"#, at: NetworkRig.path, mode: 0o600)
    try await rig.store.save(KeyCredentials(key: Secret("new")), for: .intervals)
    expectEqual(
      rig.disk.text(NetworkRig.path),
      #"{\#(zwift),"intervals":{"api_key":"new","added":true}}"# + "\n")
    try await rig.store.forget(.intervals)
    expectEqual(rig.disk.text(NetworkRig.path), "{\(zwift)}\n")
    rig.disk.put(#"{"strava":{"note":"mine","scopes":[]}}"#, at: NetworkRig.path, mode: 0o600)
    try await rig.store.save(Self.full, for: .strava)
    #expect(rig.disk.text(NetworkRig.path)?.contains(#""note":"mine""#) == true)
  }

  /// A file that others may read is neither used nor changed. The modes of supplied files are up to
  /// the service manager.
  @Test func `a file that others may read is refused`() async throws {
    for mode in [0o604, 0o640, 0o644, 0o660, 0o610] as [UInt32] {
      rig.disk.put("{}", at: NetworkRig.path, mode: mode)
      let refusal = unsafe(NetworkRig.path, .readableByOthers)
      await expectEqual(rig.store.failure(of: .strava), refusal)
      await #expect(throws: refusal) { try await rig.store.save(Self.full, for: .strava) }
      try expectEqual(rig.disk.info(NetworkRig.path)?.mode, mode)
      expectEqual(rig.disk.text(NetworkRig.path), "{}")
    }
  }

  /// `chmod` would not help here, and nothing is waited for.
  @Test func `a path that is not a file is named`() async throws {
    for path in [NetworkRig.path, "/supplied/strava"] {
      for (risk, make) in [
        (.noFile, { $0.putPipe(at: path) }), (.symbolicLink, { $0.putLink(to: path, at: path) }),
        (.symbolicLink, { $0.putLink(to: "/dev/null", at: path) }),
        (.noFile, { $0.put("", at: path + "/inside") }),
      ] as [(CredentialRisk, (MemoryFiles) -> Void)] {
        let rig = NetworkRig()
        make(rig.disk)
        await expectEqual(rig.store.failure(of: .strava), unsafe(path, risk))
      }
    }
  }

  @Test func `a damaged file is refused and kept`() async {
    for (text, source) in [
      ("", .strava), ("{", .strava), ("[]", .strava), ("null", .intervals), ("{}{}", .intervals),
      (#"{"strava":5}"#, .strava), (#"{"strava":{"client_id":"1"}}"#, .strava),
      (#"{"strava":{"client_id":"1","client_secret":"s","refresh_token":null}}"#, .strava),
      (#"{"intervals":5}"#, .intervals), (#"{"intervals":{}}"#, .intervals),
      (#"{"intervals":{"api_key":""}}"#, .intervals),
      (#"{"intervals":{"api_key":"k","athlete_id":"i5\n"}}"#, .intervals),
      (#"{"intervals":{"api_key":"k","athlete_id":"i 5"}}"#, .intervals),
      (#"{"strava":{"client_id":"1","client_secret":"s","refresh_token":"r\n"}}"#, .strava),
    ] as [(String, Source)] {
      rig.disk.put(text, at: NetworkRig.path, mode: 0o600)
      await expectEqual(rig.store.failure(of: source), damaged(NetworkRig.path), "\(text)")
      expectEqual(rig.disk.text(NetworkRig.path), text)
    }
    for (text, source) in [
      ("\n", .strava), ("{", .strava), ("[]", .strava), (#"{"client_id":1}"#, .strava),
      ("\n", .intervals),
      (#"{"client_id":1,"client_secret":"s","refresh_token":"r\u0000"}"#, .strava),
    ] as [(String, Source)] {
      let rig = NetworkRig()
      let path = "/supplied/\(source.rawValue)"
      rig.disk.put(text, at: path)
      await expectEqual(rig.store.failure(of: source), damaged(path), "\(text)")
    }
  }

  @Test func `a supplied token is used until the file holds a newer one`() async throws {
    func supply(_ refresh: String) {
      rig.disk.put(
        #"{"client_id":54321,"client_secret":"s","refresh_token":"\#(refresh)"}"#,
        at: "/supplied/strava", mode: 0o444)
    }
    supply("r0")
    try expectEqual(rig.store.sources(), [.strava])
    try expectEqual(rig.store.load(.strava)?.tokens.refresh, Secret("r0"))
    // A pair that derives from it.
    try await rig.store.save(Self.full, for: .strava)
    try expectEqual(rig.store.load(.strava), Self.full)
    // A person has replaced a revoked token.
    supply("r9")
    try expectEqual(rig.store.load(.strava)?.tokens.refresh, Secret("r9"))
    // A sign-in on this machine.
    var own = Credentials(clientID: "1", clientSecret: Secret("s"), tokens: Self.full.tokens)
    own.rotate(to: Self.full.tokens)
    try await rig.store.save(own, for: .strava)
    try expectEqual(rig.store.load(.strava), own)
  }

  @Test func `a supplied key is used until connected`() async throws {
    rig.disk.put("  supplied-key\r\n", at: "/supplied/intervals", mode: 0o400)
    try expectEqual(rig.store.sources(), [.intervals])
    try expectEqual(rig.store.load(.strava), nil)
    try expectEqual(rig.store.loadKey(.intervals), KeyCredentials(key: Secret("supplied-key")))
    try await rig.store.save(Self.key, for: .intervals)
    try expectEqual(rig.store.loadKey(.intervals), Self.key)
    try await rig.store.forget(.intervals)
    try expectEqual(rig.store.loadKey(.intervals)?.key, Secret("supplied-key"))
  }

  @Test func `no description shows a secret`() {
    var seen = ""
    dump(Self.full, to: &seen)
    dump(Self.key, to: &seen)
    seen += "\(Self.full)\(Self.key)" + String(reflecting: Self.full)
    for secret in ["a2", "r2", "a1", "r1", "r0", "ret", "k\"e"] {
      #expect(!seen.contains("\"\(secret)") && !seen.contains("(\(secret)"))
    }
    #expect(seen.contains("<redacted>"))
  }
}
