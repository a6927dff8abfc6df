// A fake Strava: the published contract over a real socket, with faults on request.

import CLibrary

/// Implements Strava's OAuth and API v3 on 127.0.0.1.
package final class FakeStrava: Sendable {
  /// The scopes velo-sync asks for.
  package static let allScopes = ["read", "profile:read_all", "activity:read_all"]

  /// The server behind it: recorded requests, gates, `stop`.
  package let server: HTTPServer
  private let account: Monitor<StravaAccount>
  private let clock: @Sendable () -> Int

  /// Starts the service.
  ///
  /// - Parameters:
  ///   - rides: the athlete's rides.
  ///   - now: its clock, in seconds since 1970; the machine's by default.
  package init(
    rides: [Ride] = [], now: @escaping @Sendable () -> Int = { time(nil) }
  ) throws {
    let account = Monitor(StravaAccount(rides: rides))
    server = try HTTPServer { request in
      Self.answer(request, account, at: now())
    }
    self.account = account
    clock = now
  }

  /// For `VELO_SYNC_STRAVA_API`.
  package var apiAddress: String { server.address + "/api/v3" }
  /// For `VELO_SYNC_STRAVA_OAUTH`.
  package var oauthAddress: String { server.address + "/oauth" }
  /// Both, for a program's environment.
  package var environment: [String: String] {
    ["VELO_SYNC_STRAVA_API": apiAddress, "VELO_SYNC_STRAVA_OAUTH": oauthAddress]
  }

  /// Reads or changes the service's data, between any two requests.
  @discardableResult
  package func edit<Result>(_ body: (inout StravaAccount) throws -> Result) rethrows -> Result {
    try account.withLock(body)
  }

  /// Sets a fault for some of the coming requests; faults set first are used first.
  package func answer(
    _ requests: StravaRequests, with trouble: StravaTrouble, times: Int = 1
  ) {
    edit { $0.orders.append(StravaOrder(requests, times: times, .trouble(trouble))) }
  }

  /// Discards the faults that were set and not used.
  package func behave() {
    edit { $0.orders.removeAll() }
  }

  /// Sets a change to make just before some coming request is answered, such as an upload during a
  /// listing.
  package func before(
    _ requests: StravaRequests, _ change: @escaping @Sendable (inout StravaAccount) -> Void
  ) {
    edit { $0.orders.append(StravaOrder(requests, times: 1, .edit(change))) }
  }

  /// Signs in without the browser and returns tokens for the client's credential file.
  ///
  /// - Parameter seconds: the lifetime of the access token (negative: already expired).
  package func signIn(
    scopes: [String] = FakeStrava.allScopes, lasting seconds: Int = 21_600
  ) -> StravaTokens {
    let now = clock()
    return edit { $0.grants.grant(scopes, lasting: seconds, at: now) }
  }

  /// The requests for pages of the list, in order of arrival.
  package var listRequests: [HTTPRequest] { server.requests(of: "/api/v3/athlete/activities") }

  private static func answer(
    _ request: HTTPRequest, _ account: Monitor<StravaAccount>, at now: Int
  ) -> HTTPResponse {
    account.withLock { account in
      switch account.trouble(for: request) {
      case nil:
        return account.rightAnswer(to: request, at: now)
      case .response(let response):
        return response
      case .delivered(let delivery):
        return account.rightAnswer(to: request, at: now).delivered(delivery)
      case .quarterUsedUp:
        return account.refusal { $0.used.quarter = $0.shown.quarter + 1 }
      case .dayUsedUp:
        return account.refusal { $0.used.day = $0.shown.day + 1 }
      case .limitedWithoutHeaders:
        return account.refusal { $0.headers = .none }
      }
    }
  }
}

extension StravaAccount {
  /// The fault set for a request, after the changes set for it were made.
  fileprivate mutating func trouble(for request: HTTPRequest) -> StravaTrouble? {
    var trouble: StravaTrouble?
    for index in orders.indices {
      switch orders[index].action {
      case .trouble(let ordered):
        if orders[index].claims(request, isFree: trouble == nil) { trouble = ordered }
      case .edit(let change):
        if orders[index].claims(request, isFree: true) { change(&self) }
      }
    }
    return trouble
  }

  fileprivate mutating func rightAnswer(to request: HTTPRequest, at now: Int) -> HTTPResponse {
    let path = request.path
    switch path {
    case "/oauth/token", "/api/v3/oauth/token": return answerToken(request, at: now)
    case "/oauth/revoke": return answerRevocation(request)
    case "/oauth/authorize": return .html("<html><body>Authorize velo-sync?</body></html>")
    default:
      guard path.hasPrefix("/api/v3/") else { return StravaFault.notFound.response }
      return answer(request, path: String(path.dropFirst("/api/v3".count)), at: now)
    }
  }

  /// A 429 with the headers of changed limits, for this answer only.
  fileprivate func refusal(_ change: (inout StravaLimits) -> Void) -> HTTPResponse {
    var limits = limits
    change(&limits)
    var response = StravaFault.tooManyRequests.response
    response.headers.items += limits.fields.items
    return response
  }
}
