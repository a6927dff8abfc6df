// A file system whose reads block until released, or that refuses some paths.

import Platform
import Support
import Model

/// The real file system, except that reads of opened inputs block until `release`, if there are no
/// paths that nobody may read.
struct StuckFiles: WatchedFiles, RecordFiles {
  private enum State { case idle, stuck, released }

  /// As if they had no permissions, which root would not notice.
  var closed: Set<String> = []
  /// Paths that the disk no longer delivers, and why; may change while files are read.
  let broken = Monitor([String: StorageFailure.Reason]())
  let root = ""
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

  func begin(
    _ operation: FileOperation, _ path: String, writing bytes: ArraySlice<UInt8>
  ) throws(FileError) {
    if operation == .list { try check(path) }
  }

  func end(_ operation: FileOperation, _ path: String, hasChanged: Bool) {}
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
