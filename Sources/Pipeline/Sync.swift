// The sync: from the first status to the last, through ports alone.

package import Model

/// One run of the sync, in as many attempts as needed. Posts all events except the start of each
/// attempt and the run's summary, which are the caller's.
package struct Sync: Sendable {
  let settings: SyncSettings
  let services: [any ActivityService]
  let health: [any HealthService]
  let files: (any ImportService)?
  let store: any SyncStore
  let rehearsal: (any Rehearsal)?
  let time: any Time
  let events: any EventSink

  /// - Parameters:
  ///   - services: the sources of activities to ask; with none, the sync works on stored data.
  ///   - health: other sources of health data.
  ///   - files: connected folders, or the files of an import.
  ///   - rehearsal: adds pauses and failures to the steps; nil in a real run.
  package init(
    settings: SyncSettings, services: [any ActivityService], health: [any HealthService],
    files: (any ImportService)? = nil, store: any SyncStore, rehearsal: (any Rehearsal)? = nil,
    time: any Time,
    events: any EventSink
  ) {
    self.settings = settings
    self.services = services.sorted { $0.source < $1.source }
    self.health = health.sorted { $0.source < $1.source }
    self.files = files
    self.store = store
    self.rehearsal = rehearsal
    self.time = time
    self.events = events
  }

  /// Syncs. A cancelled task ends it soon, and keeps everything downloaded.
  ///
  /// A further attempt takes the lock again. It asks only the sources that failed in the previous
  /// attempt; if none did, it continues with the step that failed. If another run has changed the
  /// store in the meantime, it lists and derives the affected parts again.
  ///
  /// - Parameter earlier: the report of the previous attempt; nil for the first.
  package func run(after earlier: SyncReport? = nil) async -> SyncReport {
    await attempt(after: earlier) { (run) async throws(SyncFailure) in try await runSteps(&run) }
  }

  /// One attempt: `runSteps` runs the steps; beginning and end are the same for sync and import.
  func attempt(
    after earlier: SyncReport?, _ runSteps: (inout SyncState) async throws(SyncFailure) -> Void
  ) async -> SyncReport {
    let today = time.localDay()
    var run = earlier?.state.again(on: today) ?? SyncState(today: today)
    do throws(SyncFailure) {
      try await runSteps(&run)
    } catch {
      run.failure = error
    }
    let received = await counts(&run)
    await leave(&run)
    let verdict = Verdict(run)
    if run.isStored { run.stored = received }
    // Unchanged records need no saving.
    run.stored.unchanged = received.unchanged
    return SyncReport(
      outcome: verdict.outcome, exit: verdict.exit, failures: run.posted, counts: run.stored,
      state: run)
  }

  /// The steps in order. Each skips what an earlier attempt has done.
  private func runSteps(_ run: inout SyncState) async throws(SyncFailure) {
    try await open(&run)
    enter(.routine, &run)
    try await fetchHealthData(&run)
    try await readFolders(&run)
    try await downloadAll(&run)
    try await fetchStreams(&run)
    if run.isOffline {
      events.post(.status(.offline))
      return
    }
    try await readHistory(&run)
    if try await hasChanges(run) {
      try await generateRoutine(&run)
      enter(.prep, &run)
      try await processData(&run)
      try await computeZones(&run)
      try await scoreDay(&run)
    } else {
      enter(.prep, &run)
      try await scoreDay(&run)
      if !differsFromSaved(run) {
        try await finishWithoutChanges(&run)
        return
      }
    }
    try await buildPrep(&run)
    enter(.saving, &run)
    try await save(&run)
    try await finalize(&run)
  }

  /// Whether there is anything to derive and save, beyond scoring the day again.
  private func hasChanges(_ run: SyncState) async throws(SyncFailure) -> Bool {
    if settings.listing.full || !run.hasRow || run.unfinished.needsDeriving
      || !run.figures.isEmpty || !run.streamed.isEmpty || haveThresholdsChanged(run)
    {
      return true
    }
    if await store.hasCompletions { return true }
    return try await store.counts().hasChanges
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

  /// Whether today's scores differ from the saved ones, for example because a source that failed
  /// this morning now works.
  private func differsFromSaved(_ run: SyncState) -> Bool {
    guard let saved = run.savedRow, let row = run.row, saved.date == row.date else { return true }
    return ScoreKind.allCases.contains {
      saved[$0].value != row[$0].value || saved[$0].atLeast != row[$0].atLeast
    }
  }

  // MARK: Common to all steps

  /// Begins a step: posts its status, creates its gauge, and rehearses it.
  func begin(
    _ step: Step, _ status: SyncStatus, unit: Work.Unit? = nil
  ) async throws(SyncFailure) -> Gauge {
    try stopIfCancelled()
    events.post(.status(status))
    let gauge = events.gauge(stage: step.stage, weight: step.weight, unit: unit)
    try await rehearsal?.rehearse(step)
    return gauge
  }

  /// - Throws: `interrupted` when the task is cancelled.
  func stopIfCancelled() throws(SyncFailure) {
    if Task.isCancelled { throw .interrupted }
  }

  /// Ends the current stage and starts the next one; nil only ends it. A stage that has ended is
  /// not started again.
  func enter(_ stage: Stage?, _ run: inout SyncState) {
    if let stage, run.finishedStages.contains(stage) { return }
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
