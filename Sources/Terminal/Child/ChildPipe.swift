// The pipes between a command and the loop.

import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pipe that a command writes to. Neither end outlives an `exec`: the command gets a copy.
struct ChildPipe {
  let channel: ByteChannel
  let readEnd: Int32
  let writeEnd: Int32

  /// - Throws: when the process has no descriptors left.
  init(_ channel: ByteChannel) throws(ChildFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .exhausted(.descriptors) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The flag belongs to this end alone: the command's writes wait as those to any pipe.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    (self.channel, readEnd, writeEnd) = (channel, ends[0], ends[1])
  }

  func closeReading() { _ = close(readEnd) }

  func closeWriting() { _ = close(writeEnd) }

  /// The first descriptor that a command does not get from us anyway. Low numbers matter: shells
  /// know but one digit in `>&3`.
  static func freeNumber(besides taken: [Int32]) -> Int32 {
    var number: Int32 = 3
    while true {
      let flags = fcntl(number, F_GETFD)
      if flags == -1 || flags & FD_CLOEXEC != 0, !taken.contains(number) { return number }
      number += 1
    }
  }
}
