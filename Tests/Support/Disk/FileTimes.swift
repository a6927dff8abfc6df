// Times of files and links, for tests that read folders.

import CLibrary

extension Disk {
  /// Changes when a file was last changed, in nanoseconds since 1970.
  package static func setModified(_ path: String, to nanoseconds: Int64) throws {
    let time = timespec(
      tv_sec: .init(nanoseconds / 1_000_000_000), tv_nsec: .init(nanoseconds % 1_000_000_000))
    guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else {
      throw SystemFailure("utimensat \(path)")
    }
  }

  /// Changes how many seconds ago a file was last changed.
  package static func setAge(_ path: String, _ seconds: Int64) throws {
    try setModified(path, to: (Int64(time(nil)) - seconds) * 1_000_000_000)
  }

  /// Makes a symbolic link.
  package static func link(_ path: String, to target: String) throws {
    guard symlink(target, path) == 0 else { throw SystemFailure("symlink \(path)") }
  }

  /// Moves a file or a folder.
  package static func move(_ path: String, to other: String) throws {
    guard rename(path, other) == 0 else { throw SystemFailure("rename \(path)") }
  }

  /// Makes a file this long without writing anything.
  package static func extend(_ path: String, to size: Int) throws {
    guard truncate(path, off_t(size)) == 0 else { throw SystemFailure("truncate \(path)") }
  }
}
