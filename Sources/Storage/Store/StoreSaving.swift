// Saves a run: records, then derived files, then cursors; checkpoints are removed last.

import Codec
import Format
package import Model

extension Store {
  package func save(_ derived: Derived, progress: Gauge) throws(SyncFailure) {
    if let failure = rehearsal?.failure(.save) { throw failure }
    try loadAll()
    var scores = try YearTable<ScoreDay>(try paths().scores, of: nil, on: disk)
    scores.replaceAll(with: derived.scores)
    // Before anything is written: whose files were as their cursors say.
    let trusted = try trustedCursors()
    let index = try trustedIndex()
    joinRides()
    progress.expect(
      states.values.reduce(scores.touchedCount + 2) { count, state in
        count + state.activities.touchedCount + state.wellness.touchedCount
      })
    guard mode == .readWrite else { return progress.finish() }
    do throws(SyncFailure) {
      try makeStore()
      try saveAthletes()
      let saving = try paths().saving
      try disk.renewState(saving, with: [])
      for source in Source.allCases {
        try states[source]?.activities.save(on: disk, progress: progress)
        try states[source]?.wellness.save(on: disk, progress: progress)
      }
      try scores.save(on: disk, progress: progress)
      try saveDerived(derived, progress)
      if let thresholds = derived.thresholds {
        try disk.renewState(try paths().thresholds, with: thresholds.bytes)
      }
      try saveQualities()
      try saveCursors(trusted)
      if let index { try renew(index) }
      // Records, derived files and cursors are those of one run: nothing is left to do.
      try endStreaming()
      try disk.remove(saving)
    } catch {
      // What arrived is kept, where there is still space for it.
      defer {
        for source in Source.allCases { try? suspendListing(source) }
      }
      savedInPart = counts(writtenOnly: true)
      throw error
    }
    exclusions = [:]
    progress.finish()
  }

  package func thresholds() throws(SyncFailure) -> StoredThresholds? {
    try check()
    return try disk.read(try paths().thresholds).flatMap { StoredThresholds($0) }
  }

  /// Whether a save would leave the derived files as they are.
  package func holds(_ derived: Derived, withSheets: Bool) throws(SyncFailure) -> Bool {
    let paths = try paths()
    var scores = try YearTable<ScoreDay>(paths.scores, of: nil, on: disk)
    scores.replaceAll(with: derived.scores)
    if scores.isTouched { return false }
    if !withSheets { return true }
    let (routine, prep) = (try disk.read(paths.routine), try disk.read(paths.prep))
    return routine == derived.routine.file && prep == derived.prep.file
  }

  /// Ends a listing that brought nothing to save: drops the checkpoint and moves the cursor.
  func endUnchanged(_ source: Source) throws(SyncFailure) {
    guard let state = states[source], state.merged != nil, !state.changes.counts.hasChanges,
      !state.isTouched
    else { return }
    // A store that nothing was saved in has no owner yet.
    if try disk.exists(try paths().format) { try saveAthletes() }
    try saveCursor(of: source)
  }

  // MARK: Records

  /// Writes the names of the same ride in other services into the records, and whether the rider
  /// leaves it out: the record that said so may go.
  func joinRides() {
    var rides: [ActivityID: [ActivityID]] = [:]
    var excluded: Set<ActivityID> = []
    for ride in sharedRides() {
      let ids = ride.map(\.id)
      for id in ids { rides[id] = ids }
      if ride.contains(where: \.isExcluded) { excluded.formUnion(ids) }
    }
    updateActivities { record in
      let isNews = !record.isExcluded && excluded.contains(record.id)
      if isNews { record.isExcluded = true }
      return record.join(rides[record.id] ?? []) || isNews
    }
  }

  private func saveDerived(_ derived: Derived, _ progress: Gauge) throws(SyncFailure) {
    let paths = try paths()
    for (path, bytes) in [
      (paths.routine, derived.routine.file), (paths.prep, derived.prep.file),
    ] {
      if try disk.read(path) != bytes { try disk.replaceData(path, with: bytes) }
      progress.advance()
    }
  }

  // MARK: Cursors

  /// The cursors of sources that no service has listed and whose files nobody has touched.
  func trustedCursors() throws(SyncFailure) -> [Source: Cursor] {
    var cursors: [Source: Cursor] = [:]
    for source in Source.allCases where states[source]?.merged == nil {
      guard let cursor = try cursor(of: source), try cursor.files == stamps(of: source) else {
        continue
      }
      cursors[source] = cursor
    }
    return cursors
  }

  func saveCursors(_ trusted: [Source: Cursor]) throws(SyncFailure) {
    let paths = try paths()
    // Files of other sources change as well, when they hold the same ride.
    for (source, cursor) in trusted {
      var moved = cursor
      moved.files = try stamps(of: source)
      if moved != cursor { try disk.replaceState(paths.cursor(source), with: moved.bytes) }
    }
    for source in Source.allCases { try saveCursor(of: source) }
  }

  /// Moves the cursor of a complete listing; its checkpoint is removed last.
  private func saveCursor(of source: Source) throws(SyncFailure) {
    guard let state = states[source], let merge = state.merged else { return }
    let paths = try paths()
    let newest = state.activities.last?.start ?? state.wellness.last?.date.startOfDayUTC
    // A ride of a clock that is ahead says nothing of those that come until then.
    let cursor = Cursor(
      athlete: merge.athlete, newest: newest.map { min($0, time.wallClock()) },
      since: merge.plan.since, files: try stamps(of: source))
    // The next listing after one that is doubted begins where this one did.
    if !merge.isDoubted { try disk.renewState(paths.cursor(source), with: cursor.bytes) }
    try disk.remove(paths.checkpoint(source))
    states[source]?.checkpoint = nil
    states[source]?.listing = .idle
  }

  // MARK: What a kill leaves

  // Two kinds of notes in the state folder survive a kill. `saving` is written before the first
  // record of a save and removed after its last cursor. `streaming-SOURCE` lists the activities
  // without streams before the first is fetched: those of them that have streams later may need
  // another load.

  package func unfinished() throws(SyncFailure) -> Unfinished {
    try check()
    let paths = try paths()
    var unfinished = Unfinished()
    unfinished.needsDeriving = try disk.exists(paths.saving)
    let trusted = try trustedCursors()
    for source in Source.allCases {
      // Files that were restored or edited may have records that do not know of each other.
      if trusted[source] == nil, try cursor(of: source) != nil { unfinished.needsDeriving = true }
      let names = try names(in: paths.streaming(source))
      if names.isEmpty { continue }
      let stored = Set(try disk.list(paths.streams(source)))
      for name in names where stored.contains(name + ".json") {
        unfinished.streamed.insert(ActivityID(source: source, sourceID: name))
      }
    }
    return unfinished
  }

  package func endStreaming() throws(SyncFailure) {
    guard mode == .readWrite else { return }
    for source in Source.allCases { try disk.remove(try paths().streaming(source)) }
  }

  /// Notes that these activities may have streams from now on, beside those of an earlier run.
  func beginStreaming(_ ids: [ActivityID], of source: Source) throws(SyncFailure) {
    if ids.isEmpty || mode == .readOnly { return }
    let path = try paths().streaming(source)
    let names = try names(in: path).union(ids.map(\.sourceID))
    try disk.replaceState(path, with: Array(names.sorted().map { $0 + "\n" }.joined().utf8))
  }

  /// The lines of a file of names; none without the file.
  func names(in path: String) throws(SyncFailure) -> Set<String> {
    let bytes = try disk.read(path) ?? []
    return Set(bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
  }
}

extension YearTable where Record == ScoreDay {
  /// Makes the rows those of `days`; one that says the same stays byte for byte.
  mutating func replaceAll(with days: [ScoreDay]) {
    let dates = Set(days.map(\.date))
    let removals = records { !dates.contains($0.date) }
    let puts = days.filter { day in find(day)?.agrees(with: day) != true }
    if !puts.isEmpty || !removals.isEmpty { apply(puts: puts, removals: removals) }
  }
}

extension StoredThresholds {
  /// Reads the file; one that is damaged is forgotten, which costs a notice.
  fileprivate init?(_ bytes: [UInt8]) {
    guard let json = try? JSONValue(parsing: bytes) else { return nil }
    self = Self.fields.read(json, from: StoredThresholds()) ?? StoredThresholds()
  }

  fileprivate var bytes: [UInt8] { Self.fields.file(self) }

  static let fields = Table<StoredThresholds>([
    .init(
      "ftp_w", "Functional threshold power in watts.",
      .integer(StoredRange.watts).at(\.inUse.ftp.undated), isLenient: true),
    .init(
      "threshold_heart_rate_bpm", "Heart rate at threshold.",
      .integer(StoredRange.heartRate).at(\.inUse.thresholdHeartRate.undated), isLenient: true),
    .init(
      "max_heart_rate_bpm", "The highest heart rate.",
      .integer(StoredRange.heartRate).at(\.inUse.maxHeartRate), isLenient: true),
    .init(
      "ftp_dated_w", "The same from some days on, as --ftp takes it.",
      .text.at({ $0.inUse.ftp.datedText }, { $0.inUse.ftp.take($1, in: StoredRange.watts) })),
    .init(
      "threshold_heart_rate_dated_bpm", "The same from some days on.",
      .text.at(
        { $0.inUse.thresholdHeartRate.datedText },
        { $0.inUse.thresholdHeartRate.take($1, in: StoredRange.heartRate) })),
    .init(
      "athlete_ftp_w", "Functional threshold power in watts, as a service said it.",
      .integer(StoredRange.watts).at(\.athlete.ftpWatts), isLenient: true),
    .init(
      "athlete_threshold_heart_rate_bpm", "Heart rate at threshold, as a service said it.",
      .integer(StoredRange.heartRate).at(\.athlete.thresholdHeartRate), isLenient: true),
    .init(
      "athlete_max_heart_rate_bpm", "The highest heart rate, as a service said it.",
      .integer(StoredRange.heartRate).at(\.athlete.maxHeartRate), isLenient: true),
    .init(
      "athlete_resting_heart_rate_bpm", "The resting heart rate, as a service said it.",
      .integer(StoredRange.heartRate).at(\.athlete.restingHeartRate), isLenient: true),
    .init(
      "athlete_sex", "As a service said it.",
      .text.at({ $0.athlete.sex?.rawValue }, { $0.athlete.sex = $1.flatMap { Sex(rawValue: $0) } })),
  ])
}

extension DatedSetting {
  /// The dated values as text; nil without any.
  fileprivate var datedText: String? {
    var dated = self
    dated.undated = nil
    return dated.isEmpty ? nil : dated.description
  }

  /// Takes the dated values of such a text that are in a range.
  fileprivate mutating func take(_ text: String?, in range: ClosedRange<Int>) {
    for entry in text.flatMap({ DatedSetting($0) })?.dated ?? [] where range ~= entry.value {
      set(entry.value, from: entry.day)
    }
  }
}
