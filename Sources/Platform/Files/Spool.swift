// Bytes that wait outside of memory until they are needed again.

import CLibrary
import CPlatform
package import Model
import Synchronization

/// Holds bytes in a file without a name, which is gone with the process. The first of them, and all
/// that no file takes, stay in memory: adding never fails.
package final class Spool: Sendable {
  private struct State: ~Copyable {
    /// nil as long as everything is in memory.
    var file: Int32?
    /// The number of bytes in the file.
    var written = 0
    /// What comes after them.
    var rest: [UInt8] = []
    /// Whether no file takes anything more.
    var isFull = false
  }

  /// What failures call it.
  package static let name = "temporary file"

  private let state = Mutex(State())
  private let inMemory: Int
  private let open: @Sendable () -> Int32?

  /// - Parameters:
  ///   - inMemory: the number of bytes that are collected in memory before a file gets them.
  ///   - open: makes the file; nil when there is none.
  package init(
    inMemory: Int = 1 << 20, open: @escaping @Sendable () -> Int32? = Spool.namelessFile
  ) {
    self.inMemory = inMemory
    self.open = open
  }

  deinit {
    state.withLock { state in
      // Nobody needs the bytes any more.
      if let file = state.file { _ = close(file) }
    }
  }

  /// A new file in the folder for temporary files; nil when it cannot be made.
  @Sendable package static func namelessFile() -> Int32? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var path = Array("\(folder.isEmpty ? "/tmp" : folder)/velo-sync-XXXXXX".utf8CString)
    let file = descriptor_temporary(&path)
    guard file >= 0 else { return nil }
    // One that keeps its name would be left there: it is not used, and nothing is in it yet.
    if unlink(path) == 0 { return file }
    _ = close(file)
    return nil
  }

  /// Adds bytes, and returns where they are.
  package func append(_ bytes: [UInt8]) -> Range<Int> {
    state.withLock { state in
      let start = state.written + state.rest.count
      if state.rest.count + bytes.count <= inMemory || !write(state.rest, &state) {
        state.rest += bytes
      } else {
        state.rest = []
        // Many bytes at once are not collected first.
        if bytes.count <= inMemory || !write(bytes, &state) { state.rest = bytes }
      }
      return start..<start + bytes.count
    }
  }

  /// Writes bytes to the end of the file; false if that takes nothing more.
  private func write(_ bytes: [UInt8], _ state: inout State) -> Bool {
    if state.isFull { return false }
    if bytes.isEmpty { return true }
    state.file = state.file ?? open()
    var offset = state.written
    let isWritten =
      state.file.map { file in
        transferAll(bytes[...]) { chunk in
          let count = pwrite(file, chunk.baseAddress, chunk.count, off_t(offset))
          offset += max(0, count)
          return count
        }
      } ?? false
    if isWritten { state.written += bytes.count } else { state.isFull = true }
    return isWritten
  }

  /// Reads bytes that were added, also those of several calls.
  ///
  /// - Throws: when the file does not deliver them.
  package func read(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    try state.withLock { (state) throws(FileError) in
      let start = range.lowerBound - state.written
      guard start < 0, let file = state.file else {
        return Array(state.rest[start..<start + range.count])
      }
      var isRead = false
      let inFile = min(range.upperBound, state.written) - range.lowerBound
      var bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
        isRead = readFully(
          file, at: Int64(range.lowerBound),
          into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: inFile), &count)
      }
      if bytes.count == inFile {
        bytes += state.rest.prefix(range.count - inFile)
        return bytes
      }
      let reason = isRead ? .ioError : StorageFailure.Reason(errno: errno)
      throw FileError(path: Self.name, reason: reason, isReading: true)
    }
  }
}
