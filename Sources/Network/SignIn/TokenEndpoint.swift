// Exchanges codes and refresh tokens for access tokens (RFC 6749 §4.1.3, §6).

package import Codec
package import Model

/// A token endpoint's successful reply.
struct TokenGrant: Sendable {
  let access: Secret
  /// nil if the old one stays valid.
  let refresh: Secret?
  let expires: Timestamp?
  /// nil if the service did not report them.
  let scopes: [String]?
  let athleteID: String?
  let athleteName: DisplayText?
}

/// The reason a token endpoint issues no token.
enum TokenRefusal: Error {
  /// 400 or 401: the code or the refresh token is invalid or expired.
  case invalid
  /// The connection broke after the request may have arrived; the token may have been used up.
  case lost(SyncFailure)
  case other(SyncFailure)
}

struct TokenEndpoint: Sendable {
  let url: String
  let connection: Connection

  /// Posts a form once, on a new connection.
  func post(_ form: FormPairs) async throws(TokenRefusal) -> TokenGrant {
    let source = connection.source
    let reply: Reply
    do {
      reply = try await connection.send(.form(form, to: url))
    } catch {
      let failure = SyncFailure(error, of: source)
      throw error.isTransient ? .lost(failure) : .other(failure)
    }
    if (400...499).contains(reply.status), let refusal = connection.explain(reply) {
      throw .other(.permission(source, refusal))
    }
    if reply.status == 400 || reply.status == 401 {
      guard reply.refusesClientSecret else { throw .invalid }
      // The code or token may be valid.
      let id = DisplayText(form["client_id"] ?? "")
      throw .other(.signInRefused(source, .clientSecret(clientID: id)))
    }
    guard reply.isSuccess else {
      guard reply.status == 429 else { throw .other(SyncFailure(reply, of: source)) }
      // Token endpoints report no window; Strava's limits reset every quarter hour.
      let next = (connection.time.wallClock().seconds / 900 + 1) * 900
      let limit = RateLimit(window: .unnamed, retryAt: Timestamp(seconds: next))
      throw .other(.rateLimited(source, limit))
    }
    guard let grant = TokenGrant(reply, at: connection.time.wallClock()) else {
      throw .other(.badReply(source))
    }
    return grant
  }
}

extension Request {
  /// A POST of a form on a new connection.
  package static func form(
    _ form: FormPairs, to url: String, authorization: Secret? = nil
  ) -> Request {
    var headers = [
      ("Content-Type", Secret("application/x-www-form-urlencoded")),
      ("Accept", Secret("application/json")),
    ]
    if let authorization { headers.append(("Authorization", authorization)) }
    return Request(
      "POST", url, headers: headers, body: Secret(form.encoded), freshConnection: true,
      answerLimit: 256 << 10)
  }
}

extension Reply {
  /// Whether the reply rejects the application's secret: the error code of RFC 6749 §5.2, or
  /// Strava's own errors.
  var refusesClientSecret: Bool {
    guard let value = try? JSONValue(parsing: body) else { return false }
    return value["error"]?.string == "invalid_client"
      || value["errors"]?.elements?.contains { $0["field"]?.string == "client_secret" } == true
  }
}

extension TokenGrant {
  /// Parses the reply of RFC 6749 §5.1, with Strava's `expires_at` and `athlete`.
  init?(_ reply: Reply, at now: Timestamp) {
    guard let value = try? JSONValue(parsing: reply.body), let access = value["access_token"]?.token
    else { return nil }
    self.access = access
    refresh = value["refresh_token"]?.token
    // An empty one is none.
    if refresh == nil, value["refresh_token"]?.string?.isEmpty == false { return nil }
    expires = Self.end(value, from: now)
    scopes = value["scope"]?.string.map { splitScopes($0) }
    let athlete = value["athlete"]
    athleteID = athlete?["id"].flatMap { $0.string ?? ($0.kind == .number ? $0.literal : nil) }
    athleteName = athlete.flatMap { personName($0) }
  }

  /// When the access token expires; nil if the reply has no plausible value.
  private static func end(_ value: JSONValue, from now: Timestamp) -> Timestamp? {
    let year: Int64 = 366 * 86_400
    // Relative to our own clock, which may be wrong; an absolute time would not match it.
    if let length = value["expires_in"]?.integer {
      return (0...year).contains(length) ? Timestamp(seconds: now.seconds + length) : nil
    }
    guard let end = value["expires_at"]?.integer, end > now.seconds, end - now.seconds <= year
    else { return nil }
    return Timestamp(seconds: end)
  }
}

/// The first and last name of an athlete; nil without either.
package func personName(
  _ athlete: JSONValue, _ members: [String] = ["firstname", "lastname"]
) -> DisplayText? {
  let parts = members.compactMap { athlete[$0]?.string }.filter { !$0.isEmpty }
  return parts.isEmpty ? nil : DisplayText(parts.joined(separator: " "))
}

/// Splits scopes at spaces (RFC 6749 §3.3) or commas (Strava's redirect).
func splitScopes(_ text: String) -> [String] {
  text.split { $0 == " " || $0 == "," }.map { String($0) }
}
