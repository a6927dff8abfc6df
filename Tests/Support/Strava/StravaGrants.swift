// The permissions granted at the fake service, and their tokens.

/// The registered application.
package struct StravaApplication: Sendable, Equatable {
  package var clientID = "54321"
  package var clientSecret = "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00"
}

/// Codes and tokens. All times are those of the fake's clock.
struct StravaGrants: Sendable {
  struct Access: Sendable {
    let grant: Int
    let scopes: Set<String>
    let expiresAt: Int
  }

  private struct Grant: Sendable {
    let scopes: [String]
    var refresh: String
    var access: String
  }

  /// The lifetime of an access token in seconds.
  static let lifetime = 21_600
  private var random = SeededRandom(seed: 0x5742)
  private var codes: [String: [String]] = [:]
  private var grants: [Int: Grant] = [:]
  private var accesses: [String: Access] = [:]
  private var nextGrant = 1

  /// A code for the redirect, valid for one exchange.
  mutating func makeCode(scopes: [String]) -> String {
    let code = makeToken()
    codes[code] = scopes
    return code
  }

  /// Uses a code; nil when there is no such code (any more).
  mutating func exchange(code: String, at now: Int) -> (tokens: IssuedTokens, scopes: [String])? {
    guard let scopes = codes.removeValue(forKey: code) else { return nil }
    return (grant(scopes, lasting: Self.lifetime, at: now), scopes)
  }

  /// A new grant, without the browser.
  mutating func grant(_ scopes: [String], lasting seconds: Int, at now: Int) -> IssuedTokens {
    let number = nextGrant
    nextGrant += 1
    let token = makeToken()
    grants[number] = Grant(scopes: scopes, refresh: token, access: "")
    return renew(number, lasting: seconds, at: now)
  }

  /// The same pair while more than an hour is left, otherwise a new one, which invalidates the old
  /// refresh token. nil for an invalid refresh token.
  mutating func refresh(_ token: String, at now: Int) -> IssuedTokens? {
    guard let (number, grant) = grants.first(where: { $0.value.refresh == token }) else {
      return nil
    }
    if let access = accesses[grant.access], access.expiresAt - now > 3600 {
      return IssuedTokens(access: grant.access, refresh: token, expiresAt: access.expiresAt)
    }
    let fresh = makeToken()
    grants[number]?.refresh = fresh
    return renew(number, lasting: Self.lifetime, at: now)
  }

  /// What an access token allows; nil when it is unknown, expired or revoked.
  func access(_ token: String, at now: Int) -> Access? {
    accesses[token].flatMap { $0.expiresAt > now ? $0 : nil }
  }

  /// Revokes everything that belongs to a token, access or refresh.
  mutating func revoke(_ token: String) {
    let owner = accesses[token]?.grant ?? grants.first { $0.value.refresh == token }?.key
    guard let owner else { return }
    grants[owner] = nil
    accesses = accesses.filter { $0.value.grant != owner }
  }

  /// Makes every access token expire; refresh tokens stay valid.
  mutating func expireAccessTokens() { accesses = [:] }

  /// Revokes everything, as when the person removes the app on the website.
  mutating func revokeAll() {
    (grants, accesses, codes) = ([:], [:], [:])
  }

  /// The valid refresh tokens.
  var refreshTokens: [String] { grants.values.map(\.refresh) }

  private mutating func renew(_ number: Int, lasting seconds: Int, at now: Int) -> IssuedTokens {
    let token = makeToken()
    let expiresAt = now + seconds
    let scopes = Set(grants[number]?.scopes ?? [])
    accesses[token] = Access(grant: number, scopes: scopes, expiresAt: expiresAt)
    grants[number]?.access = token
    return IssuedTokens(
      access: token, refresh: grants[number]?.refresh ?? "", expiresAt: expiresAt)
  }

  /// Forty hexadecimal digits.
  private mutating func makeToken() -> String {
    let digits = Array("0123456789abcdef")
    return String((0..<40).map { _ in random.pick(digits) })
  }
}
