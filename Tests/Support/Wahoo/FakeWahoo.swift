// A fake Wahoo: the published contract over a real socket, with faults on request.

import CLibrary

/// Implements Wahoo's OAuth and Cloud API v1, for one user and one application.
package final class FakeWahoo: FakeService<WahooAccount>, @unchecked Sendable {
  /// The scopes velo-sync asks for.
  package static let allScopes = [
    "user_read", "workouts_read", "power_zones_read", "offline_data",
  ]

  /// - Parameter now: its clock, in seconds since 1970; the machine's by default.
  package init(
    workouts: [WahooWorkout] = [], now: @escaping @Sendable () -> Int = { time(nil) }
  ) throws {
    try super.init(WahooAccount(workouts: workouts), now: now)
  }

  /// For a program's environment.
  package var environment: [String: String] { ["VELO_SYNC_WAHOO_API": server.address] }

  /// Sets a fault for coming requests of a path, from the `nth` on.
  package func answer(
    _ path: String, with trouble: WahooTrouble, nth: Int = 1, times: Int = 1
  ) {
    let effect = Effect.answer { account, request, now in
      switch trouble {
      case .response(let response): response
      case .delivered(let delivery): account.reply(to: request, at: now).delivered(delivery)
      }
    }
    order(effect, nth: nth, times: times) { $0.path == path }
  }

  /// Sets a change to make just before a coming request is answered.
  package func before(
    _ path: String, nth: Int = 1, times: Int = 1,
    _ change: @escaping @Sendable (inout WahooAccount) -> Void
  ) {
    order(.edit(change), nth: nth, times: times) { $0.path == path }
  }

  /// Signs in without the browser and returns tokens for the client's credential file.
  ///
  /// - Parameter seconds: the lifetime of the access token (negative: already expired).
  package func signIn(
    scopes: [String] = FakeWahoo.allScopes, lasting seconds: Int = 7200
  ) -> IssuedTokens? {
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
