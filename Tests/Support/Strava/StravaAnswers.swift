// Strava's error replies, and those of the network in front of it.

extension HTTPResponse {
  /// An error as Strava words it.
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

  /// Whether that is the first page of everything.
  package var isFirstPage: Bool { isPage && query["after"] == "1" && query["page"] == "1" }
}
