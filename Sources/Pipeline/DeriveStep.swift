// The middle of a run: what the records mean.

import Model
import Training

extension Sync {
  func generateRoutine(_ run: inout SyncState) async throws(SyncFailure) {
    if run.routine != nil { return }
    let gauge = try await begin(.generateRoutine, .generatingRoutine)
    deriveRoutine(&run)
    gauge.complete()
  }

  private func deriveRoutine(_ run: inout SyncState) {
    run.routine = Routine(
      of: run.history?.activities ?? [], firstDay: run.history?.firstActivity, today: run.today)
  }

  /// Turns the records into days: loads added up, fitness, and the series that scores are made of.
  func processData(_ run: inout SyncState) async throws(SyncFailure) {
    if run.scoring != nil { return }
    let gauge = try await begin(.processData, .processingData)
    deriveDays(&run)
    gauge.complete()
  }

  private func deriveDays(_ run: inout SyncState) {
    guard let history = run.history else { return }
    run.scoring = Scoring(
      history, today: run.today, needHours: settings.sleepNeed.inSeconds / 3600,
      coversToday: run.coversToday)
  }

  /// A step only where there is power or a threshold.
  func computeZones(_ run: inout SyncState) async throws(SyncFailure) {
    if run.zones != nil { return }
    let hasPower = run.history.map {
      $0.past.hasMeasuredPower || $0.activities.contains(where: \.hasMeasuredPower)
    }
    guard hasPower == true || ftp(run) != nil else { return }
    let gauge = try await begin(.computeZones, .computingZones)
    deriveZones(&run)
    gauge.complete()
  }

  private func deriveZones(_ run: inout SyncState) {
    run.zones = ftp(run).map(PowerZones.zones) ?? []
  }

  /// Scores today. What is missing is said in the status, now that all health data was read.
  func scoreDay(_ run: inout SyncState) async throws(SyncFailure) {
    if run.row != nil { return }
    if run.scoring == nil { deriveDays(&run) }
    guard let scoring = run.scoring else { return }
    let coverage = scoring.coverage
    let gauge = try await begin(
      .scoreDay,
      run.savedRow == nil && !run.isImport
        ? .calculatingScores(coverage) : .refreshingScores(coverage))
    let row = scoring.row(for: run.today)
    run.row = row
    for kind in ScoreKind.allCases {
      events.post(
        .score(ScoreReport(kind: kind, score: row[kind], date: row.date, cached: false)))
    }
    gauge.complete()
  }

  func buildPrep(_ run: inout SyncState) async throws(SyncFailure) {
    if run.prep != nil { return }
    let gauge = try await begin(.buildPrep, .buildingPrep)
    derivePrep(&run)
    gauge.complete()
  }

  /// Makes and posts today's sheet. A run that skipped the steps before makes up for them here.
  func derivePrep(_ run: inout SyncState) {
    guard let scoring = run.scoring, let row = run.row else { return }
    if run.routine == nil { deriveRoutine(&run) }
    if run.zones == nil { deriveZones(&run) }
    let prep = PrepSheet(
      scores: row, zones: run.zones ?? [], ftpWatts: ftp(run),
      suggestedStrain: SuggestedStrain(
        recovery: row.recovery, fitness: scoring.settledFitness(on: run.today),
        hasLoads: scoring.firstLoad != nil))
    run.prep = prep
    events.post(.prep(prep))
  }
}
