// Replacing a file whose new bytes are not known yet, and writing over one where nothing else works.

import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open temporary file beside the file that it will replace, filled with blanks.
final class PreparedReplacement: PreparedFile {
  private let file: Descriptor
  private let path: String

  /// Makes the file, and forces `size` bytes of it to disk.
  init(of path: String, size: Int, mode: UInt32) throws(FileError) {
    self.path = path
    let (folder, name) = split(path)
    let temporary = folder + "/" + TemporaryName.make(for: name)
    do throws(FileError) {
      guard let made = try Descriptor.open(temporary, O_RDWR | O_CREAT | O_EXCL, mode: mode)
      else { throw FileError(path: path, reason: .ioError) }
      file = made
    } catch {
      // A person knows the file by its own name.
      throw FileError(path: path, reason: error.reason)
    }
    try naming { () throws(FileError) in
      try file.writeAll(blanks(size)[...])
      try file.synchronize()
    }
  }

  deinit {
    discard()
  }

  func replace(with bytes: [UInt8]) throws(FileError) {
    try naming { () throws(FileError) in
      try file.rewind()
      try file.writeAll(bytes[...])
      try file.truncate(to: bytes.count)
      try file.synchronize()
      guard retrying({ rename(file.path, path) }) == 0 else { throw .last(path) }
      try synchronizeFolder(split(path).folder)
    }
  }

  func discard() {
    // After the rename the name is gone, and the bytes are those of the replaced file.
    if unlink(file.path) == 0 { try? file.truncate(to: 0) }
  }

  private func naming(_ body: () throws(FileError) -> Void) throws(FileError) {
    do throws(FileError) {
      try body()
    } catch {
      throw FileError(path: path, reason: error.reason)
    }
  }
}

/// Writes `bytes` over those of an existing file, with blanks up to its old size: one write, without
/// a moment in which the file is empty. Where that fails, the old bytes are written again.
func overwriteInPlace(_ path: String, with bytes: [UInt8]) throws(FileError) {
  guard let file = try Descriptor.open(path, O_RDWR | O_NONBLOCK) else {
    throw FileError(path: path, reason: .missingFolder)
  }
  let old = try file.readAll(size: file.regularSize())
  do throws(FileError) {
    try file.rewind()
    try file.writeAll((bytes + blanks(old.count - bytes.count))[...])
    try file.synchronize()
  } catch {
    try? file.rewind()
    try? file.writeAll(old[...])
    try? file.truncate(to: old.count)
    throw error
  }
}

private func blanks(_ count: Int) -> [UInt8] {
  [UInt8](repeating: UInt8(ascii: " "), count: max(0, count))
}
