// The real file system with something before and after every operation.

package import Model
import Platform

package enum FileOperation: String, Sendable {
  case read, makeFolder, replace, overwrite, append, remove, removeFolder, lock, unlock, create
  case readPart, list
  /// Its metadata or its real path are read.
  case look
}

/// A file system that is told what is done, and may prevent it.
package protocol WatchedFiles: FileSystem {
  /// The folder that is the root; empty for the machine's own.
  var root: String { get }
  /// Called before an operation, with what it is to write; what this throws, the operation throws.
  func begin(
    _ operation: FileOperation, _ path: String, writing bytes: ArraySlice<UInt8>
  ) throws(FileError)
  /// Called after an operation that did not fail, with whether it made, wrote or removed something.
  func end(_ operation: FileOperation, _ path: String, hasChanged: Bool)
}

extension WatchedFiles {
  private var disk: POSIXFiles { POSIXFiles() }

  package func mayWrite(_ path: String) -> Bool { true }

  package func read(_ path: String) throws(FileError) -> [UInt8]? {
    try watch(.read, path) { try disk.read($0) }
  }

  package func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]? {
    try watch(.readPart, path) { try disk.read($0, in: range) }
  }

  package func info(_ path: String) throws(FileError) -> FileInfo? {
    try watch(.look, path) { try disk.info($0) }
  }

  package func list(_ folder: String) throws(FileError) -> [String] {
    try watch(.list, folder) { try disk.list($0) }
  }

  package func realPath(_ path: String) throws(FileError) -> String? {
    try watch(.look, path) { try disk.realPath($0) }.map {
      $0 == root ? "/" : String($0.dropFirst(root.count))
    }
  }

  package func makeFolder(_ path: String, mode: UInt32) throws(FileError) {
    try watch(.makeFolder, path) { try disk.makeFolder($0, mode: mode) }
  }

  package func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try watch(.replace, path, writing: bytes[...]) { try disk.replace($0, with: bytes, mode: mode) }
  }

  package func create(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try watch(.create, path, writing: bytes[...]) { try disk.create($0, with: bytes, mode: mode) }
  }

  package func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try watch(.overwrite, path, writing: bytes[...]) { try disk.overwrite($0, with: bytes) }
  }

  package func append(_ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32) throws(FileError) {
    try watch(.append, path, writing: bytes) { try disk.append(bytes, to: $0, mode: mode) }
  }

  package func remove(_ path: String) throws(FileError) {
    try watch(.remove, path) { try disk.remove($0) }
  }

  package func removeFolder(_ path: String) throws(FileError) {
    try watch(.removeFolder, path) { try disk.removeFolder($0) }
  }

  package func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)? {
    try watch(.lock, path) { try disk.lock($0, note: note) }
  }

  package func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    try watch(.lock, path) { try disk.lock($0) }
  }

  /// Does something to a file as an operation of this file system.
  func watch<Result>(
    _ operation: FileOperation, _ path: String, writing bytes: ArraySlice<UInt8> = [],
    _ body: (_ realPath: String) throws -> Result
  ) throws(FileError) -> Result {
    try begin(operation, path, writing: bytes)
    let before = Disk.entry(root + path)?.inode
    let result: Result
    do {
      result = try body(root + path)
    } catch {
      guard let error = error as? FileError else { preconditionFailure("\(error)") }
      throw FileError(
        path: String(error.path.dropFirst(root.count)), reason: error.reason,
        isReading: error.isReading)
    }
    let isWritten = [.append, .overwrite].contains(operation)
    end(operation, path, hasChanged: isWritten || Disk.entry(root + path)?.inode != before)
    return result
  }
}
