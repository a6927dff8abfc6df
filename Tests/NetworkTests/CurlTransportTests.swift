// The transport against a real server that replies correctly, incorrectly, or not at all.

import Network
import Support
import Model
import Testing

@Suite(.blocking) struct CurlTransportTests {
  private func transport(
    _ change: (inout TransportLimits) -> Void = { _ in }, time: ManualTime = ManualTime(.last)
  ) -> CurlTransport {
    // An hour: only a failing test reaches it.
    var limits = TransportLimits.patient
    change(&limits)
    return CurlTransport(time: time, limits: limits)
  }

  private func failure(
    of request: Request, _ change: (inout TransportLimits) -> Void = { _ in }
  ) async -> TransportFailure? {
    do throws(TransportFailure) {
      _ = try await transport(change).send(request)
      return nil
    } catch {
      return error
    }
  }

  @Test func `answers with status headers and body`() async throws {
    let server = try HTTPServer { _ in
      .json("{\"a\":1}", status: 418, headers: ["X-Word": "  tea "])
    }
    let reply = try await transport().send(Request(server.address + "/pot?x=1"))
    expectEqual(reply.status, 418)
    expectEqual(reply.header("x-word"), "tea")
    expectEqual(String(decoding: reply.body, as: UTF8.self), "{\"a\":1}")
    let request = try #require(server.requests.first)
    expectEqual(request.target, "/pot?x=1")
    expectEqual(request.header("User-Agent"), "velo-sync")
    expectEqual(request.header("Cookie"), nil)
  }

  @Test func `posts a form and deletes`() async throws {
    let server = try HTTPServer { _ in .json("{}") }
    let transport = transport()
    _ = try await transport.send(
      Request("POST", server.address, headers: [("X-A", Secret("b c"))], body: Secret("a=1")))
    _ = try await transport.send(Request("DELETE", server.address))
    expectEqual(server.requests.map(\.method), ["POST", "DELETE"])
    expectEqual(server.requests.first?.text, "a=1")
    expectEqual(server.requests.first?.header("X-A"), "b c")
  }

  @Test func `unpacks gzip`() async throws {
    let packed: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 203, 72, 205, 201, 201, 87, 40, 207, 47, 202, 73, 1, 0,
      133, 17, 74, 13, 11, 0, 0, 0,
    ]
    let server = try HTTPServer { _ in
      HTTPResponse(headers: ["Content-Encoding": "gzip"], body: packed)
    }
    let reply = try await transport().send(Request(server.address))
    expectEqual(String(decoding: reply.body, as: UTF8.self), "hello world")
    expectEqual(server.requests.first?.header("Accept-Encoding")?.contains("gzip"), true)
  }

  @Test func `reuses connections unless fresh`() async throws {
    let server = try HTTPServer { _ in .json("{}") }
    let transport = transport()
    for isFresh in [false, false, true, false] {
      _ = try await transport.send(Request(server.address, freshConnection: isFresh))
    }
    let used = server.requests.map(\.connection)
    // The last may use either of the two that are open.
    expectEqual(used.map { min($0, 2) }.prefix(3), [1, 1, 2])
    expectEqual(Set(used), [1, 2])
  }

  @Test(arguments: [
    HTTPResponse.raw(then: .reset), .raw(then: .close), .raw(cut), .raw(cut, then: .reset),
    .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n12\r\n2\r\n34\r\n"),
    .raw(cut.replacing("4", with: "500")),
  ])
  func `reports a truncated answer`(_ answer: HTTPResponse) async throws {
    let server = try HTTPServer { _ in answer }
    await expectEqual(failure(of: Request(server.address)), .cut)
  }

  /// The right length, and less.
  private static let cut = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n123"

  @Test(.long, arguments: [HTTPResponse.raw(then: .silence), .raw(cut, then: .silence)])
  func `times out on silent server`(_ answer: HTTPResponse) async throws {
    let server = try HTTPServer { _ in answer }
    await expectEqual(
      failure(of: Request(server.address)) { $0.total = .milliseconds(200) }, .timeout)
    await expectEqual(failure(of: Request(server.address)) { $0.idle = .seconds(1) }, .timeout)
  }

  @Test func `watchdog ends transfer that libcurl does not`() async throws {
    let server = try HTTPServer { _ in .raw(then: .silence) }
    let time = ManualTime(.last)
    let transport = transport(time: time)
    let answer = Task { try await transport.send(Request(server.address)) }
    try server.waitForRequest()
    // Again and again, because the watchdog may start after the request.
    let clock = Task {
      while !Task.isCancelled {
        time.advance(by: .seconds(3601))
        await Task.yield()
      }
    }
    await #expect(throws: TransportFailure.timeout) { try await answer.value }
    clock.cancel()
  }

  /// To another port, and to another name of the same machine: neither sees a secret.
  @Test func `follows no redirect and answers no challenge`() async throws {
    let other = try HTTPServer { _ in .json("{}") }
    let local = other.address.replacing("127.0.0.1", with: "localhost")
    for (status, method) in zip([301, 302, 303, 307, 308, 302, 307, 308], "GGGGGPPP") {
      for address in [other.address, local] {
        let server = try HTTPServer { _ in .redirect(to: address + "/token", status: status) }
        let request = Request(
          method == "G" ? "GET" : "POST", server.address,
          headers: [("Authorization", Secret("Bearer x"))],
          body: method == "G" ? nil : Secret("refresh_token=r"))
        try await expectEqual(transport().send(request).status, status)
      }
    }
    expectEqual(other.requests.map(\.target), [])
    let asking = try HTTPServer { _ in
      .html("no", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
    }
    try await expectEqual(transport().send(Request(asking.address)).status, 401)
    expectEqual(asking.requests.count, 1)
  }

  @Test(arguments: [HTTPResponse.Delivery.whole, .chunked(1000), .untilClose])
  func `refuses too large a body`(_ delivery: HTTPResponse.Delivery) async throws {
    let server = try HTTPServer { _ in
      HTTPResponse(body: [UInt8](repeating: 97, count: 5000), delivery: delivery)
    }
    await expectEqual(failure(of: Request(server.address)) { $0.bodyBytes = 4999 }, .tooLarge)
    await expectEqual(failure(of: Request(server.address)) { $0.bodyBytes = 5000 }, nil)
  }

  /// Retrying cannot succeed for any of these.
  @Test(arguments: ["gzip", "deflate", "x-unknown", nil])
  func `undecodable body is malformed`(_ encoding: String?) async throws {
    let server = try HTTPServer { _ in
      guard let encoding else { return .raw("SSH-2.0-OpenSSH_9.2\r\n") }
      return HTTPResponse(
        headers: ["Content-Encoding": encoding], body: [UInt8](repeating: 0xFF, count: 500))
    }
    await expectEqual(failure(of: Request(server.address)), .malformed)
  }

  @Test(arguments: [(1, 150_000), (1, 90_000), (5, 90_000), (40, 8000), (1, 2_000_000)])
  func `refuses overlong header line`(_ count: Int, _ length: Int) async throws {
    let line = "X-Long: " + String(repeating: "x", count: length) + "\r\n"
    let server = try HTTPServer { _ in
      .raw(
        "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: count)
          + "Content-Length: 2\r\n\r\n{}")
    }
    let isShort = count * length < 100_000
    await expectEqual(failure(of: Request(server.address)), (isShort ? nil : .tooLarge))
    await expectEqual(failure(of: Request(server.address)) { $0.headerBytes = 4000 }, .tooLarge)
  }

  @Test func `limits body during decompression`() async throws {
    let body = try Deflate.gzip([UInt8](repeating: 97, count: 1 << 20))
    #expect(body.count < 10_000)
    let server = try HTTPServer { _ in
      HTTPResponse(headers: ["Content-Encoding": "gzip"], body: body)
    }
    await expectEqual(failure(of: Request("GET", server.address, answerLimit: 100_000)), .tooLarge)
    await expectEqual(failure(of: Request("GET", server.address, answerLimit: 2 << 20)), nil)
  }

  /// `AddressTests` has all that is refused. Nobody listens at a closed port.
  @Test func `sends nothing that is refused`() async throws {
    await expectEqual(failure(of: Request(try ClosedPort().address)), .connect)
    let server = try HTTPServer { _ in .json("{}") }
    let injected = Request(server.address, headers: [("X-A", Secret("a\r\nX-Evil: 1"))])
    await expectEqual(failure(of: injected), .unsendable)
    let foreign = server.address.replacing("127.0.0.1", with: "0.0.0.0")
    await expectEqual(failure(of: Request(foreign)), .unsendable)
    #expect(server.requests.isEmpty)
  }

  @Test func `cancellation abandons only its transfer`() async throws {
    let server = try HTTPServer { _ in .json("{}") }
    let gate = server.hold(path: "/held")
    let transport = transport()
    let held = Task { try await transport.send(Request(server.address + "/held")) }
    try server.waitForRequest(path: "/held")
    held.cancel()
    await #expect(throws: TransportFailure.cancelled) { try await held.value }
    try await expectEqual(transport.send(Request(server.address + "/other")).status, 200)
    gate.release()
  }

  @Test func `cancelled task sends nothing`() async throws {
    let server = try HTTPServer { _ in .raw(then: .silence) }
    let transport = transport()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(Request(server.address))
    }
    await #expect(throws: TransportFailure.cancelled) { try await task.value }
    #expect(server.requests.isEmpty)
  }

  @Test func `concurrent requests get their own replies`() async throws {
    let server = try HTTPServer { .json($0.target) }
    let transport = transport()
    try await withThrowingTaskGroup { group in
      for number in 0..<64 {
        group.addTask {
          let reply = try await transport.send(Request("\(server.address)/\(number)"))
          return String(decoding: reply.body, as: UTF8.self) == "/\(number)"
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}

extension Request {
  /// A GET.
  fileprivate init(_ url: String, headers: [Header] = [], freshConnection: Bool = false) {
    self.init("GET", url, headers: headers, freshConnection: freshConnection)
  }
}
