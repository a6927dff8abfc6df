// What `velo-sync check` does: reads the whole data folder, and notes what is wrong in it.

import Codec
import Format
package import Model

extension Store {
  /// Reads every file of the data folder, and says what is damaged, doubled, foreign or without its
  /// record. Changes nothing. What `same_as` names need not exist: it is derived.
  ///
  /// Holds the lock of the data folder meanwhile, because a run that is saving leaves records twice
  /// and streams without records for a moment.
  ///
  /// - Parameter progress: counts the files of records and streams.
  /// - Throws: `locked` while another run writes, `config` for a newer format, `interrupted`, and
  ///   `storage` when the data folder itself cannot be read.
  package func inspect(
    progress: Gauge = Gauge()
  ) throws(SyncFailure) -> (contents: StoreContents, findings: [StoreFinding]) {
    let paths = try paths()
    try disk.refuseFile(root)
    var lock: (any FileLock)?
    if try disk.stamp(paths.format) != nil {
      lock = try fileWork { () throws(FileError) in try disk.files.lock(paths.format) }
      guard lock != nil else { throw .locked(LockHolder(note: try disk.read(paths.lock) ?? [])) }
    }
    defer { lock?.release() }
    var inspection = StoreInspection(root: root, disk: disk, progress: progress)
    _ = try disk.list(root)
    try inspection.run(paths)
    return (inspection.contents, inspection.findings)
  }

  /// The files and folders in the store that are none of its own, such as a sync program's conflict
  /// copies, by their path below the data folder. Hidden ones are left out: `.git`, `.DS_Store`,
  /// and what other programs are just writing.
  ///
  /// - Parameter amongStreams: whether to look there, too: there may be a file for each activity.
  /// - Throws: `storage` when a folder cannot be listed.
  package func foreignFiles(amongStreams: Bool) throws(SyncFailure) -> [String] {
    var found: [String] = []
    for folder in StoreFolder.all where amongStreams || !folder.holdsStreams {
      let path = folder.path.isEmpty ? "" : folder.path + "/"
      let names = folder.foreign(among: try disk.list(root + "/" + folder.path))
      found += names.map { path + $0 }
    }
    return found
  }
}

/// One reading of a data folder.
private struct StoreInspection {
  let root: String
  let disk: StoreDisk
  let progress: Gauge
  private(set) var contents = StoreContents()
  private(set) var findings: [StoreFinding] = []
  /// The names in folders that were listed.
  private var names: [String: [String]] = [:]

  init(root: String, disk: StoreDisk, progress: Gauge) {
    (self.root, self.disk, self.progress) = (root, disk, progress)
  }

  mutating func run(_ paths: StorePaths) throws(SyncFailure) {
    try format(paths)
    try whole(paths.athletes, .athletes) { (try? JSONValue(parsing: $0))?.members != nil }
    try whole(paths.routine, .sheet) {
      (try? JSONValue(parsing: $0)).flatMap { Routine($0) } != nil
    }
    try whole(paths.prep, .sheet) { (try? JSONValue(parsing: $0)).flatMap { PrepSheet($0) } != nil }
    let folders = Source.allCases.flatMap {
      [paths.activities($0), paths.streams($0), paths.wellness($0)]
    }
    var files = 0
    for folder in folders + [paths.scores] { files += try list(folder).count }
    progress.expect(files)
    var count = StoreContents()
    for source in Source.allCases {
      var ids: Set<String> = []
      let areAllKnown = try records(
        Activity.self, in: paths.activities(source), of: source, .records(source)
      ) { ids.insert($0.id.sourceID) }
      count.activities += ids.count
      // Whose streams they are cannot be told while records are damaged.
      count.streams += try streams(paths.streams(source), of: source, ids: areAllKnown ? ids : nil)
      _ = try records(WellnessDay.self, in: paths.wellness(source), of: source, .records(source)) {
        _ in count.days += 1
      }
    }
    _ = try records(ScoreDay.self, in: paths.scores, of: nil, .scores) { _ in count.scores += 1 }
    contents = count
    for folder in StoreFolder.all {
      let path = folder.path.isEmpty ? root : root + "/" + folder.path
      for name in folder.foreign(among: try list(path)) {
        note(path + "/" + name, .other, .foreign)
      }
    }
  }

  // MARK: Files of one record

  private mutating func format(_ paths: StorePaths) throws(SyncFailure) {
    do throws(SyncFailure) {
      _ = try StoreFormat.check(paths, on: disk)
    } catch .badInput {
      note(paths.format, .format, .damaged(line: nil))
    } catch {
      try note(error, paths.format, .format)
    }
  }

  private mutating func whole(
    _ path: String, _ content: StoreFinding.Content, isWhole: ([UInt8]) -> Bool
  ) throws(SyncFailure) {
    guard let bytes = try read(path, content), !isWhole(bytes) else { return }
    note(path, content, .damaged(line: nil))
  }

  /// Reads all files of a folder of streams.
  ///
  /// - Parameter ids: those of the activities; nil when not all are known.
  /// - Returns: how many there are.
  private mutating func streams(
    _ folder: String, of source: Source, ids: Set<String>?
  ) throws(SyncFailure) -> Int {
    var count = 0
    for name in try list(folder) {
      progress.advance()
      guard let id = StreamFile.id(name, of: source) else { continue }
      let path = folder + "/" + name
      count += 1
      try whole(path, .streams(source)) { ActivityStreams(strava: $0) != nil }
      if ids?.contains(id.sourceID) == false { note(path, .streams(source), .orphaned) }
    }
    return count
  }

  // MARK: Year files

  /// Reads all year files of a folder, and hands out each record once.
  ///
  /// - Returns: whether all lines are records.
  private mutating func records<Record: StoredRecord>(
    _ type: Record.Type, in folder: String, of source: Source?, _ content: StoreFinding.Content,
    each: (Record) -> Void
  ) throws(SyncFailure) -> Bool {
    var first: [Record.Key: (path: String, line: Int)] = [:]
    let found = findings.count
    let names = try list(folder)
    var areRecords = findings.count == found
    for name in names {
      progress.advance()
      guard let year = YearName.year(name) else { continue }
      let path = folder + "/" + name
      guard let bytes = try read(path, content) else {
        areRecords = false
        continue
      }
      for line in recordLines(in: bytes) {
        guard let json = try? JSONValue(parsing: bytes, in: line.range),
          let record = Record(json, of: source)
        else {
          note(path, content, .damaged(line: line.number))
          areRecords = false
          continue
        }
        if let other = first[record.key] {
          note(
            path, content,
            .doubled(line: line.number, first: DisplayText(other.path), firstLine: other.line))
          continue
        }
        first[record.key] = (path, line.number)
        each(record)
        if record.day.year != year {
          let home = DisplayText(YearName.file(record.day.year))
          note(path, content, .misplaced(line: line.number, year: home))
        }
      }
    }
    return areRecords
  }

  // MARK: The disk

  /// The names in a folder; none when it cannot be listed, which is noted once.
  private mutating func list(_ folder: String) throws(SyncFailure) -> [String] {
    if let known = names[folder] { return known }
    names[folder] = []
    do throws(SyncFailure) {
      names[folder] = Array(try disk.list(folder))
    } catch {
      try note(error, folder, .other)
    }
    return names[folder] ?? []
  }

  /// A whole file; nil when there is none, and when it cannot be read, which is noted.
  private mutating func read(
    _ path: String, _ content: StoreFinding.Content
  ) throws(SyncFailure) -> [UInt8]? {
    if Task.isCancelled { throw .interrupted }
    do throws(SyncFailure) {
      return try disk.read(path)
    } catch {
      try note(error, path, content)
      return nil
    }
  }

  private mutating func note(
    _ path: String, _ content: StoreFinding.Content, _ kind: StoreFinding.Kind
  ) {
    findings.append(StoreFinding(file: DisplayText(path), content: content, kind))
  }

  /// - Throws: the failure, unless it is about this one path.
  private mutating func note(
    _ failure: SyncFailure, _ path: String, _ content: StoreFinding.Content
  ) throws(SyncFailure) {
    guard case .storage(let storage) = failure else { throw failure }
    note(path, content, .unreadable(storage.reason))
  }
}

/// A folder of the store, and the names that velo-sync writes there.
struct StoreFolder: Sendable {
  /// Below the data folder; empty for that itself.
  let path: String
  let isOwn: @Sendable (String) -> Bool
  var holdsStreams = false

  /// The names that are not hidden and none of velo-sync's own.
  func foreign(among names: some Sequence<String>) -> [String] {
    names.filter { !$0.hasPrefix(".") && !isOwn($0) }
  }

  /// All that there may be, each before those inside.
  static let all: [StoreFolder] = {
    let sources = Source.allCases.map(\.rawValue)
    let kinds = ["activities", "wellness", "streams"]
    let own = kinds + ["scores", "format", "sample", "athletes.json", "routine.json", "prep.json"]
    var folders = [StoreFolder(path: "", isOwn: { own.contains($0) })]
    for kind in kinds {
      let holdsStreams = kind == "streams"
      folders.append(StoreFolder(path: kind, isOwn: { sources.contains($0) }))
      folders += Source.allCases.map { source in
        StoreFolder(
          path: "\(kind)/\(source.rawValue)",
          isOwn: {
            holdsStreams ? StreamFile.id($0, of: source) != nil : YearName.year($0) != nil
          }, holdsStreams: holdsStreams)
      }
    }
    return folders + [StoreFolder(path: "scores", isOwn: { YearName.year($0) != nil })]
  }()
}
