// Everything a run knows so far, in one value, so that it can go on from where it stopped.

import Model
import Training

/// The state of a run between two steps.
struct SyncState: Sendable {
  /// How far a source has come.
  enum Progress: Sendable {
    /// Not contacted yet.
    case waiting
    /// Its listing has begun, and what arrives is kept by the store.
    case begun
    case finished(Counts)
    case failed(SyncFailure)
  }

  /// How far the files of an import have come.
  enum Files: Sendable {
    /// There are none, or nobody has read them.
    case unread
    case read(ImportedRecords)
    /// The store has what they hold.
    case received
  }

  /// The local day, the same for a whole attempt.
  var today: Day
  /// The stage that is open.
  var stage: Stage?
  /// The stages that are over.
  var finishedStages: Set<Stage> = []
  /// The last row that was saved before.
  var savedRow: ScoreDay?
  /// Whether today had its row when the run began.
  var hasRow = false
  /// What earlier runs that were cut short have left to do.
  var unfinished = Unfinished()
  var isLocked = false

  /// Whether the step that reads health data is over, and what could be read.
  var hasFetchedHealth = false
  var healthRead: Set<Source> = []
  /// Health data that could not be read.
  var healthFailures: [Source: SyncFailure] = [:]
  /// How far the files of an import have come.
  var files = Files.unread
  /// Whether every source has been asked, and the run may go on with what came of it.
  var hasGathered = false
  var progress: [Source: Progress] = [:]
  var athletes: [Source: Athlete] = [:]
  /// Whether the streams that were asked for are there, as far as they can be.
  var hasStreamed = false
  /// Activities whose streams this run has stored: a load computed without them is out of date.
  var streamed: Set<ActivityID> = []
  /// What ended the download of streams before its time.
  var streamFailures: [Source: SyncFailure] = [:]
  /// Listings that were begun and whose records are not in the data folder yet.
  var unsaved: Set<Source> = []
  /// Those of them whose records stand in a checkpoint.
  var suspended: Set<Source> = []

  /// The records, with the loads that this run computed; nil until they are read.
  var history: History?
  /// Those of the run before; nil before the first.
  var storedThresholds: Thresholds?
  var loads: [ActivityID: (load: Double, from: LoadOrigin)] = [:]
  /// Whether it was said that loads wait for settings.
  var saidLoadsAreMissing = false
  var routine: Routine?
  var scoring: Scoring?
  var zones: [PowerZone]?
  var row: ScoreDay?
  var prep: PrepSheet?
  /// Whether the records and what was derived are in the data folder.
  var isSaved = false
  /// Whether all that was received is, or would be in a run that is not dry.
  var isStored = false
  /// What the attempts so far have stored.
  var stored = Counts()
  /// Sources whose success is noted.
  var noted: Set<Source> = []

  var isOffline = false
  /// What ended the run before its time.
  var failure: SyncFailure?
  /// The failures that this attempt has posted, each once.
  var posted: [SyncFailure] = []

  init(today: Day) {
    self.today = today
  }

  /// Whether the records come from files.
  var isImport: Bool {
    if case .unread = files { false } else { true }
  }

  /// Whether a source of activities has told everything, in this attempt or before.
  func hasFinished(_ source: Source) -> Bool {
    if case .finished = progress[source] { true } else { false }
  }

  /// Whether any of them has done all that it was asked for.
  var hasWholeSource: Bool {
    progress.keys.contains { hasFinished($0) && streamFailures[$0] == nil }
  }

  /// Whether any of them has told everything.
  var hasFinishedSource: Bool { progress.keys.contains(where: hasFinished) }

  /// Whether a source of activities has told about today, in this run or in an earlier one of today.
  var coversToday: Bool {
    hasFinishedSource || savedRow.map { $0.date == today && $0.load != nil } ?? false
  }

  /// The failures of sources, in the order of sources.
  var sourceFailures: [(source: Source, failure: SyncFailure)] {
    var failures = healthFailures.merging(streamFailures) { first, _ in first }
    for (source, progress) in progress {
      if case .failed(let failure) = progress { failures[source] = failure }
    }
    return failures.sorted { $0.key < $1.key }.map { (source: $0.key, failure: $0.value) }
  }
}
