// A fake Intervals.icu: the published contract over a real socket, with faults on request.

/// Implements Intervals.icu's API v1, for one athlete and the account's key.
package final class FakeIntervals: FakeService<IntervalsData>, @unchecked Sendable {
  package init(activities: [IntervalsActivity] = [], days: [IntervalsDay] = []) throws {
    try super.init(IntervalsData(activities: activities, days: days)) { 0 }
  }

  /// The address for a program's environment.
  package var environment: [String: String] {
    ["VELO_SYNC_INTERVALS_API": server.address + "/api/v1"]
  }

  /// The key of the account.
  package var key: String { edit { $0.key } }

  /// Sets the answer to coming requests, from the `nth` on, whose path ends like this:
  /// `/activities`, `/wellness`, `/0`.
  package func answer(
    _ path: String, with answer: HTTPResponse, nth: Int = 1, times: Int = 1
  ) {
    self.answer(path, with: .response(answer), nth: nth, times: times)
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
