// Limits of services: the forms of Retry-After, and when a limit is waited for.

import Support
import Model
import Testing

@testable import Network

struct RateLimitTests {
  private static func limit(_ seconds: Int64) -> RateLimit {
    RateLimit(window: .unnamed, retryAt: Timestamp(seconds: ManualTime.start + seconds))
  }

  /// The clock of the tests starts at 2026-11-20T06:00:00Z, a Friday.
  @Test func `retry after has many forms`() {
    for (text, seconds) in [
      ("0", 0), ("120", 120), ("99999999999999999999", .max), ("", nil), ("-1", nil), ("1.5", nil),
      ("soon", nil), ("Fri, 20 Nov 2026 06:01:00 GMT", 60), ("Fri Nov 20 06:01:00 2026", nil),
      ("Fri, 20 Nov 2026 05:00:00 GMT", 0), ("Fri, 20 Nov 2026 06:01:00 CET", nil),
      ("Fri, 31 Feb 2026 06:01:00 GMT", nil), ("Fri, 20 Nov 2026 06:61:00 GMT", nil),
      ("Fri, 20 Xyz 2026 06:01:00 GMT", nil), ("Thu, 31 Dec 2026 23:59:59 GMT", 3_607_199),
    ] as [(String, Int64?)] {
      let reply = Reply(status: 429, headers: [("retry-after", text)])
      expectEqual(reply.retryAfter(at: Timestamp(seconds: ManualTime.start)), seconds, "\(text)")
    }
    // A date counts from the service's clock.
    let reply = Reply(
      status: 429,
      headers: [
        ("Date", "Fri, 20 Nov 2026 09:00:00 GMT"), ("Retry-After", "Fri, 20 Nov 2026 09:00:30 GMT"),
      ])
    expectEqual(reply.retryAfter(at: Timestamp(seconds: ManualTime.start)), 30)
    expectEqual(Reply(status: 429).retryAfter(at: Timestamp(seconds: 0)), nil)
  }

  /// What each of several refusals in a row asks for, and the waits.
  @Test func `repeated refusals wait longer`() async {
    for (asked, waits) in [
      (nil, [5, 10, 20, 40]), ("0", [1, 2, 4, 8]), ("3", [3, 3, 4, 8]), ("7", [7, 7, 7, 8]),
      ("999999", [86_400]),
    ] as [(String?, [Int])] {
      let headers = asked.map { [("Retry-After", $0)] } ?? []
      var rig = NetworkRig(
        Array(repeating: .status(429, headers: headers), count: waits.count) + [.status(200)])
      rig.patience = .seconds(100_000)
      await expectEqual(rig.client().failure(), nil)
      expectEqual(rig.events.waits.map(\.duration), waits.map { .seconds($0) })
      expectEqual(Set(rig.events.waits.map(\.reason)), [.rateLimit])
      expectEqual(rig.events.requests.map(\.attempt), Array(repeating: 1, count: waits.count + 1))
    }
  }

  /// Up to two seconds later than was said, within the deadline of the run.
  @Test func `runs that waited begin again one after the other`() async {
    for (random, deadline, milliseconds) in [
      (0, nil, 5000), (0.5, nil, 6000), (0.999, nil, 6998), (0.999, 5, 5000),
    ] as [(Double, Int?, Int)] {
      var rig = NetworkRig([.status(429), .status(200)])
      (rig.random.value, rig.patience) = (random, .seconds(5))
      rig.deadline = deadline.map { Moment(nanoseconds: 0) + .seconds($0) }
      await expectEqual(rig.client().failure(), nil)
      expectEqual(rig.events.waits.map(\.duration), [.seconds(5)])
      expectEqual(rig.time.elapsed, .milliseconds(milliseconds))
    }
  }

  @Test func `an answer ends a row of refusals`() {
    let limits = RetryAfterLimits()
    let now = Timestamp(seconds: ManualTime.start)
    for status in [429, 429, 200, 429] { limits.end(Reply(status: status), at: now) }
    expectEqual(limits.begin(at: now), Self.limit(5))
    limits.end(nil, at: now)
    expectEqual(limits.begin(at: now), Self.limit(5))
    expectEqual(limits.begin(at: now + .seconds(5)), nil)
    expectEqual(limits.begin(at: now), nil)
  }

  /// The patience bounds all waits of a request; the deadline those of the run.
  @Test func `a limit beyond patience or deadline fails`() async {
    for (patience, deadline, waits) in [
      (0, nil, 0), (4, nil, 0), (5, nil, 1), (14, nil, 1), (15, nil, 2), (100, 4, 0), (100, 5, 1),
    ] as [(Int, Int?, Int)] {
      var rig = NetworkRig([.status(429)])
      (rig.random.value, rig.patience) = (0, .seconds(patience))
      rig.deadline = deadline.map { Moment(nanoseconds: 0) + .seconds($0) }
      let limits = RetryAfterLimits()
      await expectEqual(
        rig.client(limits: limits).failure(),
        .rateLimited(.strava, Self.limit([5, 15, 35][waits])), "\(patience) \(deadline ?? -1)")
      expectEqual(rig.events.waits.count, waits)
      // The run knows the limit: the next request is not sent.
      rig.patience = .zero
      _ = await rig.client(limits: limits).failure()
      expectEqual(rig.transport.requests.count, waits + 1)
    }
  }

  /// A wait ends the limit even if the wall clock was set back meanwhile.
  @Test func `a limit that was waited for is over`() {
    let limits = RetryAfterLimits()
    let now = Timestamp(seconds: ManualTime.start)
    limits.end(Reply(status: 429), at: now)
    limits.passed(Self.limit(6))
    expectEqual(limits.begin(at: now), Self.limit(5))
    limits.passed(Self.limit(5))
    expectEqual(limits.begin(at: now), nil)
  }
}
