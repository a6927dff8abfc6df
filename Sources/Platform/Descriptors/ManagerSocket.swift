// The socket on which a service manager takes notices of the service (sd_notify).

import CLibrary
import CPlatform
package import Model

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
