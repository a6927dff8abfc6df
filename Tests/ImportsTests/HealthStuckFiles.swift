// A file system whose reads block until released, or that refuses some paths.

import Platform
import Support
import Model

/// The real file system, except that reads of opened inputs block until `release`, if there are no
/// paths that nobody may read.
struct StuckFiles: FileSystem, RecordFiles {
  private enum State { case idle, stuck, released }

  /// As if they had no permissions, which root would not notice.
  var closed: Set<String> = []
  /// Paths that the disk no longer delivers, and why; may change while files are read.
  let broken = Monitor([String: StorageFailure.Reason]())
  private let disk = POSIXFiles()
  private let state = Monitor(State.idle)

  func release() { state.withLock { $0 = .released } }

  /// - Throws: `DeadlineMissed` if nothing is read in time.
  func waitUntilStuck() throws(DeadlineMissed) {
    try state.wait(for: "a read") { $0 == .stuck ? () : nil }
  }

  fileprivate func stick() {
    state.withLock { if $0 == .idle { $0 = .stuck } }
    state.waitForever { $0 == .released ? () : nil }
  }

  private func check(_ path: String) throws(FileError) {
    if closed.contains(path) {
      throw FileError(path: path, reason: .notPermitted, isReading: true)
    }
    if let reason = broken.withLock({ $0[path] }) {
      throw FileError(path: path, reason: reason, isReading: true)
    }
  }

  func openInput(_ path: String) throws(FileError) -> (any InputFile)? {
    try check(path)
    let file = try disk.openInput(path)
    return closed.isEmpty ? file.map { StuckFile(file: $0, files: self) } : file
  }

  func openRecord(_ path: String, mode: UInt32) throws(FileError) -> any RecordFile {
    try disk.openRecord(path, mode: mode)
  }

  func write(_ bytes: [UInt8], toNamed path: String) throws(FileError) {
    try disk.write(bytes, toNamed: path)
  }

  func record(_ descriptor: Int32) -> any RecordFile { disk.record(descriptor) }

  func input(_ descriptor: Int32) throws(FileError) -> any InputFile { try disk.input(descriptor) }

  func rename(_ path: String, to other: String) throws(FileError) {
    try disk.rename(path, to: other)
  }

  func read(_ path: String) throws(FileError) -> [UInt8]? { try disk.read(path) }

  func read(_ path: String, in range: Range<Int>) throws(FileError) -> [UInt8]? {
    try disk.read(path, in: range)
  }

  func info(_ path: String) throws(FileError) -> FileInfo? { try disk.info(path) }

  func list(_ folder: String) throws(FileError) -> [String] {
    try check(folder)
    return try disk.list(folder)
  }

  func makeFolder(_ path: String, mode: UInt32) throws(FileError) {
    try disk.makeFolder(path, mode: mode)
  }

  func replace(
    _ path: String, with bytes: [UInt8], mode: UInt32
  ) throws(FileError) {
    try disk.replace(path, with: bytes, mode: mode)
  }

  func create(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
    try disk.create(path, with: bytes, mode: mode)
  }

  func lock(_ path: String) throws(FileError) -> (any FileLock)? { try disk.lock(path) }

  func overwrite(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try disk.overwrite(path, with: bytes)
  }

  func append(_ bytes: ArraySlice<UInt8>, to path: String, mode: UInt32) throws(FileError) {
    try disk.append(bytes, to: path, mode: mode)
  }

  func remove(_ path: String) throws(FileError) { try disk.remove(path) }

  func removeFolder(_ path: String) throws(FileError) { try disk.removeFolder(path) }

  func realPath(_ path: String) throws(FileError) -> String? { try disk.realPath(path) }

  func lock(_ path: String, note: [UInt8]) throws(FileError) -> (any FileLock)? {
    try disk.lock(path, note: note)
  }
}

private struct StuckFile: InputFile {
  let file: any InputFile
  let files: StuckFiles

  var descriptor: Int32 { file.descriptor }
  var kind: InputKind { file.kind }
  var size: Int64 { file.size }

  func read(
    at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    files.stick()
    return try file.read(at: offset, into: buffer)
  }
}
