// The fake service's OAuth endpoints.

extension StravaAccount {
  /// Answers `POST /oauth/token`, whose fields may be posted or stand in the query.
  mutating func answerToken(_ request: HTTPRequest, at now: Int) -> HTTPResponse {
    guard request.method == "POST" else { return StravaFault.notFound.response }
    let fields = NamedValues(request.form.items + request.query.items)
    guard let clientID = fields["client_id"] else { return StravaFault.missingClientID.response }
    guard clientID == application.clientID else { return StravaFault.badClientID.response }
    guard fields["client_secret"] == application.clientSecret else {
      return StravaFault.badClientSecret.response
    }
    switch fields["grant_type"] {
    case "authorization_code":
      guard let (tokens, scopes) = grants.exchange(code: fields["code"] ?? "", at: now) else {
        return StravaFault.badCode.response
      }
      return reply(
        tokens, at: now,
        extra: [
          "\"scope\":\(JSONText.quoted(scopes.joined(separator: " ")))",
          "\"athlete\":\(athlete.summary)",
        ])
    case "refresh_token":
      guard let tokens = grants.refresh(fields["refresh_token"] ?? "", at: now) else {
        return StravaFault.badRefreshToken.response
      }
      return reply(tokens, at: now)
    default:
      return StravaFault(400, "Bad Request", "Application", "grant_type", "invalid").response
    }
  }

  /// Answers `POST /oauth/revoke`.
  mutating func answerRevocation(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == "POST" else { return StravaFault.notFound.response }
    guard let client = request.basicCredentials, client.user == application.clientID,
      client.password == application.clientSecret
    else { return StravaFault.badClientSecret.response }
    grants.revoke(request.form["token"] ?? "")
    return .json("{}")
  }

  private func reply(
    _ tokens: IssuedTokens, at now: Int, extra: [String] = []
  ) -> HTTPResponse {
    let parts = [
      "\"token_type\":\"Bearer\"", "\"expires_at\":\(tokens.expiresAt)",
      "\"expires_in\":\(tokens.expiresAt - now)", "\"refresh_token\":\"\(tokens.refresh)\"",
      "\"access_token\":\"\(tokens.access)\"",
    ]
    return .json("{" + (parts + extra).joined(separator: ",") + "}")
  }
}
