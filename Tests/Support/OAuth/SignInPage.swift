// Signing in at a fake service: the person in the browser, who grants or denies.

/// The registered application.
package struct OAuthApplication: Sendable {
  package var clientID: String
  package var clientSecret: String
  /// The registered redirect, compared exactly; nil where any address of this machine will do.
  package var redirect: String?
}

/// What the person does on the page that asks for consent.
package enum Consent: Sendable {
  /// Grants everything asked for.
  case approve
  /// Clicks Cancel.
  case deny
  /// Grants all but these scopes.
  case untick(Set<String>)
}

/// The page shows an error instead of asking: what the client sent is wrong.
package struct SignInRefusal: Error, Sendable, Equatable {
  package let name: String

  package init(name: String) { self.name = name }
}

/// The account of a service that people sign in to with OAuth.
package protocol OAuthAccount: FakeAccount {
  /// The scopes velo-sync asks for.
  static var allScopes: [String] { get }
  /// Further scopes of the service.
  static var otherScopes: [String] { get }
  /// What stands between two scopes.
  static var scopeSeparator: Character { get }
  /// Whether the redirect names the scopes that were granted.
  static var namesScopes: Bool { get }

  var application: OAuthApplication { get }
  var grants: OAuthGrants { get set }
}

extension OAuthAccount {
  /// Makes every access token expire; refresh tokens stay valid.
  package mutating func expireAccessTokens() { grants.expireAccessTokens() }

  /// The person removes the app on the website: all tokens become invalid.
  package mutating func revokeAccess() { grants.revokeAll() }

  /// The refresh tokens that are still valid.
  package var refreshTokens: [String] { grants.refreshTokens }

  fileprivate mutating func redirect(
    _ query: NamedValues, _ consent: Consent
  ) throws(SignInRefusal) -> String {
    func demand(_ isRight: Bool, _ name: String) throws(SignInRefusal) {
      if !isRight { throw SignInRefusal(name: name) }
    }
    try demand(query["client_id"] == application.clientID, "invalid_client")
    let redirect = query["redirect_uri"] ?? ""
    let isHere = ["localhost", "127.0.0.1"].contains(WebAddress(redirect)?.host)
    try demand(
      application.redirect.map { $0 == redirect } ?? isHere, "invalid_redirect_uri")
    let wanted = (query["scope"] ?? "").split(separator: Self.scopeSeparator).map { String($0) }
    let known = Set(Self.allScopes + Self.otherScopes)
    try demand(!wanted.isEmpty && known.isSuperset(of: wanted), "invalid_scope")
    try demand(query["response_type"] == "code", "unsupported_response_type")
    var result: NamedValues = ["state": query["state"] ?? ""]
    let granted: [String]? =
      switch consent {
      case .deny: nil
      case .approve: wanted
      case .untick(let unticked): wanted.filter { !unticked.contains($0) }
      }
    if let granted {
      result["code"] = grants.makeCode(for: redirect, scopes: granted)
      if Self.namesScopes { result["scope"] = granted.joined(separator: ",") }
    } else {
      result["error"] = "access_denied"
    }
    return redirect + (redirect.contains("?") ? "&" : "?") + result.form
  }
}

extension FakeService where Account: OAuthAccount {
  /// The scopes velo-sync asks for.
  package static var allScopes: [String] { Account.allScopes }

  /// Plays the person who opened the authorize address: returns the address the browser is then
  /// redirected to, which a test opens (`Browser.get`) or pastes.
  ///
  /// - Throws: `SignInRefusal` when the service would show an error page.
  package func approve(
    _ authorizeAddress: String, _ consent: Consent = .approve
  ) throws(SignInRefusal) -> String {
    try edit { (account) throws(SignInRefusal) in
      try account.redirect(NamedValues(queryOf: authorizeAddress), consent)
    }
  }

  /// Signs in without the browser and returns tokens for the client's credential file.
  ///
  /// - Parameter seconds: the lifetime of the access token (negative: already expired); nil for the
  ///   usual one.
  package func signIn(
    scopes: [String] = Account.allScopes, lasting seconds: Int? = nil
  ) -> IssuedTokens {
    let now = clock()
    return edit { $0.grants.make(scopes, lasting: seconds, at: now) }
  }
}
