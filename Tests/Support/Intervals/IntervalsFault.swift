// What can go wrong between a client and Intervals.icu, to be ordered by a test.

extension HTTPResponse {
  /// An error as Intervals.icu words it.
  package static func intervals(_ status: Int, _ error: String) -> HTTPResponse {
    .json("{\"status\":\(status),\"error\":\(JSONText.quoted(error))}", status: status)
  }

  package static let intervalsBadKey = intervals(401, "Unauthorized")
  package static let intervalsForbidden = intervals(403, "Access denied")
  package static let intervalsNotFound = intervals(404, "Not found")
  /// What everything derived from an activity that came from Strava is answered with.
  package static let intervalsStravaActivity = intervals(
    422, "Cannot read Strava activities via the API")
  /// 503 with a page, as the edge in front of the service sends it.
  package static let intervalsDown = html(
    "<!DOCTYPE html><html><body><h1>Back soon</h1></body></html>", status: 503)

  /// 429, with `Retry-After` where given.
  package static func intervalsLimit(
    retryAfter: String? = nil, headers: NamedValues = [:]
  ) -> HTTPResponse {
    var response = intervals(429, "Too many requests")
    response.headers.items += headers.items
    if let retryAfter { response.headers["Retry-After"] = retryAfter }
    return response
  }
}
