// Reads a recording from a file or a pipe.

import Reporting
import Model

/// Reads a recording only as fast as its events are consumed.
struct Recording {
  private static let piece = 65_536

  let input: any InputFile
  let name: DisplayText
  private(set) var reader: RecordingReader
  private(set) var isEnded = false
  private let isWhole: Bool
  private var offset: Int64 = 0

  /// - Parameters:
  ///   - isWhole: whether to read all runs, or only the last.
  ///   - keepsLines: whether the events will be passed on.
  /// - Throws: `badInput` when it cannot be read.
  init(
    _ input: any InputFile, name: DisplayText, isWhole: Bool, keepsLines: Bool
  ) throws(SyncFailure) {
    self.input = input
    (self.name, self.isWhole) = (name, isWhole)
    reader = RecordingReader(keepsLines: keepsLines)
    if isFile, !isWhole {
      offset = Int64(
        try Self.lastRun { (offset) throws(SyncFailure) in
          offset < input.size ? try bytes(at: Int64(offset), count: Self.piece) : []
        })
    }
  }

  /// Whether it can be read at any time; otherwise its bytes arrive as signals.
  var isFile: Bool { input.kind == .file }

  /// The next item; nil when more bytes are needed.
  mutating func nextItem() -> RecordingReader.Item? { reader.nextItem() }

  /// Reads the next part of a file.
  ///
  /// - Throws: `badInput` when it cannot be read.
  mutating func read() throws(SyncFailure) {
    let bytes = try bytes(at: offset, count: Self.piece)
    offset += Int64(bytes.count)
    bytes.isEmpty ? end() : read(bytes)
  }

  mutating func read(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { reader.read($0) } }

  /// Takes the first bytes from a pipe: of several runs in them only the last, unless all are read.
  mutating func readFirst(_ bytes: [UInt8]) {
    read(isWhole ? bytes : Array(bytes[Self.lastRun { Array(bytes[$0...]) }...]))
  }

  mutating func end() {
    reader.end()
    isEnded = true
  }

  /// The offset of the last run.
  ///
  /// - Parameter piece: the bytes from an offset on; none at the end.
  private static func lastRun<Failure: Error>(
    _ piece: (Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> Int {
    var search = RecordingReader(keepsLines: false)
    var at = 0
    while true {
      let bytes = try piece(at)
      if bytes.isEmpty { return search.lastRun ?? 0 }
      bytes.withUnsafeBufferPointer { search.read($0) }
      while search.nextItem() != nil {}
      at += bytes.count
    }
  }

  private func bytes(at offset: Int64, count: Int) throws(SyncFailure) -> [UInt8] {
    do throws(FileError) {
      return try input.read(at: offset, count: count)
    } catch {
      throw error.exhaustion ?? .badRecord(file: name, .unreadable(error.reason))
    }
  }
}
