// Reads a recording from a file or a pipe.

import Reporting
import Model

/// Reads a recording only as fast as its events are consumed.
struct Recording {
  private static let piece = 65_536

  let input: any InputFile
  /// The file name to display.
  let name: DisplayText
  private(set) var reader: RecordingReader
  private(set) var isEnded = false
  private var offset: Int64 = 0

  /// - Parameters:
  ///   - isWhole: whether to read all runs of a file, or only the last. All runs of a pipe are
  ///     read, because it cannot be read from its end.
  ///   - keepsLines: whether the events will be passed on.
  /// - Throws: `badInput` when it cannot be read.
  init(
    _ input: any InputFile, name: DisplayText, isWhole: Bool, keepsLines: Bool
  ) throws(SyncFailure) {
    self.input = input
    self.name = name
    reader = RecordingReader(keepsLines: keepsLines)
    if isFile, !isWhole { offset = try lastRun() }
  }

  /// Whether it can be read at any time; otherwise its bytes arrive as signals.
  var isFile: Bool { input.kind == .file }

  /// The next item; nil when more bytes are needed.
  mutating func take() -> RecordingReader.Item? { reader.take() }

  /// Reads the next part of a file.
  ///
  /// - Throws: `badInput` when it cannot be read.
  mutating func read() throws(SyncFailure) {
    let bytes = try bytes(at: offset, count: Self.piece)
    offset += Int64(bytes.count)
    bytes.isEmpty ? end() : read(bytes)
  }

  /// Takes bytes from a pipe.
  mutating func read(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { reader.read($0) }
  }

  /// Marks the end of the pipe.
  mutating func end() {
    reader.end()
    isEnded = true
  }

  /// The offset of the last run in the file.
  private func lastRun() throws(SyncFailure) -> Int64 {
    var search = RecordingReader(keepsLines: false)
    var at: Int64 = 0
    while at < input.size {
      let piece = try bytes(at: at, count: Self.piece)
      if piece.isEmpty { break }
      piece.withUnsafeBufferPointer { search.read($0) }
      while search.take() != nil {}
      at += Int64(piece.count)
    }
    return Int64(search.lastRun ?? 0)
  }

  private func bytes(at offset: Int64, count: Int) throws(SyncFailure) -> [UInt8] {
    do throws(FileError) {
      return try input.read(at: offset, count: count)
    } catch {
      throw error.exhaustion ?? .badRecord(file: name, .unreadable(error.reason))
    }
  }
}
