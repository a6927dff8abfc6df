// Wahoo's limits, whose headers may be invalid or missing.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct WahooLimitTests {
  private func limited(after seconds: Int64) -> SyncFailure {
    .rateLimited(
      .wahoo,
      RateLimit(window: .unnamed, retryAt: Timestamp(seconds: ManualTime.start + seconds)))
  }

  @Test(arguments: ServiceLimits.Headers.allCases)
  func `limits are read in every form`(_ headers: ServiceLimits.Headers) async throws {
    let rig = try await WahooRig()
    rig.fake.edit { account in
      account.limits.headers = headers
      account.limits[300].limit = 0
    }
    try await expectEqual(rig.failure(patience: .zero), limited(after: 300))
    expectEqual(rig.fake.server.requests.count, 1)
  }

  @Test func `the longest window counts`() async throws {
    let rig = try await WahooRig()
    rig.fake.edit { $0.limits[3600].limit = 0 }
    try await expectEqual(rig.failure(), limited(after: 3600))
    rig.fake.edit { ($0.limits[86_400].limit, $0.limits.headers) = (0, .firstTwo) }
    try await expectEqual(rig.failure(), limited(after: 86_400))
  }

  /// The answer that used up the last request is used, and no further one is requested.
  @Test func `the last request is not wasted`() async throws {
    let rig = try await WahooRig(workouts: WahooWorkout.history(10, until: Int(ManualTime.start)))
    rig.fake.edit { $0.limits[300].limit = 2 }
    let service = try rig.wahoo(patience: .seconds(299)).service
    try await expectEqual(service.contact().id, "60462")
    await #expect(throws: limited(after: 300)) { try await service.list(ListRange()) { _ in } }
    expectEqual(rig.fake.server.requests.count, 2)
  }

  @Test func `a limit that fits is awaited`() async throws {
    let rig = try await WahooRig()
    rig.fake.edit { $0.limits[300].limit = 1 }
    try await expectEqual(rig.failure(patience: .seconds(300)), nil)
    expectEqual(rig.events.waits.map(\.reason), [.rateLimit])
    expectEqual(rig.events.waits.map(\.duration), [.seconds(300)])
    // Up to two seconds later, so that not all runs begin again at once.
    expect((.seconds(300) ..< .seconds(302)).contains(rig.time.elapsed))
  }

  /// Impossible numbers cause neither more requests nor an endless wait. Without the service's own
  /// header, the usual one is used.
  @Test(
    arguments: [
      ("0", 300), ("-5", 300), ("soon", 300), ("", 300), ("99999999999", 86_400),
      ("99999999999999999999", 300), ("17", 17), ("1, 2, 40", 40), (nil, 42),
    ] as [(String?, Int64)])
  func `odd resets do no harm`(_ reset: String?, _ seconds: Int64) async throws {
    let rig = try await WahooRig()
    var answer = HTTPResponse.wahooTooManyRequests
    answer.headers[reset == nil ? "Retry-After" : "x-ratelimit-reset"] = reset ?? "42"
    rig.fake.answer("/v1/user", with: answer)
    try await expectEqual(rig.failure(patience: .zero), limited(after: seconds))
    expectEqual(rig.fake.server.requests.count, 1)
  }

  @Test(arguments: ["4999, 999", "0", "", "a, b, c", "4999,999,199"])
  func `the remaining requests may be unknown`(_ left: String) async throws {
    let rig = try await WahooRig()
    rig.fake.answer(
      "/v1/user",
      with: .json(#"{"id":60462}"#, headers: ["X-RateLimit-Remaining": left]))
    try await expectEqual(rig.failure(patience: .zero), nil)
  }
}
