// What the other commands ask of a store: saved scores, how each source stands, and forgetting one.

import Codec
import Format
package import Model

/// What a store holds of one source.
package struct SourceHoldings: Hashable, Sendable {
  package let activities: Int
  package let days: Int
  /// When its last sync succeeded.
  package let lastSync: Timestamp?
  /// The code of the failure, when the last sync failed.
  package let lastError: String?
  /// Whose data they are, as far as a sync has said.
  package let athlete: Athlete?
}

extension Store {
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func savedScores() throws(SyncFailure) -> ScoreDay? {
    try savedRows(days: 1).last
  }

  /// - Throws: as `savedScores`.
  package func hasRow(for day: Day) throws(SyncFailure) -> Bool {
    try check()
    let place = try place()
    // What a person removed comes back with the row.
    guard try disk.exists(place.prep), try disk.exists(place.routine) else { return false }
    let folder = place.scores
    var file = try YearTable<ScoreDay>.read(day.year, in: folder, of: nil, on: disk)
    return file?.position(of: day) != nil
  }

  package func note(
    _ source: Source, failure: SyncFailure?, at time: Timestamp
  ) throws(SyncFailure) {
    guard mode == .readWrite else { return }
    do throws(SyncFailure) {
      try locked { () throws(SyncFailure) in
        if failure == nil { try settleUnchanged(source) }
        if failure == nil, source == .files { try saveFileIndex() }
        try write(failure, of: source, at: time)
      }
    } catch {
      // Another run has the store by now, and will write a newer note.
      if case .locked = error { return }
      throw error
    }
  }

  /// Whose data the store holds of a source, as far as a sync has said.
  ///
  /// - Throws: `storage`, and what keeps a store from being used.
  package func owner(of source: Source) throws(SyncFailure) -> Athlete? {
    try check()
    return try cursor(of: source)?.athlete
  }

  /// How a source stands. Files that the last sync has left as they are are not read.
  ///
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  package func holdings(of source: Source) throws(SyncFailure) -> SourceHoldings {
    try check()
    let place = try place()
    let note = SourceNotes(try disk.read(place.notes) ?? []).notes[source]
    return SourceHoldings(
      activities: try activityCount(of: source), days: try dayCount(of: source),
      lastSync: note?.lastSync,
      lastError: note?.lastError, athlete: try owner(of: source))
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
        let names = try disk.list("\(root)/\(folder)/\(source.rawValue)")
        if names.contains(where: { YearName.year($0) != nil }) { return true }
      }
    }
    return false
  }

  /// Whether a data folder holds rides of a service from the archive of the account, which need no
  /// connection.
  ///
  /// - Throws: `storage`; `badInput` for a damaged file.
  package static func holdsArchive(
    in root: String, on files: any FileSystem
  ) throws(SyncFailure) -> Bool {
    let disk = StoreDisk(files: files)
    for source in Source.allCases where !source.isFiles {
      let folder = "\(root)/activities/\(source.rawValue)"
      let table = try YearTable<Activity>(folder, of: source, on: disk)
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
      let place = try place()
      try loadAll()
      restart(source)
      days[source] = nil
      // The cursor first: what is left after a kill is then nobody's, and the next purge ends it.
      for path in [
        place.cursor(source), place.checkpoint(source), place.ledger(source),
        place.streamless(source), place.streaming(source), place.richness(source),
      ] + (source.isFiles ? [place.fileIndex] : []) {
        try disk.remove(path)
      }
      // Derived from its records among others; the next sync derives them anew from what is left. They
      // go first, so that a kill never leaves them beside fewer records.
      for path in [place.prep, place.routine, place.thresholds] { try disk.remove(path) }
      for name in try disk.list(place.scores) where YearName.year(name) != nil {
        try disk.remove(place.scores + "/" + name)
      }
      try disk.removeFolder(place.scores)
      for folder in [place.activities(source), place.wellness(source), place.streams(source)] {
        for name in try disk.list(folder) where name.hasSuffix("json") {
          try disk.remove(folder + "/" + name)
        }
        try disk.removeFolder(folder)
      }
      // Only those that no other source has a part of.
      for name in ["activities", "wellness", "streams"] {
        try disk.removeFolder("\(root)/\(name)")
      }
      activities[source] = nil
      wellness[source] = nil
      try forgetRides(with: source)
      var notes = SourceNotes(try disk.read(place.notes) ?? [])
      if notes.notes.removeValue(forKey: source) != nil {
        try disk.replaceState(place.notes, with: notes.bytes)
      }
    }
  }

  private func write(
    _ failure: SyncFailure?, of source: Source, at time: Timestamp
  ) throws(SyncFailure) {
    let place = try place()
    try disk.makeFolder(place.state)
    var notes = SourceNotes(try disk.read(place.notes) ?? [])
    var note = notes.notes[source] ?? SourceNotes.Note()
    note.lastError = failure?.code
    if failure == nil { note.lastSync = time }
    notes.notes[source] = note
    try disk.replaceState(place.notes, with: notes.bytes)
  }

  /// Takes a source's ids out of the records of others.
  private func forgetRides(with source: Source) throws(SyncFailure) {
    let place = try place()
    for other in Source.allCases where other != source {
      let cursor = try cursor(of: other)
      let isTrusted = cursor?.files == stamps(of: other)
      activities[other]?.update { record in
        let count = record.sameAs.count
        record.sameAs.removeAll { $0.source == source }
        return record.sameAs.count < count
      }
      guard activities[other]?.isTouched == true else { continue }
      try activities[other]?.save(on: disk, progress: Gauge())
      try writeLedger(of: other)
      guard isTrusted, var cursor else { continue }
      cursor.files = stamps(of: other)
      try disk.replaceState(place.cursor(other), with: cursor.bytes)
    }
  }

  /// The activities of a source: by its ledger, as far as that vouches for the files.
  private func activityCount(of source: Source) throws(SyncFailure) -> Int {
    let place = try place()
    let years = try disk.read(place.ledger(source)).flatMap { Ledger($0) }?.years ?? [:]
    let folder = place.activities(source)
    var count = 0
    for year in try disk.list(folder).compactMap({ YearName.year($0) }) {
      let stamp = try disk.stamp(folder + "/" + YearName.file(year))
      if let known = years[year], known.stamp == stamp {
        count += known.count
      } else {
        let file = try YearTable<Activity>.read(year, in: folder, of: source, on: disk)
        count += file?.rows.count ?? 0
      }
    }
    return count
  }

  private func dayCount(of source: Source) throws(SyncFailure) -> Int {
    try YearTable<WellnessDay>(try place().wellness(source), of: source, on: disk).count
  }
}

/// The notes of all sources, a small file in the state folder.
struct SourceNotes: Hashable, Sendable {
  struct Note: Hashable, Sendable {
    /// When it last succeeded.
    var lastSync: Timestamp?
    /// The code of the failure, when the last try failed.
    var lastError: String?

    static let fields = RecordTable<Note>([
      .init(
        "last_sync", "When it last succeeded.", .time({ $0.lastSync }, { $0.lastSync = $1 }),
        isLenient: true),
      .init(
        "last_error", "The code of the failure, when the last try failed.",
        .text({ $0.lastError }, { $0.lastError = $1 }), isLenient: true),
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

  /// The bytes of the file.
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
