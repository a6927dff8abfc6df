// A disk that can be read and not written.

import Platform
import Model

/// Real files, but every write finds the disk full.
struct FullDisk: FileSystem {
  private let real = POSIXFiles()

  func read(_ path: String) throws(FileError) -> [UInt8]? { try real.read(path) }
  func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]? {
    try real.read(path, in: range)
  }
  func info(_ path: String) throws(FileError) -> FileInfo? { try real.info(path) }
  func list(_ folder: String) throws(FileError) -> [String] { try real.list(folder) }
  func makeFolder(_ path: String, mode: UInt32) throws(FileError) {
    try real.makeFolder(path, mode: mode)
  }
  func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    throw FileError(path: path, reason: .diskFull)
  }
  func prepare(_ path: String, size: Int, mode: UInt32) throws(FileError) -> any PreparedFile {
    throw FileError(path: path, reason: .diskFull)
  }
  func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    throw FileError(path: path, reason: .diskFull)
  }
  func append(_ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32) throws(FileError) {
    throw FileError(path: path, reason: .diskFull)
  }
  func remove(_ path: String) throws(FileError) { try real.remove(path) }
  func removeFolder(_ path: String) throws(FileError) { try real.removeFolder(path) }
  func realPath(_ path: String) throws(FileError) -> String? { try real.realPath(path) }
  func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)? {
    try real.lock(path, note: note)
  }
}
