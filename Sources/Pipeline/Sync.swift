// The sync and the import: from the first status to the last, through ports alone.

package import Model
import Training

/// One run. Posts all events except its start and its summary, which are the caller's.
///
/// Start reading at `runSteps`: all that a run does, in order. What each step does is in the other
/// files.
package struct Sync: Sendable {
  /// Whether the run imports files that a person has named: it asks no service and lists nothing.
  let isImport: Bool
  let settings: SyncSettings
  let services: [any ActivityService]
  let health: [any HealthService]
  let files: (any ImportService)?
  let store: any SyncStore
  let time: any Time
  let events: any EventSink

  /// - Parameters:
  ///   - services: the sources of activities to ask; with none, the sync works on stored data.
  ///   - health: other sources of health data.
  ///   - files: connected folders, or the files of an import.
  package init(
    settings: SyncSettings, isImport: Bool = false, services: [any ActivityService] = [],
    health: [any HealthService] = [], files: (any ImportService)? = nil, store: any SyncStore,
    time: any Time, events: any EventSink
  ) {
    self.isImport = isImport
    self.settings = settings
    self.services = services.sorted { $0.source < $1.source }
    self.health = health.sorted { $0.source < $1.source }
    self.files = files
    self.store = store
    self.time = time
    self.events = events
  }

  /// Runs the steps. A cancelled task ends it soon, and keeps everything downloaded; an import then
  /// leaves the store unchanged.
  ///
  /// - Parameter earlier: the report of a failed attempt that this one repeats: sources that have
  ///   been stored are not asked again, the others go on from their checkpoints. nil for the first.
  package func run(after earlier: SyncReport? = nil) async -> SyncReport {
    // A rehearsal leaves nothing to go on from.
    var run = SyncState(today: time.localDay(), after: settings.dryRun ? nil : earlier?.state)
    do throws(SyncFailure) {
      try await runSteps(&run)
    } catch {
      run.failure = error
    }
    let received = await counts(&run)
    await leave(&run)
    let end = run.outcome
    var saved = run.isStored ? received : await store.savedInPart
    // Unchanged records need no saving. What an attempt has counted and stored, and another one
    // lists again, is unchanged in the second.
    let counted = run.sources.values.filter(\.isCounted).reduce(0) { $0 + $1.counts.unchanged }
    saved.unchanged = max(0, received.unchanged - counted)
    let counts = run.stored + saved
    if !run.isStored { saved.unchanged = 0 }
    run.stored = run.stored + saved
    return SyncReport(
      outcome: end.outcome, exit: end.exit, failures: run.posted, counts: counts, state: run)
  }

  private func runSteps(_ run: inout SyncState) async throws(SyncFailure) {
    try await showSavedScores(&run)
    // An import reads before it takes the lock: reading changes nothing, may take minutes, and
    // should not delay a sync that starts in the meantime.
    if isImport {
      enter(.routine, &run)
      try await readFiles(&run)
    }
    try await open(&run)
    enter(.routine, &run)
    if !isImport {
      try await fetchHealthData(&run)
      try await readFiles(&run)
    }
    try await receiveFiles(&run)
    try await keepRideStreams(&run)
    if !isImport {
      try await downloadAll(&run)
      if run.isOffline { return events.post(.status(.offline)) }
      try await fetchStreams(&run)
    }
    let read = try await readHistory(&run)
    let isShort = try await !hasChanges(read, run)
    let derived = try await derive(from: read.history, isShort: isShort, &run)
    if isShort, try await isSaved(derived, run) {
      return try await finishWithoutChanges(derived, &run)
    }
    try await save(derived, advice: firstStep(read, run), &run)
  }

  /// Whether there is anything to derive and save, from this run or an interrupted one, beyond
  /// scoring the day again.
  private func hasChanges(_ read: RatedRides, _ run: SyncState) async throws(SyncFailure) -> Bool {
    let mustDerive =
      isImport
      ? (run.savedRow == nil || run.unfinished.needsDeriving) && read.history.firstDay != nil
      : settings.listing.full || !run.hasRow || run.unfinished.needsDeriving
    if mustDerive || read.hasFigures || !run.streamed.isEmpty || thresholdChanges(run) != nil {
      return true
    }
    if await store.hasCompletions { return true }
    return try await store.counts().hasChanges
  }

  /// Whether the scores of every day, the routine and the prep sheet are saved as they are now:
  /// they may be edited or removed, or a source that failed this morning works.
  private func isSaved(_ derived: Derived, _ run: SyncState) async throws(SyncFailure) -> Bool {
    // An import that brings nothing leaves it to the next sync. A run that does not know what every
    // service says of the rider has other zones in its sheets.
    if isImport { return true }
    return try await store.holds(derived, withSheets: haveAllAnswered(run))
  }

  /// The counts of received records. If they can no longer be read, the run fails, unless it has
  /// failed already: then the next run reports it.
  private func counts(_ run: inout SyncState) async -> Counts {
    do throws(SyncFailure) {
      return try await store.counts()
    } catch {
      run.failure = run.failure ?? error
      return Counts()
    }
  }

  // MARK: Common to all steps

  /// Begins a step: enters its stage, posts its status and creates its gauge.
  ///
  /// - Parameter status: nil for the step's own.
  /// - Throws: `interrupted` when the task is cancelled.
  func begin(
    _ step: SyncStep, _ status: SyncStatus? = nil, unit: Work.Unit? = nil,
    in run: inout SyncState
  ) async throws(SyncFailure) -> Gauge {
    enter(step.stage, &run)
    try stopIfCancelled()
    let gauge = start(step, status, unit: unit)
    try await pause()
    return gauge
  }

  /// Leaves the time to read the status of a step, in a rehearsal.
  func pause() async throws(SyncFailure) {
    if settings.statusPause > .zero {
      try await time.wait(until: time.moment() + settings.statusPause)
    }
  }

  /// Posts the status of a step that is done whatever happens, and creates its gauge.
  func start(_ step: SyncStep, _ status: SyncStatus?, unit: Work.Unit? = nil) -> Gauge {
    if let status = status ?? step.status { events.post(.status(status)) }
    return events.gauge(stage: step.stage, weight: step.weight, unit: unit)
  }

  /// - Throws: `interrupted` when the task is cancelled.
  func stopIfCancelled() throws(SyncFailure) { if Task.isCancelled { throw .interrupted } }

  /// Ends the current stage and starts another one; nil only ends it. A stage that has ended is not
  /// started again.
  func enter(_ stage: Stage?, _ run: inout SyncState) {
    if let stage, stage == run.stage || run.finishedStages.contains(stage) { return }
    if let open = run.stage {
      events.post(.stageFinished(open))
      run.finishedStages.insert(open)
    }
    if let stage { events.post(.stageStarted(stage)) }
    run.stage = stage
  }

  /// Posts the scores of a day.
  func post(_ row: ScoreDay, cached: Bool) {
    for kind in ScoreKind.allCases {
      events.post(
        .score(ScoreReport(kind: kind, score: row[kind], date: row.date, cached: cached)))
    }
  }

  /// Posts a failure, once.
  func post(_ failure: SyncFailure, _ run: inout SyncState) {
    guard failure != .interrupted, !run.posted.contains(failure) else { return }
    run.posted.append(failure)
    events.post(.failure(failure))
  }
}

extension Gauge {
  /// Marks a step that cannot be counted as done.
  func complete() {
    expect(1)
    set(1)
  }
}

/// The settings of a sync. Services, store and other ports are passed separately.
package struct SyncSettings: Hashable, Sendable {
  /// Do everything except write.
  package var dryRun = false
  /// How far back and how thoroughly to list.
  package var listing = Listing(full: false, since: nil)
  /// Whether streams are fetched after the lists.
  package var streams = false
  /// The rider's own settings, which override those of the services.
  package var rider = RiderProfile()
  /// What to do about the rider's settings that were given for this run alone.
  package var adviceOnSettings: Advice?
  /// How much sleep is enough.
  package var sleepNeed = Duration.seconds(7 * 3600)
  /// How long to wait for another run's lock.
  package var lockWait = Duration.zero
  /// The store's folder, as displayed.
  package var destination: DisplayText
  /// Connected sources that this run does not contact.
  package var sourcesNotAsked: [Source] = []
  /// How long each step waits after its status: so that a rehearsal can be read. Real work never
  /// waits.
  package var statusPause = Duration.zero

  package init(destination: DisplayText) { self.destination = destination }
}

enum SyncStep: CaseIterable, Hashable, Sendable {
  case fetchHealthData, contact, download
  case generateRoutine, processData, computeZones, scoreDay, buildPrep
  case save, finalize

  /// The stage it is in; its share of the run, 0…1; and its status, nil where that says more than
  /// the step. The steps of a stage add up to its span; the share of a skipped step is added at the
  /// end of the stage, and that of files is a part of the download's.
  private var row: (stage: Stage, weight: Double, status: SyncStatus?) {
    switch self {
    case .fetchHealthData: (.routine, 0.02, .fetchingHealthData)
    case .contact: (.routine, 0.03, nil)
    case .download: (.routine, 0.25, nil)
    case .generateRoutine: (.routine, 0.03, .generatingRoutine)
    case .processData: (.prep, 0.12, .processingData)
    case .computeZones: (.prep, 0.05, .computingZones)
    case .scoreDay: (.prep, 0.10, nil)
    case .buildPrep: (.prep, 0.06, .buildingPrep)
    case .save: (.saving, 0.30, nil)
    case .finalize: (.saving, 0.04, .finalizing)
    }
  }

  var stage: Stage { row.stage }
  var weight: Double { row.weight }
  var status: SyncStatus? { row.status }
}
