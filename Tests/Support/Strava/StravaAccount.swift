// The data of the fake service, and its answers to API requests.

/// Data that a test may read and change, between requests and during them.
package struct StravaAccount: Sendable {
  package var athlete = StravaAthlete()
  package var application = OAuthApplication(
    clientID: "54321", clientSecret: "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00")
  package var rides: StravaRides
  package var limits = StravaLimits()
  /// The streams of rides by id, as JSON; a ride without any gets 404, like one entered by hand.
  package var streams: [Int64: String] = [:]
  package var grants = OAuthGrants(lifetime: 21_600, 40, of: "0123456789abcdef")

  init(rides: [Ride]) { self.rides = StravaRides(rides) }

  /// Answers a request under `/api/v3`.
  mutating func answer(_ request: HTTPRequest, path: String, at now: Int) -> HTTPResponse {
    let isLimited = limits.count(at: now)
    var response = response(to: request, path: path, at: now, isLimited: isLimited)
    response.headers.items += limits.fields.items
    return response
  }

  private mutating func response(
    to request: HTTPRequest, path: String, at now: Int, isLimited: Bool
  ) -> HTTPResponse {
    guard let token = request.bearerToken, let scopes = grants.use(token, at: now) else {
      return StravaFault.badToken.response
    }
    if isLimited { return StravaFault.tooManyRequests.response }
    guard request.method == "GET" else { return StravaFault.notFound.response }
    let mayReadProfile = scopes.contains("profile:read_all")
    switch path {
    case "/athlete":
      return .json(mayReadProfile ? athlete.detailed : athlete.summary)
    case "/athlete/zones":
      guard mayReadProfile else { return StravaFault.missing("profile:read_all").response }
      return .json(StravaAthlete.zones)
    case "/athlete/activities":
      return list(request.query, scopes)
    default:
      let parts = path.split(separator: "/")
      guard parts.count == 3, parts[0] == "activities", parts[2] == "streams",
        let streams = Int64(parts[1]).flatMap({ streams[$0] })
      else { return StravaFault.notFound.response }
      return .json(streams)
    }
  }

  private func list(_ items: NamedValues, _ scopes: [String]) -> HTTPResponse {
    guard scopes.contains(where: { $0.hasPrefix("activity:read") }) else {
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
}
