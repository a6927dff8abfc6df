// A folder of its own for each test, and a look at everything in it.

import Files
import SyncModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An empty folder on the real disk, gone afterwards.
final class Scratch: Sendable {
  let path: String

  init() throws {
    // In memory where the system has such a folder: forcing thousands of files to disk takes long.
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/velo-sync-store-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }
    }
    guard let made else { throw FileError(path: "/tmp", reason: .system(errno)) }
    path = String(cString: made)
  }

  deinit {
    Self.empty(path)
  }

  var data: String { path + "/data" }
  var state: String { path + "/state" }

  /// A file of the data folder as text; nil when there is none.
  func text(_ name: String) throws -> String? {
    try POSIXFiles().read(data + "/" + name).map { String(decoding: $0, as: UTF8.self) }
  }

  func lines(_ name: String) throws -> [String] {
    // By bytes: to Swift a CR and an LF are one character.
    try (text(name) ?? "").utf8.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Changes a file of the data folder as a person would.
  func edit(_ name: String, _ change: (String) -> String) throws {
    let old = try text(name) ?? ""
    try POSIXFiles().replace(data + "/" + name, with: Array(change(old).utf8), mode: 0o644)
  }

  func put(_ name: String, _ text: String) throws {
    let path = data + "/" + name
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try POSIXFiles().makeFolder(folder, mode: 0o700)
    try POSIXFiles().replace(path, with: Array(text.utf8), mode: 0o644)
  }

  /// All files below a folder of the scratch, by their path from there.
  func contents(of folder: String) throws -> [String: String] {
    try walk(folder).mapValues { path in
      String(decoding: try POSIXFiles().read(path) ?? [], as: UTF8.self)
    }
  }

  /// What tells a touched file from an untouched one.
  func stamps(of folder: String) throws -> [String: String] {
    try walk(folder).mapValues { path in
      var status = stat()
      lstat(path, &status)
      let info = try POSIXFiles().info(path)
      return "\(status.st_ino) \(info?.modified ?? 0) \(info?.size ?? 0)"
    }
  }

  private func walk(_ folder: String, below: String = "") throws -> [String: String] {
    var found: [String: String] = [:]
    for name in try POSIXFiles().list(folder) {
      let path = folder + "/" + name
      if try POSIXFiles().info(path)?.kind == .directory {
        found.merge(try walk(path, below: below + name + "/")) { first, _ in first }
      } else {
        found[below + name] = path
      }
    }
    return found
  }

  private static func empty(_ path: String) {
    for name in (try? POSIXFiles().list(path)) ?? [] {
      let child = path + "/" + name
      let kind = try? POSIXFiles().info(child)?.kind
      if kind == .directory { empty(child) } else { _ = unlink(child) }
    }
    _ = rmdir(path)
  }
}

/// A clock that stands still unless it is moved.
final class StillTime: Time {
  let wall: Timestamp
  let offset: Int
  /// How far the monotonic clock jumps with every reading.
  let step: Duration
  private let readings = Gauge()

  init(wall: Int64 = 1_795_000_000, offset: Int = 0, step: Duration = .zero) {
    self.wall = Timestamp(seconds: wall)
    self.offset = offset
    self.step = step
  }

  func moment() -> Moment {
    readings.advance()
    return Moment(nanoseconds: step.nanoseconds * Int64(readings.done))
  }

  func wallClock() -> Timestamp { wall }
  func localOffset(at stamp: Timestamp) -> Int { offset }
  func sleep(until moment: Moment) async throws(CancellationError) {}
}

/// Makes a symbolic link.
func link(to target: String, at path: String) -> Bool {
  symlink(target, path) == 0
}
