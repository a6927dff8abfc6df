// A pipe from this process to itself: what a sleeping `poll` is woken with.

package import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Both ends are non-blocking, so that neither a signal handler nor a reader ever waits, and stay in
/// this process.
package struct SelfPipe: Sendable {
  package let readEnd: Int32
  package let writeEnd: Int32

  /// - Throws: `exhausted` when the process has no descriptors left.
  package init() throws(SyncFailure) {
    guard let ends = RawDescriptor.makePipe() else { throw .exhausted(.descriptors) }
    RawDescriptor.setNonBlocking(ends.readEnd)
    RawDescriptor.setNonBlocking(ends.writeEnd)
    (readEnd, writeEnd) = ends
  }

  /// Sends one byte; dropped when the pipe is full. Safe in a signal handler.
  package static func send(_ byte: UInt8, to descriptor: Int32) {
    var byte = byte
    while write(descriptor, &byte, 1) == -1 && errno == EINTR {}
  }

  /// All bytes that are there.
  package func receive() -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(readEnd, &buffer, buffer.count)
      if count > 0 {
        all += buffer[..<count]
      } else if count == 0 || errno != EINTR {
        return all
      }
    }
  }

  package func close() {
    for end in [readEnd, writeEnd] { RawDescriptor.close(end) }
  }
}
