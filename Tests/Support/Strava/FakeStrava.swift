// A fake Strava: the published contract over a real socket, with faults on request.

import CLibrary

/// Implements Strava's OAuth and API v3.
package final class FakeStrava: FakeService<StravaAccount>, @unchecked Sendable {
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

  /// Sets a fault for some of the coming requests.
  package func answer(
    _ requests: StravaRequests, with trouble: StravaTrouble, times: Int = 1
  ) {
    order(.answer(trouble), nth: requests.position, times: times) { requests.includes($0) }
  }

  /// Sets a change to make just before some coming request is answered.
  package func before(
    _ requests: StravaRequests, _ change: @escaping @Sendable (inout StravaAccount) -> Void
  ) {
    order(.edit(change), nth: requests.position, times: 1) { requests.includes($0) }
  }

  /// The requests for pages of the list, in order of arrival.
  package var listRequests: [HTTPRequest] { server.requests(of: "/api/v3/athlete/activities") }
}

extension StravaAccount: OAuthAccount {
  package static let allScopes = ["read", "profile:read_all", "activity:read_all"]
  package static let otherScopes = [
    "read_all", "profile:write", "activity:read", "activity:write",
  ]
  package static let scopeSeparator: Character = ","
  package static let namesScopes = true

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

  /// Answers `POST /oauth/token`.
  private mutating func answerToken(_ request: HTTPRequest, at now: Int) -> HTTPResponse {
    guard request.method == "POST" else { return StravaFault.notFound.response }
    let fields = request.fields
    guard let clientID = fields["client_id"] else { return StravaFault.missingClientID.response }
    guard clientID == application.clientID else { return StravaFault.badClientID.response }
    guard fields["client_secret"] == application.clientSecret else {
      return StravaFault.badClientSecret.response
    }
    switch fields["grant_type"] {
    case "authorization_code":
      guard let scopes = grants.spend(code: fields["code"] ?? "") else {
        return StravaFault.badCode.response
      }
      let scope = JSONText.quoted(scopes.joined(separator: " "))
      return reply(
        grants.make(scopes, at: now), at: now,
        extra: ",\"scope\":\(scope),\"athlete\":\(athlete.summary)")
    case "refresh_token":
      guard let tokens = grants.renew(fields["refresh_token"] ?? "", at: now) else {
        return StravaFault.badRefreshToken.response
      }
      return reply(tokens, at: now)
    default:
      return StravaFault(400, "Bad Request", "Application", "grant_type", "invalid").response
    }
  }

  private func reply(_ tokens: IssuedTokens, at now: Int, extra: String = "") -> HTTPResponse {
    .json(
      """
      {"token_type":"Bearer","expires_at":\(tokens.expiresAt),\
      "expires_in":\(tokens.expiresAt - now),"refresh_token":"\(tokens.refresh)",\
      "access_token":"\(tokens.access)"\(extra)}
      """)
  }

  /// Answers `POST /oauth/revoke`: of one athlete, everything is revoked.
  private mutating func answerRevocation(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == "POST" else { return StravaFault.notFound.response }
    guard let client = request.basicCredentials, client.user == application.clientID,
      client.password == application.clientSecret
    else { return StravaFault.badClientSecret.response }
    if grants.knows(request.form["token"] ?? "") { grants.revokeAll() }
    return .json("{}")
  }
}
