// Saves a run: records, then derived files, then cursors; checkpoints are removed last.

import Codec
import Format
package import Model

extension Store {
  package func save(_ derived: Derived, progress: Gauge) throws(SyncFailure) {
    try loadAll()
    var scores = try YearTable<ScoreDay>(try place().scores, of: nil, on: disk)
    scores.replaceAll(with: derived.scores)
    // Before anything is written: whose files were as their cursors say.
    let trusted = try trustedCursors()
    let index = try trustedIndex()
    derive(derived.figures)
    progress.expect(
      activities.values.reduce(0) { $0 + $1.touchedCount }
        + wellness.values.reduce(0) { $0 + $1.touchedCount } + scores.touchedCount + 2)
    guard mode == .readWrite else { return progress.finish() }
    do throws(SyncFailure) {
      try makeStore()
      try beginSaving()
      for source in unsaved.sorted() { try removeStreams(of: source) }
      try saveRecords(progress)
      try scores.save(on: disk, progress: progress)
      try saveDerived(derived, progress)
      if let thresholds = derived.thresholds { try save(thresholds) }
      try saveRichness()
      try saveCursors(trusted)
      try renew(index)
      try endSaving()
    } catch {
      // Some files may be new and some old: the next try reads them all again. What arrived is
      // kept, where there is still room for it.
      savedInPart = counts(writtenOnly: true)
      rememberStored()
      forgetStored()
      for source in unsaved { try? suspend(source) }
      throw error
    }
    days = [:]
    progress.finish()
  }

  /// Drops the checkpoint and moves the cursor of a source that brought nothing to save.
  func settleUnchanged(_ source: Source) throws(SyncFailure) {
    guard unsaved.contains(source), finished[source]?.counts.hasChanges == false,
      activities[source]?.isTouched == false, wellness[source]?.isTouched == false
    else { return }
    try writeLedger(of: source)
    try writeCursor(of: source)
  }

  /// Writes the figures of a source for the next run, unless they are as they were.
  func writeLedger(of source: Source) throws(SyncFailure) {
    guard let table = activities[source], table.isNewsToLedger else { return }
    try disk.replaceState(try place().ledger(source), with: Ledger.bytes(of: table))
    activities[source]?.isNewsToLedger = false
  }

  // MARK: Records

  /// Writes what marks the folder as a store. The mark of a sample store comes first, so that its
  /// records never stand in one that could be taken for real.
  func makeStore() throws(SyncFailure) {
    let place = try place()
    try disk.makeFolder(root)
    if isSample, try !disk.exists(place.sampleMark) {
      try disk.replaceData(place.sampleMark, with: [])
    }
    if try !disk.exists(place.format) {
      try disk.replaceData(place.format, with: Array("\(StoreFormat.current)\n".utf8))
    }
  }

  /// Writes figures and the names of the same ride in other services into the records.
  private func derive(_ figures: [ActivityID: RideFigures]) {
    var others: [ActivityID: [ActivityID]] = [:]
    for ride in rides() {
      let ids = ride.map(\.id)
      for id in ids { others[id] = ids.filter { $0 != id } }
    }
    // Keys of their own: those of the dictionary would keep it, and every row would be copied.
    for source in Array(activities.keys) {
      activities[source]?.update { record in
        let stored = (record.sameAs, record.load, record.loadFrom, record.analysis)
        record.sameAs = others[record.id] ?? []
        if let figures = figures[record.id] {
          if figures.load != nil {
            (record.load, record.loadFrom) = (figures.load, figures.loadFrom)
          }
          if figures.analysis != nil { record.analysis = figures.analysis }
        }
        return (record.sameAs, record.load, record.loadFrom, record.analysis) != stored
      }
    }
  }

  private func saveRecords(_ progress: Gauge) throws(SyncFailure) {
    for source in Source.allCases {
      let kept = KeptLines(try place().checkpoint(source), on: disk)
      try activities[source]?.save(on: disk, kept: kept, progress: progress)
      try wellness[source]?.save(on: disk, progress: progress)
    }
  }

  private func saveDerived(_ derived: Derived, _ progress: Gauge) throws(SyncFailure) {
    let place = try place()
    for (path, bytes) in [
      (place.routine, derived.routine.file), (place.prep, derived.prep.file),
    ] {
      if try disk.read(path) != bytes { try disk.replaceData(path, with: bytes) }
      progress.advance()
    }
  }

  // MARK: Cursors

  /// The cursors of sources that no service has listed and whose files nobody has touched.
  private func trustedCursors() throws(SyncFailure) -> [Source: Cursor] {
    var cursors: [Source: Cursor] = [:]
    for source in Source.allCases {
      // An import lists nothing: the cursor of a service stays what it was.
      if unsaved.contains(source), finished[source]?.athlete != nil { continue }
      guard let cursor = try cursor(of: source), cursor.files == stamps(of: source) else {
        continue
      }
      cursors[source] = cursor
    }
    return cursors
  }

  private func saveCursors(_ trusted: [Source: Cursor]) throws(SyncFailure) {
    let place = try place()
    for source in Source.allCases { try writeLedger(of: source) }
    // Files of other sources change as well, when they hold the same ride.
    for (source, cursor) in trusted {
      var moved = cursor
      moved.files = stamps(of: source)
      if moved != cursor { try disk.replaceState(place.cursor(source), with: moved.bytes) }
    }
    for source in unsaved.sorted() { try writeCursor(of: source) }
  }

  private func writeCursor(of source: Source) throws(SyncFailure) {
    guard let merge = finished[source] else { return }
    guard let athlete = merge.athlete else {
      // Files are read whole each time: there is nothing to go on from.
      unsaved.remove(source)
      return
    }
    let place = try place()
    let cursor = Cursor(
      athlete: athlete, newest: activities[source]?.newest ?? wellness[source]?.newest,
      since: merge.plan.since,
      files: stamps(of: source))
    try disk.renewState(place.cursor(source), with: cursor.bytes)
    try disk.remove(place.checkpoint(source))
    writers[source] = nil
    leftCheckpoints[source] = nil
    unsaved.remove(source)
  }
}

extension YearTable {
  /// The newest of something. The year of a file is the local one, so that the file before may have it.
  fileprivate func newest(_ time: (Record) -> Timestamp) -> Timestamp? {
    var newest: Timestamp?
    for year in allYears.suffix(2) {
      if let known = knownNewest(of: year) {
        newest = max(newest ?? known, known)
      } else {
        forEachRecord(of: year) { newest = max(newest ?? time($0), time($0)) }
      }
    }
    return newest
  }
}

extension YearTable where Record == Activity {
  /// The newest start.
  var newest: Timestamp? { newest(\.start) }
}

extension YearTable where Record == WellnessDay {
  /// The newest day: how far a source is known that has nothing else.
  var newest: Timestamp? { newest(\.date.startOfDayUTC) }
}

extension YearTable where Record == ScoreDay {
  /// Makes the rows those of `days`; one that says the same stays byte for byte.
  mutating func replaceAll(with days: [ScoreDay]) {
    let places = days.map { find($0) }
    let isSame = zip(days, places).map { day, place in
      place.flatMap { self[$0] }?.agrees(with: day) ?? false
    }
    let kept = Set(places.compactMap { $0 })
    let removals = self.places { _ in true }.filter { !kept.contains($0) }
    if isSame.allSatisfy(\.self), removals.isEmpty { return }
    // Made one by one: there are as many as days.
    let puts = days.indices.lazy.filter { !isSame[$0] }.map {
      Put(record: days[$0], place: places[$0])
    }
    apply(puts: puts, removals: removals)
  }
}

extension Store {
  /// - Throws: `storage`, and what keeps a store from being used.
  package func thresholds() throws(SyncFailure) -> Thresholds? {
    try check()
    return try disk.read(try place().thresholds).flatMap { Thresholds($0) }
  }

  /// Writes the file where it says something else.
  func save(_ thresholds: Thresholds) throws(SyncFailure) {
    try disk.renewState(try place().thresholds, with: thresholds.bytes)
  }
}

extension Thresholds {
  /// Reads the file; one that is damaged is forgotten, which costs a notice.
  fileprivate init?(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes) else { return nil }
    let blank = Thresholds(ftpWatts: nil, heartRate: nil)
    self = Self.fields.read(json, from: blank) ?? blank
  }

  /// The bytes of the file.
  fileprivate var bytes: [UInt8] { Self.fields.file(self) }

  static let fields = RecordTable<Thresholds>([
    .init(
      "ftp_w", "Functional threshold power in watts.",
      .integer(StoredRange.watts, { $0.ftpWatts }, { $0.ftpWatts = $1 }), isLenient: true),
    .init(
      "threshold_heart_rate_bpm", "Heart rate at threshold.",
      .integer(StoredRange.heartRate, { $0.heartRate }, { $0.heartRate = $1 }), isLenient: true),
  ])
}
