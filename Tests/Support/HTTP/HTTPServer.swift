// A small HTTP/1.1 server on a real loopback socket, and gates that hold its answers back.

/// A server on 127.0.0.1, from `init` until `stop()` or the release of the last reference. One
/// thread accepts connections, and one serves each; handlers run on these threads, in parallel.
/// Every request is recorded before it is answered.
package final class HTTPServer: Sendable {
  package typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

  private let engine: Engine

  package init(_ handler: @escaping Handler) throws {
    let (listener, port) = try Socket.bound(isListening: true)
    engine = Engine(listener: listener, port: port, handler: handler)
    engine.start()
  }

  deinit { engine.stop() }

  package var port: UInt16 { engine.port }
  /// `http://127.0.0.1:PORT`, without a slash at the end.
  package var address: String { "http://127.0.0.1:\(port)" }

  /// Breaks all connections, opens all gates and awaits all threads; the port then refuses clients.
  package func stop() { engine.stop() }

  /// In order of arrival.
  package var requests: [HTTPRequest] { engine.state.withLock { $0.requests } }

  /// Those whose path ends like this.
  package func requests(of path: String) -> [HTTPRequest] {
    requests.filter { $0.path.hasSuffix(path) }
  }

  package func waitForRequest(_ count: Int = 1, path: String = "") throws {
    try engine.state.wait(for: "request \(count) of \(path)") { state in
      state.requests.count { $0.path.hasSuffix(path) } >= count ? () : nil
    }
  }

  /// Waits until every request that clients have sent is recorded, including those that an ended
  /// run left under way. Every client must have ended.
  package func settle() throws {
    let last = try Socket.connected(to: port)
    defer { last.close() }
    last.endSending()
    // When it ends, all earlier connections have been accepted.
    while !last.receive().isEmpty {}
    try engine.state.wait(for: "the end of all connections") { $0.connections.isEmpty ? () : nil }
  }

  /// Holds back the answers to all requests that arrive from now on and whose path ends like this.
  package func hold(path: String) -> Gate { hold { $0.path.hasSuffix(path) } }

  /// Holds back the answer to the request with this number, counted from 1 since the start.
  package func hold(request number: Int) -> Gate { hold { $0.number == number } }

  /// Holds back the answers to all requests of a kind that arrive from now on.
  package func hold(where matches: @escaping @Sendable (HTTPRequest) -> Bool) -> Gate {
    let gate = Gate()
    engine.state.withLock { state in
      state.gates.append((matches, gate))
      if state.isStopping { gate.release() }
    }
    return gate
  }
}

/// What the threads share; it outlives the server until they have ended.
private struct Engine: Sendable {
  struct State: Sendable {
    var requests: [HTTPRequest] = []
    var gates: [(matches: @Sendable (HTTPRequest) -> Bool, gate: Gate)] = []
    var connections: [Int32: Socket] = [:]
    var accepted = 0
    var threads = 0
    var isStopping = false
  }

  let state = Monitor(State())
  let listener: Socket
  let port: UInt16
  let handler: HTTPServer.Handler

  func start() {
    state.withLock { $0.threads += 1 }
    startThread { [self] in
      acceptConnections()
      listener.close()
      state.withLock { $0.threads -= 1 }
    }
  }

  func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopping = true }
      state.connections.values.forEach { $0.shutDown() }
      state.gates.forEach { $0.gate.release() }
      return !state.isStopping
    }
    // Wakes the thread that accepts connections.
    if isFirst { try? Socket.connected(to: port).close() }
    state.waitForever { $0.threads == 0 ? () : nil }
  }

  private func acceptConnections() {
    while true {
      guard let socket = listener.accepted() else { continue }
      let number = state.withLock { state -> Int? in
        guard !state.isStopping else { return nil }
        state.accepted += 1
        state.threads += 1
        state.connections[socket.descriptor] = socket
        return state.accepted
      }
      guard let number else { return socket.close() }
      startThread { [self] in serve(socket, number: number) }
    }
  }

  private func serve(_ socket: Socket, number: Int) {
    var connection = HTTPConnection(socket)
    while let request = connection.nextRequest() {
      let (recorded, gate) = record(request, connection: number)
      gate?.pass()
      guard !state.withLock({ $0.isStopping }), connection.send(handler(recorded), to: recorded)
      else { break }
    }
    state.withLock { state in
      state.connections[socket.descriptor] = nil
      socket.close()
      state.threads -= 1
    }
  }

  private func record(_ request: HTTPRequest, connection: Int) -> (HTTPRequest, Gate?) {
    state.withLock { state in
      var request = request
      request.number = state.requests.count + 1
      request.connection = connection
      state.requests.append(request)
      return (request, state.gates.first { $0.matches(request) }?.gate)
    }
  }
}

/// A gate for some of a server's answers. Requests are recorded when they arrive; their handler
/// runs only when the gate lets them through.
package final class Gate: Sendable {
  private let state = Monitor((passes: 0, everHeld: 0))

  package init() {}

  /// Lets this many requests through, waiting ones or future ones; by default all for good.
  package func release(_ count: Int = .max) {
    state.withLock { $0.passes = count == .max ? count : $0.passes + count }
  }

  /// Waits until the gate has held this many requests in total.
  package func waitUntilHeld(_ count: Int = 1) throws {
    try state.wait(for: "\(count) held requests") { $0.everHeld >= count ? () : nil }
  }

  /// Called by the server: blocks until the gate lets a request through.
  func pass() {
    state.withLock { $0.everHeld += 1 }
    state.waitForever { state -> Void? in
      guard state.passes > 0 else { return nil }
      if state.passes < .max { state.passes -= 1 }
      return ()
    }
  }
}
