// Services that fail: the exit code and the error's code, on real sockets.

import Codec
import Support
import Testing

@Suite(.blocking) struct ServiceFailureTests {
  /// A problem of a service, and how the run ends.
  struct Trouble: Sendable, CustomTestStringConvertible {
    let service: Rider.Service
    let brief: String
    let begin: @Sendable (Rider) -> Void

    var testDescription: String { "\(service), \(brief)" }

    static func strava(_ trouble: StravaTrouble, _ brief: String) -> Trouble {
      Trouble(service: .strava, brief: brief) {
        $0.strava.answer(.path("/athlete/activities"), with: trouble, times: 100)
      }
    }

    static func intervals(
      _ answer: HTTPResponse, for path: String = "/activities", _ brief: String
    ) -> Trouble {
      Trouble(service: .intervals, brief: brief) {
        $0.intervals.answer(path, with: answer, times: 100)
      }
    }

    static func wahoo(_ answer: HTTPResponse, _ brief: String) -> Trouble {
      Trouble(service: .wahoo, brief: brief) {
        $0.wahoo.answer("/v1/workouts", with: .response(answer), times: 100)
      }
    }
  }

  /// One for each way to end at each service: ServicesTests have every answer.
  static let troubles: [Trouble] = [
    .strava(.basicChallenge, "exit 77 (auth)"), .strava(.serverError, "exit 69 (server)"),
    .strava(.loginPage, "exit 76 (bad_reply)"),
    .strava(.quarterUsedUp, "exit 75 (rate_limited)"), .strava(.reset, "exit 68 (network)"),
    .strava(.fault(.missing("activity:read")), "exit 77 (permission)"),
    .intervals(.json("{}"), "exit 76 (bad_reply)"),
    .intervals(.html("504", status: 504), for: "/wellness", "exit 75 (timeout)"),
    .intervals(.intervalsBadKey, "exit 77 (auth)"),
    .intervals(.intervalsForbidden, for: "/wellness", "exit 77 (permission)"),
    .intervals(.json("{}"), for: "/wellness", "exit 76 (bad_reply)"),
    .intervals(.intervalsLimit(), "exit 75 (rate_limited)"),
    .wahoo(.wahooBadToken, "exit 77 (auth)"), .wahoo(.json("[]"), "exit 76 (bad_reply)"),
    .wahoo(.wahooTooManyRequests, "exit 75 (rate_limited)"),
    .wahoo(.wahooUnapproved, "exit 77 (permission)"),
  ]

  @Test(arguments: Tier.cases(troubles, quick: 4)) func servicesFailInTheirOwnWays(
    _ trouble: Trouble
  ) throws {
    let rider = try Rider.with(3, connectedTo: trouble.service)
    trouble.begin(rider)
    let events = try rider.events("--wait", "0s")
    expectEqual(events.brief, trouble.brief)
    let error = try #require(events.of("error").first)
    expectEqual(error["source"]?.string, trouble.service.rawValue)
    expectEqual("exit \(error["exit_code"]?.integer ?? -1)", "\(events.result.status)")
    let isLimit = trouble.brief.contains("rate_limited")
    expectEqual(error["retry_at"] != nil, isLimit)
    expectEqual(events.outcomes, ["\(trouble.service) \(isLimit ? "partial" : "failed")"])
    expectEqual([events.types.last, events.result.errors], ["summary", ""])
    // Nothing was stored, and the next run succeeds like a first one.
    expect(!Disk.exists(rider.store + "/activities"))
    rider.strava.behave()
    rider.intervals.behave()
    rider.wahoo.behave()
    try expectEqual(rider.events().brief, "exit 0: 3 new")
  }

  @Test func temporaryFailuresAreRetriedAndReported() throws {
    let rider = try Rider.with(3, connectedTo: .strava)
    rider.strava.answer(.path("/athlete"), with: .serverError)
    let events = try rider.events()
    expectEqual(events.brief, "exit 0: 3 new")
    expectEqual(events.of("waiting").map { $0["reason"]?.string }, ["retry"])
    expectEqual(events.of("waiting").map { $0["attempt"]?.integer }, [2])
  }

  @Test func shortLimitsAreAwaited() throws {
    let rider = try Rider.with(3, connectedTo: .intervals, .wahoo)
    var answer = HTTPResponse.wahooTooManyRequests
    answer.headers["X-RateLimit-Reset"] = "1"
    rider.wahoo.answer("/v1/workouts", with: .response(answer))
    rider.intervals.answer("/activities", with: .intervalsLimit(retryAfter: "1"))
    let events = try rider.events()
    expectEqual(events.outcomes, ["intervals ok", "wahoo ok"])
    let waits = events.of("waiting").map { wait in
      "\(wait["source"]?.string ?? "") \(wait["reason"]?.string ?? "")"
    }
    expectEqual(Set(waits), ["intervals rate_limit", "wahoo rate_limit"])
  }

  /// Without a store there is only the error; else the saved scores are shown.
  @Test func anUnreachableServiceShowsSavedScores() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(50))
    let empty = rider.home / "empty"
    try rider.sync()
    rider.strava.server.stop()
    let first = try rider.run("--store", empty)
    expectEqual(first.brief, "exit 68 (network)")
    expectEqual(first.errorLines.count, 2)
    let events = try rider.events()
    expectEqual([events.brief, events.statuses.last], ["exit 68 (network)", "offline"])
    expectEqual(events.of("score").contains { $0["cached"]?.bool == true }, true)
    try expectEqual(rider.run().brief, "exit 68 (network)")
  }

  @Test func aSilentServiceEndsWithTheRunsOwnTimeout() throws {
    let rider = try Rider.connected(rides: RideBuilder.history(300))
    // All parallel requests: the one beyond the end of the list may arrive first.
    rider.strava.answer(.laterPages, with: .silence, times: 8)
    try expectEqual(rider.run("--timeout", "200ms").brief, "exit 75 (timeout)")
    rider.strava.behave()
    try expectEqual(rider.events().brief, "exit 0: 300 new")
  }
}
