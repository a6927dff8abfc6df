// Error numbers and the storage failures they stand for.

import CLibrary
import CPlatform
package import Model

/// Why a system call failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The error number (`errno`).
  package let code: Int32

  static var last: SystemError { SystemError(code: errno) }

  /// Interrupted by a signal (EINTR); the call can be repeated.
  package var isInterruption: Bool { code == EINTR }

  /// The call would block (EAGAIN, EWOULDBLOCK).
  package var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }

  /// The pipe has no reader (EPIPE).
  package var isBrokenPipe: Bool { code == EPIPE }
}

extension SystemLimit {
  /// What the process has none left of; nil for nothing. Libraries do not say that this is why they
  /// fail.
  package static var reached: SystemLimit? {
    let descriptor = retrying { open("/", O_RDONLY | O_CLOEXEC) }
    if descriptor < 0, errno == EMFILE || errno == ENFILE { return .descriptors }
    if descriptor >= 0 { RawDescriptor.close(descriptor) }
    return memory_is_exhausted() ? .memory : nil
  }
}

extension StorageFailure.Reason {
  /// A symbolic link loop (ELOOP).
  package static var linkLoop: StorageFailure.Reason { .system(ELOOP) }

  /// The reason for a failed system call.
  package init(_ error: SystemError) { self.init(errno: error.code) }

  /// The reason for an `errno`.
  package init(errno code: Int32) {
    self =
      switch code {
      case ENOSPC, EDQUOT: .diskFull
      case EROFS: .readOnly
      case EACCES, EPERM: .notPermitted
      case EFBIG: .tooLarge
      case ENOTDIR: .notADirectory
      case ENOENT: .missingFolder
      case EISDIR: .isADirectory
      case EIO: .ioError
      case EBADF: .closed
      case ENXIO: .noReader
      case EMFILE, ENFILE: .tooManyFiles
      default: .system(code)
      }
  }
}

extension FileError {
  /// The failure of this thread's last system call, which concerned `path`.
  static func last(_ path: String) -> FileError {
    FileError(path: path, reason: StorageFailure.Reason(errno: errno))
  }
}

/// Marks the errors of `body` as read errors.
func reading<Result>(_ body: () throws(FileError) -> Result) throws(FileError) -> Result {
  do throws(FileError) {
    return try body()
  } catch {
    throw FileError(path: error.path, reason: error.reason, isReading: true)
  }
}

/// Calls the system again for as long as signals interrupt it.
///
/// - Returns: the call's result; nil with `errno` set when it failed for another reason.
func retrying<Result>(_ call: () -> Result?) -> Result? {
  while true {
    errno = 0
    let result = call()
    if result != nil || errno != EINTR { return result }
  }
}

/// Calls the system again for as long as signals interrupt it.
///
/// - Returns: the call's result; -1 with `errno` set when it failed for another reason.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
