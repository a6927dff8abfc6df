// A fake Wahoo: the published contract over a real socket, with faults on request.

import CLibrary

/// Implements Wahoo's OAuth and Cloud API v1 on 127.0.0.1, for one user and one application.
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
  /// - Parameter now: its clock, in seconds since 1970; the machine's by default.
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

  /// Reads or changes the service's data, between any two requests.
  @discardableResult
  package func edit<Result>(_ body: (inout WahooAccount) throws -> Result) rethrows -> Result {
    try account.withLock(body)
  }

  /// Sets a fault for coming requests of a path, from the `nth` on. Faults set first are used
  /// first.
  package func answer(
    _ path: String, with trouble: WahooTrouble, nth: Int = 1, times: Int = 1
  ) {
    edit { $0.orders.append(WahooOrder(path, nth: nth, times: times, .trouble(trouble))) }
  }

  /// Sets a change to make just before a coming request is answered, such as an upload during a
  /// listing.
  package func before(
    _ path: String, nth: Int = 1, times: Int = 1,
    _ change: @escaping @Sendable (inout WahooAccount) -> Void
  ) {
    edit { $0.orders.append(WahooOrder(path, nth: nth, times: times, .edit(change))) }
  }

  /// Discards the faults that were set and not used.
  package func behave() {
    edit { $0.orders.removeAll() }
  }

  /// Signs in without the browser and returns tokens for the client's credential file.
  ///
  /// - Parameter seconds: the lifetime of the access token (negative: already expired).
  package func signIn(
    scopes: [String] = FakeWahoo.allScopes, lasting seconds: Int = 7200
  ) -> WahooTokens? {
    let now = clock()
    return edit { $0.grants.make(scopes, lasting: seconds, at: now) }
  }

  /// The requests for pages of the list, in order of arrival.
  package var listRequests: [HTTPRequest] { server.requests(of: "/v1/workouts") }
}

/// A wrong answer.
package enum WahooTrouble: Sendable {
  /// This answer, whatever the request.
  case response(HTTPResponse)
  /// The right answer, with all its effects, delivered badly.
  case delivered(HTTPResponse.Delivery)
}

/// A fault set for some requests of a path.
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

  /// Counts a request; true when this fault is for it.
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
