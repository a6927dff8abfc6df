// Everything a run knows so far, in one value, so that it could go on from where it stopped.

import SyncModel
import Training

/// The state of a run between two steps.
struct RunState: Sendable {
  /// How far a source has come.
  enum Progress: Sendable {
    /// Not contacted yet.
    case waiting
    /// Its listing has begun, and what arrives is kept by the store.
    case begun
    case finished(Counts)
    case failed(SyncFailure)
  }

  /// The local day, the same for the whole run.
  let today: Day
  /// The stage that is open.
  var stage: Stage?
  /// The last row that an earlier run saved.
  var savedRow: ScoreDay?
  /// Whether today had its row when the run began.
  var hasRow = false
  var isLocked = false

  var progress: [Source: Progress] = [:]
  /// Health data that could not be read.
  var healthFailures: [Source: SyncFailure] = [:]
  var athletes: [Source: Athlete] = [:]
  /// Listings that were begun and whose records are not in the data folder yet.
  var unsaved: Set<Source> = []
  /// Those of them whose records stand in a checkpoint.
  var suspended: Set<Source> = []

  /// The records, with the loads that this run computed.
  var history = History(activities: [], days: [], firstDay: nil)
  var loads: [ActivityID: (load: Double, from: LoadOrigin)] = [:]
  var routine: Routine?
  var scoring: Scoring?
  var zones: [PowerZone] = []
  var row: ScoreDay?
  var prep: PrepSheet?

  var isOffline = false
  /// What ended the run before its time.
  var failure: SyncFailure?
  /// The failures that were posted, each once.
  var posted: [SyncFailure] = []

  init(today: Day) {
    self.today = today
  }

  /// Whether any source of activities has told everything.
  var hasFinishedSource: Bool {
    progress.values.contains { if case .finished = $0 { true } else { false } }
  }

  /// The failures of sources, in the order of sources.
  var sourceFailures: [(source: Source, failure: SyncFailure)] {
    var failures = healthFailures
    for (source, progress) in progress {
      if case .failed(let failure) = progress { failures[source] = failure }
    }
    return failures.sorted { $0.key < $1.key }.map { (source: $0.key, failure: $0.value) }
  }
}
