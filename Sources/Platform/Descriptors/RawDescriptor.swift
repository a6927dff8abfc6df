// File descriptors by number: single reads and writes, pipes, and what a descriptor refers to.

import CLibrary
import CPlatform
package import Model

/// System calls on descriptors that this process may share or not own. Each is one call.
package enum RawDescriptor {
  /// The bytes that one write can put into a pipe that `poll` reports writable (PIPE_BUF).
  package static let pipeWrite = Int(PIPE_BUF)

  /// Reads once.
  ///
  /// - Returns: the number of bytes; 0 at the end.
  package static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) -> Result<Int, SystemError> {
    result(CLibrary.read(descriptor, buffer.baseAddress, buffer.count))
  }

  /// Writes once, possibly a part of the bytes.
  ///
  /// - Returns: the number of bytes written.
  package static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) -> Result<Int, SystemError> {
    result(CLibrary.write(descriptor, bytes.baseAddress, bytes.count))
  }

  package static func close(_ descriptor: Int32) { _ = CLibrary.close(descriptor) }

  /// Creates a close-on-exec pipe; nil if the process has no descriptors left.
  package static func makePipe() -> (readEnd: Int32, writeEnd: Int32)? {
    var ends: [Int32] = [-1, -1]
    return descriptor_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// Closes a descriptor on exec.
  package static func setCloseOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Makes a descriptor non-blocking, for every process that shares the open file.
  static func setNonBlocking(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }

  package static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) != -1 }

  /// Opens closed standard descriptors (`>&-`) on /dev/null. Otherwise the next opened file,
  /// possibly the one with the tokens, would become standard output. Call before any other open.
  ///
  /// - Returns: the output streams that were closed.
  package static func openStandardStreams() -> Set<OutputStream> {
    var closed: Set<OutputStream> = []
    for (descriptor, stream) in [
      (0, nil), (1, OutputStream.standardOutput), (2, .standardError),
    ] as [(Int32, OutputStream?)] where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // `open` returns the lowest free number, which is this one.
      _ = retrying { open("/dev/null", O_RDWR) }
      if let stream { closed.insert(stream) }
    }
    return closed
  }

  private static func result(_ count: Int) -> Result<Int, SystemError> {
    count >= 0 ? .success(count) : .failure(.last)
  }
}

/// Identifies an open file: two descriptors with equal identities refer to the same file.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}

/// The identity and kind of an open file.
package struct DescriptorStatus: Sendable {
  package enum Kind: Sendable { case file, pipe, socket, other }

  package let identity: FileIdentity
  package let kind: Kind

  /// nil if `fstat` fails.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard retrying({ fstat(descriptor, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// nil if `stat` fails.
  init?(ofFile path: String) {
    var status = stat()
    guard retrying({ stat(path.cPath, &status) }) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
    kind =
      switch mode_t(status.st_mode) & S_IFMT {
      case S_IFREG: .file
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .other
      }
  }
}

/// A pipe within this process that wakes a `poll`. Both ends are close-on-exec and non-blocking, so
/// that neither a signal handler nor a reader blocks.
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

  /// Sends one byte; dropped if the pipe is full. Async-signal-safe.
  package static func send(_ byte: UInt8, to descriptor: Int32) {
    var byte = byte
    while write(descriptor, &byte, 1) == -1 && errno == EINTR {}
  }

  /// All pending bytes.
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

  package func close() { for end in [readEnd, writeEnd] { RawDescriptor.close(end) } }
}
