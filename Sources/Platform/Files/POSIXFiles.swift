// `FileSystem` implemented with POSIX calls.

import CLibrary
package import Model

/// The local file systems. The umask restricts the modes asked for.
package struct POSIXFiles: FileSystem {
  /// The largest file read as a whole, in bytes: far above any file of ours, but a sparse file may
  /// claim any size.
  private static let largestRead = 512 << 20

  package init() {}

  /// Whether this process may read a file.
  package static func isReadable(_ path: String) -> Bool { access(path.cPath, R_OK) == 0 }

  package func mayWrite(_ path: String) -> Bool {
    var path = path
    while access(path.cPath, W_OK) != 0 {
      guard errno == ENOENT, let end = path.lastIndex(of: "/") else { return false }
      path.removeSubrange(end...)
    }
    return true
  }

  package func read(_ path: String) throws(FileError) -> [UInt8]? {
    // Without O_NONBLOCK, a named pipe in place of a file would block.
    try reading { () throws(FileError) in
      guard let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK) else { return nil }
      let size = try file.regularSize()
      guard size <= Self.largestRead else { throw FileError(path: path, reason: .tooLarge) }
      return try file.readAll(size: size)
    }
  }

  package func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]? {
    try reading { () throws(FileError) in
      guard let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK) else { return nil }
      let range = range.clamped(to: 0..<(try file.regularSize()))
      guard range.count <= Self.largestRead else { throw FileError(path: path, reason: .tooLarge) }
      return try file.bytes(in: range)
    }
  }

  package func info(_ path: String) throws(FileError) -> FileInfo? {
    try reading { () throws(FileError) in
      var status = stat()
      guard retrying({ lstat(path.cPath, &status) }) == 0 else {
        if errno == ENOENT { return nil }
        throw .last(path)
      }
      return FileInfo(status)
    }
  }

  package func append(_ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32) throws(FileError) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK
    guard var file = try Descriptor.open(path, flags, mode: mode) else { return }
    _ = try file.regularSize()
    try file.writeAll(bytes)
    try file.close()
  }

  package func remove(_ path: String) throws(FileError) {
    guard retrying({ unlink(path.cPath) }) == 0 else {
      if errno == ENOENT { return }
      throw .last(path)
    }
    try synchronizeFolder(split(path).folder)
  }

  package func removeFolder(_ path: String) throws(FileError) {
    guard retrying({ rmdir(path.cPath) }) == 0 else {
      // POSIX allows either code for a folder that is not empty.
      if errno == ENOENT || errno == ENOTEMPTY || errno == EEXIST { return }
      throw .last(path)
    }
  }

  package func realPath(_ path: String) throws(FileError) -> String? {
    try reading { () throws(FileError) in
      guard let resolved = retrying({ realpath(path.cPath, nil) }) else {
        if errno == ENOENT { return nil }
        throw .last(path)
      }
      defer { free(resolved) }
      return String(cPath: resolved)
    }
  }

  package func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)? {
    try AdvisoryLock.take(path, note: note)
  }

  package func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    try AdvisoryLock.take(path)
  }
}

extension FileInfo {
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    self.init(
      kind: kind, size: Int64(status.st_size),
      // Wrapping arithmetic: the value is only compared for equality, and a file may have any date.
      modified: Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec),
      mode: UInt32(status.st_mode & 0o7777), isOurs: status.st_uid == geteuid(),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
  }
}

/// A held `flock`. Released by `release`, with the object, or with the process.
final class AdvisoryLock: FileLock {
  private let number: Int32
  let isExclusive: Bool

  /// Tries to take the lock once.
  ///
  /// The file is never removed or replaced: a second process might hold a lock on an unlinked file.
  ///
  /// - Returns: nil if another process holds it.
  static func take(_ path: String, note: [UInt8]) throws(FileError) -> AdvisoryLock? {
    let number = retrying { open(path.cPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600) }
    guard number >= 0 else { throw .last(path) }
    let lock = try take(number, path)
    if lock?.isExclusive != true { return lock }
    // Written after locking, so that the note names the holder. A reader may see no note while it
    // is written, which is harmless.
    guard retrying({ ftruncate(number, 0) }) == 0,
      transferAll(note[...], write: { write(number, $0.baseAddress, $0.count) })
    else { throw .last(path) }
    return lock
  }

  /// Tries to take the lock of an existing file once, and leaves the file as it is. Some network
  /// file systems lock only files that are open for writing.
  ///
  /// - Returns: nil if another process holds it.
  static func take(_ path: String) throws(FileError) -> AdvisoryLock? {
    let flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    var number = retrying { open(path.cPath, O_RDWR | flags) }
    if number < 0, errno == EACCES || errno == EROFS {
      number = retrying { open(path.cPath, O_RDONLY | flags) }
    }
    guard number >= 0 else { throw .last(path) }
    return try take(number, path)
  }

  /// Tries to lock an open file. On a file system without locks, the result is not exclusive.
  private static func take(_ number: Int32, _ path: String) throws(FileError) -> AdvisoryLock? {
    let isLocked = retrying { flock(number, LOCK_EX | LOCK_NB) } == 0
    let error = errno
    let lock = AdvisoryLock(number, isExclusive: isLocked)
    if isLocked || [ENOLCK, ENOTSUP, EOPNOTSUPP, ENOSYS, EBADF].contains(error) { return lock }
    if error == EWOULDBLOCK { return nil }
    throw FileError(path: path, reason: StorageFailure.Reason(errno: error))
  }

  private init(_ number: Int32, isExclusive: Bool) {
    (self.number, self.isExclusive) = (number, isExclusive)
  }

  deinit { _ = close(number) }

  func release() { _ = retrying { flock(number, LOCK_UN) } }
}
