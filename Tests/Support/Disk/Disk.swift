// Plain file operations, to set up tests and to check results.

import CLibrary
package import Model
import Platform

package enum Disk {
  package struct Entry: Sendable, Equatable, CustomStringConvertible {
    package let kind: FileInfo.Kind
    package let mode: UInt32
    /// Changes when the file is replaced by another.
    package let inode: UInt64
    /// A file's bytes, a link's target.
    package var bytes: [UInt8] = []

    package var isFolder: Bool { kind == .directory }

    package var description: String {
      "\(kind) \(String(mode, radix: 8)) \(bytes.count) bytes"
    }
  }

  /// A file's bytes, nil when there is none.
  package static func read(_ path: String) throws -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw SystemFailure("open \(path)")
    }
    defer { RawDescriptor.close(descriptor) }
    var bytes: [UInt8] = []
    while let piece = readBytes(descriptor) {
      if piece.isEmpty { return bytes }
      bytes += piece
    }
    throw SystemFailure("read \(path)")
  }

  /// Writes a file with exactly this mode.
  package static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o644) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(mode))
    guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
    do {
      defer { RawDescriptor.close(descriptor) }
      guard flock(descriptor, LOCK_EX) == 0 else { throw SystemFailure("flock \(path)") }
      guard fchmod(descriptor, mode_t(mode)) == 0 else { throw SystemFailure("fchmod \(path)") }
      guard writeAll(bytes, to: descriptor) else { throw SystemFailure("write \(path)") }
    }
    if mode & 0o111 != 0 { try waitForCopies(of: path) }
  }

  /// Waits until no process has the descriptor that a file was written and locked with. One that
  /// another test is starting has it until it executes, and what is open for writing cannot be
  /// executed (`ETXTBSY`).
  private static func waitForCopies(of path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { RawDescriptor.close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0 else { throw SystemFailure("flock \(path)") }
  }

  package static func makeFolder(_ path: String, mode: UInt32 = 0o755) throws {
    try makeFolders(above: path)
    guard mkdir(path, mode_t(mode)) == 0 || errno == EEXIST else {
      throw SystemFailure("mkdir \(path)")
    }
    _ = chmod(path, mode_t(mode))
  }

  package static func makeFolders(above path: String) throws {
    var index = path.startIndex
    while let slash = path[path.index(after: index)...].firstIndex(of: "/") {
      let folder = String(path[..<slash])
      guard mkdir(folder, 0o755) == 0 || errno == EEXIST || errno == EISDIR else {
        throw SystemFailure("mkdir \(folder)")
      }
      index = slash
    }
  }

  /// What is at a path, without following links; nil when there is nothing.
  package static func entry(_ path: String) -> Entry? {
    (try? POSIXFiles().info(path)).map { Entry(kind: $0.kind, mode: $0.mode, inode: $0.inode) }
  }

  package static func mode(of path: String) -> UInt32? { entry(path)?.mode }
  package static func exists(_ path: String) -> Bool { entry(path) != nil }

  /// The names in a folder, sorted; empty when there is none.
  package static func names(in folder: String) -> [String] {
    (try? POSIXFiles().list(folder)) ?? []
  }

  /// Everything under a folder, keyed by its path from there.
  package static func snapshot(of folder: String) throws -> [String: Entry] {
    var found: [String: Entry] = [:]
    for name in names(in: folder) {
      let path = folder + "/" + name
      guard var item = entry(path) else { continue }
      if item.kind == .file { item.bytes = try read(path) ?? [] }
      if item.kind == .symbolicLink { item.bytes = target(of: path) }
      found[name] = item
      if item.isFolder {
        for (inner, entry) in try snapshot(of: path) { found[name + "/" + inner] = entry }
      }
    }
    return found
  }

  /// Removes a path with its content, whatever its modes.
  package static func remove(_ path: String) {
    if entry(path)?.isFolder == true {
      _ = chmod(path, 0o700)
      for name in names(in: path) { remove(path + "/" + name) }
      _ = rmdir(path)
    } else {
      _ = unlink(path)
    }
  }

  private static func target(of link: String) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(link, &buffer, buffer.count)
    return buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
  }

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

  package static func link(_ path: String, to target: String) throws {
    guard symlink(target, path) == 0 else { throw SystemFailure("symlink \(path)") }
  }

  package static func move(_ path: String, to other: String) throws {
    guard rename(path, other) == 0 else { throw SystemFailure("rename \(path)") }
  }
}
