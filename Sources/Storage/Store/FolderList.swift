// The folders that `velo-sync connect files` has connected.

import Codec
import Platform
package import Model

/// `folders.json`: the folders of one store, which no other one reads.
package struct FolderList: Sendable {
  private let path: String
  private let stateFolder: String
  private let disk: StoreDisk
  private let time: any Time
  /// Longer than any other command changes the list.
  private static let patience = Duration.seconds(10)
  private static let pause = Duration.milliseconds(20)

  /// - Parameter stateFolder: where the connections of the store are kept; absolute.
  package init(stateFolder: String, files: any FileSystem, time: any Time) {
    self.stateFolder = stateFolder
    self.time = time
    path = stateFolder + "/folders.json"
    disk = StoreDisk(files: files)
  }

  /// The connected folders in order; empty when there are none.
  ///
  /// - Throws: `storage`; `badInput` for a file that is no list of paths.
  package func folders() throws(SyncFailure) -> [String] {
    let bytes = try fileWork { () throws(FileError) in try disk.files.read(path, upTo: 1 << 20) }
    // Who removes a damaged line leaves an empty file.
    guard let bytes, !bytes.allSatisfy({ $0 == 0x0A }) else { return [] }
    guard let json = try? JSONValue(parsing: bytes), let entries = json["folders"]?.elements,
      entries.allSatisfy({ $0.string?.hasPrefix("/") == true })
    else { throw .badInput(file: DisplayText(path), line: 1) }
    return entries.compactMap(\.string)
  }

  /// Connects folders beside those that are.
  ///
  /// - Parameter added: absolute.
  /// - Throws: as `folders`; `locked` when another command does not end; `interrupted`.
  package func connect(_ added: [String]) async throws(SyncFailure) {
    try await replace { () throws(SyncFailure) in
      added.reduce(into: try folders()) { all, folder in
        if !all.contains(where: { PathKey($0) == PathKey(folder) }) { all.append(folder) }
      }
    }
  }

  /// Disconnects some folders.
  ///
  /// - Parameter gone: among the connected ones, as `folders` has them; nil for all, also of a list
  ///   that is damaged.
  /// - Throws: as `connect`.
  package func disconnect(_ gone: [String]?) async throws(SyncFailure) {
    try await replace { () throws(SyncFailure) in
      guard let gone else { return [] }
      return try folders().filter { folder in !gone.contains { PathKey($0) == PathKey(folder) } }
    }
  }

  /// Writes the list that `change` makes of what is there, while nobody else does.
  private func replace(_ change: () throws(SyncFailure) -> [String]) async throws(SyncFailure) {
    let lock = try await lock()
    defer { lock.release() }
    let all = try change()
    if all.isEmpty { return try disk.remove(path) }
    var json = JSONWriter()
    json.object { json in
      json.array("folders") { json in
        for folder in all { json.value(folder) }
      }
    }
    json.endLine()
    try disk.replaceState(path, with: json.take())
  }

  /// Takes the lock of the list, and removes temporary files of killed commands.
  private func lock() async throws(SyncFailure) -> any FileLock {
    let deadline = time.moment() + Self.patience
    try disk.makeFolder(stateFolder)
    while true {
      let lock = try fileWork { () throws(FileError) in
        try disk.files.lock(stateFolder + "/folders.lock", note: [])
      }
      if let lock {
        guard lock.isExclusive else { throw .locked(.elsewhere) }
        disk.sweep(stateFolder) { $0.hasPrefix(".folders.json.") }
        return lock
      }
      guard time.moment() < deadline else { throw .locked(LockHolder(note: [])) }
      try await time.wait(until: time.moment() + Self.pause)
    }
  }
}
