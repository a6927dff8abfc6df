// The bodies of Strava's error replies, as it sends them.

/// An error reply as Strava words it.
package struct StravaFault: Sendable, Equatable {
  package var status: Int
  package var message: String
  package var resource: String
  package var field: String
  package var code: String

  init(_ status: Int, _ message: String, _ resource: String, _ field: String, _ code: String) {
    (self.status, self.message) = (status, message)
    (self.resource, self.field, self.code) = (resource, field, code)
  }

  package static let badToken = authorization("Athlete", "access_token", "invalid")
  package static let inactiveApplication = StravaFault(
    403, "Forbidden", "Application", "Status", "Inactive")
  /// The shape is a guess: only the words of its page are known.
  package static let tooManyAthletes = StravaFault(
    403, "Forbidden", "Application", "Limit of connected athletes", "exceeded")
  package static let badRefreshToken = badRequest("RefreshToken", "refresh_token", "invalid")
  package static let badClientID = badRequest("Application", "client_id", "invalid")
  package static let missingClientID = badRequest("Application", "client_id", "missing")
  /// Not in the samples: reported only.
  package static let badCode = badRequest("AuthorizationCode", "code", "invalid")
  /// Not in the samples: reported only.
  package static let badClientSecret = authorization("Application", "client_secret", "invalid")
  package static let notFound = StravaFault(404, "Record Not Found", "Activity", "id", "invalid")
  package static let tooManyRequests = StravaFault(
    429, "Rate Limit Exceeded", "Application", "rate limit", "exceeded")

  /// What a token without a permission (`activity:read`, `profile:read_all`) gets.
  package static func missing(_ permission: String) -> StravaFault {
    authorization("AccessToken", "\(permission)_permission", "missing")
  }

  /// The reply.
  package var response: HTTPResponse {
    let error = [("resource", resource), ("field", field), ("code", code)]
      .map { "\"\($0.0)\":\(JSONText.quoted($0.1))" }.joined(separator: ",")
    return .json(
      "{\"message\":\(JSONText.quoted(message)),\"errors\":[{\(error)}]}", status: status)
  }

  private static func authorization(
    _ resource: String, _ field: String, _ code: String
  ) -> StravaFault {
    StravaFault(401, "Authorization Error", resource, field, code)
  }

  private static func badRequest(
    _ resource: String, _ field: String, _ code: String
  ) -> StravaFault {
    StravaFault(400, "Bad Request", resource, field, code)
  }
}
