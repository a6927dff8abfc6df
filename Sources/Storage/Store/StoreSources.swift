// Saved scores, how each source stands, what a sync notes of that, and forgetting a source.

import Codec
import Format
package import Model

/// What a store holds of one source.
package struct SourceHoldings: Hashable, Sendable {
  package let activities: Int
  /// Those among them that stand for their rides: the ride of several sources is the first one's.
  package let rides: Int
  package let days: Int
  /// Whether rides of a service are from the archive of the account.
  package let hasArchive: Bool
  /// When its last sync succeeded.
  package let lastSync: Timestamp?
  /// The code of the failure, when the last sync failed.
  package let lastError: String?
  /// Whose data they are, as far as a sync has said.
  package let athlete: Athlete?
  /// The first day that its listings ask for; nil when they ask for everything.
  package let since: Day?
}

extension Store {
  package func savedScores() throws(SyncFailure) -> ScoreDay? {
    try check()
    let folder = try paths().scores
    for year in try disk.years(in: folder).reversed() {
      let table = try YearTable<ScoreDay>(folder, of: nil, on: disk, years: [year])
      if let row = table.last { return row }
    }
    return rehearsal?.saved
  }

  package func hasRow(for day: Day) throws(SyncFailure) -> Bool {
    try check()
    let paths = try paths()
    // What a person removed comes back with the row.
    guard try disk.exists(paths.prep), try disk.exists(paths.routine) else { return false }
    let table = try YearTable<ScoreDay>(paths.scores, of: nil, on: disk, years: [day.year])
    return table.records.contains { $0.date == day }
  }

  package func note(
    _ source: Source, failure: SyncFailure?, at time: Timestamp
  ) throws(SyncFailure) {
    guard mode == .readWrite else { return }
    do throws(SyncFailure) {
      try locked { () throws(SyncFailure) in
        if failure == nil { try endUnchanged(source) }
        if failure == nil { try saveFileIndex(of: source) }
        let paths = try paths()
        try disk.makeFolder(paths.state)
        var notes = SourceNotes(try disk.read(paths.notes) ?? [])
        notes.notes[source, default: SourceNotes.Note()].lastError = failure?.code
        if failure == nil { notes.notes[source]?.lastSync = time }
        try disk.replaceState(paths.notes, with: notes.bytes)
      }
    } catch {
      // Another run has the store by now, and will write a newer note.
      if case .locked = error { return }
      throw error
    }
  }

  /// Forgets when the last sync of a source succeeded, and how it failed.
  ///
  /// - Parameter failureOnly: whether the time of the last success stays.
  /// - Throws: `locked` when another run has the store; `storage`.
  package func forgetNote(of source: Source, failureOnly: Bool = false) throws(SyncFailure) {
    let path = try paths().notes
    guard try disk.exists(path) else { return }
    try locked { () throws(SyncFailure) in
      var notes = SourceNotes(try disk.read(path) ?? [])
      let last = notes.notes.removeValue(forKey: source)?.lastSync
      if failureOnly, let last { notes.notes[source] = SourceNotes.Note(lastSync: last) }
      try disk.renewState(path, with: notes.bytes)
    }
  }

  /// How a source stands.
  package func holdings(of source: Source) throws(SyncFailure) -> SourceHoldings {
    try check()
    let paths = try paths()
    let note = SourceNotes(try disk.read(paths.notes) ?? []).notes[source]
    let stored = try SourceState(of: source, at: paths, on: disk)
    let records = stored.activities.records
    return SourceHoldings(
      activities: records.count, rides: records.count { $0.mainID == $0.id },
      days: stored.wellness.count, hasArchive: records.contains { $0.archive != .nothing },
      lastSync: note?.lastSync, lastError: note?.lastError, athlete: try owner(of: source),
      since: try beginning(of: source))
  }

  /// The folder in the state folder that belongs to one store.
  ///
  /// - Parameter state: the state folder of all stores.
  /// - Throws: `storage` when the store's path cannot be followed.
  package static func ownFolder(
    of root: String, below state: String, on files: any FileSystem
  ) throws(SyncFailure) -> String {
    try StorePaths(root: root, stateFolder: state, on: files).state
  }

  /// The other stores that have listed a source: their own folders, names that a person knows, and
  /// the ids of their athletes, nil where that is damaged.
  ///
  /// - Throws: `storage`.
  package static func others(
    listing source: Source, besides root: String, below state: String, on files: any FileSystem
  ) throws(SyncFailure) -> [(name: String, folder: String, athlete: String?)] {
    let own = try ownFolder(of: root, below: state, on: files)
    let disk = StoreDisk(files: files)
    var others: [(name: String, folder: String, athlete: String?)] = []
    for key in try disk.list(state + "/stores") {
      let paths = StorePaths(root: "", stateFolder: state, key: key)
      guard paths.state != own, let cursor = try disk.read(paths.cursor(source)) else { continue }
      others.append((StoreKey.name(of: key), paths.state, Cursor(cursor)?.athlete.id))
    }
    return others
  }

  /// The latest of the days that the listings of these sources begin with, as `--since` said in an
  /// earlier run; nil when they ask for everything, or where that cannot be read.
  ///
  /// - Parameter sources: empty for all.
  package static func beginning(
    of sources: [Source], in root: String, below state: String, on files: any FileSystem
  ) -> Day? {
    // It is only shown: what is wrong with a store, the run will say.
    guard let paths = try? StorePaths(root: root, stateFolder: state, on: files) else { return nil }
    let disk = StoreDisk(files: files)
    return (sources.isEmpty ? Source.allCases : sources).compactMap { source in
      (try? disk.read(paths.cursor(source))).flatMap { $0 }.flatMap { Cursor($0) }?.since
    }.max()
  }

  /// Whether a data folder holds records of any of these sources.
  ///
  /// - Throws: `storage`.
  package static func holds(
    _ sources: [Source], in root: String, on files: any FileSystem
  ) throws(SyncFailure) -> Bool {
    let disk = StoreDisk(files: files)
    for source in sources {
      for folder in ["activities", "wellness"] {
        if try !disk.years(in: "\(root)/\(folder)/\(source.rawValue)").isEmpty { return true }
      }
    }
    return false
  }

  /// Whether a data folder holds what needs no connection: records from files, or rides of a
  /// service from the archive of the account.
  ///
  /// - Throws: `storage`; `badInput` for a damaged file.
  package static func holdsImports(
    in root: String, on files: any FileSystem
  ) throws(SyncFailure) -> Bool {
    if try holds(Source.allCases.filter(\.isFiles), in: root, on: files) { return true }
    for source in Source.allCases where !source.isFiles {
      let table = try YearTable<Activity>(
        "\(root)/activities/\(source.rawValue)", of: source, on: StoreDisk(files: files))
      if table.records.contains(where: { $0.archive != .nothing }) { return true }
    }
    return false
  }

  /// Deletes everything a source has brought, here and in the names other records give it, and
  /// what was derived from it. Files that a person put there stay.
  ///
  /// - Throws: `locked` when another run has the store; `storage`, `badInput`.
  package func purge(_ source: Source) throws(SyncFailure) {
    guard mode == .readWrite else { return }
    try locked { () throws(SyncFailure) in
      let paths = try paths()
      try loadAll()
      // The cursor first: what is left after a kill is then nobody's, and the next purge ends it.
      for path in [
        paths.cursor(source), paths.checkpoint(source),
        paths.streamless(source), paths.streaming(source), paths.qualities(source),
      ] + (source.isFiles ? [paths.fileIndex, paths.importedFiles] : []) {
        try disk.remove(path)
      }
      var own = StoreFolder.all.filter { $0.path.hasSuffix("/\(source.rawValue)") }
      var isEmpty = true
      for folder in own { isEmpty = try disk.list("\(root)/\(folder.path)").isEmpty && isEmpty }
      // Derived from its records among others; the next sync derives them anew from what is left.
      // They go first, so that a kill never leaves them beside fewer records.
      if !isEmpty {
        for path in [paths.prep, paths.routine, paths.thresholds] { try disk.remove(path) }
        own += StoreFolder.all.filter { $0.path == "scores" }
      }
      for folder in own.reversed() {
        let path = root + "/" + folder.path
        for name in try disk.list(path) where folder.isOwn(name) {
          try disk.remove(path + "/" + name)
        }
        try disk.removeFolder(path)
      }
      // Only those that no other source has a part of.
      for name in ["activities", "wellness", "streams"] { try disk.removeFolder("\(root)/\(name)") }
      states[source] = nil
      try saveAthletes(without: source)
      let trusted = try trustedCursors()
      joinRides()
      for other in Source.allCases {
        try states[other]?.activities.save(on: disk, progress: Gauge())
      }
      try saveCursors(trusted)
      try forgetNote(of: source)
    }
  }
}

/// The notes of all sources, a small file in the state folder.
struct SourceNotes: Hashable, Sendable {
  struct Note: Hashable, Sendable {
    /// When it last succeeded.
    var lastSync: Timestamp?
    /// The code of the failure, when the last try failed.
    var lastError: String?

    static let fields = Table<Note>([
      .init("last_sync", "When it last succeeded.", .time.at(\.lastSync), isLenient: true),
      .init(
        "last_error", "The code of the failure, when the last try failed.",
        .text.at(\.lastError), isLenient: true),
    ])
  }

  var notes: [Source: Note] = [:]

  /// Reads the file; what cannot be read is forgotten, because nothing depends on it.
  init(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes) else { return }
    for source in Source.allCases {
      guard let entry = json[source.rawValue] else { continue }
      notes[source] = Note.fields.read(entry, from: Note()) ?? Note()
    }
  }

  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for (source, note) in notes.sorted(by: { $0.key < $1.key }) {
        json.key(escaping: source.rawValue)
        json.object { Note.fields.write(note, to: &$0) }
      }
    }
    json.endLine()
    return json.take()
  }
}
