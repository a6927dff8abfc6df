// An import: from the files that a person named to the store, through ports alone.

package import Model

/// One import, in as many attempts as it takes. It posts everything that happens but the beginning of
/// each attempt and the run's summary, which belong to the caller.
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

  /// Imports. A cancelled task ends it soon, with the store as it was.
  ///
  /// A further attempt goes on with the step that failed, and reads the files again only when others
  /// have changed the store in between.
  ///
  /// - Parameter earlier: what the attempt before came to; nil for the first.
  package func run(after earlier: SyncReport? = nil) async -> SyncReport {
    await sync.attempt(after: earlier) { (run) async throws(SyncFailure) in try await walk(&run) }
  }

  /// The files are read before the lock is taken: reading changes nothing, may last for minutes, and
  /// need not keep a sync waiting that comes by in between.
  private func walk(_ run: inout SyncState) async throws(SyncFailure) {
    // A store that must not be used is found out now, and not after all that reading.
    try await sync.showSavedScores(&run)
    sync.enter(.routine, &run)
    try await read(&run)
    try await sync.open(&run)
    // Once more where others have changed the store between two attempts.
    try await read(&run)
    try await receive(&run)
    try await sync.readHistory(&run)
    sync.enter(.prep, &run)
    guard try await hasNews(run) else {
      try await sync.scoreDay(&run)
      try await sync.finishWithoutNews(&run)
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

  /// Nearly all of the work, and so of the fraction: the steps that follow add nothing to it before
  /// the store is written.
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
    if records.mended > 0 {
      sync.events.post(.notice(.recordsMended(files.source, count: records.mended)))
    }
    finish(.ok, counts)
  }

  private func finish(_ outcome: SourceOutcome, _ counts: Counts) {
    sync.events.post(
      .sourceFinished(SourceResult(source: files.source, outcome: outcome, counts: counts)))
  }

  /// Whether there is anything to derive and save, from this run or from one that was cut short.
  private func hasNews(_ run: SyncState) async throws(SyncFailure) -> Bool {
    if !run.loads.isEmpty || !run.streamed.isEmpty || sync.haveThresholdsChanged(run) {
      return true
    }
    if run.savedRow == nil || run.unfinished.needsDeriving, run.history?.firstDay != nil {
      return true
    }
    return try await sync.store.counts().hasChanges
  }
}
