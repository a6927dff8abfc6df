// The tokens of the fake Wahoo, with Wahoo's rules for their validity.

/// Codes and tokens. All times are those of the fake's clock.
struct WahooGrants: Sendable {
  private struct Pair: Sendable {
    let tokens: IssuedTokens
    let scopes: [String]
    /// The refresh token it was exchanged for, which becomes invalid as soon as this one is used.
    let previous: String?
  }

  /// The lifetime of an access token in seconds.
  static let lifetime = 7200
  /// How many pairs may be valid at a time.
  static let limit = 10

  private var random = SeededRandom(seed: 0x5741)
  private var codes: [String: (redirect: String, scopes: [String])] = [:]
  /// The valid pairs, by their refresh tokens.
  private var pairs: [String: Pair] = [:]

  /// A code for the redirect, valid for one exchange.
  mutating func makeCode(for redirect: String, scopes: [String]) -> String {
    let code = makeToken()
    codes[code] = (redirect, scopes)
    return code
  }

  /// Uses a code; nil when there is none for that redirect (any more).
  mutating func spend(code: String, redirect: String) -> [String]? {
    guard let found = codes[code], found.redirect == redirect else { return nil }
    codes[code] = nil
    return found.scopes
  }

  /// A new pair; nil when there are too many.
  mutating func make(
    _ scopes: [String], for previous: String? = nil, lasting seconds: Int = Self.lifetime,
    at now: Int
  ) -> IssuedTokens? {
    guard pairs.count < Self.limit else { return nil }
    let tokens = IssuedTokens(access: makeToken(), refresh: makeToken(), expiresAt: now + seconds)
    pairs[tokens.refresh] = Pair(tokens: tokens, scopes: scopes, previous: previous)
    return tokens
  }

  /// The scopes of a valid refresh token, used or not.
  func scopes(of refresh: String) -> [String]? { pairs[refresh]?.scopes }

  /// The scopes of an access token; its use invalidates the previous pair.
  mutating func use(_ access: String, at now: Int) -> [String]? {
    guard let pair = pairs.values.first(where: { $0.tokens.access == access }),
      pair.tokens.expiresAt > now
    else { return nil }
    if let previous = pair.previous { pairs[previous] = nil }
    return pair.scopes
  }

  /// Makes every access token expire; refresh tokens stay valid.
  mutating func expireAccessTokens() {
    pairs = pairs.mapValues { pair in
      Pair(
        tokens: IssuedTokens(
          access: pair.tokens.access, refresh: pair.tokens.refresh, expiresAt: 0),
        scopes: pair.scopes, previous: pair.previous)
    }
  }

  /// Revokes everything.
  mutating func revokeAll() { (pairs, codes) = ([:], [:]) }

  /// The valid refresh tokens.
  var refreshTokens: Set<String> { Set(pairs.keys) }

  /// Forty-three characters, as Doorkeeper makes them.
  private mutating func makeToken() -> String {
    let characters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    return String((0..<43).map { _ in random.pick(characters) })
  }
}
