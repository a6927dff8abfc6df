// An import: reads files into the store, through ports alone.

package import Model

/// One import, in as many attempts as needed. Posts all events except the start of each attempt and
/// the run's summary, which are the caller's.
package struct Import: Sendable {
  private let sync: Sync
  private let files: any ImportService

  /// - Parameter settings: as for a sync; nothing is listed.
  package init(
    settings: SyncSettings, files: any ImportService, store: any SyncStore, time: any Time,
    events: any EventSink
  ) {
    self.files = files
    sync = Sync(
      settings: settings, services: [], health: [], store: store, time: time, events: events)
  }

  /// Imports. A cancelled task ends it soon, with the store unchanged.
  ///
  /// A further attempt continues with the step that failed. It reads the files again only when
  /// another process has changed the store in the meantime.
  ///
  /// - Parameter earlier: the report of the previous attempt; nil for the first.
  package func run(after earlier: SyncReport? = nil) async -> SyncReport {
    await sync.attempt(after: earlier) { (run) async throws(SyncFailure) in try await runSteps(&run)
    }
  }

  /// The files are read before the lock is taken: reading changes nothing, may take minutes, and
  /// should not delay a sync that starts in the meantime.
  private func runSteps(_ run: inout SyncState) async throws(SyncFailure) {
    // Reports an unusable store before the long reading, not after it.
    try await sync.showSavedScores(&run)
    sync.enter(.routine, &run)
    try await read(&run)
    try await sync.open(&run)
    // Reads again if another process has changed the store between two attempts.
    try await read(&run)
    try await receive(&run)
    try await sync.readHistory(&run)
    sync.enter(.prep, &run)
    guard try await hasChanges(run) else {
      try await sync.scoreDay(&run)
      try await sync.finishWithoutChanges(&run)
      return
    }
    try await sync.processData(&run)
    try await sync.computeZones(&run)
    try await sync.scoreDay(&run)
    try await sync.buildPrep(&run)
    sync.enter(.saving, &run)
    try await sync.save(&run)
    try await sync.finalize(&run)
  }

  /// Takes nearly all of the time, and so of the fraction: the following steps add nothing to it
  /// until the store is written.
  private func read(_ run: inout SyncState) async throws(SyncFailure) {
    guard case .unread = run.files else { return }
    try sync.stopIfCancelled()
    sync.events.post(.status(.fetchingHealthData))
    let gauge = Gauge()
    for stage in [Stage.prep, .routine] {
      let isOpen = stage == .routine
      sync.events.post(
        .work(
          Work(
            stage: stage, weight: stage.span.upperBound - stage.span.lowerBound,
            source: isOpen ? files.source : nil, unit: isOpen ? .bytes : nil,
            name: isOpen ? files.name : nil, gauge: gauge)))
    }
    do throws(SyncFailure) {
      run.files = .read(try await files.read(progress: gauge))
    } catch {
      if error != .interrupted {
        sync.post(error, &run)
        finish(.failed, Counts())
      }
      throw error
    }
    gauge.finish()
  }

  private func receive(_ run: inout SyncState) async throws(SyncFailure) {
    guard case .read(let records) = run.files else { return }
    try sync.stopIfCancelled()
    let counts = try await sync.store.receive(records, from: files.source)
    run.files = .received
    run.healthRead.insert(files.source)
    if records.skipped > 0 {
      sync.events.post(.notice(.recordsSkipped(files.source, count: records.skipped)))
    }
    if records.corrected > 0 {
      sync.events.post(.notice(.recordsCorrected(files.source, count: records.corrected)))
    }
    finish(.ok, counts)
  }

  private func finish(_ outcome: SourceOutcome, _ counts: Counts) {
    sync.events.post(
      .sourceFinished(SourceResult(source: files.source, outcome: outcome, counts: counts)))
  }

  /// Whether there is anything to derive and save, from this run or an interrupted one.
  private func hasChanges(_ run: SyncState) async throws(SyncFailure) -> Bool {
    if !run.loads.isEmpty || !run.streamed.isEmpty || sync.haveThresholdsChanged(run) {
      return true
    }
    if run.savedRow == nil || run.unfinished.needsDeriving, run.history?.firstDay != nil {
      return true
    }
    return try await sync.store.counts().hasChanges
  }
}
