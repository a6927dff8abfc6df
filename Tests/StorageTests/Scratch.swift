// A folder of its own for each test, and a look at everything in it.

import Platform
import Support
import Model
import CLibrary

/// An empty folder on the real disk, gone afterwards.
final class Scratch: Sendable {
  // In memory where the system can: forcing thousands of files to disk takes long.
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  var path: String { folder.path }
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
    try files(of: folder).mapValues { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// What tells a touched file from an untouched one.
  func stamps(of folder: String) throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try files(of: folder).map { name, file in
        let modified = try POSIXFiles().info(folder + "/" + name)?.modified ?? 0
        return (name, "\(file.inode) \(modified) \(file.bytes.count)")
      })
  }

  private func files(of folder: String) throws -> [String: Disk.Entry] {
    try Disk.snapshot(of: folder).filter { !$0.value.isFolder }
  }
}

/// Makes a symbolic link.
func link(to target: String, at path: String) -> Bool {
  symlink(target, path) == 0
}
