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

  @Test(arguments: [
    "https://proxy.example/strava", "http://127.0.0.1:8080/api", "http://127.8.9.10",
    "http://[::1]:99/x", "http://localhost:1/", "HTTPS://EXAMPLE.ORG/",
  ])
  func allowed(_ url: String) throws {
    let endpoints = try Endpoints(environment: ["VELO_SYNC_WAHOO_API": url])
    expectEqual(
      endpoints[try #require(Wahoo.endpoints.first)],
      (url.hasSuffix("/") ? String(url.dropLast()) : url))
  }

  @Test(arguments: [
    "http://example.org", "http://127.0.0.1.example.org", "http://localhost.example.org",
    "http://127.0.0.256", "http://1270.0.0.1", "http://user:pw@127.0.0.1", "https://u@example.org",
    "ftp://127.0.0.1", "127.0.0.1:80", "https://", "https://a b", "http://127.0.0.1:99999",
    "https://example.org/?a=1", "http://[::1", "x",
    "https://www.strava.com@127.0.0.1:1/", "http://127.0.0.1\\@example.org",
  ])
  func refused(_ url: String) {
    for variable in Self.variables {
      #expect(throws: SyncFailure.usage(.baseURL(variable: DisplayText(variable)))) {
        try Endpoints(environment: [variable: url])
      }
    }
  }
}
