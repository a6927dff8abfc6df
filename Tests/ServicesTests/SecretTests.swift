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
  func `no event or failure shows one`(_ index: Int) async throws {
    let rig = try await StravaRig(lasting: -1)
    rig.fake.answer("/athlete", with: RequestRuleTests.final[index].0)
    let failure = try await rig.failure()
    rig.fake.answer("/oauth/revoke", with: .json("{}", status: 404))
    _ = try await rig.strava().revoke()
    var seen = ""
    dump(rig.events.all, to: &seen)
    dump(failure, to: &seen)
    seen += String(reflecting: rig.events.all) + "\(String(describing: failure))"
    #expect(seen.contains("/oauth/token"))
    for secret in try secrets(of: rig) { #expect(!seen.contains(secret)) }
  }

  /// Addresses end in the logs of servers and proxies: tokens travel in headers and bodies alone.
  @Test func `no address has one`() async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(3), lasting: -1)
    _ = try await rig.listed()
    _ = try await rig.strava().service.contact()
    let attempt = try rig.strava().signIn.paste(clientID: "54321")
    let stored = try #require(try rig.credentials.load(.strava))
    _ = try await attempt.finish(
      clientSecret: stored.clientSecret, pasted: try rig.fake.approve(attempt.url),
      in: rig.credentials)
    let known = try secrets(of: rig) + stored.tokens.all
    rig.fake.answer("/oauth/revoke", with: .json("{}", status: 404))
    _ = try await rig.strava().revoke()
    let strava = rig.fake.server.requests
    expectEqual(
      strava.map(\.path).filter { $0.hasPrefix("/oauth/") }.suffix(2),
      ["/oauth/revoke", "/oauth/deauthorize"])
    expect(strava.contains { $0.path.hasPrefix("/api/v3/") && $0.bearerToken != nil })
    let other = try await WahooRig(lasting: -1)
    _ = try await other.ids()
    let tokens = try #require(try other.credentials.load(.wahoo))
    _ = try await other.wahoo().revoke()
    let targets = (strava + other.fake.server.requests).map(\.target)
    expect(targets.count > 8, "\(targets)")
    for secret in known + tokens.tokens.all + [tokens.clientSecret.reveal()] {
      expectEqual(targets.filter { $0.contains(secret) }, [])
    }
    for name in ["token", "secret"] { expectEqual(targets.filter { $0.contains("\(name)=") }, []) }
  }
}

extension TokenPair {
  fileprivate var all: [String] { [access, refresh].compactMap { $0?.reveal() } }
}
