// The plain-file store: what it holds during a run, its lock, and whether it may be used at all.

import Format
import Codec
import Platform
package import Model

/// The store in plain NDJSON files. `Storage` keeps records in the data folder, where people and jq
/// read them, and what only velo-sync needs in the state folder.
///
/// A run that finds nothing to change writes nothing into the data folder. A kill at any moment
/// leaves every file as it was or as it will be, and the cursors move last: the next run lists
/// whatever was under way again.
package actor Store: SyncStore {
  /// Whether anything may be written.
  package enum Mode: Hashable, Sendable {
    case readWrite
    /// For rehearsals and for looking: no lock, no folder, no checkpoint, no byte.
    case readOnly
  }

  let root: String
  let stateFolder: String
  let mode: Mode
  let isSample: Bool
  let disk: StoreDisk
  let time: any Time
  private let process: Int32?

  private var knownPlace: StorePlace?
  private var isChecked = false
  private var held: (any FileLock)?

  /// What is stored, with what this run brought; read when it is first needed.
  var activities: [Source: YearTable<Activity>] = [:]
  var wellness: [Source: YearTable<WellnessDay>] = [:]
  /// Histories that are read ahead.
  var prefetched: [Source: PrefetchedHistory] = [:]
  /// Listings under way, and where they are kept.
  var merges: [Source: ListingMerge] = [:]
  var writers: [Source: CheckpointWriter] = [:]
  /// Listings that are complete, for counts and cursors.
  var finished: [Source: ListingMerge] = [:]
  /// Sources whose listing is complete and not saved yet.
  var unsaved: Set<Source> = []
  /// Days that arrived and are not saved yet.
  var days: [Source: [WellnessDay]] = [:]
  /// How many of the days that arrived were new or changed.
  var dayCounts: [Source: Counts] = [:]
  /// How much was recorded of each ride, for the sources of ride files that this run has read.
  var richness: [Source: [String: RideRichness]] = [:]
  /// The files of connected folders that this run has read; nil without connected folders.
  var readFiles: FileIndex?
  /// The records that deleted ones were one ride with.
  var widowed: [ActivityID: [ActivityID]] = [:]

  /// What this run has left behind, to be found again under its next lock: year files by folder, and
  /// the checkpoints of complete listings.
  var leftFiles: [String: [Int: FileStamp]] = [:]
  var leftCheckpoints: [Source: FileStamp] = [:]
  package internal(set) var changedMeanwhile: Set<Source> = []
  package internal(set) var savedInPart = Counts()

  /// - Parameters:
  ///   - root: the data folder; absolute, made when something is saved.
  ///   - stateFolder: velo-sync's folder below `$XDG_STATE_HOME`; absolute.
  ///   - isSample: whether the data are the sample athlete's.
  ///   - process: this process's id, for the note in the lock.
  package init(
    root: String, stateFolder: String, isSample: Bool = false, mode: Mode = .readWrite,
    files: any FileSystem, time: any Time, process: Int32? = nil
  ) {
    self.root = root
    self.stateFolder = stateFolder
    self.isSample = isSample
    self.mode = mode
    disk = StoreDisk(files: files)
    self.time = time
    self.process = process
  }

  // MARK: The lock

  package func lock() throws(SyncFailure) -> LockHolder? {
    guard mode == .readWrite, held == nil else {
      try check()
      return nil
    }
    let place = try place()
    try disk.makeFolder(place.state)
    let note = LockHolder(process: process, since: time.wallClock()).note
    let lock = try fileWork { () throws(FileError) in
      try disk.files.lock(place.lock, note: note)
    }
    guard let lock else {
      return LockHolder(note: try disk.read(place.lock) ?? [])
    }
    held = lock
    // Another run may have been here since.
    forgetStored()
    isChecked = false
    do throws(SyncFailure) {
      try check()
      try noticeChanges()
    } catch {
      unlock()
      throw error
    }
    sweep(place)
    return nil
  }

  package func unlock() {
    if held != nil { rememberStored() }
    held?.release()
    held = nil
  }

  /// Runs `body` under the lock, taking it for the moment when this run does not have it.
  ///
  /// - Throws: `locked` when another run has it, and what `body` throws.
  func locked(_ body: () throws(SyncFailure) -> Void) throws(SyncFailure) {
    if held != nil { return try body() }
    if let holder = try lock() { throw .locked(holder) }
    defer { unlock() }
    try body()
  }

  /// Removes what killed writers left. Nobody else writes in these folders while the lock is held;
  /// one that cannot be removed harms nobody.
  private func sweep(_ place: StorePlace) {
    for folder in place.folders {
      for name in (try? disk.list(folder)) ?? [] where TemporaryName.matches(name) {
        try? disk.remove(folder + "/" + name)
      }
    }
  }

  // MARK: Whether it may be used

  /// Where everything lies.
  func place() throws(SyncFailure) -> StorePlace {
    if let knownPlace { return knownPlace }
    let key = try fileWork { () throws(FileError) in try StoreKey.make(for: root, on: disk.files) }
    let place = StorePlace(root: root, stateFolder: stateFolder, key: key)
    knownPlace = place
    return place
  }

  /// Refuses stores of a newer format, and the mixing of sample and real data.
  func check() throws(SyncFailure) {
    if isChecked { return }
    let place = try place()
    try disk.refuseFile(root)
    let format = try StoreFormat.check(place, on: disk)
    let isSampleStore = try disk.exists(place.sampleMark)
    if isSampleStore, !isSample { throw .usage(.sampleStore(path: DisplayText(root))) }
    if isSample, !isSampleStore {
      let names = format == nil ? try disk.list(root) : []
      if format != nil || names.contains("activities") || names.contains("wellness") {
        throw .usage(.realStore(path: DisplayText(root)))
      }
    }
    isChecked = true
  }

  // MARK: What is stored

  /// The activities of a source, with this run's that are not saved yet.
  func loadActivities(_ source: Source) throws(SyncFailure) {
    if activities[source] != nil { return }
    let place = try place()
    let ledger = try disk.read(place.ledger(source)).flatMap { Ledger($0) }
    var table = try YearTable<Activity>(place.activities(source), of: source, on: disk) {
      year, stamp in
      ledger?.year(year, stamp: stamp, source: source)
    }
    try finishAgain(source, on: &table)
    activities[source] = table
  }

  /// The days of a source, with this run's that are not saved yet.
  func loadWellness(_ source: Source) throws(SyncFailure) {
    if wellness[source] != nil { return }
    var table = try YearTable<WellnessDay>(try place().wellness(source), of: source, on: disk)
    if let days = days[source] { table.merge(days, renewing: isListedInFull(source)) }
    wellness[source] = table
  }

  func loadAll() throws(SyncFailure) {
    try check()
    for source in Source.allCases {
      try loadActivities(source)
      try loadWellness(source)
    }
  }
}

/// The file `format`.
enum StoreFormat {
  /// What this program writes.
  static let current = 1

  /// The store's format; nil when nothing was stored yet.
  ///
  /// - Throws: `config` for a newer one, `badInput` for a file that says none.
  static func check(_ place: StorePlace, on disk: StoreDisk) throws(SyncFailure) -> Int? {
    guard let bytes = try disk.read(place.format) else { return nil }
    let text = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    guard let format = Int(text), format > 0 else {
      throw .badInput(file: DisplayText(place.format), line: 1)
    }
    guard format <= current else {
      throw .config(.newerStore(path: DisplayText(place.root), format: DisplayText(text)))
    }
    return format
  }
}

/// Who holds the lock, as the note in its file.
extension LockHolder {
  /// Reads a note; an empty or damaged one names nobody.
  fileprivate init(note bytes: [UInt8]) {
    let nobody = LockHolder(process: nil, since: nil)
    let json = try? JSONValue(parsing: bytes)
    self = json.flatMap { Self.fields.read($0, from: nobody) } ?? nobody
  }

  fileprivate var note: [UInt8] { Self.fields.file(self) }

  fileprivate static let fields = RecordTable<LockHolder>([
    .init(
      "process", "The id of its process.",
      .integer(
        Int(Int32.min)...Int(Int32.max), { $0.process.map { Int($0) } },
        { $0.process = $1.flatMap { Int32(exactly: $0) } }), isLenient: true),
    .init(
      "since", "When it took the lock.", .time({ $0.since }, { $0.since = $1 }), isLenient: true),
  ])
}
