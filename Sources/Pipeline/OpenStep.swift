// The beginning of a run: shows saved scores, then takes the lock.

import Model

extension Sync {
  /// Takes the store's lock; a store that is only read has none to take.
  ///
  /// - Throws: `locked` when another run holds the store longer than the wait allows, and the
  ///   errors of the store.
  func open(_ run: inout SyncState) async throws(SyncFailure) {
    let hasWaited = try await takeLock()
    run.isLocked = true
    // The previous holder of the lock may have saved a newer row.
    if hasWaited { try await showSavedScores(&run) }
    run.hasRow = try await store.hasRow(for: run.today)
    run.unfinished = try await store.unfinished()
    run.streamed.formUnion(run.unfinished.streamed)
    if !run.isRetry { try await reportForeignFiles() }
  }

  /// Names files in the store that are left alone. Streams are not looked through: there may be one
  /// for each activity.
  private func reportForeignFiles() async throws(SyncFailure) {
    let names = try await store.foreignFiles(amongStreams: false)
    if !names.isEmpty {
      events.post(.notice(.foreignFiles(names.sorted().map { DisplayText($0) })))
    }
  }

  /// Posts the saved row unless it is shown already.
  ///
  /// - Throws: the errors of the store, so that an unusable one is reported before a long reading.
  func showSavedScores(_ run: inout SyncState) async throws(SyncFailure) {
    let row = try await store.savedScores()
    if row == run.savedRow { return }
    run.savedRow = row
    guard let row else { return }
    post(row, cached: true)
    if row.hasHealthData { return }
    // Shown in place of recovery and sleep.
    if let report = FitnessReport([row]) { events.post(.fitness(report)) }
    if let ride = try await store.latestRide() { show(ride, &run) }
  }

  /// Posts the latest ride, unless it is shown already as it is.
  func show(_ ride: Activity, _ run: inout SyncState) {
    if let shown = run.latestRide, ride.id == shown.id, ride.distanceMetres == shown.distanceMetres,
      ride.durationSeconds == shown.durationSeconds
    {
      return
    }
    run.latestRide = ride
    events.post(.activity(ListedRide(ride)))
  }

  /// Returns whether it had to wait.
  private func takeLock() async throws(SyncFailure) -> Bool {
    guard var holder = try await store.lock() else { return false }
    let wait = settings.lockWait
    guard wait > .zero else { throw .locked(holder) }
    let deadline = time.moment() + wait
    events.post(
      .waiting(Wait(reason: .locked, source: nil, until: time.wallClock() + wait, duration: wait)))
    while time.moment() < deadline {
      // Hardly noticeable, and cheap.
      try await time.wait(until: min(time.moment() + .milliseconds(250), deadline))
      guard let other = try await store.lock() else { return true }
      holder = other
    }
    throw .locked(holder)
  }
}
