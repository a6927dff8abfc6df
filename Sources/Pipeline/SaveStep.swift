// The end of a run: saves, records how each source ended, and releases the store.

import Model
import Training

extension Sync {
  /// Writes records and derived data; a dry run only checks what would be written.
  ///
  /// - Parameter advice: what is said when everything is saved.
  func save(_ derived: Derived, advice: Advice?, _ run: inout SyncState) async throws(SyncFailure) {
    let prepared = try await begin(.buildPrep, in: &run)
    events.post(.prep(derived.prep))
    prepared.complete()
    let saved = try await begin(
      .save, .saving(destination: settings.destination, dryRun: settings.dryRun), unit: .records,
      in: &run)
    try await store.save(derived, progress: saved)
    for source in run.sources.keys { run[source].isUnsaved = false }
    saved.finish()
    run.isStored = true
    // What is saved is noted, too.
    let noted = start(.finalize, nil)
    try await note(&run)
    noted.complete()
    // Everything is stored: leaving now is no interruption.
    try? await pause()
    let step = settings.adviceOnSettings ?? advice
    if let step { events.post(.notice(.nextStep(step))) }
    finish(&run)
  }

  /// The short end of a run that found nothing new on a day that already has its row.
  func finishWithoutChanges(_ derived: Derived, _ run: inout SyncState) async throws(SyncFailure) {
    events.post(.prep(derived.prep))
    // Nothing differs from what is stored.
    run.isStored = true
    try await store.endStreaming()
    try await note(&run)
    for source in run.sources.keys { run[source].isUnsaved = false }
    enter(.saving, &run)
    if settings.dryRun {
      finish(&run)
    } else {
      enter(nil, &run)
      events.post(.status(.updated(at: time.wallClock())))
    }
  }

  /// The final statuses of a successful run.
  private func finish(_ run: inout SyncState) {
    events.post(.status(.complete))
    enter(nil, &run)
    if !settings.dryRun { events.post(.status(.updated(at: time.wallClock()))) }
  }

  /// Ends the run in every case: keeps what arrived and is not in the data folder, records how each
  /// source ended, posts the failure, and releases the lock.
  func leave(_ run: inout SyncState) async {
    if !settings.dryRun && (run.failure != nil || run.isOffline) {
      do throws(SyncFailure) {
        for source in Source.allCases where run[source].isUnsaved {
          try await store.suspendListing(source)
        }
        if run.failure != .interrupted && run.isLocked { try await noteFailures(run) }
      } catch {
        if run.failure?.isStorage != true && run.failure != .interrupted { run.failure = error }
      }
    }
    if let failure = run.failure { post(failure, &run) }
    await settle(&run)
    if run.isLocked { await store.unlock() }
  }

  /// Lets the services save unsaved tokens.
  private func settle(_ run: inout SyncState) async {
    for service in services {
      do throws(SyncFailure) {
        try await service.settle()
      } catch {
        post(error, &run)
        if run.failure != .interrupted { run.failure = error }
      }
    }
  }

  /// Records how the sync of every source ended, each success once.
  private func note(_ run: inout SyncState) async throws(SyncFailure) {
    guard !settings.dryRun else { return }
    let now = time.wallClock()
    let good = Source.allCases.filter {
      run[$0].listFailure == nil && (run[$0].hasFinished || run[$0].isRead)
    }
    for source in good where !run[source].isNoted {
      try await store.note(source, failure: nil, at: now)
      run[source].isNoted = true
    }
    try await noteFailures(run)
  }

  private func noteFailures(_ run: SyncState) async throws(SyncFailure) {
    let now = time.wallClock()
    for (source, failure) in run.sourceFailures {
      try await store.note(source, failure: failure, at: now)
    }
  }
}
