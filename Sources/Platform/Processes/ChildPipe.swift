// The pipes between a command and the loop.

package import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pipe that a command writes to. Neither end outlives an `exec`: the command gets a copy.
package struct ChildPipe {
  package let channel: ByteChannel
  package let readEnd: Int32
  package let writeEnd: Int32

  /// - Throws: `exhausted` when the process has no descriptors left.
  package init(_ channel: ByteChannel) throws(ChildFailure) {
    guard let ends = RawDescriptor.makePipe() else { throw .exhausted(.descriptors) }
    // The flag belongs to this end alone: the command's writes wait as those to any pipe.
    RawDescriptor.setNonBlocking(ends.readEnd)
    (self.channel, readEnd, writeEnd) = (channel, ends.readEnd, ends.writeEnd)
  }

  /// The first descriptor that a command does not get from us anyway. Low numbers matter: shells
  /// know but one digit in `>&3`.
  package static func freeNumber(besides taken: [Int32]) -> Int32 {
    var number: Int32 = 3
    while true {
      let flags = fcntl(number, F_GETFD)
      if flags == -1 || flags & FD_CLOEXEC != 0, !taken.contains(number) { return number }
      number += 1
    }
  }
}
