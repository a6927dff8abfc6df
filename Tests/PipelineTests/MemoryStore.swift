// A store in memory, which records the calls it receives.

import Model

/// Keeps records in memory as the real store keeps them in files: what a run received is merged
/// into the history at once, and stored by `save`.
actor MemoryStore: SyncStore {
  enum Call: Equatable {
    case lock, unlock, save
    case suspend(Source)
    case note(Source, SyncFailure?)
  }

  /// The calls that change something, in order.
  private(set) var calls: [Call] = []
  private(set) var saved: Derived?
  /// Records passed to `save` more than once would show here.
  private(set) var stored: [ActivityID: Activity] = [:]
  private var received: [ActivityID: Activity] = [:]
  private var days: [String: WellnessDay] = [:]
  private var rows: [ScoreDay] = []
  private var storedThresholds: Thresholds?
  private var bySource: [Source: Counts] = [:]
  /// Records of the current listing, and of an interrupted one.
  private var arrived: [Source: Set<ActivityID>] = [:]
  private var kept: [Source: Set<ActivityID>] = [:]
  private var dayCounts = Counts()

  /// Who holds the lock at each attempt; after that it is free.
  var holders: [LockHolder] = []
  var beginFailures: [Source: SyncFailure] = [:]
  var receiveFailure: SyncFailure?
  var saveFailure: SyncFailure?
  /// The sources that the next lock reports as changed.
  private(set) var changedMeanwhile: Set<Source> = []

  func set(holders: [LockHolder]) { self.holders = holders }
  func set(saveFailure: SyncFailure?) { self.saveFailure = saveFailure }
  func set(receiveFailure: SyncFailure?) { self.receiveFailure = receiveFailure }
  func set(beginFailure: SyncFailure, of source: Source) { beginFailures[source] = beginFailure }
  func set(rows: [ScoreDay]) { self.rows = rows }
  func set(noBeginFailureOf source: Source) { beginFailures[source] = nil }
  /// The content of the stored streams.
  private var readStreams: [ActivityID: ActivityStreams] = [:]
  func set(streams: ActivityStreams, of id: ActivityID) { readStreams[id] = streams }
  func set(changedMeanwhile: Set<Source>) { self.changedMeanwhile = changedMeanwhile }

  /// Begins the next run on the same records.
  func nextRun() {
    calls = []
    saved = nil
    received = [:]
    bySource = [:]
    kept = [:]
    dayCounts = Counts()
    saveFailure = nil
    receiveFailure = nil
  }

  func lock() async throws(SyncFailure) -> LockHolder? {
    if !holders.isEmpty { return holders.removeFirst() }
    calls.append(.lock)
    return nil
  }

  func unlock() async { calls.append(.unlock) }

  func savedScores() async throws(SyncFailure) -> ScoreDay? { rows.last }

  func prepare(_ source: Source, pastBefore boundary: Timestamp?) {}

  func begin(
    _ source: Source, athlete: Athlete, listing: Listing
  ) async throws(SyncFailure) -> ListingStart {
    if let failure = beginFailures[source] { throw failure }
    let kept = kept.removeValue(forKey: source)
    if kept == nil { bySource[source] = Counts() }
    arrived[source] = kept ?? []
    return ListingStart(whole: ListRange(), rest: ListRange(), received: kept?.count ?? 0)
  }

  func receive(_ page: ActivityPage, from source: Source) async throws(SyncFailure) -> Counts {
    if let receiveFailure { throw receiveFailure }
    var counts = Counts()
    for activity in page.activities where arrived[source]?.insert(activity.id).inserted == true {
      if let old = stored[activity.id] {
        if old.name == activity.name { counts.unchanged += 1 } else { counts.changed += 1 }
      } else {
        counts.new += 1
      }
      received[activity.id] = activity
    }
    bySource[source] = (bySource[source] ?? Counts()) + counts
    return counts
  }

  private func key(_ day: WellnessDay) -> String { "\(day.source.rawValue):\(day.date.number)" }

  func receive(_ days: [WellnessDay], from source: Source) async throws(SyncFailure) -> Counts {
    var counts = Counts()
    for day in days where self.days[key(day)] != day {
      if self.days[key(day)] == nil { counts.daysNew += 1 } else { counts.daysChanged += 1 }
      self.days[key(day)] = day
    }
    dayCounts = dayCounts + counts
    return counts
  }

  func streamWriter() async throws(SyncFailure) -> any StreamWriter {
    throw .internal("no stream is kept")
  }

  /// The files of connected folders that were read before.
  private(set) var index = FileIndex()

  func fileIndex() async throws(SyncFailure) -> FileIndex { index }

  func receive(_ files: ImportedFiles) async throws(SyncFailure) -> [Source: Counts] {
    index = files.index ?? index
    var counts: [Source: Counts] = [:]
    for (source, records) in files.records {
      counts[source] = try await receive(records, from: source)
    }
    return counts
  }

  private func receive(
    _ records: ImportedRecords, from source: Source
  ) async throws(SyncFailure) -> Counts {
    arrived[source] = []
    bySource[source] = Counts()
    dayCounts = Counts()
    let activities = try await receive(ActivityPage(activities: records.activities), from: source)
    return try await receive(records.days, from: source) + activities
  }

  func finish(_ source: Source) async throws(SyncFailure) -> Counts {
    bySource[source] ?? Counts()
  }

  func suspend(_ source: Source) async throws(SyncFailure) {
    calls.append(.suspend(source))
    kept[source] = arrived[source]
  }

  /// The streams passed to `keep`; nil for none.
  private(set) var streams: [ActivityID: [UInt8]?] = [:]

  func withoutStreams(
    _ source: Source, again: Bool
  ) async throws(SyncFailure) -> [ActivityID] {
    let activities = stored.merging(received) { _, new in new }.values
    return activities.sorted { $0.start > $1.start }.map(\.id).filter { id in
      guard id.source == source, let known = streams[id] else { return id.source == source }
      return known == nil && again
    }
  }

  func keep(streams: [UInt8]?, of id: ActivityID) async throws(SyncFailure) {
    self.streams[id] = .some(streams)
  }

  func streamed() async throws(SyncFailure) -> Set<ActivityID> { Set(readStreams.keys) }

  func streams(of id: ActivityID) async throws(SyncFailure) -> ActivityStreams? { readStreams[id] }

  func history(pastBefore boundary: Timestamp?) async throws(SyncFailure) -> History {
    var merged = stored
    for (id, activity) in received {
      var activity = activity
      if let old = stored[id], activity.load == nil {
        activity.load = old.load
        activity.loadFrom = old.loadFrom
      }
      merged[id] = activity
    }
    let activities = merged.values.sorted { $0.start < $1.start }
    let days = days.values.sorted { ($0.date, $0.source) < ($1.date, $1.source) }
    let first = (activities.map(\.day) + days.map(\.date)).min()
    return History(activities: activities, days: days, firstDay: first)
  }

  func thresholds() async throws(SyncFailure) -> Thresholds? { storedThresholds }

  var countsFailure: SyncFailure?
  func set(countsFailure: SyncFailure?) { self.countsFailure = countsFailure }

  func counts() async throws(SyncFailure) -> Counts {
    if let countsFailure { throw countsFailure }
    return bySource.values.reduce(dayCounts, +)
  }

  func hasRow(for day: Day) async throws(SyncFailure) -> Bool {
    rows.contains { $0.date == day }
  }

  let hasCompletions = false

  private var left = Unfinished()
  func set(unfinished: Unfinished) { left = unfinished }
  func unfinished() async throws(SyncFailure) -> Unfinished { left }

  func save(_ derived: Derived, progress: Gauge) async throws(SyncFailure) {
    calls.append(.save)
    if let saveFailure { throw saveFailure }
    progress.expect(received.count)
    for (id, activity) in received {
      var activity = activity
      activity.load = stored[id]?.load
      activity.loadFrom = stored[id]?.loadFrom
      stored[id] = activity
      progress.advance()
    }
    for (id, figures) in derived.figures {
      if let load = figures.load {
        stored[id]?.load = load
        stored[id]?.loadFrom = figures.loadFrom
      }
      if let analysis = figures.analysis { stored[id]?.analysis = analysis }
    }
    rows = derived.scores
    storedThresholds = derived.thresholds ?? storedThresholds
    saved = derived
    left = Unfinished()
  }

  /// What a failed save has written.
  private(set) var savedInPart = Counts()
  func set(savedInPart: Counts) { self.savedInPart = savedInPart }

  func note(
    _ source: Source, failure: SyncFailure?, at time: Timestamp
  ) async throws(SyncFailure) {
    calls.append(.note(source, failure))
  }
}
