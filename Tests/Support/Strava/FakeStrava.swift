// A fake Strava: the published contract over a real socket, with faults on request.

import CLibrary

/// Implements Strava's OAuth and API v3.
package final class FakeStrava: FakeService<StravaAccount>, @unchecked Sendable {
  /// The scopes velo-sync asks for.
  package static let allScopes = ["read", "profile:read_all", "activity:read_all"]

  /// - Parameters:
  ///   - rides: the athlete's rides.
  ///   - now: its clock, in seconds since 1970; the machine's by default.
  package init(
    rides: [Ride] = [], now: @escaping @Sendable () -> Int = { time(nil) }
  ) throws {
    try super.init(StravaAccount(rides: rides), now: now)
  }

  /// The addresses for a program's environment.
  package var environment: [String: String] {
    [
      "VELO_SYNC_STRAVA_API": server.address + "/api/v3",
      "VELO_SYNC_STRAVA_OAUTH": server.address + "/oauth",
    ]
  }

  /// Sets a fault for some of the coming requests; faults set first are used first.
  package func answer(
    _ requests: StravaRequests, with trouble: StravaTrouble, times: Int = 1
  ) {
    order(
      .answer { $0.answer($1, with: trouble, at: $2) }, nth: requests.position, times: times
    ) { requests.includes($0) }
  }

  /// Sets a change to make just before some coming request is answered.
  package func before(
    _ requests: StravaRequests, _ change: @escaping @Sendable (inout StravaAccount) -> Void
  ) {
    order(.edit(change), nth: requests.position, times: 1) { requests.includes($0) }
  }

  /// Signs in without the browser and returns tokens for the client's credential file.
  ///
  /// - Parameter seconds: the lifetime of the access token (negative: already expired).
  package func signIn(
    scopes: [String] = FakeStrava.allScopes, lasting seconds: Int = 21_600
  ) -> IssuedTokens {
    let now = clock()
    return edit { $0.grants.grant(scopes, lasting: seconds, at: now) }
  }

  /// The requests for pages of the list, in order of arrival.
  package var listRequests: [HTTPRequest] { server.requests(of: "/api/v3/athlete/activities") }
}

extension StravaAccount: FakeAccount {
  package mutating func reply(to request: HTTPRequest, at now: Int) -> HTTPResponse {
    let path = request.path
    switch path {
    case "/oauth/token", "/api/v3/oauth/token": return answerToken(request, at: now)
    case "/oauth/revoke": return answerRevocation(request)
    case "/oauth/authorize": return .html("<html><body>Authorize velo-sync?</body></html>")
    default:
      guard path.hasPrefix("/api/v3/") else { return StravaFault.notFound.response }
      return answer(request, path: String(path.dropFirst("/api/v3".count)), at: now)
    }
  }

  fileprivate mutating func answer(
    _ request: HTTPRequest, with trouble: StravaTrouble, at now: Int
  ) -> HTTPResponse {
    switch trouble {
    case .response(let response): response
    case .delivered(let delivery): reply(to: request, at: now).delivered(delivery)
    case .quarterUsedUp: refusal { $0.used.quarter = $0.shown.quarter + 1 }
    case .dayUsedUp: refusal { $0.used.day = $0.shown.day + 1 }
    case .limitedWithoutHeaders: refusal { $0.headers = .none }
    }
  }

  /// A 429 with the headers of changed limits, for this answer only.
  private func refusal(_ change: (inout StravaLimits) -> Void) -> HTTPResponse {
    var limits = limits
    change(&limits)
    var response = StravaFault.tooManyRequests.response
    response.headers.items += limits.fields.items
    return response
  }
}
