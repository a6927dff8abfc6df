// Descriptors by their numbers: what this process was given, pipes, and single reads and writes.

package import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Calls for descriptors that somebody else may share or own. Each is one system call.
package enum RawDescriptor {
  /// How many bytes one write puts into a pipe that `poll` calls writable (PIPE_BUF).
  package static let pipeWrite = Int(PIPE_BUF)

  /// Reads what is there.
  ///
  /// - Returns: how many bytes; 0 at the end.
  package static func read(
    _ descriptor: Int32, into room: UnsafeMutableRawBufferPointer
  ) -> Result<Int, SystemError> {
    result(systemRead(descriptor, room.baseAddress, room.count))
  }

  /// Writes some of the bytes.
  ///
  /// - Returns: how many.
  package static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) -> Result<Int, SystemError> {
    result(systemWrite(descriptor, bytes.baseAddress, bytes.count))
  }

  package static func close(_ descriptor: Int32) {
    _ = systemClose(descriptor)
  }

  /// Makes a pipe that no child process inherits; nil when the process has no descriptors left.
  package static func makePipe() -> (readEnd: Int32, writeEnd: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { setCloseOnExec(end) }
    return (ends[0], ends[1])
  }

  /// Keeps a descriptor from programs that are started later.
  package static func setCloseOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// From now on no call waits; everybody who shares the open file sees the change.
  static func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  package static func isOpen(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) != -1
  }

  /// Opens those of 0, 1 and 2 that are closed (`>&-`) on /dev/null: otherwise the next file that is
  /// opened, the one with the tokens maybe, would become standard output. To be called before any
  /// other open.
  ///
  /// - Returns: the outputs that were closed.
  package static func openStandardStreams() -> Set<OutputStream> {
    var closed: Set<OutputStream> = []
    for (descriptor, stream) in [
      (0, nil), (1, OutputStream.standardOutput), (2, .standardError),
    ] as [(Int32, OutputStream?)] where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // `open` takes the lowest free number, which is this one.
      _ = retrying { open("/dev/null", O_RDWR) }
      if let stream { closed.insert(stream) }
    }
    return closed
  }

  private static func result(_ count: Int) -> Result<Int, SystemError> {
    count >= 0 ? .success(count) : .failure(.last)
  }
}

/// Names an open file: two descriptors with equal identities are the same file.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// What an open descriptor is.
package struct DescriptorStatus: Sendable {
  package enum Kind: Sendable { case pipe, socket, other }

  package let identity: FileIdentity
  package let kind: Kind

  /// Asks the system; nil when it does not say.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard retrying({ fstat(descriptor, &status) }) == 0 else { return nil }
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
    kind =
      switch mode_t(status.st_mode) & S_IFMT {
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .other
      }
  }
}

private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, room, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
