// The fake Wahoo's OAuth: the person in the browser, and the token endpoint.

/// The registered application.
package struct WahooApplication: Sendable {
  package var clientID = "wahoo-client-7Qx"
  package var clientSecret = "5ec2e7-wahoo-c0ffee"
  /// The registered redirect, compared exactly.
  package var redirect = "https://localhost/velo-sync"
}

/// The sign-in page shows an error: the client's parameters are wrong.
package struct WahooRefusal: Error, Sendable, Equatable {
  package let name: String

  package init(name: String) { self.name = name }
}

extension FakeWahoo {
  /// Acts as the person at the authorize address: returns the address at which the browser ends,
  /// where nothing listens.
  ///
  /// - Parameter approves: whether the person agrees.
  /// - Throws: `WahooRefusal` when Wahoo would show an error page.
  package func approve(
    _ authorizeAddress: String, _ approves: Bool = true
  ) throws(WahooRefusal) -> String {
    let query =
      authorizeAddress.firstIndex(of: "?").map {
        NamedValues(form: authorizeAddress[authorizeAddress.index(after: $0)...])
      } ?? [:]
    let application = edit { $0.application }
    guard query["client_id"] == application.clientID else {
      throw WahooRefusal(name: "invalid_client")
    }
    guard query["redirect_uri"] == application.redirect else {
      throw WahooRefusal(name: "invalid_redirect_uri")
    }
    guard query["response_type"] == "code" else {
      throw WahooRefusal(name: "unsupported_response_type")
    }
    let scopes = (query["scope"] ?? "").split(separator: " ").map { String($0) }
    guard !scopes.isEmpty, Set(Self.allScopes + ["email"]).isSuperset(of: scopes) else {
      throw WahooRefusal(name: "invalid_scope")
    }
    let state = Percent.encode(query["state"] ?? "")
    let separator = application.redirect.contains("?") ? "&" : "?"
    let start = application.redirect + separator
    guard approves else { return "\(start)error=access_denied&state=\(state)" }
    let code = edit { $0.grants.makeCode(for: application.redirect, scopes: scopes) }
    return "\(start)code=\(code)&state=\(state)"
  }
}

extension WahooAccount {
  /// Answers `POST /oauth/token`, whose fields may be posted or stand in the query.
  mutating func answerToken(_ request: HTTPRequest, at now: Int) -> HTTPResponse {
    guard request.method == "POST" else { return .wahooNotFound }
    let fields = NamedValues(request.form.items + request.query.items)
    guard fields["client_id"] == application.clientID,
      fields["client_secret"] == application.clientSecret
    else { return .wahooBadClient }
    let scopes: [String]?
    var previous: String?
    switch fields["grant_type"] {
    case "authorization_code":
      scopes = grants.spend(code: fields["code"] ?? "", redirect: fields["redirect_uri"] ?? "")
    case "refresh_token":
      previous = fields["refresh_token"]
      scopes = grants.scopes(of: previous ?? "")
    default: return .json(#"{"error":"unsupported_grant_type"}"#, status: 400)
    }
    guard let scopes else { return .wahooBadGrant }
    guard let tokens = grants.make(scopes, for: previous, at: now) else {
      return .wahooTooManyTokens
    }
    return .json(
      """
      {"access_token":"\(tokens.access)","token_type":"Bearer","expires_in":7200,\
      "refresh_token":"\(tokens.refresh)","scope":"\(scopes.joined(separator: " "))",\
      "created_at":\(now)}
      """)
  }
}
