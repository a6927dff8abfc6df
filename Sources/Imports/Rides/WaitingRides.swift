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
    fileprivate let offset: Int
    fileprivate let length: UInt32
    /// The moving time, or the whole time where there is none.
    fileprivate let seconds: UInt32?
    /// Whether the file was damaged, so that it may end before the ride does.
    let isCut: Bool
    /// Counts instead of the one that was written with the ride.
    var source: Source

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

  mutating func append(_ ride: FileRide) { heads.append(head(of: ride)) }

  mutating func replace(at index: Int, with ride: FileRide) { heads[index] = head(of: ride) }

  /// - Throws: `storage` when the spool does not deliver a key.
  mutating func removeAll(where isRemoved: (_ key: String) -> Bool) throws(SyncFailure) {
    var kept: [Head] = []
    for index in heads.indices where !isRemoved(try key(at: index)) { kept.append(heads[index]) }
    heads = kept
  }

  private func head(of ride: FileRide) -> Head {
    let activity = ride.activity
    let range = spool.append(ride.bytes)
    return Head(
      start: activity.start,
      hash: activity.id.source.isFiles ? ride.key.hashValue : activity.id.sourceID.hashValue,
      offset: range.lowerBound, length: UInt32(clamping: range.count),
      seconds: (activity.durationSeconds ?? activity.elapsedSeconds).map { UInt32(clamping: $0) },
      isCut: ride.richness?.isCut ?? false, source: activity.id.source)
  }

  // MARK: Reading

  /// - Throws: `storage` when the spool does not deliver it.
  func ride(at index: Int) throws(SyncFailure) -> FileRide { try ride(heads[index]) }

  func key(at index: Int) throws(SyncFailure) -> String {
    FileRide.key(in: try bytes(heads[index]))
  }

  func forEachRide(
    _ body: (ImportedRide) throws(SyncFailure) -> Void
  ) throws(SyncFailure) {
    for head in heads {
      let ride = try ride(head)
      // A service's rides are told apart by their ids alone.
      try body(ImportedRide(ride.activity, richness: head.source.isFiles ? ride.richness : nil))
    }
  }

  private func ride(_ head: Head) throws(SyncFailure) -> FileRide {
    guard var ride = FileRide(try bytes(head)) else {
      throw SyncFailure(FileError(path: "temporary file", reason: .ioError, isReading: true))
    }
    if ride.activity.id.source != head.source {
      ride.activity.id = ActivityID(source: head.source, sourceID: ride.activity.id.sourceID)
    }
    return ride
  }

  private func bytes(_ head: Head) throws(SyncFailure) -> [UInt8] {
    try fileWork { () throws(FileError) in
      try spool.read(head.offset..<head.offset + Int(head.length))
    }
  }
}

extension FileRide {
  private static let lineEnd = UInt8(ascii: "\n")

  /// A line with the members of the stored one and what that lacks; then the key.
  fileprivate var bytes: [UInt8] {
    var json = JSONWriter(capacity: 1_024)
    json.object { json in
      activity.writeMembers(to: &json)
      activity.writeUncounted(to: &json)
      activity.writeOrigin(to: &json)
      json.member("ftp_w", activity.ftpWatts)
      json.member("quantities", richness?.quantities)
      json.member("format", richness?.format.rawValue)
      json.member("is_cut", richness?.isCut)
    }
    json.endLine()
    return json.take() + key.utf8
  }

  /// nil for bytes that are not as they were written.
  fileprivate init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: Self.lineEnd),
      let line = try? JSONValue(parsing: bytes, in: 0..<end),
      var activity = Activity(line, of: nil)
    else { return nil }
    activity.ftpWatts = line["ftp_w"]?.integer(in: CompactInt.range)
    // It is not in the store yet.
    activity.archive = .nothing
    let format = line["format"]?.string.flatMap { RideFormat(rawValue: $0) }
    let quantities = line["quantities"]?.integer(in: StoredRange.count)
    let isCut = line["is_cut"]?.bool
    let richness = format.map {
      RecordingQuality(quantities: quantities ?? 0, format: $0, isCut: isCut ?? false)
    }
    self.init(activity: activity, richness: richness, key: Self.key(in: bytes))
  }

  fileprivate static func key(in bytes: [UInt8]) -> String {
    let start = bytes.firstIndex(of: lineEnd).map { $0 + 1 } ?? bytes.count
    return String(decoding: bytes[start...], as: UTF8.self)
  }
}
