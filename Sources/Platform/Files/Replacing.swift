// The durable writer: readers see the old bytes or the new ones, and so does a power cut.

import Model

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes a temporary file beside `path`, forces it to disk, renames it, and forces the folder.
/// Whatever fails before the rename leaves the old file as it was and no temporary file.
func replaceDurably(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
  let (folder, name) = split(path)
  let temporary = try writeTemporary(in: folder, for: name, bytes, mode: mode)
  guard retrying({ rename(temporary, path) }) == 0 else {
    let error = FileError.last(path)
    _ = retrying { unlink(temporary) }
    throw error
  }
  try synchronizeFolder(folder)
}

private func writeTemporary(
  in folder: String, for name: String, _ bytes: [UInt8], mode: UInt32
) throws(FileError) -> String {
  let temporary = folder + "/" + TemporaryName.make(for: name)
  do throws(FileError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL
    guard var file = try Descriptor.open(temporary, flags, mode: mode) else {
      throw FileError(path: temporary, reason: .ioError)
    }
    try file.writeAll(bytes[...])
    try file.synchronize()
    try file.close()
  } catch {
    _ = retrying { unlink(temporary) }
    // A person knows the file by its own name.
    throw FileError(path: folder + "/" + name, reason: error.reason)
  }
  return temporary
}

/// Forces a folder's entries to disk.
func synchronizeFolder(_ folder: String) throws(FileError) {
  let number = retrying { openFolder(folder) }
  guard number >= 0 else { throw .last(folder) }
  defer { _ = close(number) }
  guard retrying({ fsync(number) }) == 0 else {
    // Some network file systems cannot synchronize folders at all; they have no better answer.
    if errno == EINVAL || errno == ENOTSUP { return }
    throw .last(folder)
  }
}

private func openFolder(_ folder: String) -> Int32 {
  open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
}

/// A path's folder and its last component.
func split(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return (".", path) }
  let folder = String(path[..<slash])
  return (folder.isEmpty ? "/" : folder, String(path[path.index(after: slash)...]))
}

/// `.NAME.PID-RANDOM.part`: hidden from `*.ndjson`, unique among processes and machines.
package enum TemporaryName {
  /// A new name for writing the file called `name`.
  package static func make(for name: String) -> String {
    let chance = String(UInt64.random(in: .min ... .max), radix: 16)
    // A long name leaves room for the rest within the 255 bytes that file systems allow.
    return ".\(name.prefix(48)).\(getpid())-\(chance).part"
  }

  /// Whether `name` was made by `make`: left behind by a killed run, unless its writer is at work.
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
