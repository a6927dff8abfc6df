// The permissions granted at a fake service, their tokens, and the person who grants or denies.

/// A pair of tokens as a client holds it.
package struct IssuedTokens: Sendable {
  package let access: String
  package let refresh: String
  /// When the access token expires, in seconds since 1970.
  package fileprivate(set) var expiresAt: Int
  fileprivate let scopes: [String]
  /// The refresh token it was exchanged for, which becomes invalid as soon as this pair is used.
  fileprivate let previous: String?
  /// Whether its refresh token is invalid; the access token is not.
  fileprivate var isRenewed = false
}

/// Codes and tokens. All times are those of the fake's clock.
package struct OAuthGrants: Sendable {
  private let lifetime, length: Int
  private let characters: [Character]
  private var random = SeededRandom(seed: 0x5742)
  private var codes: [String: (redirect: String, scopes: [String])] = [:]
  private var pairs: [IssuedTokens] = []

  init(lifetime: Int, _ length: Int, of characters: String) {
    (self.lifetime, self.length, self.characters) = (lifetime, length, Array(characters))
  }

  /// A code for the redirect, valid for one exchange.
  mutating func makeCode(for redirect: String, scopes: [String]) -> String {
    let code = makeToken()
    codes[code] = (redirect, scopes)
    return code
  }

  /// Uses a code; nil when there is none (any more), or none for that redirect if one is given.
  mutating func spend(code: String, redirect: String? = nil) -> [String]? {
    guard let found = codes[code], found.redirect == redirect ?? found.redirect else { return nil }
    codes[code] = nil
    return found.scopes
  }

  /// A new pair; when it is used, the previous refresh token becomes invalid.
  mutating func make(
    _ scopes: [String], replacing previous: String? = nil, lasting seconds: Int? = nil, at now: Int
  ) -> IssuedTokens {
    let tokens = IssuedTokens(
      access: makeToken(), refresh: makeToken(), expiresAt: now + (seconds ?? lifetime),
      scopes: scopes, previous: previous)
    pairs.append(tokens)
    return tokens
  }

  func scopes(of refresh: String) -> [String]? { index(of: refresh).map { pairs[$0].scopes } }

  /// The same pair while more than an hour is left, otherwise a new one, which invalidates the old
  /// refresh token. nil for an invalid refresh token.
  mutating func renew(_ refresh: String, at now: Int) -> IssuedTokens? {
    guard let index = index(of: refresh) else { return nil }
    if pairs[index].expiresAt - now > 3600 { return pairs[index] }
    pairs[index].isRenewed = true
    return make(pairs[index].scopes, at: now)
  }

  /// The scopes of an access token, which is used; nil when it is unknown, expired or revoked.
  mutating func use(_ access: String?, at now: Int) -> [String]? {
    guard let pair = pairs.first(where: { $0.access == access }), pair.expiresAt > now else {
      return nil
    }
    pairs.removeAll { $0.refresh == pair.previous }
    return pair.scopes
  }

  /// Whether a token, access or refresh, belongs to a pair.
  func knows(_ token: String) -> Bool {
    pairs.contains { [$0.access, $0.refresh].contains(token) }
  }

  /// Makes every access token expire; refresh tokens stay valid.
  package mutating func expireAccessTokens() {
    for index in pairs.indices { pairs[index].expiresAt = 0 }
  }

  /// Revokes everything, as when the person removes the app on the website.
  package mutating func revokeAll() { (pairs, codes) = ([], [:]) }
  package var refreshTokens: [String] { pairs.filter { !$0.isRenewed }.map(\.refresh) }

  private func index(of refresh: String) -> Int? {
    pairs.firstIndex { $0.refresh == refresh && !$0.isRenewed }
  }

  private mutating func makeToken() -> String {
    String((0..<length).map { _ in random.pick(characters) })
  }
}

package struct OAuthApplication: Sendable {
  package var clientID: String
  package var clientSecret: String
  /// The registered redirect, compared exactly; nil where any address of this machine will do.
  package var redirect: String?
}

/// The page shows an error instead of asking: what the client sent is wrong.
package struct SignInRefusal: Error { let query: NamedValues }

/// The account of a service that people sign in to with OAuth.
package protocol OAuthAccount: FakeAccount {
  static var allScopes: [String] { get }
  static var scopeSeparator: Character { get }
  /// Whether the redirect names the scopes that were granted.
  static var namesScopes: Bool { get }
  var application: OAuthApplication { get }
  var grants: OAuthGrants { get set }
}

extension OAuthAccount {
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
