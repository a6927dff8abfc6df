// The sync itself: from the first status to the last, through ports alone.

package import Model

/// One run of the sync, in as many attempts as it takes. It posts everything that happens but the
/// beginning of each attempt and the run's summary, which belong to the caller.
package struct Sync: Sendable {
  let settings: SyncSettings
  let services: [any ActivityService]
  let health: [any HealthService]
  let store: any SyncStore
  let rehearsal: (any Rehearsal)?
  let time: any Time
  let events: any EventSink

  /// - Parameters:
  ///   - services: The sources of activities to ask; none is a sync of what is stored.
  ///   - health: Health data at hand beside them.
  ///   - rehearsal: Adds pauses and failures to the steps; nil in a real run.
  package init(
    settings: SyncSettings, services: [any ActivityService], health: [any HealthService],
    store: any SyncStore, rehearsal: (any Rehearsal)? = nil, time: any Time,
    events: any EventSink
  ) {
    self.settings = settings
    self.services = services.sorted { $0.source < $1.source }
    self.health = health.sorted { $0.source < $1.source }
    self.store = store
    self.rehearsal = rehearsal
    self.time = time
    self.events = events
  }

  /// Syncs. A cancelled task ends it soon, with everything kept that was downloaded.
  ///
  /// A further attempt takes the lock again. It asks only the sources that failed in the attempt
  /// before; when none has, it goes on with the step that failed. Where another run has changed the
  /// store in between, it lists and derives again what that concerns.
  ///
  /// - Parameter earlier: what the attempt before came to; nil for the first.
  package func run(after earlier: SyncReport? = nil) async -> SyncReport {
    await attempt(after: earlier) { (run) async throws(SyncFailure) in try await walk(&run) }
  }

  /// One attempt: whatever the steps are, it is begun and left in the same way.
  func attempt(
    after earlier: SyncReport?, _ walk: (inout SyncState) async throws(SyncFailure) -> Void
  ) async -> SyncReport {
    let today = time.localDay()
    var run = earlier?.state.again(on: today) ?? SyncState(today: today)
    do throws(SyncFailure) {
      try await walk(&run)
    } catch {
      run.failure = error
    }
    let received = await counts(&run)
    await leave(&run)
    let verdict = Verdict(run)
    if run.isStored { run.stored = received }
    // What is as it was needs no saving.
    run.stored.unchanged = received.unchanged
    return SyncReport(
      outcome: verdict.outcome, exit: verdict.exit, failures: run.posted, counts: run.stored,
      state: run)
  }

  /// The steps in their order. Each passes over what an earlier attempt has done.
  private func walk(_ run: inout SyncState) async throws(SyncFailure) {
    try await open(&run)
    enter(.routine, &run)
    try await fetchHealthData(&run)
    try await gather(&run)
    try await fetchStreams(&run)
    if run.isOffline {
      events.post(.status(.offline))
      return
    }
    try await readHistory(&run)
    if try await hasNews(run) {
      try await generateRoutine(&run)
      enter(.prep, &run)
      try await processData(&run)
      try await computeZones(&run)
      try await scoreDay(&run)
    } else {
      enter(.prep, &run)
      try await scoreDay(&run)
      if !differsFromSaved(run) {
        try await finishWithoutNews(&run)
        return
      }
    }
    try await buildPrep(&run)
    enter(.saving, &run)
    try await save(&run)
    try await finalize(&run)
  }

  /// Whether there is anything to derive and save, beyond scoring the day again.
  private func hasNews(_ run: SyncState) async throws(SyncFailure) -> Bool {
    if settings.listing.full || !run.hasRow || run.unfinished.needsDeriving
      || !run.loads.isEmpty || !run.streamed.isEmpty || haveThresholdsChanged(run)
    {
      return true
    }
    return try await store.counts().hasChanges
  }

  /// What the run has received. Records that can no longer be read fail it, unless it has failed: then
  /// the next run says so.
  private func counts(_ run: inout SyncState) async -> Counts {
    do throws(SyncFailure) {
      return try await store.counts()
    } catch {
      run.failure = run.failure ?? error
      return Counts()
    }
  }

  /// Whether today's scores read differently from those that were saved, for example because a
  /// source that failed this morning works now.
  private func differsFromSaved(_ run: SyncState) -> Bool {
    guard let saved = run.savedRow, let row = run.row, saved.date == row.date else { return true }
    return ScoreKind.allCases.contains {
      saved[$0].value != row[$0].value || saved[$0].atLeast != row[$0].atLeast
    }
  }

  // MARK: What every step does

  /// Begins a step: posts its status, hands out its gauge, and rehearses it.
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

  /// Finishes the stage that is open and starts the next one; nil only finishes. A stage that is
  /// over is not entered again.
  func enter(_ stage: Stage?, _ run: inout SyncState) {
    if let stage, run.finishedStages.contains(stage) { return }
    if let open = run.stage {
      events.post(.stageFinished(open))
      run.finishedStages.insert(open)
    }
    if let stage { events.post(.stageStarted(stage)) }
    run.stage = stage
  }

  /// Posts a failure, once.
  func post(_ failure: SyncFailure, _ run: inout SyncState) {
    guard failure != .interrupted, !run.posted.contains(failure) else { return }
    run.posted.append(failure)
    events.post(.failure(failure))
  }
}

extension Gauge {
  /// Says that a step that cannot be counted is done.
  func complete() {
    expect(1)
    set(1)
  }
}
