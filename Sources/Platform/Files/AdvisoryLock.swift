// A file lock that the kernel releases when its holder exits or crashes.

import CLibrary
import Model

/// A held `flock`. Released by `release`, with the object, or with the process.
final class AdvisoryLock: FileLock {
  private let number: Int32

  /// Tries to take the lock once.
  ///
  /// The file is never removed or replaced: a second process might hold a lock on an unlinked file.
  ///
  /// - Returns: nil if another process holds it.
  static func take(_ path: String, note: [UInt8]) throws(FileError) -> AdvisoryLock? {
    let number = retrying { open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600) }
    guard number >= 0 else { throw .last(path) }
    let lock = AdvisoryLock(number)
    guard retrying({ flock(number, LOCK_EX | LOCK_NB) }) == 0 else {
      if errno == EWOULDBLOCK { return nil }
      throw .last(path)
    }
    // Written after locking, so that the note names the holder. A reader may see no note while it
    // is written, which is harmless.
    guard retrying({ ftruncate(number, 0) }) == 0,
      transferAll(note[...], write: { write(number, $0.baseAddress, $0.count) })
    else { throw .last(path) }
    return lock
  }

  private init(_ number: Int32) {
    self.number = number
  }

  deinit {
    _ = close(number)
  }

  func release() {
    _ = retrying { flock(number, LOCK_UN) }
  }
}
