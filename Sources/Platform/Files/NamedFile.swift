// Writes a file whose path a person named: what is there keeps its kind, its owner and its mode.

import CLibrary
import CPlatform
package import Model

extension POSIXFiles {
  /// - Throws: also for a pipe that nobody reads, and for a file that may not be written in a
  ///   folder in which it could be replaced.
  package func write(_ bytes: [UInt8], toNamed path: String) throws(FileError) {
    do throws(FileError) {
      let isNew = try info(path) == nil
      if isNew, try create(path, bytes) { return }
      // Also creates the file that a symbolic link points to.
      let opened = try openRecord(path, mode: newFileMode)
      guard let target = try realPath(path), try info(target)?.kind == .file else {
        return try opened.append(bytes)
      }
      if try replaceInOneStep(target, bytes) { return }
      try writeInPlace(target, bytes, isNew: isNew)
    } catch {
      // Report the name that was given.
      throw FileError(path: path, reason: error.reason)
    }
  }

  /// Creates a file that nobody sees before it is complete; false if that is not possible here, or
  /// if another process has created it.
  private func create(_ path: String, _ bytes: [UInt8]) throws(FileError) -> Bool {
    guard let folder = try realPath(split(path).folder),
      let file = unnamedFile(in: folder, mode: newFileMode)
    else { return false }
    try file.writeAll(bytes[...])
    try file.synchronize()
    guard name(file, path) else { return false }
    try synchronizeFolder(folder)
    return true
  }

  /// Replaces a regular file by one of the same owner and mode; false if that is not possible here.
  private func replaceInOneStep(_ path: String, _ bytes: [UInt8]) throws(FileError) -> Bool {
    let folder = split(path).folder
    var status = stat()
    guard retrying({ stat(path.cPath, &status) }) == 0,
      let file = unnamedFile(in: folder, mode: 0o600),
      retrying({ fchown(file.number, status.st_uid, status.st_gid) }) == 0,
      retrying({ fchmod(file.number, status.st_mode & 0o7777) }) == 0
    else { return false }
    try file.writeAll(bytes[...])
    try file.synchronize()
    let temporary = folder + "/" + TemporaryName.make(for: split(path).name)
    guard name(file, temporary) else { return false }
    guard retrying({ CLibrary.rename(temporary.cPath, path.cPath) }) == 0 else {
      let error = FileError.last(path)
      // The rename's error is the one to report.
      _ = retrying { unlink(temporary.cPath) }
      throw error
    }
    try synchronizeFolder(folder)
    return true
  }

  /// - Parameter isNew: whether the file was created for this, so that a failure removes it.
  private func writeInPlace(_ path: String, _ bytes: [UInt8], isNew: Bool) throws(FileError) {
    guard let file = try Descriptor.open(path, O_WRONLY | O_NONBLOCK) else {
      throw FileError(path: path, reason: .system(ENOENT))
    }
    do throws(FileError) {
      try file.writeAll(bytes[...])
      try file.truncate(to: bytes.count)
      try file.synchronize()
    } catch {
      // The first error is the one to report.
      if isNew { _ = retrying { unlink(path.cPath) } }
      throw error
    }
  }
}

private let newFileMode: UInt32 = 0o644

/// A file without a name in a folder, which a kill leaves nothing of; nil where the system has
/// none, or where no file can be created.
private func unnamedFile(in folder: String, mode: UInt32) -> Descriptor? {
  #if os(Linux)
    // Whatever the reason, the file may still be written in place, which reports its own error.
    return try? Descriptor.open(folder, O_WRONLY | O_DIRECTORY | Int32(open_unnamed), mode: mode)
  #else
    return nil
  #endif
}

/// Gives an unnamed file its name; false if it is taken, or without /proc.
private func name(_ file: borrowing Descriptor, _ path: String) -> Bool {
  #if os(Linux)
    let link = "/proc/self/fd/\(file.number)"
    return retrying { linkat(AT_FDCWD, link, AT_FDCWD, path.cPath, AT_SYMLINK_FOLLOW) } == 0
  #else
    return false
  #endif
}
