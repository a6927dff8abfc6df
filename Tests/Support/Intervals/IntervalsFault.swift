// Faults of Intervals.icu for tests.

extension HTTPResponse {
  /// An error in Intervals.icu's format.
  package static func intervals(_ status: Int, _ error: String) -> HTTPResponse {
    .json("{\"status\":\(status),\"error\":\(JSONText.quoted(error))}", status: status)
  }

  package static let intervalsBadKey = intervals(401, "Unauthorized")
  package static let intervalsForbidden = intervals(403, "Access denied")
  package static let intervalsNotFound = intervals(404, "Not found")
  /// The answer to requests for data derived from a Strava activity.
  package static let intervalsStravaActivity = intervals(
    422, "Cannot read Strava activities via the API")
  /// 503 with a page, as sent by the proxy in front of the service.
  package static let intervalsDown = html(
    "<!DOCTYPE html><html><body><h1>Back soon</h1></body></html>", status: 503)

  /// 429, with `Retry-After` if given.
  package static func intervalsLimit(retryAfter: String? = nil) -> HTTPResponse {
    var response = intervals(429, "Too many requests")
    response.headers["Retry-After"] = retryAfter
    return response
  }
}
