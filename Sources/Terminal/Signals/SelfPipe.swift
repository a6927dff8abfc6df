// A pipe from this process to itself: what a sleeping `poll` is woken with.

import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Both ends are non-blocking, so that neither a signal handler nor a reader ever waits, and stay in
/// this process.
struct SelfPipe {
  let readEnd: Int32
  let writeEnd: Int32

  /// - Throws: `exhausted` when the process has no descriptors left.
  init() throws(SyncFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .exhausted(.descriptors) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  /// Sends one byte; dropped when the pipe is full. Safe in a signal handler.
  static func send(_ byte: UInt8, to descriptor: Int32) {
    var byte = byte
    while write(descriptor, &byte, 1) == -1 && errno == EINTR {}
  }

  /// All bytes that are there.
  func receive() -> [UInt8] {
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

  func close() {
    for end in [readEnd, writeEnd] { _ = systemClose(end) }
  }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
