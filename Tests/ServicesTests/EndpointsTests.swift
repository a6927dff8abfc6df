// Which base URLs are allowed.

import Network
import Services
import Model
import Support
import Testing

@Suite(.blocking) struct EndpointsTests {
  private static let variables = [
    "VELO_SYNC_STRAVA_API", "VELO_SYNC_STRAVA_OAUTH", "VELO_SYNC_INTERVALS_API",
    "VELO_SYNC_WAHOO_API",
  ]

  @Test func `defaults are the services addresses`() throws {
    let standard = try Endpoints(environment: ["VELO_SYNC_STRAVA_API": ""])
    expectEqual(
      services.flatMap { $0.endpoints.map { standard[$0] } },
      [
        "https://www.strava.com/api/v3", "https://www.strava.com/oauth",
        "https://intervals.icu/api/v1", "https://api.wahooligan.com",
      ])
    expectEqual(services.flatMap { $0.endpoints.map(\.variable) }, Self.variables)
  }

  /// `AddressTests` in NetworkTests has all forms.
  @Test func `other addresses are allowed or refused`() throws {
    let wahoo = try #require(Wahoo.endpoints.first)
    for (url, base) in [
      ("https://proxy.example/strava", "https://proxy.example/strava"),
      ("http://127.0.0.1:8080/api", "http://127.0.0.1:8080/api"),
      ("HTTPS://A.ORG/", "HTTPS://A.ORG"),
    ] {
      try expectEqual(Endpoints(environment: ["VELO_SYNC_WAHOO_API": url])[wahoo], base)
    }
    for url in [
      "http://example.org", "https://", "x", "https://example.org/?a=1", "https://example.org/#a",
    ] {
      for variable in Self.variables {
        #expect(throws: SyncFailure.usage(.baseURL(variable: DisplayText(variable)))) {
          try Endpoints(environment: [variable: url])
        }
      }
    }
  }
}
