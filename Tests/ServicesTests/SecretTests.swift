// Secrets are never shown.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct SecretTests {
  /// Everything that must never be shown: what the client holds and what the service issues.
  private func secrets(of rig: StravaRig) throws -> [String] {
    let stored = try #require(try rig.credentials.load(.strava))
    let pairs = [stored.tokens, stored.previous].compactMap { $0 }
    return [stored.clientSecret.reveal()] + pairs.map { $0.refresh.reveal() }
      + pairs.compactMap { $0.access?.reveal() }
  }

  @Test(arguments: Tier.cases(RequestRuleTests.final.indices, quick: 5))
  func noEventOrFailureShowsOne(_ index: Int) async throws {
    let rig = try await StravaRig(lasting: -1)
    rig.fake.answer("/athlete", with: RequestRuleTests.final[index].0)
    let failure = try await rig.failure()
    rig.fake.answer("/oauth/revoke", with: .response(.json("{}", status: 404)))
    _ = try await rig.strava().revoke()
    var seen = ""
    dump(rig.events.all, to: &seen)
    dump(failure, to: &seen)
    seen += String(reflecting: rig.events.all) + "\(String(describing: failure))"
    #expect(seen.contains("/oauth/token"))
    for secret in try secrets(of: rig) { #expect(!seen.contains(secret)) }
  }

  @Test func noDescriptionShowsOne() async throws {
    let rig = try await StravaRig()
    let stored = try #require(try rig.credentials.load(.strava))
    let attempt = try rig.strava().signIn.paste(clientID: "54321")
    let address = try rig.fake.approve(attempt.url)
    let signedIn = try await attempt.finish(
      clientSecret: stored.clientSecret, pasted: address, in: rig.credentials
    ).credentials
    let request = Request(
      "POST", "https://x/", headers: [.init("Authorization", Secret("canary-1"))],
      body: Secret("canary-2"))
    let reply = Reply(
      status: 200, headers: [("Set-Cookie", "canary-3")], body: Array("canary-4".utf8))
    var seen = ""
    for value in [stored, signedIn, request, reply, rig.credentials] as [Any] {
      dump(value, to: &seen)
      seen += String(reflecting: value) + String(describing: value)
    }
    let canaries = (1...4).map { "canary-\($0)" } + [signedIn.tokens.refresh.reveal()]
    for secret in try secrets(of: rig) + canaries { #expect(!seen.contains(secret)) }
    #expect(!seen.contains(Array("canary-4".utf8).map(String.init).joined(separator: ", ")))
  }
}
