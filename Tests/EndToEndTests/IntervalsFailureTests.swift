// Every failure of Intervals.icu with its message and exit code.

import Codec
import Support
import Testing

@Suite(.blocking) struct IntervalsFailureTests {
  /// The answer for the list, the exit code, and the error code.
  static let troubles: [(String, HTTPResponse, Int32, String)] = [
    ("down", .intervalsDown, 69, "server"),
    ("gateway timeout", .html("504", status: 504), 75, "timeout"),
    ("bad key", .intervalsBadKey, 77, "auth"),
    (
      "challenge",
      .html("no", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]), 77, "auth"
    ),
    ("forbidden", .intervalsForbidden, 77, "permission"),
    ("not found", .intervalsNotFound, 76, "bad_reply"),
    ("unprocessable", .intervalsStravaActivity, 76, "bad_reply"),
    ("login page", .html("<html>Welcome to Hotel WiFi</html>"), 76, "bad_reply"),
    ("an object for a list", .json("{}"), 76, "bad_reply"),
    ("redirect", .redirect(to: "http://127.0.0.1:1/"), 76, "bad_reply"),
    ("limit", .intervalsLimit(retryAfter: "60"), 75, "rate_limited"),
    ("limit without a word", .intervalsLimit(), 75, "rate_limited"),
    ("reset", .fault(.reset), 68, "network"),
  ]

  @Test(arguments: troubles.indices, ["/activities", "/wellness"])
  func servicesFailInTheirOwnWays(_ index: Int, _ path: String) throws {
    let (name, trouble, exit, code) = Self.troubles[index]
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(3, until: IntervalsRider.now),
      days: IntervalsDay.nights(2, until: IntervalsRider.now))
    rider.intervals.answer(path, with: trouble, times: 100)
    let events = try rider.events("--wait", "0s")
    expectEqual(events.result.status, .exited(exit), "\(name)")
    let error = try #require(events.of("error").first, "\(name)")
    expectEqual(error["code"]?.string, code, "\(name)")
    expectEqual(error["source"]?.string, "intervals", "\(name)")
    expectEqual(events.of("error").count, 1, "\(name)")
    expectEqual(events.types.last, "summary", "\(name)")
    // Nothing was stored, and the next run succeeds like a first one.
    #expect(!Disk.exists(rider.rider.store), "\(name)")
    rider.intervals.behave()
    let next = try rider.events()
    #expect(next.count("new") == 3 && next.count("days_new") == 2, "\(name)")
  }

  @Test func aKeyThatWasRenewedOnTheWebsiteAsksToConnectAgain() throws {
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(3, until: IntervalsRider.now))
    try expectEqual(rider.run("--quiet").status, .exited(0))
    rider.intervals.edit { $0.key = "renewed" }
    let result = try rider.run()
    expectEqual(result.status, .exited(77))
    expectEqual(
      result.errorLines,
      [
        "velo-sync: Your Intervals.icu connection expired. (auth)",
        "  Run velo-sync connect intervals",
      ])
    #expect(
      try rider.run("sources").outputLines.contains { $0.hasPrefix("Intervals.icu  expired") })
    try rider.connect()
    try expectEqual(rider.events().count("new"), 0)
  }

  @Test func aLimitReportsWhenToRetry() throws {
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(3, until: IntervalsRider.now))
    rider.intervals.answer("/activities", with: .intervalsLimit(retryAfter: "600"))
    let events = try rider.events()
    expectEqual(events.result.status, .exited(75))
    let error = try #require(events.of("error").first)
    expectEqual(error["message"]?.string, "Intervals.icu asked us to wait.")
    #expect(error["retry_at"]?.string != nil)
    #expect(events.result(of: "intervals")?["outcome"]?.string == "partial")
    try expectEqual(rider.events().count("new"), 3)
  }

  @Test func aShortLimitIsAwaited() throws {
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(3, until: IntervalsRider.now))
    rider.intervals.answer("/activities", with: .intervalsLimit(retryAfter: "1"))
    let events = try rider.events()
    expectEqual(events.result.status, .exited(0))
    #expect(events.of("waiting").first?["reason"]?.string == "rate_limit")
    #expect(events.of("waiting").first?["source"]?.string == "intervals")
    expectEqual(events.count("new"), 3)
  }

  @Test func anUnreachableServiceIsReported() throws {
    let rider = try IntervalsRider.connected()
    rider.intervals.server.stop()
    let result = try rider.run()
    expectEqual(result.status, .exited(68))
    expectEqual(result.errorLines.first, "velo-sync: Unable to connect to Intervals.icu. (network)")
  }

  /// The key does not occur in any output, whatever fails.
  @Test func theKeyIsNeverShown() throws {
    let rider = try IntervalsRider.connected(
      activities: IntervalsActivity.history(3, until: IntervalsRider.now))
    let header = try #require(
      rider.intervals.server.requests.first?.header("Authorization")?.split(separator: " ").last)
    for trouble in [
      HTTPResponse.intervalsDown, .intervalsBadKey, .intervalsLimit(), .fault(.reset), .json("{"),
    ] {
      rider.intervals.answer("/activities", with: trouble, times: 3)
      for mode in ["--json", "--plain"] {
        let result = try rider.run(mode, "--verbose", "--wait", "0s")
        let said = result.output + result.errors
        #expect(!said.contains(rider.intervals.key) && !said.contains(header))
      }
      rider.intervals.behave()
    }
  }
}
