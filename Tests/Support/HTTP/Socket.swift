// Blocking TCP sockets on the loopback interface, with the few calls both ends need.

import CLibrary

/// A system call failed.
package struct SystemFailure: Error, CustomStringConvertible {
  /// The call.
  package let call: String
  /// Its `errno`.
  package let code: Int32

  package init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// One end of a TCP connection, or a listener. A plain value: its last holder closes it.
struct Socket: Sendable {
  let descriptor: Int32

  /// A listener on 127.0.0.1, on a port the system chooses.
  static func listening() throws -> (socket: Socket, port: UInt16) {
    let (socket, port) = try bound()
    guard listen(socket.descriptor, 128) == 0 else { throw socket.failed("listen") }
    return (socket, port)
  }

  /// A socket that does not listen, on a port of 127.0.0.1 that the system chooses.
  static func bound() throws -> (socket: Socket, port: UInt16) {
    let socket = try Socket()
    let port = try socket.use(port: 0, "bind") { address, size in
      bind(socket.descriptor, address, size) == 0
        && getsockname(socket.descriptor, address, &size) == 0
    }
    return (socket, port)
  }

  /// A connection to a port of 127.0.0.1.
  static func connected(to port: UInt16) throws -> Socket {
    let socket = try Socket()
    _ = try socket.use(port: port, "connect") { connect(socket.descriptor, $0, $1) == 0 }
    return socket
  }

  /// Calls a function with the address of a port of this machine that is unreachable from outside;
  /// returns the port in the address afterwards.
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
    guard isDone else { throw failed(name) }
    return UInt16(bigEndian: address.sin_port)
  }

  private init() throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw SystemFailure("socket") }
    prepare()
  }

  /// Closes the socket after a call that failed.
  private func failed(_ call: String) -> SystemFailure {
    let failure = SystemFailure(call)
    close()
    return failure
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next connection of a listener, nil when there is none.
  func accepted() -> Socket? {
    let accepted = accept(descriptor, nil, nil)
    guard accepted >= 0 else { return nil }
    let socket = Socket(descriptor: accepted)
    socket.prepare()
    var yes: Int32 = 1
    setsockopt(
      accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return socket
  }

  private func prepare() {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
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
    return Array(bytes).withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let count = interruptible { systemSend(descriptor, buffer[offset...], flags) }
        guard count > 0 else { return false }
        offset += count
      }
      return true
    }
  }

  /// Tells the peer that nothing more will follow.
  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends both directions, which wakes threads blocked on this socket.
  func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Makes the coming close a reset (RST) instead of an orderly end.
  func resetOnClose() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  func close() { closeDescriptor(descriptor) }
}

/// `send`, under a name that the method does not hide.
private func systemSend(
  _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer.SubSequence, _ flags: Int32
) -> Int {
  send(descriptor, bytes.base.baseAddress?.advanced(by: bytes.startIndex), bytes.count, flags)
}

/// Repeats a call that a signal interrupted.
func interruptible(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result < 0, errno == EINTR { continue }
    return result
  }
}

func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

/// A port that refuses connections, and that nobody else can open meanwhile.
package final class ClosedPort: Sendable {
  private let socket: Socket
  private let port: UInt16

  package init() throws { (socket, port) = try Socket.bound() }

  deinit { socket.close() }

  /// `http://127.0.0.1:PORT`, without a slash at the end.
  package var address: String { "http://127.0.0.1:\(port)" }
}
