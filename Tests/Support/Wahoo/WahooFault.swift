// Faults of Wahoo for tests, as far as they have been observed.

extension HTTPResponse {
  /// An error in Wahoo's format.
  package static func wahoo(_ status: Int, _ error: String) -> HTTPResponse {
    .json("{\"error\":\(JSONText.quoted(error))}", status: status)
  }

  package static let wahooBadToken = wahoo(401, "The access token is invalid")
  package static let wahooExpiredToken = wahoo(401, "The access token expired")
  package static let wahooForbidden = wahoo(403, "Forbidden")
  package static let wahooNotFound = wahoo(404, "Not found")
  package static let wahooUnapproved = wahoo(422, "Application has not been approved")
  package static let wahooTooManyTokens = wahoo(
    403, "Too many unrevoked access tokens exist for this app and user")
  package static let wahooTooManyRequests = wahoo(429, "Too many requests")
  package static let wahooDown = html(
    "<!DOCTYPE html><html><body><h1>We'll be right back</h1></body></html>", status: 503)

  /// Doorkeeper's answer to an invalid code or refresh token.
  package static let wahooBadGrant = json(
    """
    {"error":"invalid_grant","error_description":"The provided authorization grant is invalid, \
    expired, revoked, does not match the redirection URI used in the authorization request, or \
    was issued to another client."}
    """, status: 400)
  package static let wahooBadClient = json(
    #"{"error":"invalid_client","error_description":"Client authentication failed"}"#, status: 401)

  /// The answer for a token without a scope.
  package static func wahooMissing(_ scope: String) -> HTTPResponse {
    wahoo(403, "Access to this resource requires scope \"\(scope)\".")
  }
}
