// A folder that exists as long as the test that created it.

import CLibrary

/// A new, empty folder under `TMPDIR` (or `/tmp`), removed with its content when the last reference
/// is released.
package final class TemporaryFolder: Sendable {
  /// The absolute path, with symbolic links resolved, without a trailing slash.
  package let path: String

  /// - Parameter inMemory: whether to prefer a file system in memory, if there is one.
  /// - Throws: `SystemFailure` when it cannot be created.
  package init(inMemory: Bool = false) throws {
    let isInMemory = inMemory && access("/dev/shm", W_OK) == 0
    let parent = try RunFolder.path(in: isInMemory ? "/dev/shm" : RunFolder.temporaryPath)
    path = try RunFolder.makeFolder(parent + "/")
  }

  deinit { Disk.remove(path) }

  /// The path of something inside: `folder / "a/b.json"`.
  package static func / (folder: TemporaryFolder, name: String) -> String {
    folder.path + "/" + name
  }

  /// Writes a file, making the folders above it.
  @discardableResult
  package func write(_ text: String, to name: String, mode: UInt32 = 0o644) throws -> String {
    try Disk.makeFolders(above: self / name)
    try Disk.write(Array(text.utf8), to: self / name, mode: mode)
    return self / name
  }

  /// A file's text, nil when there is none.
  package func read(_ name: String) throws -> String? {
    try Disk.read(self / name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A file's lines, without a last empty one; empty when there is no file.
  package func lines(of name: String) throws -> [String] {
    Support.lines(of: try read(name) ?? "")
  }

  /// Everything inside, with modes and contents: equal snapshots mean that nothing was changed.
  package func snapshot() throws -> [String: Disk.Entry] { try Disk.snapshot(of: path) }
}
