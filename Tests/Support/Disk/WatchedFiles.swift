// The real file system with something before and after every operation.

package import Model
import Platform

/// What is done to a file or a folder.
package enum FileOperation: String, Sendable {
  case read, makeFolder, replace, overwrite, append, remove, removeFolder
  case lock, unlock, create
  /// Part of a file is read.
  case readPart
  /// Its metadata or its real path are read.
  case look
  /// The names in it are read.
  case list
}

/// A file system that is told what is done, and may prevent it.
package protocol WatchedFiles: FileSystem {
  /// The folder that is the root; empty for the machine's own.
  var root: String { get }

  /// Called before an operation; what it throws, the operation throws.
  ///
  /// - Parameter bytes: what is to be written.
  func begin(
    _ operation: FileOperation, _ path: String, writing bytes: ArraySlice<UInt8>
  ) throws(FileError)

  /// Called after an operation that did not fail.
  ///
  /// - Parameter hasChanged: whether something was made, written or removed.
  func end(_ operation: FileOperation, _ path: String, hasChanged: Bool)
}

extension WatchedFiles {
  private var disk: POSIXFiles { POSIXFiles() }

  package func mayWrite(_ path: String) -> Bool { true }

  package func read(_ path: String) throws(FileError) -> [UInt8]? {
    try watch(.read, path) { path throws(FileError) in try disk.read(path) }
  }

  package func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]? {
    try watch(.readPart, path) { path throws(FileError) in try disk.read(path, in: range) }
  }

  package func info(_ path: String) throws(FileError) -> FileInfo? {
    try watch(.look, path) { path throws(FileError) in try disk.info(path) }
  }

  package func list(_ folder: String) throws(FileError) -> [String] {
    try watch(.list, folder) { path throws(FileError) in try disk.list(path) }
  }

  package func realPath(_ path: String) throws(FileError) -> String? {
    try watch(.look, path) { path throws(FileError) in try disk.realPath(path) }.map {
      $0 == root ? "/" : String($0.dropFirst(root.count))
    }
  }

  package func makeFolder(_ path: String, mode: UInt32) throws(FileError) {
    try watch(.makeFolder, path) { path throws(FileError) in
      try disk.makeFolder(path, mode: mode)
    }
  }

  package func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try watch(.replace, path, writing: bytes[...]) { path throws(FileError) in
      try disk.replace(path, with: bytes, mode: mode)
    }
  }

  package func create(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try watch(.create, path, writing: bytes[...]) { path throws(FileError) in
      try disk.create(path, with: bytes, mode: mode)
    }
  }

  package func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try watch(.overwrite, path, writing: bytes[...]) { path throws(FileError) in
      try disk.overwrite(path, with: bytes)
    }
  }

  package func append(_ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32) throws(FileError) {
    try watch(.append, path, writing: bytes) { path throws(FileError) in
      try disk.append(bytes, to: path, mode: mode)
    }
  }

  package func remove(_ path: String) throws(FileError) {
    try watch(.remove, path) { path throws(FileError) in try disk.remove(path) }
  }

  package func removeFolder(_ path: String) throws(FileError) {
    try watch(.removeFolder, path) { path throws(FileError) in try disk.removeFolder(path) }
  }

  package func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)? {
    try watch(.lock, path) { path throws(FileError) in try disk.lock(path, note: note) }
  }

  package func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    try watch(.lock, path) { path throws(FileError) in try disk.lock(path) }
  }

  /// Does something to a file as an operation of this file system.
  func watch<Result>(
    _ operation: FileOperation, _ path: String, writing bytes: ArraySlice<UInt8> = [],
    _ body: (_ realPath: String) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    try begin(operation, path, writing: bytes)
    let before = Disk.entry(root + path)?.inode
    let result: Result
    do {
      result = try body(root + path)
    } catch {
      throw FileError(
        path: String(error.path.dropFirst(root.count)), reason: error.reason,
        isReading: error.isReading)
    }
    let isWritten = [.append, .overwrite].contains(operation)
    end(operation, path, hasChanged: isWritten || Disk.entry(root + path)?.inode != before)
    return result
  }
}
