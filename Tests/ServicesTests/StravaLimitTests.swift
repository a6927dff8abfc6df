// Strava's limits with several requests under way.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct StravaLimitTests {
  private static let quarterHour = RateLimit(
    window: .quarterHour, retryAt: Timestamp(seconds: ManualTime.start + 903))

  /// The fake would answer one too many with 429, and its figures include requests under way.
  @Test(arguments: Tier.cases(2...6, quick: 3))
  func `parallel pages stay within the limit`(_ limit: Int) async throws {
    let rides = RideBuilder.history(1100)
    let rig = try await StravaRig(rides: rides)
    rig.fake.edit { $0.limits[900].limit = limit }
    var received: [Activity] = []
    await #expect(throws: SyncFailure.rateLimited(.strava, Self.quarterHour)) {
      try await rig.strava(patience: .zero).service.list(ListRange()) {
        received += $0.activities
      }
    }
    expectEqual(rig.apiRequests.count, limit)
    #expect(rig.events.requests.allSatisfy { $0.status != 429 })
    expectEqual(received.map(\.id.sourceID), rides.prefix(received.count).map { String($0.id) })
  }

  /// A reply may count requests whose own replies have not arrived.
  @Test func `requests are not counted twice`() async throws {
    let rig = try await StravaRig(rides: RideBuilder.history(1100))
    rig.fake.edit { $0.limits[900].limit = 6 }
    let pages = "/athlete/activities"
    rig.fake.before(pages, nth: 2) { $0.limits[900].used += 3 }
    for nth in 3...5 {
      rig.fake.before(pages, nth: nth) { $0.limits[900].used -= 1 }
    }
    let gate = rig.fake.server.hold { $0.query["after"] != "1" }
    let service = try rig.strava(patience: .zero).service
    let listing = Task { try await service.list(ListRange()) { _ in } }
    try gate.waitUntilHeld(4)
    gate.release(1)
    try rig.events.waitForRequests(2)
    gate.release()
    await #expect(throws: SyncFailure.rateLimited(.strava, Self.quarterHour)) {
      try await listing.value
    }
    expectEqual(rig.apiRequests.count, 6)
  }

  @Test func `parallel waits are reported once`() async throws {
    let rides = RideBuilder.history(1100)
    let rig = try await StravaRig(rides: rides)
    rig.fake.edit { $0.limits[900].limit = 5 }
    let listed = try await rig.listed(patience: .seconds(1200)).activities
    expectEqual(listed.map(\.id.sourceID), rides.map { String($0.id) })
    #expect(rig.events.requests.allSatisfy { $0.status != 429 })
    let waits = rig.events.waits
    #expect(waits.allSatisfy { $0.reason == .rateLimit })
    expectEqual(Set(waits.map(\.until)).count, waits.count)
    #expect(!waits.isEmpty)
  }

  @Test func `the stricter pair and the longer window count`() async throws {
    let rig = try await StravaRig()
    rig.fake.edit { ($0.limits[900].used, $0.limits[86_400].used) = (99, 999) }
    let service = try rig.strava(patience: .zero).service
    // Uses up both windows of the pair for read requests.
    _ = try await service.contact()
    let midnight = Timestamp(seconds: ManualTime.start + 64_803)
    await #expect(
      throws: SyncFailure.rateLimited(.strava, RateLimit(window: .day, retryAt: midnight))
    ) { try await service.contact() }
    expectEqual(rig.apiRequests.count, 1)
  }

  @Test func `requests resume in a new quarter hour`() async throws {
    let rig = try await StravaRig()
    rig.fake.edit { $0.limits[900].used = 99 }
    let service = try rig.strava(patience: .zero).service
    _ = try await service.contact()
    rig.time.advance(by: .seconds(902))
    await #expect(throws: SyncFailure.rateLimited(.strava, Self.quarterHour)) {
      try await service.contact()
    }
    rig.time.advance(by: .seconds(1))
    _ = try await service.contact()
    #expect(rig.events.waits.isEmpty)
  }

  /// A new run does not know the limit, and learns it from one answer.
  @Test func `a later run makes one request before it stops`() async throws {
    let rig = try await StravaRig()
    rig.fake.edit { $0.limits[900].used = 100 }
    for run in 1...3 {
      try await expectEqual(rig.failure(patience: .zero)?.code, "rate_limited")
      expectEqual(rig.apiRequests.count, run)
    }
  }
}
