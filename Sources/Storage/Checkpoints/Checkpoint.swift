// What a source has sent so far, kept where a kill cannot reach it.

import Format
import Codec
import Model

/// The file of an unfinished listing: a header, then one received record a line. It grows by
/// appending; a torn end is what a kill or a power cut has left, and is dropped.
struct Checkpoint: Sendable {
  private(set) var athlete: Athlete
  private(set) var plan: ListingPlan
  private(set) var activities: [Activity] = []
  private(set) var skipped = 0
  /// The bytes of the file that can be read.
  private(set) var length = 0

  /// Reads a checkpoint; nil when not even its header can be read.
  init?(_ bytes: [UInt8], of source: Source) {
    let lines = NDJSON(bytes).lines
    guard let first = lines.first, let line = try? JSONValue(parsing: bytes, in: first),
      let header = Self.fields.read(line, from: Checkpoint())
    else { return nil }
    self = header
    length = first.upperBound + 1
    for range in lines.dropFirst() {
      guard let line = try? JSONValue(parsing: bytes, in: range) else { return }
      if let skip = line["skipped"] {
        guard let count = skip.integer(in: StoredRange.count) else { return }
        skipped += count
      } else {
        guard var activity = Activity(line, of: source) else { return }
        activity.raw = line["raw"].map { Array($0.slice) }
        activities.append(activity)
      }
      length = range.upperBound + 1
    }
  }

  /// A listing of which nothing has arrived yet.
  init(
    athlete: Athlete = Athlete(id: ""),
    plan: ListingPlan = ListingPlan(after: nil, isFull: false, since: nil)
  ) {
    (self.athlete, self.plan) = (athlete, plan)
  }

  /// The first line of the file.
  var header: [UInt8] { Self.fields.file(self) }

  private static let fields = Table<Checkpoint>(
    Athlete.fields.map { $0.within({ $0.athlete }, { $0.athlete = $1 }) } + [
      .init(
        "full", "Whether everything is taken as it is sent.",
        .flag.at(\.plan.isFull), isRequired: true),
      .init("after", "Starts after this were asked for; absent for all.", .time.at(\.plan.after)),
      .init("since", "The beginning of the store from now on.", .day.at(\.plan.since)),
    ])
}

/// Writes a checkpoint, at most every 250 ms or 1,000 records.
struct CheckpointWriter: Sendable {
  private let path: String
  /// The bytes of the file that can be read.
  private var length: Int
  /// Whether the file has more than `length` bytes.
  private var isTorn: Bool
  private var pending: JSONWriter
  private var records = 0
  private var last: Moment

  /// - Parameters:
  ///   - header: the first line of a new file; empty to go on with one of `length` bytes.
  ///   - isTorn: whether more than `length` bytes are there.
  init(_ path: String, header: [UInt8], length: Int = 0, isTorn: Bool = false, now: Moment) {
    self.path = path
    self.length = length
    self.isTorn = isTorn || length == 0
    last = now
    pending = JSONWriter(capacity: 65_536)
    if !header.isEmpty { pending.value(raw: header.dropLast()) }
    if !header.isEmpty { pending.endLine() }
  }

  mutating func add(_ activity: Activity) {
    pending.object { json in
      Activity.fields.write(activity, to: &json)
      if let raw = activity.raw { json.member("raw", raw: raw) }
    }
    pending.endLine()
    records += 1
  }

  mutating func skip(_ count: Int) {
    if count == 0 { return }
    pending.object { $0.member("skipped", count) }
    pending.endLine()
  }

  /// Whether what is pending should be written.
  func isDue(at now: Moment) -> Bool {
    records >= 1000 || (records > 0 && now - last >= .milliseconds(250))
  }

  /// Adds what is pending to the file: safe from a kill, not from a power cut.
  mutating func flush(on disk: StoreDisk, at now: Moment) throws(SyncFailure) {
    if isTorn { return try makeDurable(on: disk, at: now) }
    // Half a line may stand there after a failure.
    isTorn = true
    try disk.appendState(pending.bytes, to: path)
    isTorn = false
    setWritten(at: now)
  }

  /// Replaces the file by one that also has what is pending, if anything has arrived: safe from a
  /// power cut.
  mutating func makeDurable(on disk: StoreDisk, at now: Moment) throws(SyncFailure) {
    if length == 0, records == 0 { return }
    var bytes: [UInt8] = []
    if length > 0 { bytes += try disk.read(path, in: 0..<length) ?? [] }
    guard bytes.count == length else {
      throw .storage(StorageFailure(path: DisplayText(path), reason: .ioError, isReading: true))
    }
    bytes += pending.bytes
    try disk.replaceState(path, with: bytes)
    isTorn = false
    setWritten(at: now)
  }

  /// What was pending is in the file now.
  private mutating func setWritten(at now: Moment) {
    length += pending.count
    pending.removeAll()
    records = 0
    last = now
  }
}
