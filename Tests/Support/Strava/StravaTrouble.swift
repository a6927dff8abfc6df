// Faults of Strava, and of the network, for tests.

/// A wrong answer.
package enum StravaTrouble: Sendable {
  /// This answer, whatever the request.
  case response(HTTPResponse)
  /// The right answer, with all its effects, delivered badly: cut, reset or stalled.
  case delivered(HTTPResponse.Delivery)
  /// 429 with headers that say this quarter hour is used up.
  case quarterUsedUp
  /// 429 with headers that say this day is used up.
  case dayUsedUp
  /// 429 without a header.
  case limitedWithoutHeaders

  /// One of Strava's own error replies.
  package static func fault(_ fault: StravaFault) -> StravaTrouble { .response(fault.response) }
  /// 200 with a login page: a captive portal.
  package static let loginPage = response(
    .html("<!DOCTYPE html><html><body><form>Welcome to Hotel WiFi</form></body></html>"))
  /// The page shown to a person beyond the limit of athletes.
  package static let crowdedPage = response(
    .html(
      "<html><body><h1>Error 403</h1><p>Limit of connected athletes exceeded</p></body></html>",
      status: 403))
  /// A redirect to another host, which must not see the token.
  package static func redirect(to address: String, status: Int = 302) -> StravaTrouble {
    .response(.redirect(to: address, status: status))
  }
  /// The connection is reset and the request has no effect.
  package static let reset = response(.fault(.reset))
  /// Nothing is ever answered and the request has no effect.
  package static let silence = response(.fault(.silence))
  /// The request has its effect, but the connection is reset instead of an answer.
  package static let lostAnswer = delivered(.reset)
  /// The right answer, cut after this many bytes of its body.
  package static func cut(after count: Int) -> StravaTrouble { .delivered(.cut(after: count)) }
}

/// The requests that a fault is set for. Only requests after setting it count.
package enum StravaRequests: Sendable, ExpressibleByStringLiteral {
  /// The next request, whatever it is.
  case next
  /// The n-th request from now whose path ends like this: `/athlete/activities`, `/oauth/token`.
  case path(String, nth: Int = 1)
  /// The first page of a list of everything.
  case firstPage
  /// The other pages, and those of lists that begin later.
  case laterPages

  package init(stringLiteral path: String) { self = .path(path) }

  func includes(_ request: HTTPRequest) -> Bool {
    switch self {
    case .next: true
    case .path(let end, _): request.path.hasSuffix(end)
    case .firstPage: request.isPage && request.isFirstPage
    case .laterPages: request.isPage && !request.isFirstPage
    }
  }

  var position: Int {
    switch self {
    case .next, .firstPage, .laterPages: 1
    case .path(_, let number): number
    }
  }
}

extension HTTPRequest {
  /// Whether it asks for a page of a list of activities.
  package var isPage: Bool { path.hasSuffix("/athlete/activities") }

  /// Whether that is the first page of everything.
  package var isFirstPage: Bool { query["after"] == "1" && query["page"] == "1" }
}
