// A fake Wahoo: its data, and its answers by the published contract of OAuth and Cloud API v1.

package typealias FakeWahoo = FakeService<WahooAccount>

package struct WahooAccount: OAuthAccount {
  package var user = WahooUser()
  package var application = OAuthApplication(
    clientID: "wahoo-client-7Qx", clientSecret: "5ec2e7-wahoo-c0ffee",
    redirect: "https://localhost/velo-sync")
  package var workouts: [WahooWorkout]
  package var limits = Self.usualLimits
  /// The most records on a page, whatever is requested.
  package var pageLimit = 30
  /// Whether a broken service sends the first page for any page number.
  package var ignoresPage = false
  /// Its tokens look as Doorkeeper makes them.
  package var grants = OAuthGrants(
    lifetime: 7200, 43, of: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")

  package init(_ workouts: [WahooWorkout]) { self.workouts = workouts }

  package static let usualLimits = ServiceLimits(
    [(86_400, 5000), (3600, 1000), (300, 200)], isAligned: false)
  package static let allScopes = ["user_read", "workouts_read", "power_zones_read", "offline_data"]
  package static let scopeSeparator: Character = " "
  package static let namesScopes = false
  package static let list = "/v1/workouts"

  package static func environment(_ address: String) -> [String: String] {
    ["VELO_SYNC_WAHOO_API": address]
  }

  package mutating func reply(to request: HTTPRequest, at now: Int) -> HTTPResponse {
    if request.path == "/oauth/token" { return answerToken(request, at: now) }
    let isLimited = limits.count(at: now)
    var response = isLimited ? .wahooTooManyRequests : answer(request, at: now)
    let reset = limits.windows.filter { $0.left == 0 }.map { $0.rest(at: now) }.max() ?? 0
    response.headers.items += limits.written([
      "X-RateLimit-Limit": limits.list(", ", \.limit),
      "X-RateLimit-Remaining": limits.list(", ", \.left), "X-RateLimit-Reset": "\(reset)",
    ])
    return response
  }

  private mutating func answerToken(_ request: HTTPRequest, at now: Int) -> HTTPResponse {
    guard request.method == "POST" else { return .wahooNotFound }
    let fields = request.fields
    guard fields["client_id"] == application.clientID,
      fields["client_secret"] == application.clientSecret
    else { return .wahooBadClient }
    let previous = fields["refresh_token"]
    let scopes: [String]?
    switch fields["grant_type"] {
    case "authorization_code":
      scopes = grants.spend(code: fields["code"] ?? "", redirect: fields["redirect_uri"] ?? "")
    case "refresh_token": scopes = grants.scopes(of: previous ?? "")
    default: return .json(#"{"error":"unsupported_grant_type"}"#, status: 400)
    }
    guard let scopes else { return .wahooBadGrant }
    if grants.refreshTokens.count >= 10 {
      return .wahoo(403, "Too many unrevoked access tokens exist for this app and user")
    }
    let tokens = grants.make(scopes, replacing: previous, at: now)
    return .json(
      """
      {"access_token":"\(tokens.access)","token_type":"Bearer","expires_in":7200,\
      "refresh_token":"\(tokens.refresh)","scope":"\(scopes.joined(separator: " "))",\
      "created_at":\(now)}
      """)
  }

  private mutating func answer(_ request: HTTPRequest, at now: Int) -> HTTPResponse {
    guard let scopes = grants.use(request.bearerToken, at: now) else {
      if grants.refreshTokens.isEmpty { return .wahooBadToken }
      return .wahoo(401, "The access token expired")
    }
    guard scopes.contains("user_read") else { return .wahooForbidden }
    switch (request.method, request.path) {
    case ("GET", "/v1/user"): return .json(user.json)
    case ("GET", "/v1/power_zones"):
      let scope = "power_zones_read"
      return scopes.contains(scope) ? .json(user.zones) : .wahooMissing(scope)
    case ("GET", "/v1/workouts"):
      let scope = "workouts_read"
      return scopes.contains(scope) ? list(request.query) : .wahooMissing(scope)
    case ("GET", let path) where path.hasPrefix("/v1/workouts/"):
      let id = Int64(path.dropFirst("/v1/workouts/".count))
      return workouts.first { $0.id == id }.map { .json($0.json) } ?? .wahooNotFound
    case ("DELETE", "/v1/permissions"):
      grants.revokeAll()
      return .json(#"{"success":"Application has been revoked"}"#)
    default: return .wahooNotFound
    }
  }

  /// Newest first.
  private func list(_ query: NamedValues) -> HTTPResponse {
    let size = min(pageLimit, max(1, query["per_page"].flatMap { Int($0) } ?? 30))
    let asked = max(1, query["page"].flatMap { Int($0) } ?? 1)
    let page = ignoresPage ? 1 : asked
    let sorted = workouts.sorted { ($0.start, $0.id) > ($1.start, $1.id) }
    let found = sorted.dropFirst((page - 1) * size).prefix(size).map(\.json)
    return .json(
      """
      {"workouts":[\(found.joined(separator: ","))],"total":\(workouts.count),"page":\(asked),\
      "per_page":\(size),"order":"descending","sort":"starts"}
      """)
  }
}

package struct WahooUser: Sendable {
  package var id: Int64 = 60_462
  package var first = "Marianne"
  /// The reply of `/v1/power_zones`: those for running precede those for cycling.
  package var zones = """
    [{"id":2,"ftp":310,"workout_type_family_id":1,"updated_at":"2026-10-01T07:00:00.000Z"},\
    {"id":1,"user_id":60462,"zone_1":100,"zone_2":120,"ftp":231,"zone_count":7,\
    "workout_type_family_id":0,"updated_at":"2024-01-27T16:18:53.927Z"},\
    {"id":3,"ftp":245,"workout_type_family_id":0,"updated_at":"2026-01-27T16:18:53.927Z"}]
    """

  var json: String {
    """
    {"id":\(id),"height":"1.7","weight":"61.5",\
    "first":\(JSONText.quoted(first)),"last":"T.",\
    "email":"rider@example.com","birth":"1980-10-02","gender":1,\
    "created_at":"2018-10-23T15:38:23.000Z","updated_at":"2026-10-24T20:46:40.000Z"}
    """
  }
}

extension HTTPResponse {
  package static func wahoo(_ status: Int, _ error: String) -> HTTPResponse {
    .json("{\"error\":\(JSONText.quoted(error))}", status: status)
  }

  package static let wahooBadToken = wahoo(401, "The access token is invalid")
  package static let wahooForbidden = wahoo(403, "Forbidden")
  package static let wahooNotFound = wahoo(404, "Not found")
  package static let wahooUnapproved = wahoo(422, "Application has not been approved")
  package static let wahooTooManyRequests = wahoo(429, "Too many requests")

  /// Doorkeeper's answer to an invalid code or refresh token.
  package static let wahooBadGrant = json(
    """
    {"error":"invalid_grant","error_description":"The provided authorization grant is invalid, \
    expired, revoked, does not match the redirection URI used in the authorization request, or \
    was issued to another client."}
    """, status: 400)
  static let wahooBadClient = json(
    #"{"error":"invalid_client","error_description":"Client authentication failed"}"#, status: 401)

  /// The answer for a token without a scope.
  package static func wahooMissing(_ scope: String) -> HTTPResponse {
    wahoo(403, "Access to this resource requires scope \"\(scope)\".")
  }
}
