// Non-blocking sockets on 127.0.0.1, and that of a service manager for notices (sd_notify).

import CLibrary
import CPlatform
package import Model

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

/// A datagram socket that is never waited for.
package final class ManagerSocket: RecordFile {
  /// The variable that names the socket.
  package static let variable = "NOTIFY_SOCKET"

  private let descriptor: Int32
  private let address: String

  /// Connects to a socket; nil if nobody listens there, or the address is of another kind.
  ///
  /// - Parameter address: an absolute path, or `@` and a name without a path, which only Linux has.
  package init?(_ address: String) {
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    let name = Array(address.utf8)
    let isNamed = name.first == UInt8(ascii: "@")
    guard isNamed || name.first == UInt8(ascii: "/"), name.count > 1,
      name.count < MemoryLayout.size(ofValue: place.sun_path)
    else { return nil }
    withUnsafeMutableBytes(of: &place.sun_path) { bytes in
      bytes.copyBytes(from: name)
      if isNamed { bytes[0] = 0 }
    }
    let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: place.sun_path)
    // A name ends with the address, a path with a zero.
    let size = start + name.count + (isNamed ? 0 : 1)
    #if canImport(Darwin)
      place.sun_len = UInt8(size)
    #endif
    descriptor = descriptor_socket(AF_UNIX, false)
    self.address = address
    guard descriptor >= 0 else { return nil }
    let isConnected = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(size)) == 0
      }
    }
    if !isConnected { return nil }
  }

  deinit { if descriptor >= 0 { RawDescriptor.close(descriptor) } }

  /// Sends one notice.
  ///
  /// - Throws: when it is not taken at once.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    #if canImport(Glibc)
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #else
      let flags = MSG_DONTWAIT
    #endif
    guard send(descriptor, bytes, bytes.count, flags) == bytes.count else { throw .last(address) }
  }

  package func isFile(at path: String) -> Bool { false }
  package func isFile(_ descriptor: Int32) -> Bool { false }
}
