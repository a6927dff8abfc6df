// Which answers are retried, refreshed, waited for or final, and the failure of each.

import Codec
import Support
import Model
import Testing

@testable import Network

struct HTTPClientTests {
  /// An answer that repeats, the failure, and the number of requests.
  static let answers: [(Answer, SyncFailure?, Int)] = [
    (.status(200), nil, 1), (.status(204), nil, 1), (.status(299), nil, 1),
    (.status(301, headers: [("Location", "/x")]), .badReply(.strava), 1),
    (.status(304), .badReply(.strava), 1), (.status(400), .badReply(.strava), 1),
    (.status(401), .auth(.strava), 1), (.status(404), .badReply(.strava), 1),
    (.status(410), .badReply(.strava), 1), (.status(418), .badReply(.strava), 1),
    (.status(422), .badReply(.strava), 1), (.status(407), .network(.strava), 1),
    (.status(403), .permission(.strava, .other), 1),
    (.status(403, ""), .permission(.strava, .other), 1),
    // A page comes from a proxy, which a new sign-in would not change.
    (.status(403, " <html>"), .badReply(.strava), 1),
    (.status(403, "", headers: [("content-type", "TEXT/HTML; x")]), .badReply(.strava), 1),
    (.status(403, "<", headers: [("Content-Type", "text/xml")]), .permission(.strava, .other), 1),
    (.status(408), .timeout(.answer(.strava)), 3), (.status(504), .timeout(.answer(.strava)), 3),
    (.status(500), .server(.strava), 3), (.status(502), .server(.strava), 3),
    (.status(503), .server(.strava), 3), (.status(599), .server(.strava), 3),
    (.failure(.cut), .network(.strava), 3), (.failure(.timeout), .timeout(.answer(.strava)), 3),
    (.failure(.name), .network(.strava), 1), (.failure(.connect), .network(.strava), 1),
    (.failure(.tls), .network(.strava), 1), (.failure(.proxy), .network(.strava), 1),
    (.failure(.tooLarge), .badReply(.strava), 1), (.failure(.malformed), .badReply(.strava), 1),
    (.failure(.cancelled), .interrupted, 1),
    (.failure(.noLibcurl), .config(.noLibcurl("libcurl.so.4")), 1),
    (.failure(.exhausted(.threads)), .exhausted(.threads), 1),
  ]

  @Test func `every answer has its failure`() async {
    for (answer, failure, count) in Self.answers {
      let rig = NetworkRig([answer])
      await expectEqual(rig.client().failure(), failure, "\(answer)")
      expectEqual(rig.transport.requests.count, count, "\(answer)")
      expectEqual(rig.events.requests.map(\.attempt), Array(1...count), "\(answer)")
      // Whether the service did not answer, or has answered that it cannot.
      let isAnswered = if case .success = answer { true } else { false }
      expectEqual(
        rig.events.waits.map(\.reason),
        (1..<count).map { .retry(attempt: $0 + 1, of: 3, isAnswered: isAnswered) }, "\(answer)")
      // The third attempt may succeed.
      guard count == 3 else { continue }
      let passing = NetworkRig([answer, answer, .status(200)])
      await expectEqual(passing.client().failure(), nil, "\(answer)")
    }
  }

  /// Full jitter: up to one second, then up to two; never beyond the deadline of the run.
  @Test(arguments: [
    (0.0, 60, [0, 0]), (0.5, 60, [500, 1000]), (0.999, 60, [999, 1998]), (0.5, 1, [500]),
    (0.999, 0, []),
  ])
  func `pauses are random and bounded`(_ random: Double, _ deadline: Int, _ pauses: [Int]) async {
    var rig = NetworkRig([.status(500)])
    rig.random.value = random
    rig.deadline = Moment(nanoseconds: 0) + .seconds(deadline)
    await expectEqual(rig.client().failure(), .server(.strava))
    expectEqual(rig.events.waits.map(\.duration), pauses.map { .milliseconds($0) })
    expectEqual(rig.transport.requests.count, pauses.count + 1)
  }

  @Test func `a record that does not exist is nil`() async throws {
    for (status, isMissing) in [(404, true), (422, true), (200, false)] {
      let reply = try await NetworkRig([.status(status)]).client().find("/x")
      expectEqual(reply == nil, isMissing, "\(status)")
    }
    await #expect(throws: SyncFailure.badReply(.strava)) {
      try await NetworkRig([.status(410)]).client().find("/x")
    }
  }

  private struct Tokens: Authorizing {
    var next: Secret? = Secret("new")

    func authorization(after refused: Secret?) async throws(SyncFailure) -> Secret? {
      refused == nil ? Secret("old") : next
    }
  }

  /// A refused token is replaced once, where there is another.
  @Test func `a refused token is replaced once`() async {
    let replaced = Tokens()
    let final = Tokens(next: nil)
    for (tokens, answers, failure, sent) in [
      (replaced, [.status(200)], nil, ["old"]),
      (replaced, [.status(401), .status(200)], nil, ["old", "new"]),
      (replaced, [.status(401)], .auth(.strava), ["old", "new"]),
      (replaced, [.status(401), .failure(.cut), .status(200)], nil, ["old", "new", "new"]),
      (final, [.status(401)], .auth(.strava), ["old"]),
    ] as [(Tokens, [Answer], SyncFailure?, [String])] {
      let rig = NetworkRig(answers)
      await expectEqual(rig.client(tokens).failure(), failure)
      expectEqual(
        rig.transport.requests.map { request in
          request.headers.first { $0.name == "Authorization" }?.value.reveal()
        }, sent)
    }
  }

  /// The service's own explanation of a refusal comes first.
  @Test func `an explained refusal is not retried`() async {
    for (status, failure) in [
      (401, .permission(.strava, .denied)), (403, .permission(.strava, .denied)),
      (422, .permission(.strava, .denied)), (404, .badReply(.strava)), (500, .server(.strava)),
    ] as [(Int, SyncFailure)] {
      var rig = NetworkRig([.status(status)])
      rig.explain = { _ in .denied }
      await expectEqual(rig.client(Tokens()).failure(), failure, "\(status)")
    }
  }

  @Test func `requests go to the base and are traced`() async throws {
    let rig = NetworkRig([.status(200, "12345")], time: ManualTime(.leap, step: .seconds(1)))
    _ = try await rig.client().get("/a", query: ["after": "1", "q": "ü &"], answerLimit: 7)
    let url = "https://service.example/api/a?after=1&q=%C3%BC+%26"
    let request = try #require(rig.transport.requests.first)
    expectEqual(request.url, url)
    expectEqual(request.answerLimit, 7)
    expectEqual(request.headers.map(\.name), [])
    let trace = try #require(rig.events.requests.first)
    expectEqual(
      trace,
      RequestTrace(
        source: .strava, method: "GET", url: DisplayText(url), status: 200, bytes: 5, attempt: 1,
        duration: .seconds(1), began: trace.began))
    await expectEqual(rig.client().failure(of: "x"), .internal("a path without its slash"))
    let broken = NetworkRig([.failure(.tls)])
    _ = await broken.client().failure()
    expectEqual(broken.events.requests.map(\.status), [nil])
    expectEqual(broken.events.requests.map(\.failure), [.tls])
  }

  /// At most three in any second, however they are spread over tasks.
  @Test func `the pace of requests is limited`() async throws {
    let rig = NetworkRig()
    let client = rig.client(pace: RequestPace(perSecond: 3))
    var sent: [Duration] = []
    for _ in 0..<8 {
      _ = try await client.get("/x")
      sent.append(rig.time.elapsed)
    }
    expectEqual(sent, [0, 0, 0, 1, 1, 1, 2, 2].map { .seconds($0) })
  }

  @Test func `requests have deadlines`() {
    let limits = TransportLimits()
    expectEqual([limits.connect, limits.idle, limits.total], [10, 30, 120].map { .seconds($0) })
  }

  /// Every code of libcurl that a request may end with.
  @Test func `codes of libcurl have their failures`() {
    let table: [(TransportFailure?, [Int32])] = [
      (nil, [0]), (.name, [6]), (.connect, [7]), (.proxy, [5, 97]), (.timeout, [28]),
      (.tls, [35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98]),
      (.cut, [16, 18, 23, 52, 55, 56, 92]), (.tooLarge, [27, 63, 100]), (.malformed, [1, 8, 61]),
      (.unsendable, [3]), (.other(2), [2]), (.other(101), [101]),
    ]
    for (failure, codes) in table {
      for code in codes { expectEqual(TransportFailure(curlCode: code), failure, "\(code)") }
    }
  }

  /// A body may hold tokens.
  @Test func `a reply shows only its size and a request no secret`() {
    let reply = Reply(status: 200, headers: [("Set-Cookie", "canary")], body: Array("canary".utf8))
    let sent = Request(
      "POST", "https://x/", headers: [("X-A", Secret("canary"))], body: Secret("canary"))
    var seen = "\(reply) \(String(reflecting: reply)) \(sent) \(String(reflecting: sent))"
    dump((reply, sent), to: &seen)
    expectEqual("\(reply)", "200, 6 bytes")
    #expect(!seen.contains("canary") && !seen.contains("99, 97"))
  }
}
