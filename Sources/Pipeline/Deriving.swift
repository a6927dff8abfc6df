// The middle of a run: what the records mean.

import SyncModel
import Training

extension Sync {
  /// Reads stored and received records together and computes the loads that are missing.
  ///
  /// A load is computed once and kept; `--full` computes all of them again. A service's own figure
  /// stands in until power can be used.
  func readHistory(_ run: inout RunState) async throws(SyncFailure) {
    if run.history != nil { return }
    try stopIfCancelled()
    let history = try await store.history()
    var activities = history.activities
    for index in activities.indices {
      let loadFrom = activities[index].load == nil ? nil : activities[index].loadFrom
      if loadFrom == .power && !settings.listing.full { continue }
      let ftp = threshold(of: activities[index], run)
      guard let load = Load.fromPower(activities[index], ftp: ftp).map(hundredths),
        loadFrom != .power || activities[index].load != load
      else { continue }
      activities[index].load = load
      activities[index].loadFrom = .power
      run.loads[activities[index].id] = (load: load, from: .power)
    }
    run.history = History(
      activities: activities, days: history.days, firstDay: history.firstDay)
  }

  /// The functional threshold power in watts: the rider's word, then the service's for the day of
  /// the activity, then its own, then that of the first service that knows it.
  private func threshold(of activity: Activity? = nil, _ run: RunState) -> Int? {
    if let ftp = settings.ftpWatts ?? activity?.ftpWatts { return ftp }
    if let activity, let ftp = run.athletes[activity.id.source]?.ftpWatts { return ftp }
    return services.lazy.compactMap { run.athletes[$0.source]?.ftpWatts }.first
  }

  func generateRoutine(_ run: inout RunState) async throws(SyncFailure) {
    if run.routine != nil { return }
    let gauge = try await begin(.generateRoutine, .generatingRoutine)
    deriveRoutine(&run)
    gauge.complete()
  }

  private func deriveRoutine(_ run: inout RunState) {
    let activities = run.history?.activities ?? []
    run.routine = Routine(
      of: activities, firstDay: activities.map(\.day).min(), today: run.today)
  }

  /// Turns the records into days: loads added up, fitness, and the series that scores are made of.
  func processData(_ run: inout RunState) async throws(SyncFailure) {
    if run.scoring != nil { return }
    let gauge = try await begin(.processData, .processingData)
    deriveDays(&run)
    gauge.complete()
  }

  private func deriveDays(_ run: inout RunState) {
    guard let history = run.history else { return }
    run.scoring = Scoring(
      history, today: run.today, needHours: settings.sleepNeed.inSeconds / 3600,
      coversToday: run.coversToday)
  }

  /// A step only where there is power or a threshold.
  func computeZones(_ run: inout RunState) async throws(SyncFailure) {
    if run.zones != nil { return }
    let hasPower = (run.history?.activities ?? []).contains {
      $0.measuredPower == true && ($0.weightedPowerWatts ?? $0.averagePowerWatts) != nil
    }
    guard hasPower || threshold(run) != nil else { return }
    let gauge = try await begin(.computeZones, .computingZones)
    deriveZones(&run)
    gauge.complete()
  }

  private func deriveZones(_ run: inout RunState) {
    run.zones = threshold(run).map(PowerZones.zones) ?? []
  }

  /// Scores today. What is missing is said in the status, now that all health data was read.
  func scoreDay(_ run: inout RunState) async throws(SyncFailure) {
    if run.row != nil { return }
    if run.scoring == nil { deriveDays(&run) }
    guard let scoring = run.scoring else { return }
    let coverage = scoring.coverage
    let gauge = try await begin(
      .scoreDay,
      run.savedRow == nil && run.imported == nil
        ? .calculatingScores(coverage) : .refreshingScores(coverage))
    let row = scoring.row(for: run.today)
    run.row = row
    for kind in ScoreKind.allCases {
      events.post(
        .score(ScoreReport(kind: kind, score: row[kind], date: row.date, cached: false)))
    }
    gauge.complete()
  }

  func buildPrep(_ run: inout RunState) async throws(SyncFailure) {
    if run.prep != nil { return }
    let gauge = try await begin(.buildPrep, .buildingPrep)
    derivePrep(&run)
    gauge.complete()
  }

  /// Makes and posts today's sheet. A run that skipped the steps before makes up for them here.
  func derivePrep(_ run: inout RunState) {
    guard let scoring = run.scoring, let row = run.row else { return }
    if run.routine == nil { deriveRoutine(&run) }
    if run.zones == nil { deriveZones(&run) }
    let prep = PrepSheet(
      scores: row, zones: run.zones ?? [], ftpWatts: threshold(run),
      suggestedStrain: SuggestedStrain(
        recovery: row.recovery, fitness: scoring.settledFitness(on: run.today)))
    run.prep = prep
    events.post(.prep(prep))
  }
}

/// A load as it is kept: nobody rides more exactly, and files stay readable.
private func hundredths(_ load: Double) -> Double {
  load < 1e12 ? Double(Int64(load * 100 + 0.5)) / 100 : load
}
