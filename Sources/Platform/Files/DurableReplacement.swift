// The durable writer: after a crash or a power cut, a file holds its old bytes or its new ones.

import CLibrary
package import Model

/// An open temporary file in the same folder that will replace `path`; removed with the object
/// otherwise.
private final class Replacement {
  private let file: Descriptor
  private let path: String
  /// Whether it is the file of that name by now, perhaps beside its temporary name.
  private var isNamed = false

  init(of path: String, mode: UInt32) throws(FileError) {
    self.path = path
    let (folder, name) = split(path)
    let temporary = folder + "/" + TemporaryName.make(for: name)
    do throws(FileError) {
      guard let made = try Descriptor.open(temporary, O_RDWR | O_CREAT | O_EXCL, mode: mode)
      else { throw FileError(path: path, reason: .ioError) }
      file = made
    } catch {
      // Report the name of the file itself.
      throw FileError(path: path, reason: error.reason)
    }
  }

  deinit {
    // After the rename the temporary name is gone, and `unlink` fails. Emptying a file that nobody
    // reads gives its space back at once; if that fails, closing it does.
    if unlink(file.path.cPath) == 0, !isNamed { try? file.truncate(to: 0) }
  }

  func replace(with bytes: [UInt8]) throws(FileError) {
    try naming { () throws(FileError) in
      try fill(with: bytes)
      guard retrying({ rename(file.path.cPath, path.cPath) }) == 0 else { throw .last(path) }
      try synchronizeFolder(split(path).folder)
    }
  }

  /// Gives the file its name; does nothing when there is a file of that name.
  func create(with bytes: [UInt8]) throws(FileError) {
    try naming { () throws(FileError) in
      try fill(with: bytes)
      if retrying({ link(file.path.cPath, path.cPath) }) == 0 {
        isNamed = true
        // The file has its name. A second one, should it stay, is swept away by a later run.
        _ = retrying { unlink(file.path.cPath) }
      } else {
        // Otherwise this is a file system without links.
        if errno == EEXIST || access(path.cPath, F_OK) == 0 { return }
        guard retrying({ rename(file.path.cPath, path.cPath) }) == 0 else { throw .last(path) }
      }
      try synchronizeFolder(split(path).folder)
    }
  }

  private func fill(with bytes: [UInt8]) throws(FileError) {
    try file.writeAll(bytes[...])
    try file.synchronize()
  }

  private func naming(_ body: () throws(FileError) -> Void) throws(FileError) {
    do throws(FileError) {
      try body()
    } catch {
      throw FileError(path: path, reason: error.reason)
    }
  }
}

extension POSIXFiles {
  /// Writes a temporary file in the same folder, flushes it to disk, renames it and flushes the
  /// folder. A failure before the rename leaves the old file unchanged and no temporary file.
  package func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try Replacement(of: path, mode: mode).replace(with: bytes)
  }

  /// As `replace`, but links the temporary file under its name.
  package func create(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try Replacement(of: path, mode: mode).create(with: bytes)
  }

  /// Overwrites an existing file in one write, padded with blanks to its old size, so that it is
  /// never empty. If that fails, writes the old bytes back.
  package func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    guard let file = try Descriptor.open(path, O_RDWR | O_NONBLOCK) else {
      throw FileError(path: path, reason: .missingFolder)
    }
    let old = try file.readAll(size: file.regularSize())
    do throws(FileError) {
      try file.rewind()
      let rest = [UInt8](repeating: UInt8(ascii: " "), count: max(0, old.count - bytes.count))
      try file.writeAll((bytes + rest)[...])
      try file.synchronize()
    } catch {
      try? file.rewind()
      try? file.writeAll(old[...])
      try? file.truncate(to: old.count)
      throw error
    }
  }
}

/// Flushes a folder's entries to disk.
func synchronizeFolder(_ folder: String) throws(FileError) {
  let number = retrying { open(folder.cPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  guard number >= 0 else { throw .last(folder) }
  defer { _ = close(number) }
  guard retrying({ fsync(number) }) == 0 else {
    // Some network file systems do not support this for folders.
    if errno == EINVAL || errno == ENOTSUP { return }
    throw .last(folder)
  }
}

func split(_ path: String) -> (folder: String, name: String) {
  // By bytes: a name may begin with an accent, which a character would join to the slash.
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  let folder = String(path[..<slash])
  return (folder.isEmpty ? "/" : folder, String(path[path.utf8.index(after: slash)...]))
}

/// `.NAME.PID-RANDOM.part`: hidden from `*.ndjson`, unique among processes and machines.
package enum TemporaryName {
  /// A new temporary name for the file called `name`.
  package static func make(for name: String) -> String {
    let chance = String(UInt64.random(in: .min ... .max), radix: 16)
    // Keeps the result within the 255 bytes that file systems allow.
    return ".\(name.prefix(48)).\(getpid())-\(chance).part"
  }

  /// Whether `name` was made by `make`: a leftover of a killed run, or a write in progress.
  package static func matches(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(".part") else { return false }
    let stem = name.dropFirst().dropLast(5)
    guard let dot = stem.lastIndex(of: ".") else { return false }
    let marks = stem[stem.index(after: dot)...].split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard marks.count == 2, let process = marks.first, let chance = marks.last else { return false }
    return Int32(process) != nil && UInt64(chance, radix: 16) != nil
  }
}
