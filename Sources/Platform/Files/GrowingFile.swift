// A file, pipe or device that a run appends lines to.

import CLibrary
package import Model

extension POSIXFiles: RecordFiles {
  package func openRecord(_ path: String, mode: UInt32) throws(FileError) -> any RecordFile {
    try GrowingFile(path, mode: mode)
  }

  package func record(_ descriptor: Int32) -> any RecordFile {
    GrowingFile(descriptor)
  }

  package func rename(_ path: String, to other: String) throws(FileError) {
    guard retrying({ CLibrary.rename(path.cPath, other.cPath) }) == 0 else { throw .last(other) }
  }
}

private final class GrowingFile: RecordFile {
  /// How long to wait for a blocked reader of a pipe, in milliseconds.
  private static let timeout: Int32 = 2000

  private let descriptor: Int32
  private let path: String
  private let isOwned: Bool

  /// Opens without blocking: a named pipe without a reader is an error.
  init(_ path: String, mode: UInt32) throws(FileError) {
    self.path = path
    isOwned = true
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    descriptor = retrying { open(path.cPath, flags, mode_t(truncatingIfNeeded: mode)) }
    if descriptor < 0 { throw .last(path) }
  }

  /// A descriptor that the caller owns and closes.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    path = "descriptor \(descriptor)"
    isOwned = false
  }

  deinit {
    if isOwned { _ = close(descriptor) }
  }

  func append(_ bytes: [UInt8]) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        retrying { write(descriptor, buffer.baseAddress, buffer.count) }
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 {
        throw FileError(path: path, reason: .ioError)
      } else {
        guard errno == EAGAIN || errno == EWOULDBLOCK else { throw .last(path) }
        try waitForReader()
      }
    }
  }

  func isFile(at path: String) -> Bool {
    isSame(as: DescriptorStatus(ofFile: path))
  }

  func isFile(_ descriptor: Int32) -> Bool {
    isSame(as: DescriptorStatus(of: descriptor))
  }

  private func isSame(as other: DescriptorStatus?) -> Bool {
    guard let own = DescriptorStatus(of: descriptor), own.kind == .file else { return false }
    return own.identity == other?.identity
  }

  private func waitForReader() throws(FileError) {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard retrying({ poll(&waiting, 1, Self.timeout) }) > 0 else {
      throw FileError(path: path, reason: .system(EAGAIN))
    }
  }
}
