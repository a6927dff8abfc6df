// Blocking TCP sockets on the loopback interface, with the few calls both ends need.

import CLibrary
import Platform

package struct SystemFailure: Error, CustomStringConvertible {
  private let call: String
  private let code: Int32

  package init(_ call: String, code: Int32 = errno) { (self.call, self.code) = (call, code) }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// One end of a TCP connection, or a listener. A plain value: its last holder closes it.
struct Socket: Sendable {
  let descriptor: Int32

  /// A socket on a port of 127.0.0.1 that the system chooses.
  static func bound(isListening: Bool) throws -> (socket: Socket, port: UInt16) {
    let socket = try Socket(new)
    let port = try socket.use(port: 0, "bind") { address, size in
      bind(socket.descriptor, address, size) == 0
        && (!isListening || listen(socket.descriptor, 128) == 0)
        && getsockname(socket.descriptor, address, &size) == 0
    }
    return (socket, port)
  }

  static func connected(to port: UInt16) throws -> Socket {
    let socket = try Socket(new)
    _ = try socket.use(port: port, "connect") { connect(socket.descriptor, $0, $1) == 0 }
    return socket
  }

  /// Calls a function with the address of a port; returns the port in the address afterwards.
  private func use(
    port: UInt16, _ name: String,
    _ call: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
  ) throws -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    #if canImport(Darwin)
      address.sin_len = UInt8(size)
    #endif
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isDone = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &size) }
    }
    if isDone { return UInt16(bigEndian: address.sin_port) }
    let failure = SystemFailure(name)
    close()
    throw failure
  }

  private static var new: Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private init(_ descriptor: Int32) throws {
    guard descriptor >= 0 else { throw SystemFailure("socket") }
    self.descriptor = descriptor
    RawDescriptor.setCloseOnExec(descriptor)
    #if canImport(Darwin)
      set(SOL_SOCKET, SO_NOSIGPIPE, 1 as Int32)
    #endif
  }

  private func set<Value: BitwiseCopyable>(_ level: Int32, _ option: Int32, _ value: Value) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size))
  }

  /// The next connection of a listener, nil when there is none.
  func accepted() -> Socket? {
    let socket = try? Socket(accept(descriptor, nil, nil))
    socket?.set(Int32(IPPROTO_TCP), TCP_NODELAY, 1 as Int32)
    return socket
  }

  /// The next bytes; empty at the end of the stream or when the connection is broken.
  func receive() -> [UInt8] { readBytes(descriptor) ?? [] }

  /// Sends everything; false when the peer has gone.
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return writeAll(bytes) { CLibrary.send(descriptor, $0, $1, flags) }
  }

  /// Tells the peer that nothing more will follow.
  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends both directions, which wakes threads blocked on this socket.
  func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes the coming close a reset (RST) instead of an orderly end.
  func resetOnClose() { set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }
  func close() { RawDescriptor.close(descriptor) }
}

/// A port that refuses connections, and that nobody else can open meanwhile.
package final class ClosedPort: Sendable {
  private let socket: Socket
  private let port: UInt16

  package init() throws { (socket, port) = try Socket.bound(isListening: false) }

  deinit { socket.close() }

  package var address: String { "http://127.0.0.1:\(port)" }
}
