// A client that connects, begins a request and never ends it.

/// Half a request on a connection that stays open as long as this object exists.
package final class IdleClient: Sendable {
  private let socket: Socket

  package init(port: UInt16) throws {
    socket = try .connected(to: port)
    guard socket.send("GET /".utf8) else { throw SystemFailure("send") }
  }

  deinit { socket.close() }
}
