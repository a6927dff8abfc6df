// Signing in at a fake service: the person in the browser, who grants or denies.

/// The registered application.
package struct OAuthApplication: Sendable {
  package var clientID: String
  package var clientSecret: String
  /// The registered redirect, compared exactly; nil where any address of this machine will do.
  package var redirect: String?
}

/// The page shows an error instead of asking: what the client sent is wrong.
package struct SignInRefusal: Error, Sendable {
  let query: NamedValues
}

/// The account of a service that people sign in to with OAuth.
package protocol OAuthAccount: FakeAccount {
  /// The scopes velo-sync asks for.
  static var allScopes: [String] { get }
  /// What stands between two scopes.
  static var scopeSeparator: Character { get }
  /// Whether the redirect names the scopes that were granted.
  static var namesScopes: Bool { get }

  var application: OAuthApplication { get }
  var grants: OAuthGrants { get set }
}

extension OAuthAccount {
  /// The address that the browser is sent to.
  mutating func redirect(
    _ query: NamedValues, _ grant: (_ wanted: [String]) -> [String]?
  ) throws -> String {
    let redirect = query["redirect_uri"] ?? ""
    let isHere = ["localhost", "127.0.0.1"].contains(WebAddress(redirect)?.host)
    let wanted = (query["scope"] ?? "").split(separator: Self.scopeSeparator).map { String($0) }
    guard query["client_id"] == application.clientID, query["response_type"] == "code",
      application.redirect.map({ $0 == redirect }) ?? isHere,
      !wanted.isEmpty, Set(Self.allScopes).isSuperset(of: wanted)
    else { throw SignInRefusal(query: query) }
    var result: NamedValues = ["state": query["state"] ?? ""]
    if let granted = grant(wanted) {
      result["code"] = grants.makeCode(for: redirect, scopes: granted)
      if Self.namesScopes { result["scope"] = granted.joined(separator: ",") }
    } else {
      result["error"] = "access_denied"
    }
    return redirect + (redirect.contains("?") ? "&" : "?") + result.form
  }
}
