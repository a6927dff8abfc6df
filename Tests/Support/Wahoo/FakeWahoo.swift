// A Wahoo to talk to: the published contract over a real socket, with troubles to order.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Plays Wahoo's OAuth and Cloud API v1 on 127.0.0.1, for one user and one application.
package final class FakeWahoo: Sendable {
  /// The scopes velo-sync asks for.
  package static let allScopes = [
    "user_read", "workouts_read", "power_zones_read", "offline_data",
  ]

  /// The server behind it: recorded requests, gates, `stop`.
  package let server: HTTPServer
  private let account: Monitor<WahooAccount>
  private let clock: @Sendable () -> Int

  /// Starts the service.
  ///
  /// - Parameter now: its clock, in seconds since 1970; the machine's unless given.
  package init(
    workouts: [WahooWorkout] = [], now: @escaping @Sendable () -> Int = { time(nil) }
  ) throws {
    let account = Monitor(WahooAccount(workouts: workouts))
    server = try HTTPServer { request in
      account.withLock { $0.answer(request, at: now()) }
    }
    self.account = account
    clock = now
  }

  /// For a program's environment.
  package var environment: [String: String] { ["VELO_SYNC_WAHOO_API": server.address] }

  /// Looks at or changes what the service knows, between any two requests.
  @discardableResult
  package func edit<Result>(_ body: (inout WahooAccount) throws -> Result) rethrows -> Result {
    try account.withLock(body)
  }

  /// Orders a trouble for coming requests of a path, from the `nth` on. Orders made first are served
  /// first.
  package func answer(
    _ path: String, with trouble: WahooTrouble, nth: Int = 1, times: Int = 1
  ) {
    edit { $0.orders.append(WahooOrder(path, nth: nth, times: times, .trouble(trouble))) }
  }

  /// Orders a change just before a coming request is answered: a workout uploaded in mid-walk.
  package func before(
    _ path: String, nth: Int = 1, times: Int = 1,
    _ change: @escaping @Sendable (inout WahooAccount) -> Void
  ) {
    edit { $0.orders.append(WahooOrder(path, nth: nth, times: times, .edit(change))) }
  }

  /// Forgets what was ordered and not served yet.
  package func behave() {
    edit { $0.orders.removeAll() }
  }

  /// Signs in without the browser: tokens that a test puts where the client keeps them.
  ///
  /// - Parameter seconds: how long the access token is good for (negative: already expired).
  package func signIn(
    scopes: [String] = FakeWahoo.allScopes, lasting seconds: Int = 7200
  ) -> WahooTokens? {
    let now = clock()
    return edit { $0.grants.make(scopes, lasting: seconds, at: now) }
  }

  /// The requests for pages of the list, in order of arrival.
  package var listRequests: [HTTPRequest] { server.requests(of: "/v1/workouts") }
}

/// An answer other than the right one.
package enum WahooTrouble: Sendable {
  /// This very answer, without looking at the request.
  case response(HTTPResponse)
  /// The right answer, with all its effects, delivered badly.
  case delivered(HTTPResponse.Delivery)
}

/// Something ordered for some requests of a path.
struct WahooOrder: Sendable {
  enum Action: Sendable {
    case trouble(WahooTrouble)
    case edit(@Sendable (inout WahooAccount) -> Void)
  }

  let action: Action
  private let path: String
  private var toSkip: Int
  private var remaining: Int

  init(_ path: String, nth: Int, times: Int, _ action: Action) {
    self.path = path
    self.action = action
    toSkip = nth - 1
    remaining = times
  }

  /// Counts a request; true when it is one this is ordered for.
  mutating func claims(_ request: HTTPRequest) -> Bool {
    guard request.path == path, remaining > 0 else { return false }
    if toSkip > 0 {
      toSkip -= 1
      return false
    }
    remaining -= 1
    return true
  }
}
