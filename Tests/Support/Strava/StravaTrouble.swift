// Faults of Strava, and of the network, for tests.

/// A wrong answer of Strava.
package typealias StravaTrouble = Trouble<StravaAccount>

extension Trouble<StravaAccount> {
  /// 429 with headers that say this quarter hour is used up.
  package static var quarterUsedUp: Self { refusal { $0.used.quarter = $0.shown.quarter + 1 } }
  /// 429 with headers that say this day is used up.
  package static var dayUsedUp: Self { refusal { $0.used.day = $0.shown.day + 1 } }
  /// 429 without a header.
  package static var limitedWithoutHeaders: Self { refusal { $0.headers = .none } }
  /// One of Strava's own error replies.
  package static func fault(_ fault: StravaFault) -> Self { .response(fault.response) }
  /// 200 with a login page: a captive portal.
  package static var loginPage: Self {
    .response(
      .html("<!DOCTYPE html><html><body><form>Welcome to Hotel WiFi</form></body></html>"))
  }
  /// The page shown to a person beyond the limit of athletes.
  package static var crowdedPage: Self {
    let text = "<h1>Error 403</h1><p>Limit of connected athletes exceeded</p>"
    return .response(.html("<html><body>\(text)</body></html>", status: 403))
  }
  /// A redirect to another host, which must not see the token.
  package static func redirect(to address: String, status: Int = 302) -> Self {
    .response(.redirect(to: address, status: status))
  }
  /// The connection is reset and the request has no effect.
  package static var reset: Self { .response(.fault(.reset)) }
  /// Nothing is ever answered and the request has no effect.
  package static var silence: Self { .response(.fault(.silence)) }

  /// A 429 with the headers of changed limits, for this answer only.
  private static func refusal(_ change: @escaping @Sendable (inout StravaLimits) -> Void) -> Self {
    Self { account, _, _ in
      var limits = account.limits
      change(&limits)
      var response = StravaFault.tooManyRequests.response
      response.headers.items += limits.fields.items
      return response
    }
  }
}

/// The requests that a fault is set for. Only requests after setting it count.
package enum StravaRequests: Sendable {
  /// The next request, whatever it is.
  case next
  /// The n-th request from now whose path ends like this: `/athlete/activities`, `/oauth/token`.
  case path(String, nth: Int = 1)
  /// The first page of a list of everything.
  case firstPage
  /// The other pages, and those of lists that begin later.
  case laterPages

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
