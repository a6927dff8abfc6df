// What services sent, kept in checkpoints and not in memory until the year files are written.

import SyncModel

/// A record that has arrived.
struct Arrival: Sendable {
  var activity: Activity
  /// Where the checkpoint of its source keeps its `raw`; nil when the record has it, or there is none.
  var raw: Range<Int>?
}

/// Reads back from a checkpoint, a window at a time: records are written about in the order in which
/// they arrived.
struct KeptRaws {
  private static let window = 262_144

  private let path: String
  private let disk: StoreDisk
  private var bytes: [UInt8] = []
  /// Where in the file the window begins.
  private var start = 0

  /// - Parameter path: the checkpoint.
  init(_ path: String, on disk: StoreDisk) {
    self.path = path
    self.disk = disk
  }

  /// The bytes of a range, without a copy of them.
  ///
  /// - Throws: `storage`, also when the file does not have them any more.
  mutating func raw(at range: Range<Int>) throws(SyncFailure) -> ArraySlice<UInt8> {
    if range.lowerBound < start || range.upperBound > start + bytes.count {
      let length = max(range.count, Self.window)
      start = range.lowerBound
      bytes = try disk.read(path, in: start..<start + length) ?? []
      guard bytes.count >= range.count else {
        throw .lost(path)
      }
    }
    return bytes[(range.lowerBound - start)..<(range.upperBound - start)]
  }
}
