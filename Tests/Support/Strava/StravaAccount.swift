// A fake Strava: its data, and its answers by the published contract of OAuth and API v3.

package typealias FakeStrava = FakeService<StravaAccount>

package struct StravaAccount: OAuthAccount {
  package var athlete = StravaAthlete()
  package var application = OAuthApplication(
    clientID: "54321", clientSecret: "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00")
  package var rides: StravaRides
  package var limits = Self.usualLimits
  /// The streams of rides by id, as JSON; a ride without any gets 404, like one entered by hand.
  package var streams: [Int64: String] = [:]
  package var grants = OAuthGrants(lifetime: 21_600, 40, of: "0123456789abcdef")

  package init(_ rides: [Ride] = []) { self.rides = StravaRides(rides) }

  /// Those of a new application for read requests; the fake has no others.
  package static let usualLimits = ServiceLimits([(900, 100), (86_400, 1000)], isAligned: true)
  package static let allScopes = ["read", "profile:read_all", "activity:read_all"]
  package static let scopeSeparator: Character = ","
  package static let namesScopes = true
  package static let list = "/athlete/activities"

  package static func environment(_ address: String) -> [String: String] {
    ["VELO_SYNC_STRAVA_API": address + "/api/v3", "VELO_SYNC_STRAVA_OAUTH": address + "/oauth"]
  }

  package mutating func reply(to request: HTTPRequest, at now: Int) -> HTTPResponse {
    let api = "/api/v3"
    switch (request.method, request.path) {
    case ("POST", "/oauth/token"): return answerToken(request, at: now)
    case ("POST", "/oauth/revoke"): return answerRevocation(request)
    case (_, let path) where path.hasPrefix(api + "/"):
      let isLimited = limits.count(at: now)
      var response = answer(
        request, path: String(path.dropFirst(api.count)), at: now, isLimited: isLimited)
      response.headers.items += limitHeaders
      return response
    default: return .stravaNotFound
    }
  }

  // MARK: OAuth

  private mutating func answerToken(_ request: HTTPRequest, at now: Int) -> HTTPResponse {
    let fields = request.fields
    let clientID = fields["client_id"]
    guard clientID == application.clientID else {
      return .strava(400, "Application", "client_id", clientID == nil ? "missing" : "invalid")
    }
    guard fields["client_secret"] == application.clientSecret else { return .stravaBadClientSecret }
    switch fields["grant_type"] {
    case "authorization_code":
      guard let scopes = grants.spend(code: fields["code"] ?? "") else {
        // Not in the samples: reported only.
        return .strava(400, "AuthorizationCode", "code", "invalid")
      }
      let scope = JSONText.quoted(scopes.joined(separator: " "))
      return reply(
        grants.make(scopes, at: now), at: now,
        extra: ",\"scope\":\(scope),\"athlete\":\(athlete.summary)")
    case "refresh_token":
      guard let tokens = grants.renew(fields["refresh_token"] ?? "", at: now) else {
        return .strava(400, "RefreshToken", "refresh_token", "invalid")
      }
      return reply(tokens, at: now)
    default: return .strava(400, "Application", "grant_type", "invalid")
    }
  }

  private func reply(_ tokens: IssuedTokens, at now: Int, extra: String = "") -> HTTPResponse {
    .json(
      """
      {"token_type":"Bearer","expires_at":\(tokens.expiresAt),\
      "expires_in":\(tokens.expiresAt - now),"refresh_token":"\(tokens.refresh)",\
      "access_token":"\(tokens.access)"\(extra)}
      """)
  }

  /// Of one athlete, everything is revoked.
  private mutating func answerRevocation(_ request: HTTPRequest) -> HTTPResponse {
    guard request.isFrom(application.clientID, application.clientSecret) else {
      return .stravaBadClientSecret
    }
    if grants.knows(request.form["token"] ?? "") { grants.revokeAll() }
    return .json("{}")
  }

  // MARK: API

  private mutating func answer(
    _ request: HTTPRequest, path: String, at now: Int, isLimited: Bool
  ) -> HTTPResponse {
    guard let scopes = grants.use(request.bearerToken, at: now) else { return .stravaBadToken }
    if isLimited { return .stravaLimit }
    guard request.method == "GET" else { return .stravaNotFound }
    let mayReadProfile = scopes.contains("profile:read_all")
    switch path {
    case "/athlete": return .json(mayReadProfile ? athlete.detailed : athlete.summary)
    case "/athlete/zones":
      return mayReadProfile ? .json(StravaAthlete.zones) : .stravaMissing("profile:read_all")
    case Self.list:
      guard scopes.contains(where: { $0.hasPrefix("activity:read") }) else {
        return .stravaMissing("activity:read")
      }
      return HTTPResponse(
        headers: ["Content-Type": "application/json; charset=utf-8"],
        body: rides.page(request.query, showsPrivate: scopes.contains("activity:read_all")))
    default:
      let parts = path.split(separator: "/")
      guard parts.count == 3, parts[0] == "activities", parts[2] == "streams",
        let streams = Int64(parts[1]).flatMap({ streams[$0] })
      else { return .stravaNotFound }
      return .json(streams)
    }
  }

  /// A refusal with headers that say that the window of so many seconds is used up.
  package func usedUp(_ seconds: Int) -> HTTPResponse {
    var account = self
    account.limits[seconds].used = limits[seconds].limit + 1
    var response = HTTPResponse.stravaLimit
    response.headers.items += account.limitHeaders
    return response
  }

  private var limitHeaders: [NamedValues.Item] {
    // Twice as many requests are allowed if writing is counted as well.
    let factor = limits.headers == .firstTwo ? 1 : 2
    let used = limits.list(",", \.used)
    return limits.written([
      "X-RateLimit-Limit": limits.list(",") { $0.limit * factor }, "X-RateLimit-Usage": used,
      "X-ReadRateLimit-Limit": limits.list(",", \.limit), "X-ReadRateLimit-Usage": used,
    ])
  }
}

/// The athlete, in the forms of `/athlete`, `/athlete/zones` and the token exchange.
package struct StravaAthlete: Sendable {
  package var id: Int64 = 134_815
  package var firstName = "Marianne"

  /// The answer for a token with `profile:read_all`.
  var detailed: String {
    """
    {\(members(state: 3)),"follower_count":5,"friend_count":5,"mutual_friend_count":0,\
    "athlete_type":0,"date_preference":"%m/%d/%Y","measurement_preference":"meters","clubs":[],\
    "ftp":245,"weight":61.5,"bikes":[{"id":"b1","primary":true,"name":"Randonneur",\
    "resource_state":2,"distance":1981531.2}],"shoes":[]}
    """
  }

  var summary: String { "{\(members(state: 2))}" }

  static let zones = """
    {"heart_rate":{"custom_zones":false,"zones":[{"min":0,"max":115},{"min":115,"max":152},\
    {"min":152,"max":171},{"min":171,"max":190},{"min":190,"max":-1}]},\
    "power":{"zones":[{"min":0,"max":134},{"min":135,"max":183},{"min":184,"max":220},\
    {"min":221,"max":257},{"min":258,"max":294},{"min":295,"max":367},{"min":368,"max":-1}]}}
    """

  private func members(state: Int) -> String {
    """
    "id":\(id),"username":null,"resource_state":\(state),\
    "firstname":\(JSONText.quoted(firstName)),"lastname":"T.","city":null,"state":null,\
    "country":null,"sex":"F","premium":true,"summit":true,"created_at":"2017-11-14T02:30:05Z",\
    "updated_at":"2026-02-06T19:32:20Z","badge_type_id":4,\
    "profile_medium":"avatar/athlete/medium.png","profile":"avatar/athlete/large.png",\
    "friend":null,"follower":null
    """
  }
}

extension HTTPResponse {
  package static func strava(
    _ status: Int, _ resource: String, _ field: String, _ code: String
  ) -> HTTPResponse {
    let messages = [
      400: "Bad Request", 401: "Authorization Error", 403: "Forbidden", 404: "Record Not Found",
      429: "Rate Limit Exceeded",
    ]
    return .json(
      """
      {"message":"\(messages[status] ?? "Error")",\
      "errors":[{"resource":"\(resource)","field":"\(field)","code":"\(code)"}]}
      """, status: status)
  }

  package static let stravaBadToken = strava(401, "Athlete", "access_token", "invalid")
  static let stravaNotFound = strava(404, "Activity", "id", "invalid")
  /// Not in the samples: reported only.
  static let stravaBadClientSecret = strava(401, "Application", "client_secret", "invalid")

  /// What a token without a permission (`activity:read`, `profile:read_all`) gets.
  package static func stravaMissing(_ permission: String) -> HTTPResponse {
    strava(401, "AccessToken", "\(permission)_permission", "missing")
  }

  /// A limit, without any header about it.
  package static let stravaLimit = strava(429, "Application", "rate limit", "exceeded")

  /// 200 with a login page: a captive portal.
  package static let loginPage = html(
    "<!DOCTYPE html><html><body><form>Welcome to Hotel WiFi</form></body></html>")
}

extension HTTPRequest {
  /// Whether it asks Strava for a page of a list of activities.
  package var isPage: Bool { path.hasSuffix(StravaAccount.list) }
  /// Of everything.
  package var isFirstPage: Bool { isPage && query["after"] == "1" && query["page"] == "1" }
}
