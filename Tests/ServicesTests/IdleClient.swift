// A client that connects, begins a request and never ends it.

import Support
import CLibrary

/// Half a request on a connection that stays open as long as this object exists.
final class IdleClient {
  private let descriptor: Int32

  init(port: UInt16) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = loopbackAddress(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard code == 0, write(descriptor, "GET /", 5) == 5 else { throw SystemFailure("connect") }
  }

  deinit { _ = close(descriptor) }
}
