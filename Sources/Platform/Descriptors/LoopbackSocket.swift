// Non-blocking sockets on 127.0.0.1.

import CLibrary
import CPlatform

/// A non-blocking socket; the owner closes it.
package struct LoopbackSocket: Sendable {
  package let descriptor: Int32

  /// Listens on 127.0.0.1; nil if the port is not available.
  ///
  /// - Parameter port: 0 lets the system choose.
  package static func listening(on port: UInt16) -> (socket: LoopbackSocket, port: UInt16)? {
    let descriptor = descriptor_socket(AF_INET, true)
    guard descriptor >= 0 else { return nil }
    let listener = LoopbackSocket(descriptor: descriptor)
    listener.prepare()
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    #if canImport(Darwin)
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    #endif
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else {
      listener.close()
      return nil
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// Accepts the next connection; nil if none is pending.
  package func accepted() -> LoopbackSocket? {
    let descriptor = descriptor_accept(descriptor)
    guard descriptor >= 0 else { return nil }
    let socket = LoopbackSocket(descriptor: descriptor)
    socket.prepare()
    return socket
  }

  /// The bytes received; empty at the end of the stream, nil if none are pending.
  package func receive() -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      let received = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      failed = received < 0
      count = max(0, received)
    }
    return failed ? (wouldBlock ? nil : []) : bytes
  }

  /// The number of bytes sent; nil if the peer has closed the connection.
  package func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    return count >= 0 ? count : (wouldBlock ? 0 : nil)
  }

  package func close() { RawDescriptor.close(descriptor) }

  private var wouldBlock: Bool { errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR }

  private func prepare() {
    RawDescriptor.setNonBlocking(descriptor)
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}
