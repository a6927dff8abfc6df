// The state of a run as one value, so that a retry can continue from it.

import Model
import Training

/// The state of a run between two steps.
struct SyncState: Sendable {
  /// The progress of a source.
  enum Progress: Sendable {
    /// Not contacted yet.
    case waiting
    /// Its listing has begun; the store keeps what arrives.
    case begun
    case finished(Counts)
    case failed(SyncFailure)
  }

  /// The progress of files.
  enum Files: Sendable {
    /// There are none, or they have not been read.
    case unread
    case read(ImportedFiles)
    /// The store has received their records.
    case received
  }

  /// The local day, the same for a whole attempt.
  var today: Day
  /// The current stage.
  var stage: Stage?
  /// The stages that have ended.
  var finishedStages: Set<Stage> = []
  /// The last row saved by an earlier run.
  var savedRow: ScoreDay?
  /// Whether today had its row when the run began.
  var hasRow = false
  /// Work left over from interrupted runs.
  var unfinished = Unfinished()
  var isLocked = false

  /// Whether the step that reads health data has ended.
  var hasFetchedHealth = false
  var healthRead: Set<Source> = []
  /// The failures of health data that could not be read.
  var healthFailures: [Source: SyncFailure] = [:]
  /// Whether the run is an import.
  var isImport = false
  /// The progress of an import's files, or of those in connected folders.
  var files = Files.unread
  /// Reads the streams of the rides in the files.
  var rideStreams: (any RideStreamService)?
  /// The number of files that could not be read.
  var refusedFiles = 0
  /// Whether the step that reads connected folders has ended.
  var hasReadFolders = false
  /// Whether any connected folder was there.
  var hasFoundFolder = false
  /// The failure of connected folders, of which one is not there.
  var folderFailure: SyncFailure?
  /// Whether every source has been asked, and the run may continue.
  var hasDownloaded = false
  var progress: [Source: Progress] = [:]
  var athletes: [Source: Athlete] = [:]
  /// Whether all requested streams have been fetched as far as possible.
  var hasStreamed = false
  /// Activities whose streams this run has stored: loads computed without them are out of date.
  var streamed: Set<ActivityID> = []
  /// Why the download of streams ended early.
  var streamFailures: [Source: SyncFailure] = [:]
  /// Listings that have begun and whose records are not in the data folder yet.
  var unsaved: Set<Source> = []
  /// Those of them whose records are in a checkpoint.
  var suspended: Set<Source> = []

  /// The records, with the figures that this run computed; nil until they are read.
  var history: History?
  /// The thresholds of the previous run; nil before the first.
  var storedThresholds: Thresholds?
  /// What this run has computed for activities.
  var figures: [ActivityID: RideFigures] = [:]
  /// Whether the notice about missing loads was posted.
  var hasReportedMissingLoads = false
  var routine: Routine?
  var scoring: Scoring?
  var zones: [PowerZone]?
  var row: ScoreDay?
  var prep: PrepSheet?
  /// Whether the records and derived data are in the data folder.
  var isSaved = false
  /// Whether everything received is stored, or would be without `--dry-run`.
  var isStored = false
  /// The counts stored by all attempts so far.
  var stored = Counts()
  /// Sources whose success has been recorded.
  var noted: Set<Source> = []

  var isOffline = false
  /// The failure that ended the run early.
  var failure: SyncFailure?
  /// The failures that this attempt has posted, each once.
  var posted: [SyncFailure] = []

  init(today: Day) {
    self.today = today
  }

  /// Whether a source of activities has sent its whole list, in this attempt or before.
  func hasFinished(_ source: Source) -> Bool {
    if case .finished = progress[source] { true } else { false }
  }

  /// Whether any source has done everything requested.
  var hasWholeSource: Bool {
    progress.keys.contains { hasFinished($0) && streamFailures[$0] == nil }
      || hasFoundFolder
  }

  /// Whether any source has sent its whole list.
  var hasFinishedSource: Bool {
    progress.keys.contains(where: hasFinished) || hasFoundFolder
  }

  /// Whether a source of activities has covered today, in this run or in an earlier one of today.
  var coversToday: Bool {
    hasFinishedSource || savedRow.map { $0.date == today && $0.load != nil } ?? false
  }

  /// The failures of sources, in the order of sources.
  var sourceFailures: [(source: Source, failure: SyncFailure)] {
    var failures = healthFailures.merging(streamFailures) { first, _ in first }
    for (source, progress) in progress {
      if case .failed(let failure) = progress { failures[source] = failure }
    }
    failures[.files] = folderFailure
    return failures.sorted { $0.key < $1.key }.map { (source: $0.key, failure: $0.value) }
  }
}

extension SyncState {
  /// The state that a further attempt begins with. It asks the failed sources again, and only
  /// those; otherwise it continues with the step that failed. On a new day everything is derived
  /// again.
  ///
  /// - Parameter today: the local day now.
  func again(on today: Day) -> SyncState {
    var run = self
    if !sourceFailures.isEmpty { run.repeatDownloads() }
    if today != self.today { run.deriveAgain() }
    run.today = today
    run.stage = nil
    run.isLocked = false
    run.isOffline = false
    run.failure = nil
    run.posted = []
    return run
  }

  /// Handles a store that another process has changed at these sources: the store has discarded
  /// their unsaved records, and derived data is out of date.
  mutating func review(_ changed: Set<Source>) {
    if changed.isEmpty { return }
    if case .received = files { files = .unread }
    hasReadFolders = false
    for source in unsaved.intersection(changed) {
      ask(source)
      hasDownloaded = false
    }
    if !healthRead.isDisjoint(with: changed) { hasFetchedHealth = false }
    healthRead.subtract(changed)
    deriveAgain()
  }

  private mutating func repeatDownloads() {
    for (source, progress) in progress {
      if case .failed = progress { ask(source) }
    }
    if !healthFailures.isEmpty { hasFetchedHealth = false }
    healthFailures = [:]
    if !streamFailures.isEmpty { hasStreamed = false }
    streamFailures = [:]
    if folderFailure != nil {
      (files, hasReadFolders, folderFailure) = (.unread, false, nil)
    }
    hasDownloaded = false
    deriveAgain()
  }

  /// Resets a source to "not contacted". Records in a checkpoint need not be saved again.
  private mutating func ask(_ source: Source) {
    progress[source] = .waiting
    if suspended.remove(source) != nil { unsaved.remove(source) }
  }

  private mutating func deriveAgain() {
    finishedStages = []
    history = nil
    figures = [:]
    routine = nil
    scoring = nil
    zones = nil
    row = nil
    prep = nil
    isSaved = false
    isStored = false
  }
}
