// What services sent, kept in checkpoints and not in memory until the year files are written.

import Model

/// A record that has arrived.
struct Arrival: Sendable {
  /// Without its `raw` where the checkpoint has that.
  var activity: Activity
  /// Where the checkpoint of its source keeps it; nil when there is none, or no `raw`.
  var kept: KeptLine?
  /// As in `Row`.
  var digest: UInt64?
}

/// Where a checkpoint keeps a record, in bytes from the beginning of the file.
struct KeptLine: Hashable, Sendable {
  /// The members that count as a change, as the year file will have them; nil when they have to be
  /// written again.
  let members: Range<Int>?
  let raw: Range<Int>
}

/// Reads back from a checkpoint, a window at a time: records are written about in the order in which
/// they arrived.
struct KeptLines {
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

  /// The bytes of a record, without a copy of them.
  ///
  /// - Throws: `storage`, also when the file does not have them any more.
  mutating func line(
    at place: KeptLine
  ) throws(SyncFailure) -> (members: ArraySlice<UInt8>?, raw: ArraySlice<UInt8>) {
    let begin = place.members?.lowerBound ?? place.raw.lowerBound
    let end = place.raw.upperBound
    if begin < start || end > start + bytes.count {
      start = begin
      bytes = try disk.read(path, in: start..<start + max(end - begin, Self.window)) ?? []
      guard bytes.count >= end - begin else {
        throw .lost(path)
      }
    }
    return (place.members.map(slice), slice(place.raw))
  }

  private func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[(range.lowerBound - start)..<(range.upperBound - start)]
  }
}
