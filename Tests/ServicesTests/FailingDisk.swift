// A disk on which chosen file operations fail.

import Platform
import Support
import Model

/// Real files; the chosen operations find the disk full.
struct FailingDisk: FileSystem {
  enum Call: CaseIterable {
    /// Reserve space, use it, write a new file, overwrite the old one.
    case prepare, commit, replace, overwrite
    /// Read the file again.
    case read
  }

  private let real = POSIXFiles()
  private let failing = Monitor<Set<Call>>([])

  /// From now on these operations fail, and no others.
  func fail(_ calls: Set<Call>) {
    failing.withLock { $0 = calls }
  }

  private func call(_ call: Call, _ path: String) throws(FileError) {
    let fails = failing.withLock { $0.contains(call) }
    if fails { throw FileError(path: path, reason: .diskFull) }
  }

  private struct Prepared: PreparedFile {
    let file: any PreparedFile
    let path: String
    let disk: FailingDisk

    func replace(with bytes: [UInt8]) throws(FileError) {
      try disk.call(.commit, path)
      try file.replace(with: bytes)
    }

    func discard() { file.discard() }
  }

  func prepare(_ path: String, size: Int, mode: UInt32) throws(FileError) -> any PreparedFile {
    try call(.prepare, path)
    let file = try real.prepare(path, size: size, mode: mode)
    return Prepared(file: file, path: path, disk: self)
  }
  func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try call(.replace, path)
    try real.replace(path, with: bytes, mode: mode)
  }
  func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try call(.overwrite, path)
    try real.overwrite(path, with: bytes)
  }
  func read(_ path: String) throws(FileError) -> [UInt8]? {
    try call(.read, path)
    return try real.read(path)
  }
  func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]? {
    try real.read(path, in: range)
  }
  func info(_ path: String) throws(FileError) -> FileInfo? { try real.info(path) }
  func list(_ folder: String) throws(FileError) -> [String] { try real.list(folder) }
  func makeFolder(_ path: String, mode: UInt32) throws(FileError) {
    try real.makeFolder(path, mode: mode)
  }
  func append(_ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32) throws(FileError) {
    try real.append(bytes, to: path, mode: mode)
  }
  func remove(_ path: String) throws(FileError) { try real.remove(path) }
  func removeFolder(_ path: String) throws(FileError) { try real.removeFolder(path) }
  func realPath(_ path: String) throws(FileError) -> String? { try real.realPath(path) }
  func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)? {
    try real.lock(path, note: note)
  }
}
