// The middle of a run: computes scores, routine and prep sheet from the records.

import Model
import Training

extension Sync {
  /// Computes everything that is stored beside the records.
  ///
  /// - Parameter isShort: whether nothing is new, so that only the scores are a step.
  func derive(
    from history: History, isShort: Bool, _ run: inout SyncState
  ) async throws(SyncFailure) -> Derived {
    // An import shows no routine.
    let routine = try await perform(.generateRoutine, isShown: !isShort && !isImport, &run) {
      Routine(of: history.recent, firstDay: history.firstActivity, today: $0.today)
    }
    let scoring = try await perform(.processData, isShown: !isShort, &run) {
      Scoring(
        history, today: $0.today, needHours: settings.sleepNeed.inSeconds / 3600,
        coversToday: $0.coversToday)
    }
    let ftp = self.ftp(run)
    let hasZones = history.hasMeasuredPower || ftp != nil
    let zones = try await perform(.computeZones, isShown: !isShort && hasZones, &run) { _ in
      ftp.map(PowerZones.zones) ?? []
    }
    let row = scoring.row(for: run.today)
    try await show(row, history, &run)
    let prep = PrepSheet(
      scores: row, zones: zones, ftpWatts: ftp,
      suggestedStrain: SuggestedStrain(
        recovery: row.recovery, fitness: scoring.settledFitness(on: run.today),
        hasLoads: scoring.firstLoad != nil))
    return Derived(
      scores: scoring.rows(), routine: routine, prep: prep, thresholds: thresholds(run))
  }

  /// Does a step that cannot be counted.
  ///
  /// - Parameter isShown: whether it has its status and its stage.
  private func perform<Value>(
    _ step: SyncStep, isShown: Bool, _ run: inout SyncState, _ make: (SyncState) -> Value
  ) async throws(SyncFailure) -> Value {
    guard isShown else { return make(run) }
    let gauge = try await begin(step, in: &run)
    defer { gauge.complete() }
    return make(run)
  }

  /// Posts today's scores as a step. The status names missing inputs, because all health data has
  /// been read by now.
  private func show(
    _ row: ScoreDay, _ history: History, _ run: inout SyncState
  ) async throws(SyncFailure) {
    let coverage = HealthCoverage(
      hasHealthData: row.hasHealthData, hasSleepData: row.sleep.value != nil)
    let isFirst = run.savedRow == nil && !isImport
    let gauge = try await begin(
      .scoreDay, isFirst ? .calculatingScores(coverage) : .refreshingScores(coverage), in: &run)
    post(row, cached: false)
    if let ride = history.latestRide, !row.hasHealthData { show(ride, &run) }
    gauge.complete()
  }

  /// What helps most after the first run that stores anything; nil where loads are missing, which
  /// was said.
  func firstStep(_ read: RatedRides, _ run: SyncState) -> Advice? {
    let isFirst = !settings.dryRun && run.savedRow == nil && !read.saysMissingLoads
    return isFirst && read.history.latestRide != nil ? .rides : nil
  }
}
