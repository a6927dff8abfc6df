// Error numbers of the system, and what they mean to a person whose data cannot be written.

package import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a system call failed.
package struct SystemError: Error, Hashable, Sendable {
  /// The error number (`errno`).
  package let code: Int32

  /// Why the last system call of this thread failed.
  static var last: SystemError { SystemError(code: errno) }

  /// A signal came first (EINTR): the call can be repeated.
  package var isInterruption: Bool { code == EINTR }

  /// Nothing can be transferred without waiting (EAGAIN, EWOULDBLOCK).
  package var wouldBlock: Bool { code == EAGAIN || code == EWOULDBLOCK }

  /// Nobody reads the pipe (EPIPE).
  package var isBrokenPipe: Bool { code == EPIPE }
}

extension StorageTrouble.Reason {
  /// Links that lead back to themselves (ELOOP).
  package static var linkLoop: StorageTrouble.Reason { .system(ELOOP) }

  /// The reason behind a failed system call.
  package init(_ error: SystemError) {
    self.init(errno: error.code)
  }

  /// The reason behind an `errno`.
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
  /// The trouble that the last system call of this thread had with `path`.
  static func last(_ path: String) -> FileError {
    FileError(path: path, reason: StorageTrouble.Reason(errno: errno))
  }
}

/// Marks whatever goes wrong in `body` as trouble with reading.
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
