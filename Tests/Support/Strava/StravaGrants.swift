// What the person granted and the tokens that came of it.

/// A pair of tokens as a client holds it.
package struct StravaTokens: Sendable, Equatable {
  package let access: String
  package let refresh: String
  /// When the access token ends, in seconds since 1970.
  package let expiresAt: Int
}

/// The registered application.
package struct StravaApplication: Sendable, Equatable {
  package var clientID = "54321"
  package var clientSecret = "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00"
}

/// Codes and tokens. All times are the fake's.
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

  /// Seconds an access token lives.
  static let lifetime = 21_600
  private var random = SeededRandom(seed: 0x5742)
  private var codes: [String: [String]] = [:]
  private var grants: [Int: Grant] = [:]
  private var accesses: [String: Access] = [:]
  private var nextGrant = 1

  /// A code for the redirect, good for one exchange.
  mutating func makeCode(scopes: [String]) -> String {
    let code = makeToken()
    codes[code] = scopes
    return code
  }

  /// Spends a code; nil when there is no such code (any more).
  mutating func exchange(code: String, at now: Int) -> (tokens: StravaTokens, scopes: [String])? {
    guard let scopes = codes.removeValue(forKey: code) else { return nil }
    return (grant(scopes, lasting: Self.lifetime, at: now), scopes)
  }

  /// A fresh grant, without the browser.
  mutating func grant(_ scopes: [String], lasting seconds: Int, at now: Int) -> StravaTokens {
    let number = nextGrant
    nextGrant += 1
    let token = makeToken()
    grants[number] = Grant(scopes: scopes, refresh: token, access: "")
    return renew(number, lasting: seconds, at: now)
  }

  /// The same pair while more than an hour is left, else a new one; from then on the old refresh
  /// token is dead. Nil when the refresh token is dead or was never given out.
  mutating func refresh(_ token: String, at now: Int) -> StravaTokens? {
    guard let (number, grant) = grants.first(where: { $0.value.refresh == token }) else {
      return nil
    }
    if let access = accesses[grant.access], access.expiresAt - now > 3600 {
      return StravaTokens(access: grant.access, refresh: token, expiresAt: access.expiresAt)
    }
    let fresh = makeToken()
    grants[number]?.refresh = fresh
    return renew(number, lasting: Self.lifetime, at: now)
  }

  /// What an access token allows; nil when it is unknown, expired or revoked.
  func access(_ token: String, at now: Int) -> Access? {
    accesses[token].flatMap { $0.expiresAt > now ? $0 : nil }
  }

  /// Takes back everything that belongs to a token, access or refresh.
  mutating func revoke(_ token: String) {
    let owner = accesses[token]?.grant ?? grants.first { $0.value.refresh == token }?.key
    guard let owner else { return }
    grants[owner] = nil
    accesses = accesses.filter { $0.value.grant != owner }
  }

  /// Takes back every access token, as if all had run out; refresh tokens stay good.
  mutating func expireAccessTokens() { accesses = [:] }

  /// Takes back everything, as when the person removes the app on the website.
  mutating func revokeAll() {
    (grants, accesses, codes) = ([:], [:], [:])
  }

  /// The living refresh tokens.
  var refreshTokens: [String] { grants.values.map(\.refresh) }

  private mutating func renew(_ number: Int, lasting seconds: Int, at now: Int) -> StravaTokens {
    let token = makeToken()
    let expiresAt = now + seconds
    let scopes = Set(grants[number]?.scopes ?? [])
    accesses[token] = Access(grant: number, scopes: scopes, expiresAt: expiresAt)
    grants[number]?.access = token
    return StravaTokens(
      access: token, refresh: grants[number]?.refresh ?? "", expiresAt: expiresAt)
  }

  /// Forty hexadecimal digits.
  private mutating func makeToken() -> String {
    let digits = Array("0123456789abcdef")
    return String((0..<40).map { _ in random.pick(digits) })
  }
}
