// An import: reads files into the store, through ports alone.

package import Model

/// One import, in as many attempts as needed. Posts all events except the start of each attempt and
/// the run's summary, which are the caller's.
package struct Import: Sendable {
  private let sync: Sync

  /// - Parameter settings: as for a sync; nothing is listed.
  package init(
    settings: SyncSettings, files: any ImportService, store: any SyncStore, time: any Time,
    events: any EventSink
  ) {
    sync = Sync(
      settings: settings, services: [], health: [], files: files, store: store, time: time,
      events: events)
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
    run.isImport = true
    // Reports an unusable store before the long reading, not after it.
    try await sync.showSavedScores(&run)
    sync.enter(.routine, &run)
    try await sync.readFiles(&run, weights: Self.weights)
    try await sync.open(&run)
    // Reads again if another process has changed the store between two attempts.
    try await sync.readFiles(&run, weights: Self.weights)
    try await sync.receiveFiles(&run)
    try await sync.keepRideStreams(&run)
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

  /// Reading takes nearly all of the time, and so of the fraction: the following steps add nothing
  /// to it until the store is written.
  private static let weights = [Stage.prep, .routine].map { stage in
    (stage: stage, weight: stage.span.upperBound - stage.span.lowerBound)
  }

  /// Whether there is anything to derive and save, from this run or an interrupted one.
  private func hasChanges(_ run: SyncState) async throws(SyncFailure) -> Bool {
    if !run.figures.isEmpty || !run.streamed.isEmpty || sync.haveThresholdsChanged(run) {
      return true
    }
    if run.savedRow == nil || run.unfinished.needsDeriving, run.history?.firstDay != nil {
      return true
    }
    if await sync.store.hasCompletions { return true }
    return try await sync.store.counts().hasChanges
  }
}
