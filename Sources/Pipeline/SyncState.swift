// The state of a run as one value, and the outcome that follows from it.

package import Model

/// The state of a run between two steps.
struct SyncState: Sendable {
  /// The progress of a source's listing.
  enum Progress: Sendable {
    /// Not contacted yet.
    case waiting
    /// It has begun; the store keeps what arrives.
    case begun
    case finished
    case failed(SyncFailure)
  }

  /// What is known of a source.
  struct SourceRun: Sendable {
    /// The progress of its listing; nil if it has none in this run.
    var progress: Progress?
    var athlete: Athlete?
    /// What its listing or its files have brought.
    var counts = Counts()
    /// Whether an earlier attempt has counted and stored that already.
    var isCounted = false
    /// Whether its health data or its files were read.
    var isRead = false
    /// Why its health data could not be read.
    var healthFailure: SyncFailure?
    /// Why its listing is not believed in all.
    var listFailure: SyncFailure?
    /// Why the download of its streams ended early.
    var streamFailure: SyncFailure?
    /// Whether its listing has begun, and its records are not in the data folder yet.
    var isUnsaved = false
    /// Whether its success has been recorded, in this attempt or an earlier one.
    var isNoted = false

    var hasFinished: Bool { if case .finished? = progress { true } else { false } }
    var hasFailed: Bool { if case .failed? = progress { true } else { false } }
    /// Whether it has done everything requested.
    var isWhole: Bool { hasFinished && listFailure == nil && streamFailure == nil }

    var failure: SyncFailure? {
      if case .failed(let failure) = progress { return failure }
      return healthFailure ?? listFailure ?? streamFailure
    }
  }

  /// The local day, the same for a whole attempt.
  let today: Day
  /// Whether an attempt has failed before.
  let isRetry: Bool
  var stage: Stage?
  /// The stages that have ended.
  var finishedStages: Set<Stage> = []
  var isLocked = false
  /// Whether no service can be reached, and saved scores are shown.
  var isOffline = false

  /// The last row saved by an earlier run.
  var savedRow: ScoreDay?
  /// The latest ride that was shown.
  var latestRide: Activity?
  /// Whether today had its row when the run began.
  var hasRow = false
  /// Work left over from interrupted runs.
  var unfinished = Unfinished()
  /// The thresholds of the previous run; nil before the first.
  var storedThresholds: StoredThresholds?

  var sources: [Source: SourceRun] = [:]
  /// The records of files that the store has not received yet.
  var imported: ImportedFiles?
  /// Reads the streams of the rides in the files.
  var rideStreams: (any RideStreamService)?
  /// Whether any file, or part of an account's list, could not be read.
  var hasUnreadFiles = false
  /// Whether any connected folder was there.
  var hasFoundFolder = false
  /// The failure of connected folders, of which one is not there.
  var folderFailure: SyncFailure?
  /// Activities whose streams came since the last whole run: loads without them are out of date.
  var streamed: Set<ActivityID> = []

  /// Whether everything received is stored, or would be without `--dry-run`.
  var isStored = false
  /// The counts stored by all attempts so far.
  var stored = Counts()

  /// The failure that ended the run early.
  var failure: SyncFailure?
  /// The failures that this attempt has posted, each once.
  var posted: [SyncFailure] = []

  /// - Parameter earlier: the attempt before this one, of which what was stored stays: sources
  ///   whose success was recorded are not asked again.
  init(today: Day, after earlier: SyncState?) {
    self.today = today
    isRetry = earlier != nil
    guard let earlier else { return }
    (savedRow, latestRide) = (earlier.savedRow, earlier.latestRide)
    (stored, hasUnreadFiles) = (earlier.stored, earlier.hasUnreadFiles)
    sources = earlier.sources.mapValues { source in
      if source.isNoted, source.failure == nil { return source }
      let isStored = earlier.isStored && (source.hasFinished || source.isRead)
      return SourceRun(isCounted: source.isCounted || isStored)
    }
    hasFoundFolder = earlier.hasFoundFolder && self[.files].isNoted
  }

  subscript(source: Source) -> SourceRun {
    get { sources[source] ?? SourceRun() }
    set { sources[source] = newValue }
  }

  /// Whether no service has been asked yet.
  var isFirstContact: Bool { sources.values.allSatisfy { $0.progress == nil } }

  /// Whether any ride is new or changed, or a service has sent rides again: a record that was sent
  /// may have lost its load, which is then computed as before.
  var hasNews: Bool {
    sources.contains { source, run in
      run.counts.new + run.counts.changed > 0 || !source.isFiles && run.counts.unchanged > 0
    }
  }

  /// Whether any source has sent its whole list.
  var hasFinishedSource: Bool { hasFoundFolder || sources.values.contains(where: \.hasFinished) }

  /// Whether the sources of activities have covered today, in this run or in an earlier one of
  /// today; one that failed may have a ride.
  var coversToday: Bool {
    hasFinishedSource && !sources.values.contains(where: \.hasFailed)
      || savedRow.map { $0.date == today && $0.load != nil } ?? false
  }

  /// The failures of sources but for folders that are away, which count only alone.
  var countedFailures: [SyncFailure] {
    sourceFailures.map(\.failure).filter { if case .missingFolders = $0 { false } else { true } }
  }

  /// The failures of sources, in the order of sources.
  var sourceFailures: [(source: Source, failure: SyncFailure)] {
    Source.allCases.compactMap { source in
      let failure = source == .files ? folderFailure : self[source].failure
      return failure.map { (source, $0) }
    }
  }
}

extension SyncState {
  var outcome: (outcome: RunSummary.Outcome, exit: ExitStatus) {
    let failures = countedFailures
    if failure == .interrupted { return (.interrupted, ExitStatus(.interrupted)) }
    // A store that cannot be written outweighs the results of the sources.
    if let failure = (failures + [failure].compactMap(\.self)).first(where: \.isStorage) {
      return (.failed, ExitStatus(failure))
    }
    if isOffline { return (.failed, .network) }
    if let failure { return (.failed, ExitStatus(failure)) }
    // Files that could not be read are no failure of the run, but a script should know.
    if failures.isEmpty { return hasUnreadFiles ? (.partial, .partial) : (.ok, .ok) }
    let hasWholeSource = hasFoundFolder || sources.values.contains(where: \.isWhole)
    if !hasWholeSource, let failure = failures.mostImportant {
      return (.failed, ExitStatus(failure))
    }
    return (.partial, .partial)
  }
}

extension [SyncFailure] {
  /// The failure that describes a run in which no source worked; of equals the first.
  var mostImportant: SyncFailure? { self.min { $0.precedence < $1.precedence } }
}

extension SyncFailure {
  /// Whether the store could not be written or read.
  var isStorage: Bool { kind == .storage }

  /// Whether a service's limit ended the download early.
  var isLimit: Bool { kind == .rateLimited }
}

/// The end of an attempt, from which the caller makes the run's summary or begins another attempt.
package struct SyncReport: Sendable {
  package let outcome: RunSummary.Outcome
  /// For an interrupted run the status of SIGINT; the caller knows the actual signal.
  package let exit: ExitStatus
  /// Every failure posted by this attempt, in order.
  package let failures: [SyncFailure]
  /// The counts that all attempts have stored, or a dry run would have.
  package let counts: Counts
  /// What another attempt has to know of this one.
  let state: SyncState
}
