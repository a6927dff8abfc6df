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

  @Test func defaultsAreTheServicesAddresses() throws {
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
  @Test(arguments: ["https://proxy.example/strava", "http://127.0.0.1:8080/api", "HTTPS://A.ORG/"])
  func allowed(_ url: String) throws {
    let endpoints = try Endpoints(environment: ["VELO_SYNC_WAHOO_API": url])
    expectEqual(
      endpoints[try #require(Wahoo.endpoints.first)],
      (url.hasSuffix("/") ? String(url.dropLast()) : url))
  }

  @Test(arguments: [
    "http://example.org", "https://", "x", "https://example.org/?a=1", "https://example.org/#a",
  ])
  func refused(_ url: String) {
    for variable in Self.variables {
      #expect(throws: SyncFailure.usage(.baseURL(variable: DisplayText(variable)))) {
        try Endpoints(environment: [variable: url])
      }
    }
  }
}
