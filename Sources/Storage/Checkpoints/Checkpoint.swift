// What a source has sent so far, kept where a kill cannot reach it.

import Format
import Codec
import Model

/// The file of an unfinished listing: a header, then one received record a line. It grows by
/// appending; a torn end is what a kill or a power cut left, and is dropped.
struct Checkpoint: Sendable {
  let athlete: Athlete
  let plan: ListingPlan
  private(set) var arrivals: [Arrival] = []
  private(set) var skipped = 0
  /// How many bytes of the file make sense.
  private(set) var length = 0

  /// Reads a checkpoint; nil when not even its header can be read.
  init?(_ bytes: [UInt8], of source: Source) {
    let lines = NDJSON(bytes).lines
    guard let first = lines.first, let line = try? JSONValue(parsing: bytes, in: first),
      let header = CheckpointHeader.fields.read(line, from: CheckpointHeader())
    else { return nil }
    (athlete, plan) = (header.athlete, header.plan)
    length = first.upperBound + 1
    for range in lines.dropFirst() {
      guard let line = try? JSONValue(parsing: bytes, in: range) else { return }
      if let skip = line["skipped"] {
        guard let count = skip.integer(in: StoredRange.count) else { return }
        skipped += count
      } else {
        guard var activity = Activity(line, of: source) else { return }
        activity.ftpWatts = line["ftp_w"]?.integer(in: StoredRange.watts)
        let kept = line["raw"].map { KeptLine(members: nil, raw: $0.slice.indices) }
        arrivals.append(Arrival(activity: activity, kept: kept))
      }
      length = range.upperBound + 1
    }
  }

  static func header(athlete: Athlete, plan: ListingPlan) -> [UInt8] {
    CheckpointHeader.fields.file(CheckpointHeader(athlete: athlete, plan: plan))
  }
}

/// The first line of a checkpoint.
private struct CheckpointHeader: Sendable {
  var athlete = Athlete(id: "")
  var plan = ListingPlan(after: nil, isFull: false, since: nil)

  static let fields = RecordTable<CheckpointHeader>(
    Athlete.fields.map { $0.within({ $0.athlete }, { $0.athlete = $1 }) } + [
      .init(
        "full", "Whether everything is taken as it is sent.",
        .flag({ $0.plan.isFull }, { $0.plan.isFull = $1 ?? false }), isRequired: true),
      .init(
        "after", "Starts after this were asked for; absent for all.",
        .time({ $0.plan.after }, { $0.plan.after = $1 })),
      .init(
        "since", "The beginning of the store from now on.",
        .day({ $0.plan.since }, { $0.plan.since = $1 })),
    ])
}

/// Writes a checkpoint, at most every 250 ms or 1,000 records.
struct CheckpointWriter: Sendable {
  private let path: String
  /// What is in the file and makes sense.
  private var length: Int
  /// Whether the file goes on after that.
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

  /// Takes a record, and sets where the file keeps it, so that its `raw` may be given up.
  mutating func add(_ arrival: inout Arrival) {
    let length = length
    pending.object { json in
      let begin = json.count
      arrival.activity.writeMembers(to: &json)
      let members = begin..<json.count
      arrival.digest = Digest.of(json.bytes[members])
      arrival.activity.writeUncounted(to: &json)
      json.member("ftp_w", arrival.activity.ftpWatts)
      guard let raw = arrival.activity.raw else { return }
      json.member("raw", raw: raw)
      let end = length + json.count
      arrival.kept = KeptLine(
        members: length + members.lowerBound..<length + members.upperBound,
        raw: end - raw.count..<end)
    }
    pending.endLine()
    records += 1
  }

  mutating func skip(_ count: Int) {
    if count == 0 { return }
    pending.object { $0.member("skipped", count) }
    pending.endLine()
  }

  /// Whether there is anything to keep.
  var hasRecords: Bool { length > 0 || records > 0 }

  /// Whether enough has come together since the last time.
  func isDue(at now: Moment) -> Bool {
    records >= 1000 || (records > 0 && now - last >= .milliseconds(250))
  }

  /// Adds what is pending to the file: safe from a kill, not from a power cut.
  mutating func flush(on disk: StoreDisk, at now: Moment) throws(SyncFailure) {
    if isTorn { return try settle(on: disk, at: now) }
    // Half a line may stand there after a failure.
    isTorn = true
    try disk.appendState(pending.bytes, to: path)
    isTorn = false
    passed(at: now)
  }

  /// Adds the last of a listing, and gives its room back.
  mutating func end(on disk: StoreDisk, at now: Moment) throws(SyncFailure) {
    if records == 0 { return }
    try flush(on: disk, at: now)
    pending = JSONWriter()
  }

  /// Writes all of the file durably.
  mutating func settle(on disk: StoreDisk, at now: Moment) throws(SyncFailure) {
    var bytes: [UInt8] = []
    if length > 0 { bytes += try disk.read(path, in: 0..<length) ?? [] }
    guard bytes.count == length else {
      throw .lost(path)
    }
    bytes += pending.bytes
    try disk.replaceState(path, with: bytes)
    isTorn = false
    passed(at: now)
  }

  /// What was pending is in the file.
  private mutating func passed(at now: Moment) {
    length += pending.count
    pending.removeAll()
    records = 0
    last = now
  }
}
