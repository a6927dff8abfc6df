// Access tokens: when they are refreshed, and that no failure loses the sign-in.

import Support
import Model
import Testing

@testable import Network

struct TokenSourceTests {
  private static let url = "https://service.example/token"
  private static let granted = Answer.status(
    200, #"{"access_token":"a2","refresh_token":"r2","expires_in":3600}"#)
  private static let signIn = Credentials(
    clientID: "7", clientSecret: Secret("s"),
    tokens: TokenPair(
      access: Secret("a1"), refresh: Secret("r1"), expires: Timestamp(seconds: ManualTime.start)),
    scopes: ["read"], athleteID: "1")

  private func source(_ rig: NetworkRig, oldPairLives: Bool = false) -> TokenSource {
    TokenSource(
      url: Self.url, store: rig.store, connection: rig.connection, oldPairLives: oldPairLives)
  }

  /// A rig whose token has expired.
  private func rig(
    _ answers: [Answer], failing calls: Set<MemoryFiles.Operation> = []
  ) async throws -> NetworkRig {
    let disk = MemoryFiles()
    let rig = NetworkRig(answers, disk: disk, onSend: { disk.fail(calls) })
    try await rig.store.save(Self.signIn, for: .strava)
    return rig
  }

  private func token(_ source: TokenSource) async -> Result<String, SyncFailure> {
    await Result { () async throws(SyncFailure) in
      try await source.authorization(after: nil)?.reveal() ?? ""
    }
  }

  private func stored(_ rig: NetworkRig) throws -> String? {
    rig.disk.work()
    return try rig.store.load(.strava)?.tokens.refresh.reveal()
  }

  @Test(arguments: [(-1, true), (299, true), (300, true), (301, false)])
  func `a token is refreshed before it expires`(_ seconds: Int64, _ isRefreshed: Bool) async throws
  {
    let rig = NetworkRig([Self.granted])
    var signIn = Self.signIn
    let expires = Timestamp(seconds: ManualTime.start + seconds)
    signIn.rotate(to: TokenPair(access: Secret("a1"), refresh: Secret("r1"), expires: expires))
    try await rig.store.save(signIn, for: .strava)
    await expectEqual(token(source(rig)), .success(isRefreshed ? "Bearer a2" : "Bearer a1"))
    expectEqual(rig.transport.requests.count, isRefreshed ? 1 : 0)
    guard isRefreshed else { return }
    let request = try #require(rig.transport.requests.first)
    expectEqual([request.method, request.url], ["POST", Self.url])
    expectEqual(
      request.body?.reveal(),
      "client_id=7&client_secret=s&grant_type=refresh_token&refresh_token=r1")
    #expect(request.freshConnection)
    let stored = try #require(try rig.store.load(.strava))
    expectEqual(stored.tokens.expires, Timestamp(seconds: ManualTime.start + 3600))
    expectEqual(stored.previous, signIn.tokens)
    expectEqual(stored.scopes + [stored.athleteID], ["read", "1"])
  }

  private static let wrongSecret = SyncFailure.signInRefused(
    .strava, .clientSecret(clientID: "7"))
  private static let quarterHour = RateLimit(
    window: .unnamed, retryAt: Timestamp(seconds: ManualTime.start + 900))

  /// The answers of the service, what the caller gets, the number of requests, and the refresh
  /// token that is stored afterwards.
  private static let answers: [([Answer], Result<String, SyncFailure>, Int, String)] = [
    ([granted], .success("Bearer a2"), 1, "r2"),
    // The answer may have been lost after the token was used up: one more request finds out.
    ([.failure(.cut), granted], .success("Bearer a2"), 2, "r2"),
    ([.failure(.timeout), granted], .success("Bearer a2"), 2, "r2"),
    ([.failure(.cut), .status(400)], .failure(.auth(.strava)), 2, "r1"),
    ([.failure(.cut)], .failure(.network(.strava)), 2, "r1"),
    ([.failure(.timeout)], .failure(.timeout(.answer(.strava))), 2, "r1"),
    ([.failure(.connect)], .failure(.network(.strava)), 1, "r1"),
    ([.status(400)], .failure(.auth(.strava)), 1, "r1"),
    ([.status(401)], .failure(.auth(.strava)), 1, "r1"),
    ([.status(402)], .failure(.permission(.strava, .tooManyAthletes)), 1, "r1"),
    ([.status(403, "<html>")], .failure(.badReply(.strava)), 1, "r1"),
    ([.status(500)], .failure(.server(.strava)), 1, "r1"),
    ([.status(429)], .failure(.rateLimited(.strava, quarterHour)), 1, "r1"),
    ([.status(401, #"{"error":"invalid_client"}"#)], .failure(wrongSecret), 1, "r1"),
    ([.status(400, #"{"errors":[{"field":"client_secret"}]}"#)], .failure(wrongSecret), 1, "r1"),
    ([.status(200)], .failure(.badReply(.strava)), 1, "r1"),
    ([.status(200, "page")], .failure(.badReply(.strava)), 1, "r1"),
    ([.status(200, #"{"access_token":""}"#)], .failure(.badReply(.strava)), 1, "r1"),
    // No header can carry it, now or in the next hours.
    ([.status(200, #"{"access_token":"a\n2"}"#)], .failure(.badReply(.strava)), 1, "r1"),
    ([.status(200, #"{"access_token":"a2\r\nX: 1"}"#)], .failure(.badReply(.strava)), 1, "r1"),
    ([.status(200, #"{"access_token":"a\u00002"}"#)], .failure(.badReply(.strava)), 1, "r1"),
    ([.status(200, #"{"access_token":"a2\u007f"}"#)], .failure(.badReply(.strava)), 1, "r1"),
    (
      [.status(200, #"{"access_token":"a2","refresh_token":"r\n2"}"#)],
      .failure(.badReply(.strava)), 1, "r1"
    ),
    // The old refresh token stays valid.
    ([.status(200, #"{"access_token":"a2"}"#)], .success("Bearer a2"), 1, "r1"),
  ]

  @Test func `no answer loses the sign-in`() async throws {
    for (answers, outcome, count, refresh) in Self.answers {
      let rig = try await rig(answers)
      await expectEqual(token(source(rig)), outcome, "\(answers)")
      expectEqual(rig.transport.requests.count, count, "\(answers)")
      try expectEqual(stored(rig), refresh, "\(answers)")
      // No reserved space and no lock is left.
      try expectEqual(Array(rig.disk.list("/state")), ["credentials.json", "credentials.lock"])
      expectEqual(rig.disk.changes.count { $0.operation == .lock }, 2)
      expectEqual(rig.disk.changes.count { $0.operation == .unlock }, 2)
    }
  }

  /// As an earlier version has stored it.
  @Test func `a stored token that cannot be sent is refreshed`() async throws {
    let rig = NetworkRig([Self.granted])
    let entry = #""client_id":"7","client_secret":"s","refresh_token":"r1","expires_at":2000000000"#
    rig.disk.put(
      #"{"strava":{\#(entry),"access_token":"a\n1"}}"#, at: NetworkRig.path, mode: 0o600)
    await expectEqual(token(source(rig)), .success("Bearer a2"))
    try expectEqual(stored(rig), "r2")
  }

  /// Times from a service are relative to our clock, and believed up to a year.
  @Test(
    arguments: [
      (#""expires_in":7200"#, 7200), (#""expires_in":-1"#, nil), (#""expires_in":99999999"#, nil),
      (#""expires_at":1795154500"#, 100), (#""expires_at":1"#, nil),
      (#""expires_at":9999999999"#, nil), (#""expires_in":"3600""#, nil), (#""x":1"#, nil),
    ] as [(String, Int64?)])
  func `only a plausible expiry counts`(_ member: String, _ seconds: Int64?) async throws {
    let rig = try await rig([
      .status(200, #"{"access_token":"a2","refresh_token":"r2",\#(member)}"#)
    ])
    await expectEqual(token(source(rig)), .success("Bearer a2"))
    try expectEqual(
      rig.store.load(.strava)?.tokens.expires,
      seconds.map { Timestamp(seconds: ManualTime.start + $0) })
    // Without one the token is used until it is refused.
    if seconds == nil {
      await expectEqual(token(source(rig)), .success("Bearer a2"))
      expectEqual(rig.transport.requests.count, 1)
    }
  }

  /// What may fail on the disk once the service has issued new tokens, and whether one of the ways
  /// to save them remains.
  @Test(
    arguments: [
      ([], true), ([.replace], true), ([.overwrite], true), ([.read], true),
      ([.read, .replace], true), ([.replace, .overwrite], false),
    ] as [(Set<MemoryFiles.Operation>, Bool)])
  func `new tokens are saved in one way or another`(
    _ calls: Set<MemoryFiles.Operation>, _ isSaved: Bool
  ) async throws {
    let rig = try await rig([Self.granted], failing: calls)
    let source = source(rig)
    // A pair that cannot be saved is used all the same.
    await expectEqual(token(source), .success("Bearer a2"))
    try expectEqual(stored(rig), isSaved ? "r2" : "r1")
    expectEqual(rig.disk.files(below: "/state").keys.filter { $0.hasSuffix(".part") }, [])
    rig.disk.fail(calls)
    let trouble = StorageFailure(
      path: DisplayText(NetworkRig.path), reason: .diskFull, lostSignIn: .strava)
    await expectEqual(
      failure { () async throws(SyncFailure) in try await source.settle() },
      isSaved ? nil : .storage(trouble))
    // There is space again before the run ends.
    rig.disk.work()
    try await source.settle()
    try expectEqual(stored(rig), "r2")
    await expectEqual(token(source), .success("Bearer a2"))
    expectEqual(rig.transport.requests.count, 1)
  }

  /// Where the old pair stays valid until the new one is used, it is not used before it is saved.
  @Test func `an unsaved pair is not used while the old one lives`() async throws {
    let rig = try await rig([Self.granted], failing: [.replace, .overwrite])
    let source = source(rig, oldPairLives: true)
    let trouble = StorageFailure(path: DisplayText(NetworkRig.path), reason: .diskFull)
    await expectEqual(token(source), .failure(.storage(trouble)))
    try await source.settle()
    try expectEqual(stored(rig), "r1")
    // A full disk is found before the token is used.
    let full = try await self.rig([Self.granted])
    full.disk.fail([.replace, .overwrite])
    await expectEqual(token(self.source(full)), .failure(.storage(trouble)))
    expectEqual(full.transport.requests.count, 0)
    // So it is where a service manager supplies the sign-in, and nothing is stored yet.
    let disk = MemoryFiles()
    let supplied = NetworkRig([Self.granted], disk: disk, onSend: {})
    disk.put(
      #"{"client_id":54321,"client_secret":"s","refresh_token":"r1"}"#, at: "/supplied/strava",
      mode: 0o444)
    disk.fail([.replace, .overwrite])
    await expectEqual(token(self.source(supplied)), .failure(.storage(trouble)))
    expectEqual(supplied.transport.requests.count, 0)
  }

  /// A run that lasts longer than the tokens it could not save, and a sign-in meanwhile.
  @Test func `unsaved tokens are refreshed and replaced`() async throws {
    func short(_ number: Int) -> Answer {
      .status(
        200, #"{"access_token":"a\#(number)","refresh_token":"r\#(number)","expires_in":60}"#)
    }
    let rig = try await rig(
      [short(2), short(3), short(4)], failing: [.replace, .overwrite])
    let source = source(rig)
    for number in 2...4 { await expectEqual(token(source), .success("Bearer a\(number)")) }
    expectEqual(
      rig.transport.requests.map { $0.body?.reveal().suffix(2) }, ["r1", "r2", "r3"])
    rig.disk.work()
    var newer = Self.signIn
    let later = Timestamp(seconds: ManualTime.start + 9000)
    newer.rotate(to: TokenPair(access: Secret("b"), refresh: Secret("rb"), expires: later))
    try await rig.store.save(newer, for: .strava)
    await expectEqual(token(source), .success("Bearer b"))
    try await source.settle()
    try expectEqual(stored(rig), "rb")
  }

  /// Another program that ignores the lock has refreshed the token first.
  @Test func `a newer pair in the file is used instead`() async throws {
    let disk = MemoryFiles()
    let newer = #"{"strava":{"client_id":"7","client_secret":"s","refresh_token":"rb"}}"#
    let rig = NetworkRig(
      [.status(400), Self.granted], disk: disk,
      onSend: { disk.put(newer, at: NetworkRig.path, mode: 0o600) })
    try await rig.store.save(Self.signIn, for: .strava)
    await expectEqual(token(source(rig)), .success("Bearer a2"))
    expectEqual(rig.transport.requests.map { $0.body?.reveal().suffix(2) }, ["r1", "rb"])
  }

  /// And nothing is requested without a sign-in.
  @Test func `many processes refresh once`() async throws {
    let rig = NetworkRig([Self.granted], time: ManualTime(.nap))
    await expectEqual(token(source(rig)), .failure(.notConnected(.strava)))
    expectEqual(rig.transport.requests.count, 0)
    try await rig.store.save(Self.signIn, for: .strava)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { await token(source(rig)) }
      }
      for await token in group { expectEqual(token, .success("Bearer a2")) }
    }
    expectEqual(rig.transport.requests.count, 1)
  }

  /// For both attempts of the other process and a margin.
  @Test func `a lock that stays held is waited for only so long`() async throws {
    let rig = try await rig([Self.granted])
    let lock = try #require(try rig.disk.lock("/state/credentials.lock", note: []))
    await expectEqual(token(source(rig)), .failure(.timeout(.answer(.strava))))
    expectEqual(rig.time.elapsed, .seconds(270))
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await token(source(rig))
    }
    await expectEqual(cancelled.value, .failure(.interrupted))
    lock.release()
    await expectEqual(token(source(rig)), .success("Bearer a2"))
  }

  /// A run was killed between the answer of the service and the end of its write.
  @Test func `tokens written by a killed run are used`() async throws {
    let complete = #"{"strava":{"client_id":"7","client_secret":"s","refresh_token":"rk"}}"#
    for (text, name, refresh) in [
      (complete, ".credentials.json.1-a.part", "rk"),
      (complete + "   ", ".credentials.json.1-a.part", "rk"),
      (String(complete.dropLast()), ".credentials.json.1-a.part", "r1"),
      ("{}", ".credentials.json.1-a.part", "r1"), ("", ".credentials.json.1-a.part", "r1"),
      (complete, ".other.json.1-a.part", "r1"), (complete, ".folders.json.1-a.part", "r1"),
    ] {
      let rig = try await rig([.status(400)])
      rig.disk.put(text, at: "/state/\(name)", mode: 0o600)
      _ = await token(source(rig))
      expectEqual(rig.transport.requests.map { $0.body?.reveal().suffix(2) }, [Substring(refresh)])
      // Another command may be writing the list of folders, under its own lock.
      try expectEqual(
        Array(rig.disk.list("/state")),
        (name.hasPrefix(".folders") ? [name] : []) + ["credentials.json", "credentials.lock"])
    }
    // An older one is not restored; one that cannot be restored for now is kept.
    let rig = NetworkRig()
    rig.disk.put(complete, at: "/state/.credentials.json.1-a.part", mode: 0o600)
    rig.disk.put("{}", at: NetworkRig.path, mode: 0o600)
    try await rig.store.forget(.strava)
    expectEqual(rig.disk.text(NetworkRig.path), "{}")
    rig.disk.put(complete, at: "/state/.credentials.json.1-a.part", mode: 0o600)
    rig.disk.fail([.replace])
    try await rig.store.forget(.strava)
    expectEqual(rig.disk.text("/state/.credentials.json.1-a.part"), complete)
  }
}
