// A fake Intervals.icu: the published contract over a real socket, with faults on request.

/// Implements Intervals.icu's API v1 on 127.0.0.1, for one athlete and the account's key.
package final class FakeIntervals: Sendable {
  /// The server behind it: recorded requests, gates, `stop`.
  package let server: HTTPServer
  private let account: Monitor<IntervalsData>

  /// Starts the service.
  package init(activities: [IntervalsActivity] = [], days: [IntervalsDay] = []) throws {
    let account = Monitor(IntervalsData(activities: activities, days: days))
    server = try HTTPServer { request in
      account.withLock { $0.answer(request) }
    }
    self.account = account
  }

  /// For `VELO_SYNC_INTERVALS_API`.
  package var apiAddress: String { server.address + "/api/v1" }
  /// The same, for a program's environment.
  package var environment: [String: String] { ["VELO_SYNC_INTERVALS_API": apiAddress] }

  /// Reads or changes the service's data, between any two requests.
  @discardableResult
  package func edit<Result>(_ body: (inout IntervalsData) throws -> Result) rethrows -> Result {
    try account.withLock(body)
  }

  /// The key of the account.
  package var key: String { edit { $0.key } }

  /// Sets the answer to coming requests, from the `nth` on, whose path ends like this:
  /// `/activities`, `/wellness`, `/0`. Answers set first are used first.
  package func answer(
    _ path: String, with answer: HTTPResponse, nth: Int = 1, times: Int = 1
  ) {
    edit {
      $0.orders.append(
        IntervalsOrder(path: path, toSkip: nth - 1, remaining: times, answer: answer))
    }
  }

  /// Discards the answers that were set and not used.
  package func behave() {
    edit { $0.orders.removeAll() }
  }

  /// The requests for activities, in order of arrival.
  package var listRequests: [HTTPRequest] {
    server.requests.filter { $0.path.hasSuffix("/activities") }
  }

  /// The requests for health data, in order of arrival.
  package var wellnessRequests: [HTTPRequest] {
    server.requests.filter { $0.path.hasSuffix("/wellness") }
  }
}

/// An answer set for some requests.
struct IntervalsOrder: Sendable {
  let path: String
  var toSkip: Int
  var remaining: Int
  let answer: HTTPResponse

  /// Counts a request; true when this answer is for it.
  mutating func claims(_ request: HTTPRequest) -> Bool {
    guard remaining > 0, request.path.hasSuffix(path) else { return false }
    if toSkip > 0 {
      toSkip -= 1
      return false
    }
    remaining -= 1
    return true
  }
}
