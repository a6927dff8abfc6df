// Computes the loads of activities and what their streams say, with the rider's settings.

import Model
import Training

extension Sync {
  /// Reads stored and received records together and computes missing figures.
  ///
  /// A load is computed once and kept until its streams arrive, or `--full` computes all loads
  /// again; what the streams say likewise. A service's own figure is used until a load can be
  /// computed.
  func readHistory(_ run: inout SyncState) async throws(SyncFailure) -> RatedRides {
    try stopIfCancelled()
    run.storedThresholds = try await store.thresholds()
    let rating = RideRating(
      streamed: try await store.streamed(), mustRate: run.streamed, changes: thresholdChanges(run),
      athletes: Dictionary(
        uniqueKeysWithValues: Source.allCases.map { ($0, athlete(run, of: $0)) }))
    var read = RatedRides(history: History(days: try await store.days(), today: run.today))
    // A ride may have a record of each source.
    let mostRides = 3
    let new = try await store.newRecords(atMost: mostRides * Source.allCases.count)
    let usesHeartRate = rider(run).givesHeartRateLoad
    var figures: [ActivityID: RideFigures] = [:]
    for ride in try await store.rides() {
      if new.contains(ride.id) { read.new.append(ride) }
      if keepsLoad(ride, rating) {
        if let (old, now) = rating.changes, !ride.isExcluded {
          read.outdated =
            read.outdated ?? now.change(of: ride, since: old, usesHeartRate: usesHeartRate)
          let ftp = now.settings(on: ride.day).ftpWatts ?? ride.ftpWatts
          if ride.loadFrom == .power, ftp == nil { read.hasLoadsOfTrial = true }
        }
        read.history.add(ride)
        continue
      }
      let isStreamed = rating.streamed.contains(ride.id)
      let streams = isStreamed ? try await store.streams(of: ride.id) : nil
      figures[ride.id] = rate(ride, streams, rating, run, &read)
    }
    if !figures.isEmpty { try await store.take(figures) }
    if read.new.count <= mostRides {
      for ride in read.new { events.post(.activity(ListedRide(ride, isNew: true))) }
    }
    if read.recomputed > 0 { events.post(.notice(.loadsRecomputed(count: read.recomputed))) }
    // `--full`, which the notice advises, would take these away.
    if let setting = read.outdated, !read.hasLoadsOfTrial {
      let isFirst = setting == .ftp && rating.changes?.0.ftp == DatedSetting()
      events.post(.notice(.loadsOutdated(setting, isFirst: isFirst)))
    }
    // With some loads there are scores, and a rider without a heart rate strap should not see this
    // notice every day. Without an FTP it stays: an old ride with a load says nothing about others.
    let lacksFTP = read.missing.withPower > 0 && ftp(run) == nil
    // Who has set something for heart rate is told the one setting that is still missing.
    let own = settings.rider.settings(on: run.today)
    let isFTPAlone =
      read.history.hasLoads && !(read.missing.lacksOneSetting && own.hasHeartRateSetting)
    if lacksFTP || !isFTPAlone, haveAllAnswered(run),
      let shortage = read.missing.shortage(
        isFTPAlone: isFTPAlone, power: { read.history.powerSuggestion })
    {
      events.post(.notice(.loadsMissing(shortage)))
      read.saysMissingLoads = true
    }
    return read
  }

  /// Whether a ride has the load that stays, as most rides do.
  private func keepsLoad(_ ride: Activity, _ rating: RideRating) -> Bool {
    guard ride.load != nil, let origin = ride.loadFrom, origin != .service else { return false }
    return !settings.listing.full && !rating.mustRate.contains(ride.id)
  }

  /// Computes the figures of a ride, if it needs any, and adds it to those that were read. A ride
  /// that the rider left out gets them as well: they have to be right when it counts again.
  private func rate(
    _ ride: Activity, _ streams: ActivityStreams?, _ rating: RideRating, _ run: SyncState,
    _ read: inout RatedRides
  ) -> RideFigures? {
    let stored = ride.load == nil ? nil : ride.loadFrom
    // The rider's own settings of that day, then what the recorder or the service said for it,
    // then what the service says of the athlete.
    let given = settings.rider.settings(on: ride.day)
      .completed(by: RiderSettings(ftpWatts: ride.ftpWatts))
      .completed(by: known(run, of: rating.athletes[ride.id.source]))
    // A load stays, and tells its FTP for the zones, as long as another source or run may know one.
    let isAsked = ride.id.source.isFiles || run[ride.id.source].athlete != nil
    let isWhole = settings.listing.full && isAsked && haveAllAnswered(run)
    let ftpOfLoad = isWhole || given.ftpWatts != nil ? nil : ride.ftpOfLoad
    let rider = given.completed(by: RiderSettings(ftpWatts: ftpOfLoad))
    var figures = RideFigures()
    // Streams may be those of a file without what another one of the ride has.
    figures.analysis = streams.flatMap {
      RideAnalysis(of: $0, isMeasured: ride.measuredPower == true, rider: rider)?
        .filled(from: ride.analysis)
    }
    var ride = ride
    do throws(LoadGap) {
      let (load, origin) = try Load.best(
        for: ride, streams: streams ?? ActivityStreams(), rider: rider)
      let rounded = hundredths(load)
      if ftpOfLoad == nil, origin != stored || origin != .service && rounded != ride.load {
        (ride.load, ride.loadFrom) = (rounded, origin)
        (figures.load, figures.loadFrom) = (rounded, origin)
        // Where no ride is new, a setting was missing until now.
        let mayBeAgain = (settings.listing.full || !run.hasNews) && run.savedRow != nil
        let isAgain = stored.map { $0 != .service } ?? mayBeAgain
        if isAgain, !ride.isExcluded { read.recomputed += 1 }
      }
    } catch {
      // A new store has none either.
      if isWhole, ride.load != nil {
        (ride.load, ride.loadFrom) = (nil, nil)
        figures.hasNoLoad = true
        if !ride.isExcluded { read.recomputed += 1 }
      }
      if !ride.isExcluded, ride.load == nil { read.missing.add(error, rider: rider) }
    }
    read.history.add(ride)
    if figures == RideFigures() { return nil }
    read.hasFigures = true
    return figures
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
  private func known(_ run: SyncState, of athlete: RiderSettings?) -> RiderSettings {
    let athlete = athlete ?? RiderSettings()
    // What services that do not answer, or are not asked, said last still holds.
    guard services.isEmpty || !haveAllAnswered(run), let stored = run.storedThresholds else {
      return athlete
    }
    return athlete.completed(by: stored.athlete)
  }

  /// The settings of today.
  private func rider(_ run: SyncState) -> RiderSettings {
    settings.rider.settings(on: run.today).completed(by: known(run, of: athlete(run)))
  }

  /// The functional threshold power in watts.
  func ftp(_ run: SyncState) -> Int? { rider(run).ftpWatts }

  /// The current thresholds, with what the services no longer say kept from before; nil unless
  /// every service was asked and answered: otherwise another service's value would be used for this
  /// run alone.
  func thresholds(_ run: SyncState) -> StoredThresholds? {
    guard haveAllAnswered(run) else { return nil }
    let own = settings.rider
    let athlete = athlete(run).completed(by: run.storedThresholds?.athlete ?? RiderSettings())
    let threshold = DatedSetting(athlete.thresholdHeartRate)
    var inUse = RiderProfile(
      ftp: own.ftp.completed(by: DatedSetting(athlete.ftpWatts)),
      thresholdHeartRate: own.thresholdHeartRate.completed(by: threshold))
    inUse.maxHeartRate = own.maxHeartRate ?? athlete.maxHeartRate
    return StoredThresholds(inUse: inUse, athlete: athlete)
  }

  /// Whether every service was asked and reported what it knows of the rider.
  func haveAllAnswered(_ run: SyncState) -> Bool {
    settings.sourcesNotAsked.allSatisfy(\.isFiles)
      && services.allSatisfy { run[$0.source].athlete != nil }
  }

  /// The thresholds of the previous run and of this one; nil when they are the same.
  func thresholdChanges(_ run: SyncState) -> (old: RiderProfile, new: RiderProfile)? {
    guard let stored = run.storedThresholds, let thresholds = thresholds(run), thresholds != stored
    else { return nil }
    return (stored.inUse, thresholds.inUse)
  }
}

extension RiderProfile {
  /// The setting that the load of a ride was computed with and now would not be: one that was
  /// computed stays where a threshold is no longer known. One from power says itself what it was
  /// computed with: the last run may have tried another FTP.
  ///
  /// - Parameter usesHeartRate: whether today's settings are enough for a load from heart rate.
  fileprivate func change(
    of ride: Activity, since old: RiderProfile, usesHeartRate: Bool
  ) -> RiderSettings.Setting? {
    let (now, old) = (settings(on: ride.day), old.settings(on: ride.day))
    switch ride.loadFrom {
    case .power:
      guard let ftp = now.ftpWatts ?? ride.ftpWatts else { return nil }
      // That of an earlier run: the load of a short ride tells it to a few watts.
      let tolerance = old.ftpWatts == nil ? ftp / 50 : 0
      let isOther = abs((ride.ftpOfLoad ?? 0) - ftp) > tolerance
      return old.ftpWatts != ftp && isOther ? .ftp : nil
    case .heartRate:
      let isOfPowerNow = old.ftpWatts == nil && now.ftpWatts != nil && ride.hasMeasuredPower
      if isOfPowerNow { return .thresholdHeartRate }
      let threshold = now.thresholdHeartRate ?? old.thresholdHeartRate
      guard usesHeartRate else { return nil }
      if threshold != old.thresholdHeartRate { return .thresholdHeartRate }
      // Earlier versions did not store it.
      guard let known = old.maxHeartRate, let maximum = now.maxHeartRate else { return nil }
      return maximum != known ? .maxHeartRate : nil
    case .service, nil: return nil
    }
  }
}

/// What all rides are rated with.
private struct RideRating: Sendable {
  /// The rides whose streams are stored, and those of which they came since the last whole run.
  let streamed: Set<ActivityID>
  let mustRate: Set<ActivityID>
  /// The thresholds of the previous run and of this one; nil when they are the same.
  let changes: (old: RiderProfile, new: RiderProfile)?
  /// What the services say of the rider, by the source of a ride.
  let athletes: [Source: RiderSettings]
}

/// What the rides that were read say.
struct RatedRides: Sendable {
  var history: History
  /// The rides that this run has brought.
  var new: [Activity] = []
  var missing = MissingLoads()
  /// A setting of which loads were computed with another value than today's.
  var outdated: RiderSettings.Setting?
  /// Whether a load was computed with an FTP that nobody knows any more.
  var hasLoadsOfTrial = false
  /// Whether anything was computed for a ride.
  var hasFigures = false
  /// Whether it was said that loads are missing.
  var saysMissingLoads = false
  /// Rides whose stored load was computed again.
  var recomputed = 0
}
