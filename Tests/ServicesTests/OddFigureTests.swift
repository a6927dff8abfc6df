// Impossible figures in headers, records and stored tokens.

import Platform
import Network
import Services
import Support
import Model
import Testing

@Suite(.blocking) struct OddFigureTests {
  /// No wait is longer than a day, and every answer is a success or a limit.
  @Test func `headers of any kind are limits or nothing`() async throws {
    var random = SeededRandom(seed: 11)
    let (strava, wahoo) = (try await StravaRig(), try await WahooRig())
    let intervals = try await IntervalsRig()
    for round in 0..<Tier.rounds(400) {
      let headers = OddRecord.limits(&random)
      let status = random.pick([200, 429, 429, 503])
      let answer = HTTPResponse.json(#"{"id":7}"#, status: status, headers: headers)
      strava.fake.answer("/athlete", with: answer, times: 3)
      wahoo.fake.answer("/v1/user", with: answer, times: 3)
      intervals.fake.answer("/i134815", with: answer, times: 3)
      for failure in [
        try await strava.failure(patience: .zero), try await wahoo.failure(patience: .zero),
        try await intervals.failure(patience: .zero),
      ] {
        guard case .rateLimited(_, let limit) = failure else { continue }
        #expect(
          (0...86_403).contains(limit.retryAt.seconds - strava.time.wallClock().seconds)
            || limit.retryAt.seconds - ManualTime.start <= 2 * 86_400, "round \(round)")
      }
      strava.fake.behave()
      wahoo.fake.behave()
      intervals.fake.behave()
    }
  }

  /// What is left of a limit is reported to whoever plans with it.
  @Test(arguments: [
    "100,9223372036854775807", "9223372036854775807,9223372036854775807", "1,1000",
    "9223372036854775808,1000", "-100,1000", "1e3,1000",
  ])
  func `an allowance of any size can be planned with`(_ limit: String) async throws {
    let rig = try await StravaRig()
    rig.fake.answer(
      "/athlete",
      with: .json(
        #"{"id":7}"#,
        headers: [
          "X-RateLimit-Limit": limit, "X-RateLimit-Usage": "0,0",
          "X-ReadRateLimit-Limit": limit, "X-ReadRateLimit-Usage": "9223372036854775807,0",
        ]))
    let service = try #require(try rig.strava().service as? any StreamService)
    _ = try await service.contact()
    for requests in [0, 1, 3000, 1_000_000] { _ = service.allowance?.duration(of: requests) }
  }

  @Test(arguments: [
    "9223372036854775807", "-9223372036854775808", "1e300", "null", "\"soon\"", "-1", "0",
  ])
  func `stored tokens may end whenever`(_ expires: String) async throws {
    let rig = try await StravaRig()
    let tokens = rig.fake.signIn()
    let secret = rig.fake.account.application.clientSecret
    try rig.folder.write(
      """
      {"strava":{"client_id":"54321","client_secret":"\(secret)","access_token":"\(tokens.access)",\
      "refresh_token":"\(tokens.refresh)","expires_at":\(expires)}}
      """, to: "credentials.json", mode: 0o600)
    try await expectEqual(rig.failure(), nil)
    rig.fake.edit { $0.grants.expireAccessTokens() }
    try await expectEqual(rig.failure(), nil)
  }

  @Test func `records of any kind are read or skipped`() async throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<Tier.rounds(60) {
      let strava = try await StravaRig()
      let page = (1...100).map { OddRecord.strava($0, &random) }.joined(separator: ",")
      strava.fake.answer("/athlete/activities", with: .json("[\(page)]"))
      let outcome = await Result { try await strava.listed() }
      if case .success(let listed) = outcome {
        expectEqual(listed.activities.count + listed.skipped, 100)
      }
      let intervals = try await IntervalsRig()
      let list = (1...100).map { OddRecord.intervals($0, &random) }.joined(separator: ",")
      intervals.fake.answer("/activities", with: .json("[\(list)]"), times: 50)
      _ = await Result { try await intervals.listed() }
      let wahoo = try await WahooRig()
      let workouts = (1...100).map { OddRecord.wahoo($0, &random) }.joined(separator: ",")
      wahoo.fake.answer(
        "/v1/workouts", with: .json("{\"workouts\":[\(workouts)],\"total\":100}"))
      #expect(try await wahoo.ids().count <= 100)
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
