// A file, pipe or device that a run appends lines to.

import CLibrary
package import Model

extension POSIXFiles: RecordFiles {
  package func openRecord(_ path: String, mode: UInt32) throws(FileError) -> any RecordFile {
    try GrowingFile(path, mode: mode)
  }

  package func record(_ descriptor: Int32) -> any RecordFile { GrowingFile(descriptor) }

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

  /// Opens a file, or a named pipe once it has a reader: one that was started just before is waited
  /// for as long as a blocked one.
  init(_ path: String, mode: UInt32) throws(FileError) {
    self.path = path
    isOwned = true
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    var (opened, tries) = (Int32(-1), Self.timeout / 10)
    repeat {
      opened = retrying { open(path.cPath, flags, mode_t(truncatingIfNeeded: mode)) }
      tries -= 1
    } while opened < 0 && errno == ENXIO && tries > 0 && usleep(10_000) == 0
    if opened < 0 { throw .last(path) }
    descriptor = opened
  }

  /// A descriptor that the caller owns and closes.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    path = "descriptor \(descriptor)"
    isOwned = false
  }

  deinit { if isOwned { _ = close(descriptor) } }

  func append(_ bytes: [UInt8]) throws(FileError) {
    let isWritten = transferAll(bytes[...]) { buffer in
      var count = write(descriptor, buffer.baseAddress, buffer.count)
      while count < 0, errno == EAGAIN || errno == EWOULDBLOCK, hasReader() {
        count = write(descriptor, buffer.baseAddress, buffer.count)
      }
      return count
    }
    if !isWritten { throw .last(path) }
  }

  func isFile(at path: String) -> Bool { isSame(as: DescriptorStatus(ofFile: path)) }

  func isFile(_ descriptor: Int32) -> Bool { isSame(as: DescriptorStatus(of: descriptor)) }

  private func isSame(as other: DescriptorStatus?) -> Bool {
    guard let own = DescriptorStatus(of: descriptor), own.kind == .file else { return false }
    return own.identity == other?.identity
  }

  /// Waits for room; false, with `errno` as it was, if there is none in time.
  private func hasReader() -> Bool {
    let error = errno
    var waiting = PollEntry(descriptor, .writing)
    if case .success(1...) = waiting.wait(timeout: Self.timeout) { return true }
    errno = error
    return false
  }
}
