// Folders of tests, in one of the run, which the next run removes if this one was killed.

import CLibrary
import Synchronization
import Platform

/// A new folder, removed with its content when the last reference is released.
package final class TemporaryFolder: Sendable {
  /// The absolute path, with symbolic links resolved, without a trailing slash.
  package let path: String

  /// - Parameter inMemory: whether to prefer a file system in memory, if there is one.
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

  package func read(_ name: String) throws -> String? {
    try Disk.read(self / name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A file's lines, without a last empty one; empty when there is no file.
  package func lines(of name: String) throws -> [String] { Support.lines(of: try read(name) ?? "") }

  /// Everything inside, with modes and contents: equal snapshots mean that nothing was changed.
  package func snapshot() throws -> [String: Disk.Entry] { try Disk.snapshot(of: path) }
}

/// The folder of this process: its temporary folders, and texts too long for a failure's message.
/// A lock says that the process lives. At its end it removes the folder, unless it kept a text.
enum RunFolder {
  private static let prefix = "velo-sync-test-"
  private static let made = Mutex<[String: String]>([:])
  private static let keptTexts = Atomic(0)

  /// The folder of this process below `parent`.
  static func path(in parent: String) throws -> String {
    try made.withLock { made in
      if let path = made[parent] { return path }
      removeLeftovers(in: parent)
      let path = try makeFolder(parent + "/" + prefix)
      // Programs that run as another user find their own folders below it.
      guard chmod(path, 0o711) == 0 else { throw SystemFailure("chmod \(path)") }
      let lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o600))
      guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
        throw SystemFailure("lock \(path)")
      }
      if made.isEmpty { atexit { RunFolder.end() } }
      made[parent] = path
      return path
    }
  }

  /// A new folder with a name of its own, with symbolic links resolved.
  static func makeFolder(_ prefix: String) throws -> String {
    guard let template = strdup(prefix + "XXXXXX") else { throw SystemFailure("strdup") }
    defer { free(template) }
    guard mkdtemp(template) != nil,
      let path = try POSIXFiles().realPath(String(cString: template))
    else { throw SystemFailure("mkdtemp \(prefix)") }
    return path
  }

  /// Keeps a text until the next run; its path, or why there is none.
  static func keep(_ text: String) -> String {
    do {
      let number = keptTexts.wrappingAdd(1, ordering: .relaxed).newValue
      let path = try path(in: temporaryPath) + "/output-\(number).txt"
      try Disk.write(Array(text.utf8), to: path)
      return path
    } catch {
      return "\(error)"
    }
  }

  /// `TMPDIR`, or `/tmp`.
  static var temporaryPath: String {
    let chosen = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return chosen.isEmpty ? "/tmp" : chosen
  }

  private static func end() {
    made.withLock { made in
      for path in made.values where keptTexts.load(ordering: .relaxed) == 0 { Disk.remove(path) }
    }
  }

  /// Removes the folders of runs that have ended. One without a lock may have begun just now.
  private static func removeLeftovers(in parent: String) {
    for name in Disk.names(in: parent) where name.hasPrefix(prefix) {
      let lock = open("\(parent)/\(name)/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { Disk.remove("\(parent)/\(name)") }
      RawDescriptor.close(lock)
    }
  }
}
