// The folders that `velo-sync connect files` has connected.

import Codec
import Platform
package import Model

/// `folders.json`: the folders of one store, which no other one reads.
package struct FolderList: Sendable {
  private let path: String
  private let stateFolder: String
  private let disk: StoreDisk

  /// - Parameter stateFolder: where the connections of the store are kept; absolute.
  package init(stateFolder: String, files: any FileSystem) {
    self.stateFolder = stateFolder
    path = stateFolder + "/folders.json"
    disk = StoreDisk(files: files)
  }

  /// The connected folders in order; empty when there are none.
  ///
  /// - Throws: `storage`; `badInput` for a file that is no list of paths.
  package func folders() throws(SyncFailure) -> [String] {
    let bytes = try fileWork { () throws(FileError) in
      try disk.files.read(path, upTo: 1 << 20)
    }
    guard let bytes else { return [] }
    guard let json = try? JSONValue(parsing: bytes), let entries = json["folders"]?.elements,
      entries.allSatisfy({ $0.string?.hasPrefix("/") == true })
    else { throw .badInput(file: DisplayText(path), line: 1) }
    return entries.compactMap(\.string)
  }

  /// Connects folders beside those that are.
  ///
  /// - Parameter added: absolute.
  /// - Throws: as `folders`.
  package func connect(_ added: [String]) throws(SyncFailure) {
    var all = try folders()
    for folder in added where !all.contains(where: { PathKey($0) == PathKey(folder) }) {
      all.append(folder)
    }
    try replace(with: all)
  }

  private func replace(with all: [String]) throws(SyncFailure) {
    var json = JSONWriter()
    json.object { json in
      json.array("folders") { json in
        for folder in all { json.value(folder) }
      }
    }
    json.endLine()
    let bytes = json.take()
    try fileWork { () throws(FileError) in
      try disk.files.makeFolder(stateFolder, mode: Permissions.folder)
      // The lock under which temporary files of this folder are removed. A sign-in that holds it is
      // not waited for.
      let lock = try disk.files.lock(stateFolder + "/credentials.lock", note: [])
      defer { lock?.release() }
      if lock != nil { sweep() }
      try disk.files.replace(path, with: bytes, mode: Permissions.state)
    }
  }

  /// Removes temporary files of killed runs. Nothing reads one that cannot be removed.
  private func sweep() {
    for name in (try? disk.list(stateFolder)) ?? FileNames()
    where TemporaryName.matches(name) && name.hasPrefix(".folders.json.") {
      try? disk.remove(stateFolder + "/" + name)
    }
  }

  /// Disconnects some folders.
  ///
  /// - Parameter gone: among the connected ones, as `folders` has them.
  /// - Throws: as `folders`.
  package func disconnect(_ gone: [String]) throws(SyncFailure) {
    let rest = try folders().filter { folder in
      !gone.contains { PathKey($0) == PathKey(folder) }
    }
    if rest.isEmpty { return try disconnect() }
    try replace(with: rest)
  }

  /// Disconnects all folders.
  ///
  /// - Throws: `storage`.
  package func disconnect() throws(SyncFailure) {
    try disk.remove(path)
  }
}
