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
///
/// What looks into a store throws `storage`, `badInput` with the file and the line that is no
/// record, and what keeps the store from being used: `config` for a newer format, `usage` where
/// sample and real data would mix. Only what is thrown beside these is said at the functions.
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
  /// What a store does that is asked to fail.
  let rehearsal: StoreRehearsal?

  private var knownPaths: StorePaths?
  private var heldLock: (any FileLock)?
  /// The lock of the data folder, for those who have another state folder; nil as long as nothing
  /// is stored.
  private var folderLock: (any FileLock)?

  /// What this run knows of each source that it has read.
  var states: [Source: SourceState] = [:]
  /// The files of connected folders that this run has read; nil without connected folders.
  var readFiles: FileIndex?
  /// The files that this run has imported; nil for a sync.
  var importedFiles: FileIndex?
  /// Where the records of rides with several were found.
  var sharedOrigins: [ActivityID: FileOrigin] = [:]
  /// The records that the next save leaves out of their rides, or counts again.
  var exclusions: [ActivityID: Bool] = [:]
  package internal(set) var savedInPart = Counts()

  /// - Parameters:
  ///   - root: the data folder; absolute, made when something is saved.
  ///   - stateFolder: velo-sync's folder below `$XDG_STATE_HOME`; absolute.
  ///   - isSample: whether the data are the sample athlete's.
  ///   - process: this process's id, for the note in the lock.
  ///   - rehearsal: what the sample athlete's store is asked to do.
  package init(
    root: String, stateFolder: String, isSample: Bool = false, mode: Mode = .readWrite,
    files: any FileSystem, time: any Time, process: Int32? = nil, rehearsal: StoreRehearsal? = nil
  ) {
    self.root = root
    self.stateFolder = stateFolder
    self.isSample = isSample
    self.mode = mode
    disk = StoreDisk(files: files)
    self.time = time
    self.process = process
    self.rehearsal = rehearsal
  }

  // MARK: The lock

  package func lock() throws(SyncFailure) -> LockHolder? {
    if let failure = rehearsal?.failure(.lock) { throw failure }
    guard mode == .readWrite, heldLock == nil else {
      try check()
      return nil
    }
    let paths = try paths()
    try disk.makeFolder(paths.state)
    let note = LockHolder(process: process, since: time.wallClock()).note
    let lock = try fileWork { () throws(FileError) in
      try disk.files.lock(paths.lock, note: note)
    }
    guard let lock else { return LockHolder(note: try disk.read(paths.lock) ?? []) }
    // Without both locks there is none.
    defer { if heldLock == nil { unlock() } }
    guard lock.isExclusive else { throw .locked(.elsewhere) }
    guard try lockFolder(paths) else { return LockHolder(process: nil, since: nil) }
    // Another run may have been here since.
    states = [:]
    try check()
    heldLock = lock
    sweep(paths)
    return nil
  }

  package func unlock() {
    heldLock?.release()
    folderLock?.release()
    (heldLock, folderLock) = (nil, nil)
  }

  /// Who holds the lock now; nil when nobody does, or it cannot be told. A lock whose note names no
  /// running process is not even tried: a run that takes it at this moment must find it free.
  package func holder(isRunning: (_ process: Int32) -> Bool) -> LockHolder? {
    guard let path = try? paths().lock, let note = try? disk.read(path, in: 0..<1024) else {
      return nil
    }
    let holder = LockHolder(note: note)
    guard let process = holder.process, process != self.process, isRunning(process) else {
      return nil
    }
    do throws(FileError) {
      guard let lock = try disk.files.lock(path) else { return holder }
      lock.release()
    } catch {
      // Nothing depends on it but a line for people.
    }
    return nil
  }

  /// Takes the lock of the data folder, once there is one; false when another run has it.
  ///
  /// - Throws: `locked` where the file system has no locks: nobody could be kept out.
  private func lockFolder(_ paths: StorePaths) throws(SyncFailure) -> Bool {
    if folderLock != nil { return true }
    guard try disk.exists(paths.format) else { return true }
    let lock = try fileWork { () throws(FileError) in try disk.files.lock(paths.format) }
    guard lock?.isExclusive != false else { throw .locked(.elsewhere) }
    folderLock = lock
    return lock != nil
  }

  /// Writes what marks the folder as a store, and takes its lock. The mark of a sample store comes
  /// first, so that its records never stand in one that could be taken for real.
  ///
  /// - Throws: `locked` when somebody else makes it, too, or has written it since it was read.
  func makeStore() throws(SyncFailure) {
    let paths = try paths()
    try disk.makeFolder(root)
    if isSample, try !disk.exists(paths.sampleMark) {
      try disk.replaceData(paths.sampleMark, with: [])
    }
    if try !disk.exists(paths.format) {
      try fileWork { () throws(FileError) in
        let line = Array("\(StoreFormat.current)\n".utf8)
        try disk.files.create(paths.format, with: line, mode: Permissions.data)
      }
    }
    guard try lockFolder(paths) else { throw .locked(.elsewhere) }
    for (source, state) in states {
      let activities = try disk.stamps(in: paths.activities(source))
      let wellness = try disk.stamps(in: paths.wellness(source))
      guard activities == state.activities.stamps, wellness == state.wellness.stamps else {
        throw .locked(.elsewhere)
      }
    }
  }

  /// Runs `body` under the lock, taking it for the moment when this run does not have it.
  ///
  /// - Throws: `locked` when another run has it, and what `body` throws.
  func locked(_ body: () throws(SyncFailure) -> Void) throws(SyncFailure) {
    if heldLock != nil { return try body() }
    if let holder = try lock() { throw .locked(holder) }
    defer { unlock() }
    try body()
  }

  /// Removes the temporary files of killed writers. Nobody else writes in these folders while the
  /// lock is held, but sign-ins and `connect`, which have locks of their own.
  private func sweep(_ paths: StorePaths) {
    for folder in folderLock == nil ? [paths.state] : paths.folders {
      disk.sweep(folder) { name in
        ![".credentials.json.", ".folders.json."].contains { name.hasPrefix($0) }
      }
    }
  }

  // MARK: Whether it may be used

  func paths() throws(SyncFailure) -> StorePaths {
    if let knownPaths { return knownPaths }
    let paths = try StorePaths(root: root, stateFolder: stateFolder, on: disk.files)
    knownPaths = paths
    return paths
  }

  /// Refuses stores of a newer format, and the mixing of sample and real data.
  func check() throws(SyncFailure) {
    let paths = try paths()
    try disk.refuseFile(root)
    let format = try StoreFormat.check(paths, on: disk)
    let isSampleStore = try disk.exists(paths.sampleMark)
    if isSampleStore, !isSample { throw .usage(.sampleStore(path: DisplayText(root))) }
    if isSample, !isSampleStore {
      let names = format == nil ? try disk.list(root) : []
      if format != nil || names.contains("activities") || names.contains("wellness") {
        throw .usage(.realStore(path: DisplayText(root)))
      }
    }
  }

  // MARK: What is stored

  /// Reads all records of a source, unless this run has.
  func load(_ source: Source) throws(SyncFailure) {
    guard states[source] == nil else { return }
    states[source] = try SourceState(of: source, at: paths(), on: disk)
  }

  func loadAll() throws(SyncFailure) {
    try check()
    for source in Source.allCases { try load(source) }
    if exclusions.isEmpty { return }
    updateActivities { [exclusions] record in
      guard let isExcluded = exclusions[record.id], record.isExcluded != isExcluded else {
        return false
      }
      record.isExcluded = isExcluded
      return true
    }
  }

  /// Changes activities in place; `change` says whether it has.
  func updateActivities(_ change: (inout Activity) -> Bool) {
    // `states.keys` would hold a second reference to all rows, which copies them.
    for source in Source.allCases { states[source]?.activities.update(change) }
  }

  /// Leaves out the ride of these records, or counts it again, with the next save: everything that
  /// follows from it is then computed anew. The other records of the ride need not be named, if one
  /// of them is.
  package func exclude(_ records: [ActivityID], _ isExcluded: Bool) {
    for record in records { exclusions[record] = isExcluded }
  }
}

/// What the sample athlete's store does on request.
package struct StoreRehearsal: Sendable {
  package enum Moment: Sendable { case lock, save }

  /// The failure at a moment, if any.
  let failure: @Sendable (Moment) -> SyncFailure?
  /// The scores that count as saved as long as there are none.
  let saved: ScoreDay?

  package init(saved: ScoreDay?, failure: @escaping @Sendable (Moment) -> SyncFailure?) {
    (self.saved, self.failure) = (saved, failure)
  }
}

enum StoreFormat {
  /// What this program writes.
  static let current = 1

  /// The store's format; nil when nothing was stored yet.
  ///
  /// - Throws: `config` for a newer one, `badInput` for a file that says none.
  static func check(_ paths: StorePaths, on disk: StoreDisk) throws(SyncFailure) -> Int? {
    guard let bytes = try disk.read(paths.format, in: 0..<1_024) else { return nil }
    let text = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    guard let format = Int(text), format > 0 else {
      throw .badInput(file: DisplayText(paths.format), line: 1)
    }
    guard format <= current else {
      throw .config(.newerStore(path: DisplayText(paths.root), format: DisplayText(text)))
    }
    return format
  }
}

/// Who holds the lock, as the note in its file.
extension LockHolder {
  /// Reads a note; an empty or damaged one names nobody.
  init(note bytes: [UInt8]) {
    let nobody = LockHolder(process: nil, since: nil)
    let json = try? JSONValue(parsing: bytes)
    self = json.flatMap { Self.fields.read($0, from: nobody) } ?? nobody
  }

  fileprivate var note: [UInt8] { Self.fields.file(self) }

  fileprivate static let fields = Table<LockHolder>([
    .init(
      "process", "The id of its process.",
      .integer(Int(Int32.min)...Int(Int32.max)).at(
        { $0.process.map { Int($0) } }, { $0.process = $1.flatMap { Int32(exactly: $0) } }),
      isLenient: true),
    .init("since", "When it took the lock.", .time.at(\.since), isLenient: true),
  ])
}
