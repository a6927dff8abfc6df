// The folder in which a run of the tests keeps everything, removed by the next run if it was
// killed.

import Synchronization
import CLibrary
import Platform

/// The folder of this process: its temporary folders, and texts too long for a failure's message.
///
/// A lock on it says that the process lives. At its end it removes the folder, unless it kept a
/// text.
enum RunFolder {
  private static let prefix = "velo-sync-test-"
  private static let made = Mutex<[String: String]>([:])
  private static let keptTexts = Atomic(0)

  /// The folder of this process below `parent`.
  ///
  /// - Throws: `SystemFailure` when it cannot be created.
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
    guard mkdtemp(template) != nil, let resolved = realpath(template, nil) else {
      throw SystemFailure("mkdtemp \(prefix)")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Keeps a text beyond the end of this process, until the next run; its path, or why there is
  /// none.
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
