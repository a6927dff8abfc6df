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
    let changes = thresholdChanges(run)
    let athletes = Dictionary(
      uniqueKeysWithValues: Source.allCases.map { ($0, athlete(run, of: $0)) })
    var isOutdated = false
    var missing = MissingLoads()
    for index in activities.indices {
      // Most activities need only this check, and no copy.
      let stored = activities[index].load == nil ? nil : activities[index].loadFrom
      if let stored, stored != .service, !settings.listing.full,
        run.streamed.isEmpty || !run.streamed.contains(activities[index].id)
      {
        if let (old, new) = changes, !isOutdated {
          isOutdated = new.changes(stored, on: activities[index].day, since: old)
        }
        continue
      }
      let activity = activities[index]
      // The rider's own settings of that day, then what the recorder or the service said for it,
      // then what the service says of the athlete.
      let rider = settings.rider.settings(on: activity.day)
        .completed(by: RiderSettings(ftpWatts: activity.ftpWatts))
        .completed(by: known(run, of: athletes[activity.id.source], on: activity.day))
      let streams = streamed.contains(activity.id) ? try await store.streams(of: activity.id) : nil
      if let streams,
        let analysis = RideAnalysis(
          of: streams, isMeasured: activity.measuredPower == true, rider: rider)
      {
        run.results.figures[activity.id, default: RideFigures()].analysis = analysis
      }
      let rated: (load: Double, origin: LoadOrigin)
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
    if isOutdated { events.post(.notice(.loadsOutdated)) }
    // With some loads there are scores, and a rider without a heart rate strap should not see this
    // notice every day. Without an FTP it stays: an old ride with a load says nothing about others.
    run.results.lacksFTP = missing.withPower > 0 && ftp(run) == nil
    let today = run.today
    let hasLoads = activities.contains { $0.load != nil }
    if run.results.lacksFTP || !hasLoads, !run.hasReportedMissingLoads, haveAllAnswered(run),
      let shortage = missing.shortage(
        isFTPAlone: hasLoads,
        power: { .suggestion(of: activities.map { RideSummary($0) }, on: today) })
    {
      events.post(.notice(.loadsMissing(shortage)))
      run.hasReportedMissingLoads = true
    }
  }

  /// Everything but the records that loads and scores are computed from, as text to compare.
  func scoringSettings(_ run: SyncState) -> String {
    let riders = Source.allCases.map { source in
      let rider = known(run, of: athlete(run, of: source), on: run.today)
      return "\(source.rawValue) " + words(rider)
    }
    let own = settings.rider
    return
      (riders + [
        "own " + words(own.settings(on: run.today)),
        "dated \(own.ftp) \(own.thresholdHeartRate)", "sleep \(settings.sleepNeed.inSeconds)",
      ]).joined(separator: ", ")
  }

  private func words(_ rider: RiderSettings) -> String {
    let numbers = [
      rider.ftpWatts, rider.maxHeartRate, rider.restingHeartRate, rider.thresholdHeartRate,
    ]
    let words = numbers.map { $0.map { String($0) } ?? "-" } + [rider.sex?.rawValue ?? "-"]
    return words.joined(separator: " ")
  }

  /// What the services say of the rider: first the one that a ride is from, then the first that
  /// knows.
  private func athlete(_ run: SyncState, of source: Source? = nil) -> RiderSettings {
    let sources = [source].compactMap { $0 } + services.map(\.source)
    return sources.compactMap { run[$0].athlete?.rider }.reduce(RiderSettings()) {
      $0.completed(by: $1)
    }
  }

  /// What is known of the rider beside the rider's own settings.
  private func known(
    _ run: SyncState, of athlete: RiderSettings?, on day: Day
  ) -> RiderSettings {
    let athlete = athlete ?? RiderSettings()
    // Files alone know nothing of the rider: what the last run knew still holds.
    guard services.isEmpty, let stored = run.storedThresholds else { return athlete }
    return athlete.completed(by: stored.settings(on: day))
  }

  /// The settings of today.
  private func rider(_ run: SyncState) -> RiderSettings {
    settings.rider.settings(on: run.today)
      .completed(by: known(run, of: athlete(run), on: run.today))
  }

  /// The functional threshold power in watts.
  func ftp(_ run: SyncState) -> Int? { rider(run).ftpWatts }

  /// The current thresholds, with unknown ones kept from before; nil unless every service was asked
  /// and answered: otherwise another service's value would be used for this run alone.
  func thresholds(_ run: SyncState) -> Thresholds? {
    guard haveAllAnswered(run) else { return nil }
    let athlete = athlete(run)
    return Thresholds(
      ftp: settings.rider.ftp.completed(by: DatedSetting(athlete.ftpWatts)),
      heartRate: settings.rider.thresholdHeartRate
        .completed(by: DatedSetting(athlete.thresholdHeartRate))
    ).completed(by: run.storedThresholds ?? Thresholds())
  }

  /// Whether every service was asked and reported what it knows of the rider.
  private func haveAllAnswered(_ run: SyncState) -> Bool {
    settings.sourcesNotAsked.allSatisfy(\.isFiles)
      && services.allSatisfy { run[$0.source].athlete != nil }
  }

  /// Whether the thresholds differ from those of the previous run.
  func haveThresholdsChanged(_ run: SyncState) -> Bool { thresholdChanges(run) != nil }

  /// The thresholds of the previous run and of this one; nil when they are the same.
  private func thresholdChanges(_ run: SyncState) -> (old: Thresholds, new: Thresholds)? {
    guard let stored = run.storedThresholds, let thresholds = thresholds(run), thresholds != stored
    else { return nil }
    return (stored, thresholds)
  }
}

extension Thresholds {
  /// Whether a load of that day would now be computed differently.
  fileprivate func changes(_ origin: LoadOrigin, on day: Day, since old: Thresholds) -> Bool {
    switch origin {
    case .power: old.ftp.value(on: day) != ftp.value(on: day)
    case .heartRate: old.heartRate.value(on: day) != heartRate.value(on: day)
    case .service: false
    }
  }
}

/// A load as it is stored: two decimals are more than any measurement supports, and keep the files
/// readable.
private func hundredths(_ load: Double) -> Double {
  load < 1e12 ? Double(Int64(load * 100 + 0.5)) / 100 : load
}
