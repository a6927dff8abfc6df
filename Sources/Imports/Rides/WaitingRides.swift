// The rides of an import, which wait outside of memory until all files are read.

import Codec
import Format
import Model
import Platform

/// A ride as one file tells it.
struct FileRide: Hashable, Sendable {
  var activity: Activity
  /// How much the file recorded; nil for a summary without a recording.
  let richness: RecordingQuality?
  /// Identifies its file among all of an import; empty for a ride without one.
  var key = ""
}

/// Rides in a spool: an archive may hold a hundred thousand. In memory is what finding, sorting and
/// joining them takes.
struct WaitingRides: ImportedRides {
  struct Head: Sendable {
    let start: Timestamp
    /// Of the ride's id at its service, or of the key of its file.
    let hash: Int
    private let offset: Int
    private let length: UInt32
    /// The moving time, or the whole time where there is none.
    private let seconds: UInt32?
    /// The parts of the richness, which take eight bytes more together; nil where there is none.
    private let format: RideFormat?
    private let quantities: UInt8
    let isCut: Bool
    /// Counts instead of the one that is in the spool.
    var source: Source

    fileprivate init(_ ride: borrowing FileRide, at range: Range<Int>) {
      start = ride.activity.start
      source = ride.activity.id.source
      hash = source.isFiles ? ride.key.hashValue : ride.activity.id.sourceID.hashValue
      (offset, length) = (range.lowerBound, UInt32(clamping: range.count))
      seconds = (ride.activity.durationSeconds ?? ride.activity.elapsedSeconds).map {
        UInt32(clamping: $0)
      }
      format = ride.richness?.format
      quantities = UInt8(clamping: ride.richness?.quantities ?? 0)
      isCut = ride.richness?.isCut ?? false
    }

    fileprivate var range: Range<Int> { offset..<offset + Int(length) }

    fileprivate var richness: RecordingQuality? {
      format.map { RecordingQuality(quantities: Int(quantities), format: $0, isCut: isCut) }
    }

    /// As much of the ride as comparing files takes: the id of such a ride is its start.
    var outline: Activity {
      var activity = Activity(
        id: ActivityID(source: source, sourceID: "\(start.seconds)"), start: start)
      activity.durationSeconds = seconds.map { Int($0) }
      return activity
    }
  }

  var heads: [Head] = []
  let spool: Spool

  init(in spool: Spool) { self.spool = spool }

  mutating func append(_ ride: FileRide) {
    heads.append(Head(ride, at: spool.append(ride.bytes)))
  }

  mutating func replace(at index: Int, with ride: FileRide) {
    heads[index] = Head(ride, at: spool.append(ride.bytes))
  }

  /// - Throws: `storage` when the spool does not deliver a key.
  mutating func removeAll(where isRemoved: (_ key: String) -> Bool) throws(SyncFailure) {
    var kept: [Head] = []
    for index in heads.indices where !isRemoved(try key(at: index)) { kept.append(heads[index]) }
    heads = kept
  }

  // MARK: Reading

  /// The most bytes that are read at once, but for a single ride.
  private static let pieceSize = 65_536
  private static let lineEnd = UInt8(ascii: "\n")

  /// - Throws: `storage` when the spool does not deliver it.
  func ride(at index: Int) throws(SyncFailure) -> FileRide {
    let (head, bytes) = (heads[index], try bytes(heads[index].range))
    return FileRide(
      activity: try activity(of: head, in: bytes, 0..<bytes.count), richness: head.richness,
      key: key(in: bytes))
  }

  /// - Throws: `storage` when the spool does not deliver it.
  func key(at index: Int) throws(SyncFailure) -> String { key(in: try bytes(heads[index].range)) }

  func forEachRide(
    _ body: (ImportedRide) throws(SyncFailure) -> Void
  ) throws(SyncFailure) {
    var rest = heads[...]
    while let start = rest.first?.range.lowerBound {
      // What stands one after another is read at once.
      var end = start
      let piece = rest.prefix { head in
        guard head.range.lowerBound == end, end - start < Self.pieceSize else { return false }
        end = head.range.upperBound
        return true
      }
      rest = rest[piece.endIndex...]
      let bytes = try bytes(start..<end)
      for head in piece {
        let range = head.range.lowerBound - start..<head.range.upperBound - start
        // A service's rides are told apart by their ids alone.
        try body(
          ImportedRide(
            try activity(of: head, in: bytes, range),
            richness: head.source.isFiles ? head.richness : nil))
      }
    }
  }

  private func bytes(_ range: Range<Int>) throws(SyncFailure) -> [UInt8] {
    try fileWork { () throws(FileError) in try spool.read(range) }
  }

  private func activity(
    of head: Head, in bytes: [UInt8], _ range: Range<Int>
  ) throws(SyncFailure) -> Activity {
    guard let end = bytes[range].firstIndex(of: Self.lineEnd),
      let line = try? JSONValue(parsing: bytes, in: range.lowerBound..<end),
      var activity = Activity(received: line, of: nil)
    else {
      throw SyncFailure(FileError(path: Spool.name, reason: .ioError, isReading: true))
    }
    // It is not in the store yet.
    activity.archive = .nothing
    if activity.id.source != head.source {
      activity.id = ActivityID(source: head.source, sourceID: activity.id.sourceID)
    }
    return activity
  }

  private func key(in bytes: [UInt8]) -> String {
    let start = bytes.firstIndex(of: Self.lineEnd).map { $0 + 1 } ?? bytes.count
    return String(decoding: bytes[start...], as: UTF8.self)
  }
}

extension FileRide {
  /// A line with all of the ride, then the key.
  fileprivate var bytes: [UInt8] {
    var json = JSONWriter(capacity: 1_024)
    json.object { activity.writeReceived(to: &$0) }
    json.endLine()
    var bytes = json.take()
    bytes += key.utf8
    return bytes
  }
}
