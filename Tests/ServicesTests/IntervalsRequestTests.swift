// Requests to Intervals.icu: their pace, the limits, the key, and the failure for each answer.

import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct IntervalsRequestTests {
  private static let now = Int(ManualTime.start)

  @Test func `every request carries the key as the password of one user`() async throws {
    let rig = try await IntervalsRig(activities: IntervalsActivity.history(5, until: Self.now))
    let service = try rig.intervals().service
    _ = try await service.contact()
    _ = try await rig.listed()
    _ = try await service.wellness(ListRange())
    expectEqual(rig.fake.server.requests.count, 4)
    for request in rig.fake.server.requests {
      // API_KEY:3kq8xyzz1w5fgh7jkl9mnbvcx
      expectEqual(
        request.header("Authorization"), "Basic QVBJX0tFWToza3E4eHl6ejF3NWZnaDdqa2w5bW5idmN4")
      #expect(!request.target.contains(rig.fake.account.key))
    }
  }

  @Test func `at most five requests go in any second`() async throws {
    let rig = try await IntervalsRig()
    let service = try rig.intervals().service
    var sent: [Duration] = []
    for _ in 0..<23 {
      _ = try await service.contact()
      sent.append(rig.time.elapsed)
    }
    #expect(sent.prefix(5).allSatisfy { $0 == .zero })
    for (early, late) in zip(sent, sent.dropFirst(5)) { #expect(late - early >= .seconds(1)) }
    expectEqual(sent.last, .seconds(4))
    // Very short waits are not reported.
    #expect(rig.events.waits.isEmpty)
  }

  @Test func `retries keep the pace too`() async throws {
    let rig = try await IntervalsRig()
    rig.fake.answer("/i134815", with: .html("<h1>Back soon</h1>", status: 503), times: 2)
    let service = try rig.intervals(patience: .zero).service
    for _ in 0..<4 { _ = try await service.contact() }
    expectEqual(rig.fake.server.requests.count, 6)
    #expect(rig.time.elapsed >= .seconds(1))
  }

  @Test func `cancelling ends a wait for the pace`() async throws {
    let rig = try await IntervalsRig()
    let patient = ManualTime(.last)
    let service = try rig.intervals(time: patient).service
    for _ in 0..<5 { _ = try await service.contact() }
    let sixth = Task { try await service.contact() }
    sixth.cancel()
    await #expect(throws: SyncFailure.interrupted) { try await sixth.value }
    expectEqual(rig.fake.server.requests.count, 5)
  }

  /// Answers that are not retried, with the failure for each.
  static let final: [(HTTPResponse, SyncFailure)] = [
    (.intervalsBadKey, .auth(.intervals)),
    (
      .html("no", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]),
      .auth(.intervals)
    ),
    (.intervalsForbidden, .permission(.intervals, .other)),
    (.intervalsNotFound, .badReply(.intervals)),
    (.intervals(422, "Cannot read Strava activities via the API"), .badReply(.intervals)),
    (.redirect(to: "/elsewhere"), .badReply(.intervals)),
    (.html("<html>Hotel WiFi</html>"), .badReply(.intervals)),
    (.json("[]"), .badReply(.intervals)), (.json("{}"), .badReply(.intervals)),
    (.json(#"{"id":"../i1"}"#), .badReply(.intervals)),
    (.json(#"{"id":null}"#), .badReply(.intervals)),
  ]

  @Test(arguments: final.indices)
  func `final answers end at once`(_ index: Int) async throws {
    let (answer, failure) = Self.final[index]
    let rig = try await IntervalsRig()
    rig.fake.answer("/i134815", with: answer)
    try await expectEqual(rig.failure(), failure)
    expectEqual(rig.fake.server.requests.count, 1)
  }

  @Test func `a replaced key is used`() async throws {
    let rig = try await IntervalsRig()
    let gate = rig.fake.server.hold(path: "/api/v1/athlete/i134815")
    let service = try rig.intervals().service
    let contact = Task { try await service.contact() }
    try rig.fake.server.waitForRequest()
    rig.fake.edit { $0.key = "renewed" }
    try await rig.credentials.save(
      KeyCredentials(key: Secret("renewed"), athleteID: "i134815"), for: .intervals)
    gate.release()
    try await expectEqual(contact.value.id, "i134815")
    // API_KEY:renewed
    expectEqual(
      rig.fake.server.requests.last?.header("Authorization"), "Basic QVBJX0tFWTpyZW5ld2Vk")
  }

  @Test func `without a key nothing is requested`() async throws {
    let rig = try await IntervalsRig()
    try await rig.credentials.forget(.intervals)
    try await expectEqual(rig.failure(), .notConnected(.intervals))
    #expect(rig.fake.server.requests.isEmpty)
  }
}
