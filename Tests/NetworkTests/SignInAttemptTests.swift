// A sign-in from the address to the stored credentials: forged redirects, pasted texts, scopes.

import Codec
import Support
import Model
import Testing

@testable import Network

struct SignInAttemptTests {
  private static let granted = Answer.status(
    200,
    #"{"access_token":"a","refresh_token":"r","expires_in":60,"scope":"read write","#
      + #""athlete":{"id":9223372036854775808999,"firstname":"Marianne","lastname":"Ö."}}"#)
  /// The state of a sign-in with `FixedRandom`.
  private static let state = "80808080808080808080808080808080"

  private func signIn(_ rig: NetworkRig, redirect: String? = nil) -> OAuthSignIn {
    OAuthSignIn(
      authorizeURL: "https://service.example/authorize",
      tokenURL: "https://service.example/token", scopes: ["read", "write"], separator: " ",
      extra: ["prompt": "auto"], redirect: redirect, connection: rig.connection)
  }

  private func finish(
    _ rig: NetworkRig, _ text: String
  ) async -> Result<NewSignIn, SyncFailure> {
    await Result { () async throws(SyncFailure) in
      try await signIn(rig).paste(clientID: "7").finish(
        clientSecret: Secret("s"), pasted: text, in: rig.store)
    }
  }

  @Test func `the address names everything the service needs`() {
    let rig = NetworkRig()
    for (redirect, port, other, shown) in [
      (nil, 0, nil, "http%3A%2F%2F127.0.0.1%2Fvelo-sync"),
      (nil, 8000, nil, "http%3A%2F%2F127.0.0.1%3A8000%2Fvelo-sync"),
      ("https://localhost/x", 0, nil, "https%3A%2F%2Flocalhost%2Fx"),
      ("https://localhost/x", 0, "https://me/y", "https%3A%2F%2Fme%2Fy"),
    ] as [(String?, UInt16, String?, String)] {
      let attempt = signIn(rig, redirect: redirect).paste(
        clientID: "7", port: port, redirect: other)
      expectEqual(
        attempt.url,
        "https://service.example/authorize?client_id=7&response_type=code&redirect_uri=\(shown)"
          + "&scope=read+write&state=\(Self.state)&prompt=auto")
      let until = Timestamp(seconds: ManualTime.start + 300)
      let event = SignIn(
        source: .strava, url: DisplayText(attempt.url), until: until, isPasted: true)
      expectEqual(rig.events.all.last?.isSame(as: .signIn(event)), true)
    }
  }

  /// Only the redirect of this sign-in is taken, from this machine's browser.
  @Test func `forged requests are refused`() {
    let expected = ExpectedRedirect(path: "/velo-sync", host: "127.0.0.1:5000", state: "abc")
    let host = "Host: 127.0.0.1:5000"
    let right = "GET /velo-sync?state=abc&code=x HTTP/1.1"
    let targets = [
      "/velo-sync", "/?state=abc&code=x", "/velo-sync/x?state=abc&code=x", "/favicon.ico",
      "/velo-sync?code=x", "/velo-sync?state=&code=x", "/velo-sync?state=abcd&code=x",
      "/velo-sync?state=ab&code=x", "/velo-sync?state=ABC&code=x", "/velo-sync?state=abc&code=%",
    ]
    for (line, headers, isTaken) in [
      (right, [host], true), (right, [], false), (right, ["Host: evil.example"], false),
      (right, ["Host: localhost:5000"], false), (right, [host, "Host: evil.example"], false),
      ("GET /velo-sync?code=x&state=abc HTTP/1.0", ["A: b", "HOST:\t127.0.0.1:5000 "], true),
      ("GET /velo-sync?state=abc&error=access_denied HTTP/1.1", [host], true),
      ("POST /velo-sync?state=abc&code=x HTTP/1.1", [host], false),
      ("HEAD /velo-sync?state=abc&code=x HTTP/1.1", [host], false),
      ("GET /velo-sync?state=abc&code=x HTTP/2", [host], false),
      ("GET /velo-sync?state=abc&code=x", [host], false), ("", [], false),
    ] + targets.map({ ("GET \($0) HTTP/1.1", [host], false) }) {
      let head = ([line] + headers).joined(separator: "\r\n")
      expectEqual(expected.query(in: Array(head.utf8)) != nil, isTaken, "\(head)")
    }
  }

  /// Only a text with a code is sent to the service, once.
  @Test func `a pasted text is the address or its code`() async throws {
    let base = "http://127.0.0.1/velo-sync"
    let right = "state=\(Self.state)&code=x&scope=read,write"
    for (text, failure) in [
      ("\(base)?\(right)", nil), ("  \(base)?\(right)\n", nil), ("\(base)?\(right)#part", nil),
      (right, nil), ("x", nil), (" x ", nil),
      ("\(base)?state=\(Self.state)&error=access_denied", .permission(.strava, .denied)),
      ("\(base)?state=\(Self.state)&error=server_error", .permission(.strava, .other)),
      ("\(base)?state=other&code=x", .signInRefused(.strava, .otherSignIn)),
      ("\(base)?code=x", .signInRefused(.strava, .otherSignIn)),
      ("?state=&code=x", .signInRefused(.strava, .otherSignIn)),
      ("\(base)?state=other&error=access_denied", .signInRefused(.strava, .otherSignIn)),
      ("", .signInRefused(.strava, .noCode)), (" \n", .signInRefused(.strava, .noCode)),
      (base, .signInRefused(.strava, .noCode)), ("what is it", .signInRefused(.strava, .noCode)),
      ("\(base)?state=%ZZ&code=x", .signInRefused(.strava, .noCode)),
      ("\(base)?state=\(Self.state)&code=", .signInRefused(.strava, .noCode)),
      ("https://service.example/dashboard?x=1", .signInRefused(.strava, .noCode)),
      // The page of the sign-in has the state and no code.
      ("https://service.example/authorize?state=\(Self.state)", .signInRefused(.strava, .noCode)),
    ] as [(String, SyncFailure?)] {
      let rig = NetworkRig([Self.granted])
      switch await finish(rig, text) {
      case .success(let new):
        expectEqual(failure, nil, "\(text)")
        expectEqual(
          new.credentials,
          Credentials(
            clientID: "7", clientSecret: Secret("s"),
            tokens: TokenPair(
              access: Secret("a"), refresh: Secret("r"),
              expires: Timestamp(seconds: ManualTime.start + 60)),
            scopes: ["read", "write"], athleteID: "9223372036854775808999",
            athleteName: "Marianne Ö."))
        try expectEqual(rig.store.load(.strava), nil)
        try new.save()
        try expectEqual(rig.store.load(.strava), new.credentials)
        expectEqual(
          rig.transport.requests.map { $0.body?.reveal() },
          ["client_id=7&client_secret=s&code=x&grant_type=authorization_code"])
      case .failure(let error):
        expectEqual(error, failure, "\(text)")
        expectEqual(rig.transport.requests.count, 0, "\(text)")
      }
      // Neither the lock nor the space is held any longer.
      try expectEqual(rig.disk.list("/state").filter { $0.hasSuffix(".part") }, [])
      expectEqual(
        rig.disk.changes.count { $0.operation == .lock },
        rig.disk.changes.count { $0.operation == .unlock })
    }
  }

  /// Scopes may be named by the redirect, by the answer, or by both.
  @Test func `a missing scope is named`() async {
    for (redirect, answer, missing, requests) in [
      ("read", "read write", ["write"], 0), ("", "read", ["read", "write"], 0),
      (nil, "read,extra", ["write"], 1), ("read,write", "", ["read", "write"], 1),
    ] as [(String?, String, [DisplayText], Int)] {
      let rig = NetworkRig([
        .status(200, #"{"access_token":"a","refresh_token":"r","scope":"\#(answer)"}"#)
      ])
      let scopes = redirect.map { "&scope=\($0)" } ?? ""
      await expectEqual(
        finish(rig, "?state=\(Self.state)&code=x\(scopes)").map { _ in 0 },
        .failure(.permission(.strava, .missingScopes(missing))))
      expectEqual(rig.transport.requests.count, requests)
    }
  }

  /// A code is posted once, whatever the answer.
  @Test func `every answer to the code has its failure`() async throws {
    let wrongSecret = SyncFailure.signInRefused(.strava, .clientSecret(clientID: "7"))
    for (answer, failure) in [
      (.failure(.cut), .network(.strava)), (.failure(.timeout), .timeout(.answer(.strava))),
      (.status(500), .server(.strava)), (.status(200, "<html>"), .badReply(.strava)),
      (.status(200, #"{"access_token":"a"}"#), .badReply(.strava)),
      (.status(200, #"{"access_token":"a\n","refresh_token":"r"}"#), .badReply(.strava)),
      (.status(200, #"{"access_token":"a","refresh_token":"\u0000"}"#), .badReply(.strava)),
      (.status(400), .signInRefused(.strava)), (.status(401), .signInRefused(.strava)),
      (.status(401, #"{"error":"invalid_client"}"#), wrongSecret),
      (.status(402), .permission(.strava, .tooManyAthletes)),
    ] as [(Answer, SyncFailure)] {
      let rig = NetworkRig([answer])
      await expectEqual(finish(rig, "x").map { _ in 0 }, .failure(failure), "\(answer)")
      expectEqual(rig.transport.requests.count, 1)
      try expectEqual(Array(rig.disk.list("/state")), ["credentials.lock"])
    }
  }

  /// What may fail on the disk once the code was used, while one way to save remains.
  @Test(
    arguments: [[.replace], [.overwrite], [.read], [.read, .replace]]
      as [Set<MemoryFiles.Operation>])
  func `a sign-in is saved in one way or another`(_ calls: Set<MemoryFiles.Operation>) async throws
  {
    let rig = NetworkRig([Self.granted])
    // After a new sign-in there is a file to write over.
    rig.disk.put(#"{"zwift":1}"#, at: NetworkRig.path, mode: 0o600)
    let new = try await finish(rig, "x").get()
    rig.disk.fail(calls)
    try new.save()
    rig.disk.work()
    try expectEqual(rig.store.load(.strava), new.credentials)
    #expect(rig.disk.text(NetworkRig.path)?.hasPrefix(#"{"zwift":1,"#) == true)
    rig.disk.fail([.replace, .overwrite])
    let other = try await finish(rig, "x").get()
    let trouble = StorageFailure(
      path: DisplayText(NetworkRig.path), reason: .diskFull, lostSignIn: .strava)
    #expect(throws: SyncFailure.storage(trouble)) { try other.save() }
  }
}
