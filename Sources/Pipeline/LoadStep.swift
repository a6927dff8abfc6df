// Computes the loads of activities and what their streams say, with the rider's settings.

import Model
import Training

extension Sync {
  /// Reads stored and received records together and computes missing figures.
  ///
  /// A load is computed once and kept until its streams arrive, or `--full` computes all loads
  /// again; what the streams say likewise. A service's own figure is used until a load can be
  /// computed.
  func readHistory(_ run: inout SyncState) async throws(SyncFailure) {
    try stopIfCancelled()
    var history = try await store.history()
    var activities = history.activities
    history.activities = []
    run.storedThresholds = try await store.thresholds()
    let streamed = try await store.streamed()
    var kept: Set<LoadOrigin> = []
    var missing = MissingLoads()
    let riders = Dictionary(
      uniqueKeysWithValues: Source.allCases.map { ($0, rider(run, of: $0)) })
    for index in activities.indices {
      // Most activities need only this check, and no copy.
      let stored = activities[index].load == nil ? nil : activities[index].loadFrom
      if let stored, stored != .service, !settings.listing.full,
        run.streamed.isEmpty || !run.streamed.contains(activities[index].id)
      {
        if !kept.contains(stored) { kept.insert(stored) }
        continue
      }
      let activity = activities[index]
      var rider = riders[activity.id.source] ?? settings.rider
      // The service's value for that day.
      rider.ftpWatts = settings.rider.ftpWatts ?? activity.ftpWatts ?? rider.ftpWatts
      let streams = streamed.contains(activity.id) ? try await store.streams(of: activity.id) : nil
      if let streams,
        let analysis = RideAnalysis(
          of: streams, isMeasured: activity.measuredPower == true, rider: rider)
      {
        run.results.figures[activity.id, default: RideFigures()].analysis = analysis
      }
      let rated: RatedLoad
      do throws(LoadGap) {
        rated = try Load.best(
          for: activity, streams: streams ?? ActivityStreams(), rider: rider)
      } catch {
        missing.add(error, rider: rider)
        continue
      }
      let load = hundredths(rated.load)
      if rated.origin == stored, rated.origin == .service || load == activity.load { continue }
      activities[index].load = load
      activities[index].loadFrom = rated.origin
      run.results.figures[activity.id, default: RideFigures()].load = load
      run.results.figures[activity.id]?.loadFrom = rated.origin
    }
    history.activities = activities
    run.results.history = history
    if areOutdated(kept, run) { events.post(.notice(.loadsOutdated)) }
    // With some loads there are scores, and a rider without a heart rate strap should not see this
    // notice every day.
    if let shortage = missing.shortage, activities.allSatisfy({ $0.load == nil }),
      !run.hasReportedMissingLoads, haveAllAnswered(run)
    {
      events.post(.notice(.loadsMissing(shortage)))
      run.hasReportedMissingLoads = true
    }
  }

  /// Everything but the records that loads and scores are computed from, as text to compare.
  func scoringSettings(_ run: SyncState) -> String {
    let riders = Source.allCases.map { source in
      let rider = rider(run, of: source)
      let numbers = [
        rider.ftpWatts, rider.maxHeartRate, rider.restingHeartRate, rider.thresholdHeartRate,
      ]
      let words = numbers.map { $0.map { String($0) } ?? "-" } + [rider.sex?.rawValue ?? "-"]
      return "\(source.rawValue) " + words.joined(separator: " ")
    }
    return (riders + ["sleep \(settings.sleepNeed.inSeconds)"]).joined(separator: ", ")
  }

  /// The current settings: the rider's own first, then those of the source, then those of the first
  /// service that knows them.
  func rider(_ run: SyncState, of source: Source? = nil) -> RiderSettings {
    let athletes = [source].compactMap { $0 } + services.map(\.source)
    let rider = athletes.reduce(settings.rider) { rider, source in
      run[source].athlete.map { rider.completed(by: $0.rider) } ?? rider
    }
    // Files alone know nothing of the rider: what the last run knew still holds.
    guard services.isEmpty, let stored = run.storedThresholds else { return rider }
    return rider.completed(
      by: RiderSettings(ftpWatts: stored.ftpWatts, thresholdHeartRate: stored.heartRate))
  }

  /// The functional threshold power in watts.
  func ftp(_ run: SyncState) -> Int? { rider(run).ftpWatts }

  /// The current thresholds, with unknown ones kept from before; nil unless every service was asked
  /// and answered: otherwise another service's value would be used for this run alone.
  func thresholds(_ run: SyncState) -> Thresholds? {
    guard haveAllAnswered(run) else { return nil }
    let rider = rider(run)
    return Thresholds(ftpWatts: rider.ftpWatts, heartRate: rider.thresholdHeartRate)
      .completed(by: run.storedThresholds)
  }

  /// Whether every service was asked and reported what it knows of the rider.
  private func haveAllAnswered(_ run: SyncState) -> Bool {
    settings.sourcesNotAsked.allSatisfy(\.isFiles)
      && services.allSatisfy { run[$0.source].athlete != nil }
  }

  /// Whether the thresholds differ from those of the previous run.
  func haveThresholdsChanged(_ run: SyncState) -> Bool {
    guard let stored = run.storedThresholds, let thresholds = thresholds(run) else { return false }
    return thresholds != stored
  }

  /// Whether stored loads would now be computed differently.
  private func areOutdated(_ kept: Set<LoadOrigin>, _ run: SyncState) -> Bool {
    guard let stored = run.storedThresholds, let thresholds = thresholds(run) else { return false }
    return kept.contains(.power) && thresholds.ftpWatts != stored.ftpWatts
      || kept.contains(.heartRate) && thresholds.heartRate != stored.heartRate
  }
}

/// A load as it is stored: two decimals are more than any measurement supports, and keep the files
/// readable.
private func hundredths(_ load: Double) -> Double {
  load < 1e12 ? Double(Int64(load * 100 + 0.5)) / 100 : load
}
