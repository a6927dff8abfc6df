// A fake Wahoo: the published contract over a real socket, with faults on request.

import CLibrary

/// Implements Wahoo's OAuth and Cloud API v1, for one user and one application.
package final class FakeWahoo: FakeService<WahooAccount>, @unchecked Sendable {
  /// - Parameter now: its clock, in seconds since 1970; the machine's by default.
  package init(
    workouts: [WahooWorkout] = [], now: @escaping @Sendable () -> Int = { time(nil) }
  ) throws {
    try super.init(WahooAccount(workouts: workouts), now: now)
  }

  /// For a program's environment.
  package var environment: [String: String] { ["VELO_SYNC_WAHOO_API": server.address] }

  /// The requests for pages of the list, in order of arrival.
  package var listRequests: [HTTPRequest] { server.requests(of: "/v1/workouts") }
}

extension WahooAccount: OAuthAccount {
  package static let allScopes = [
    "user_read", "workouts_read", "power_zones_read", "offline_data",
  ]
  package static let otherScopes = ["email"]
  package static let scopeSeparator: Character = " "
  package static let namesScopes = false

  /// How many pairs of tokens may be valid at a time.
  private static let mostPairs = 10

  package mutating func reply(to request: HTTPRequest, at now: Int) -> HTTPResponse {
    switch request.path {
    case "/oauth/token": return answerToken(request, at: now)
    case "/oauth/authorize": return .html("<html><body>Authorize velo-sync?</body></html>")
    default:
      let isLimited = limits.count(at: now)
      var response = isLimited ? .wahooTooManyRequests : answerAPI(request, at: now)
      response.headers.items += limits.fields(at: now).items
      return response
    }
  }

  /// Answers `POST /oauth/token`.
  private mutating func answerToken(_ request: HTTPRequest, at now: Int) -> HTTPResponse {
    guard request.method == "POST" else { return .wahooNotFound }
    let fields = request.fields
    guard fields["client_id"] == application.clientID,
      fields["client_secret"] == application.clientSecret
    else { return .wahooBadClient }
    let previous = fields["refresh_token"]
    let scopes: [String]?
    switch fields["grant_type"] {
    case "authorization_code":
      scopes = grants.spend(code: fields["code"] ?? "", redirect: fields["redirect_uri"] ?? "")
    case "refresh_token": scopes = grants.scopes(of: previous ?? "")
    default: return .json(#"{"error":"unsupported_grant_type"}"#, status: 400)
    }
    guard let scopes else { return .wahooBadGrant }
    if refreshTokens.count >= Self.mostPairs { return .wahooTooManyTokens }
    let tokens = grants.make(scopes, replacing: previous, at: now)
    return .json(
      """
      {"access_token":"\(tokens.access)","token_type":"Bearer","expires_in":7200,\
      "refresh_token":"\(tokens.refresh)","scope":"\(scopes.joined(separator: " "))",\
      "created_at":\(now)}
      """)
  }
}
