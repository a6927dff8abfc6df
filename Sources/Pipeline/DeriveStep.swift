// The middle of a run: computes loads, scores, routine and prep sheet from the records.

import Model
import Training

extension Sync {
  func generateRoutine(_ run: inout SyncState) async throws(SyncFailure) {
    let gauge = try await begin(.generateRoutine, .generatingRoutine)
    deriveRoutine(&run)
    gauge.complete()
  }

  private func deriveRoutine(_ run: inout SyncState) {
    run.results.routine = Routine(
      of: run.results.history?.recent ?? [], firstDay: run.results.history?.firstActivity,
      today: run.today)
  }

  /// Adds up daily loads and prepares fitness and the series that scores are computed from.
  func processData(_ run: inout SyncState) async throws(SyncFailure) {
    let gauge = try await begin(.processData, .processingData)
    deriveDays(&run)
    gauge.complete()
  }

  private func deriveDays(_ run: inout SyncState) {
    guard let history = run.results.history else { return }
    run.results.scoring = Scoring(
      history, today: run.today, needHours: settings.sleepNeed.inSeconds / 3600,
      coversToday: run.coversToday)
  }

  /// A step only if there is power or a threshold.
  func computeZones(_ run: inout SyncState) async throws(SyncFailure) {
    guard run.results.history?.hasMeasuredPower == true || ftp(run) != nil else { return }
    let gauge = try await begin(.computeZones, .computingZones)
    deriveZones(&run)
    gauge.complete()
  }

  private func deriveZones(_ run: inout SyncState) {
    run.results.zones = ftp(run).map(PowerZones.zones) ?? []
  }

  /// Scores today. The status names missing inputs, because all health data has been read by now.
  func scoreDay(_ run: inout SyncState) async throws(SyncFailure) {
    if run.results.scoring == nil { deriveDays(&run) }
    guard let scoring = run.results.scoring else { return }
    let row = scoring.row(for: run.today)
    try await show(row, &run)
    run.results.row = row
  }

  /// Posts today's scores as a step.
  func show(_ row: ScoreDay, _ run: inout SyncState) async throws(SyncFailure) {
    let coverage = HealthCoverage(
      hasHealthData: row.hasHealthData, hasSleepData: row.sleep.value != nil)
    let gauge = try await begin(
      .scoreDay,
      run.savedRow == nil && !isImport
        ? .calculatingScores(coverage) : .refreshingScores(coverage))
    post(row, cached: false)
    if let ride = run.results.history?.latestRide, !row.hasHealthData { show(ride, &run) }
    gauge.complete()
  }

  /// What helps most after the first run that stores anything; nil where loads are missing, which
  /// was said. The sample athlete needs nothing.
  func firstStep(_ run: SyncState) -> Advice? {
    guard !settings.dryRun, settings.advises, run.savedRow == nil, !run.results.saysMissingLoads,
      let ride = run.results.history?.latestRide
    else { return nil }
    let sixWeeks = 1 - FitnessReport.lookBack
    let isShown = ride.day >= run.today.advanced(by: sixWeeks)
    return .rides(since: isShown ? nil : ride.day.advanced(by: sixWeeks))
  }

  func buildPrep(_ run: inout SyncState) async throws(SyncFailure) {
    let gauge = try await begin(.buildPrep, .buildingPrep)
    makePrep(&run)
    if let prep = run.results.prep { events.post(.prep(prep)) }
    gauge.complete()
  }

  /// Makes today's prep sheet. Also does the work of earlier steps that the run skipped.
  func makePrep(_ run: inout SyncState) {
    guard let scoring = run.results.scoring, let row = run.results.row else { return }
    if run.results.routine == nil { deriveRoutine(&run) }
    if run.results.zones == nil { deriveZones(&run) }
    let prep = PrepSheet(
      scores: row, zones: run.results.zones ?? [], ftpWatts: ftp(run),
      suggestedStrain: SuggestedStrain(
        recovery: row.recovery, fitness: scoring.settledFitness(on: run.today),
        hasLoads: scoring.firstLoad != nil))
    run.results.prep = prep
  }

  /// Everything that is stored beside the records; nil before it is made.
  func derived(_ run: SyncState) -> Derived? {
    guard let scoring = run.results.scoring, let routine = run.results.routine,
      let prep = run.results.prep
    else { return nil }
    return Derived(
      scores: scoring.rows(), routine: routine, prep: prep, thresholds: thresholds(run))
  }
}
