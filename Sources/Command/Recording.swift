// A recording on its way from its file or pipe to the loop.

import Reporting
import Model

/// Reads a recording only as fast as somebody takes what it says.
struct Recording {
  private static let piece = 65_536
  /// How much of the end of a file is looked at first for the beginning of the last run.
  private static let firstLook: Int64 = 1 << 20

  let input: any InputFile
  /// The file as a person knows it.
  let name: DisplayText
  private(set) var recording: RecordingReader
  private(set) var isEnded = false
  private var offset: Int64 = 0

  /// - Parameters:
  ///   - isWhole: whether all runs of a file are wanted; else its last. A pipe has no end to begin
  ///     from: its runs come as they come.
  ///   - keepsLines: whether the events are passed on.
  /// - Throws: `badInput` when it cannot be read.
  init(
    _ input: any InputFile, name: DisplayText, isWhole: Bool, keepsLines: Bool
  ) throws(SyncFailure) {
    self.input = input
    self.name = name
    recording = RecordingReader(keepsLines: keepsLines)
    if isFile, !isWhole { offset = try lastRun() }
  }

  /// Whether it can be read at any time; else its bytes come as signals.
  var isFile: Bool { input.kind == .file }

  /// What comes next; nil when more must be read.
  mutating func take() -> RecordingReader.Item? { recording.take() }

  /// Reads the next piece of a file.
  ///
  /// - Throws: `badInput` when it cannot be read.
  mutating func read() throws(SyncFailure) {
    let bytes = try bytes(at: offset, count: Self.piece)
    offset += Int64(bytes.count)
    bytes.isEmpty ? end() : read(bytes)
  }

  /// Takes in a piece of a pipe.
  mutating func read(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { recording.read($0) }
  }

  /// The pipe has ended.
  mutating func end() {
    recording.end()
    isEnded = true
  }

  /// Where the last run of the file begins: most begin close to its end.
  private func lastRun() throws(SyncFailure) -> Int64 {
    let end = max(0, input.size - Self.firstLook)
    if end > 0, let start = try lastRun(from: end) { return start }
    return try lastRun(from: 0) ?? 0
  }

  /// Where the last run begins that begins at an offset or after it; nil when none does.
  private func lastRun(from offset: Int64) throws(SyncFailure) -> Int64? {
    var search = LastRunSearch(isWhole: offset == 0)
    var at = offset
    while at < input.size {
      let piece = try bytes(at: at, count: Self.piece)
      if piece.isEmpty { break }
      search.read(piece)
      at += Int64(piece.count)
    }
    return search.start.map { offset + Int64($0) }
  }

  private func bytes(at offset: Int64, count: Int) throws(SyncFailure) -> [UInt8] {
    do throws(FileError) {
      return try input.read(at: offset, count: count)
    } catch {
      throw error.exhaustion ?? .badRecord(file: name, .unreadable(error.reason))
    }
  }
}
