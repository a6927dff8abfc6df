// All that the fake service knows, and its answers to API requests.

/// What a test may look at and change, between requests and during them.
package struct StravaAccount: Sendable {
  package var athlete = StravaAthlete()
  package var application = StravaApplication()
  package var rides: StravaRides
  package var limits = StravaLimits()
  /// The JSON of each stream of a ride: `["watts": "[210,null,215]"]`.
  package var streams: [Int64: [String: String]] = [:]
  /// Whether streams come as a list even when an object was asked for.
  package var streamsAsList = false
  var grants = StravaGrants()
  var orders: [StravaOrder] = []

  init(rides: [Ride]) { self.rides = StravaRides(rides) }

  /// Ends the life of every access token; refresh tokens stay good.
  package mutating func expireAccessTokens() { grants.expireAccessTokens() }

  /// The person removes the app on the website: no token is good any more.
  package mutating func revokeAccess() { grants.revokeAll() }

  /// The refresh tokens that are still good.
  package var refreshTokens: [String] { grants.refreshTokens }

  /// Answers a request under `/api/v3`.
  mutating func answer(_ request: HTTPRequest, path: String, at now: Int) -> HTTPResponse {
    let isLimited = limits.count(at: now)
    var response = response(to: request, path: path, at: now, isLimited: isLimited)
    response.headers.items += limits.fields.items
    return response
  }

  private func response(
    to request: HTTPRequest, path: String, at now: Int, isLimited: Bool
  ) -> HTTPResponse {
    guard let token = request.bearerToken, let access = grants.access(token, at: now) else {
      return StravaFault.badToken.response
    }
    if !application.isActive { return StravaFault.inactiveApplication.response }
    if isLimited { return StravaFault.tooManyRequests.response }
    guard request.method == "GET" else { return StravaFault.notFound.response }
    let mayReadProfile = access.scopes.contains("profile:read_all")
    switch path {
    case "/athlete":
      return .json(mayReadProfile ? athlete.detailed : athlete.summary)
    case "/athlete/zones":
      guard mayReadProfile else { return StravaFault.missing("profile:read_all").response }
      return .json(athlete.zones)
    case "/athlete/activities":
      return list(request.query, access.scopes)
    default:
      return streams(path, request.query, access.scopes)
    }
  }

  private func list(_ items: NamedValues, _ scopes: Set<String>) -> HTTPResponse {
    guard !scopes.isDisjoint(with: ["activity:read", "activity:read_all"]) else {
      return StravaFault.missing("activity:read").response
    }
    var query = StravaRides.Query()
    query.before = items["before"].flatMap { Int($0) }
    query.after = items["after"].flatMap { Int($0) }
    query.page = max(1, items["page"].flatMap { Int($0) } ?? 1)
    query.perPage = min(200, max(1, items["per_page"].flatMap { Int($0) } ?? 30))
    query.showsPrivate = scopes.contains("activity:read_all")
    return HTTPResponse(
      headers: ["Content-Type": "application/json; charset=utf-8"], body: rides.page(query))
  }

  /// `/activities/{id}/streams?keys=…&key_by_type=true`
  private func streams(
    _ path: String, _ items: NamedValues, _ scopes: Set<String>
  ) -> HTTPResponse {
    let parts = path.split(separator: "/")
    guard parts.count == 3, parts[0] == "activities", parts[2] == "streams",
      let id = Int64(parts[1]), let streams = streams[id]
    else { return StravaFault.notFound.response }
    guard !scopes.isDisjoint(with: ["activity:read", "activity:read_all"]) else {
      return StravaFault.missing("activity:read").response
    }
    let keys = (items["keys"] ?? "").split(separator: ",").map { String($0) }
    let found = keys.compactMap { key in streams[key].map { (key, $0) } }
    let isList = streamsAsList || items["key_by_type"] != "true"
    let objects = found.map { key, data in
      let size = data.split(separator: ",").count
      let body =
        "\"data\":\(data),\"series_type\":\"time\",\"original_size\":\(size),"
        + "\"resolution\":\"high\"}"
      return isList ? "{\"type\":\"\(key)\",\(body)" : "\"\(key)\":{\(body)"
    }
    let joined = objects.joined(separator: ",")
    return .json(isList ? "[\(joined)]" : "{\(joined)}")
  }
}
