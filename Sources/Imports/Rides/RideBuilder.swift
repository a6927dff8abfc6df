// Makes the activities of what a ride file holds.

import Model

/// Computes the figures of rides from their records, where the recorder has not done so.
struct RideBuilder {
  let formulas: ImportFormulas
  var rider = FileRider()
  /// The least that a damaged file must hold, in seconds.
  private static let leastOfDamaged: Int64 = 60

  /// One ride for each session, in order of start.
  ///
  /// - Throws: `damaged` for a damaged file that holds less than a minute; `unsuitable` for one
  ///   without a start.
  func rides(of content: RideContent, at place: FileOrigin) throws(ImportError) -> [ImportedRide] {
    let samples = content.samples.list
    let recorded = (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
    if content.isDamaged, recorded < Self.leastOfDamaged { throw .damaged(line: nil) }
    let rides = content.parts.compactMap { session, samples in
      ride(session, RideSlice(samples, of: content), content, place)
    }
    if rides.isEmpty { throw .unsuitable(.noRide) }
    return rides
  }

  private func ride(
    _ session: RideSession, _ slice: RideSlice, _ content: RideContent, _ place: FileOrigin
  ) -> ImportedRide? {
    guard let start = session.start ?? slice.first, RideLimits.times.contains(start) else {
      return nil
    }
    let stamp = Timestamp(seconds: start)
    var activity = Activity(id: ActivityID(content.source, startingAt: stamp), start: stamp)
    activity.name = session.name
    activity.sport = session.sport
    activity.startLocal = content.localOffset.map { LocalTime(secondsSince1970: start + Int64($0)) }
    let timer = session.timerSeconds ?? slice.timerSeconds(from: start)
    let elapsed =
      session.elapsedSeconds.flatMap { $0 > 0 ? $0 : nil } ?? slice.elapsedSeconds(from: start)
      ?? timer
    guard let elapsed else { return nil }
    activity.durationSeconds = timer.map { Int($0.rounded()) }
    activity.elapsedSeconds = Int(elapsed.rounded())
    activity.distanceMetres = summed(session.distanceMetres, slice.distanceMetres).map(tenths)
    activity.elevationGainMetres = (session.ascentMetres ?? slice.ascentMetres).map(tenths)

    let power: ActivityStream<Watts> = slice.stream(of: { $0.power }, from: start)
    // Recorders without a power meter sum up 0 W.
    if !power.isEmpty || session.averagePower != 0 {
      activity.averagePowerWatts = summed(session.averagePower, power.mean).map(tenths)
      activity.maxPowerWatts = summed(session.maxPower, power.maximum)
      activity.weightedPowerWatts = (formulas.weightedPower(power) ?? session.weightedPower).map(
        tenths)
      activity.energyKilojoules = summed(session.workKilojoules, power.work).map(tenths)
    }
    if !power.isEmpty { activity.measuredPower = session.isBikeRide }
    activity.ftpWatts = session.ftpWatts ?? content.ftpWatts
    // One stream after the other: a long ride has hundreds of thousands of values.
    let rider = rider.settings(on: activity.day, ftpWatts: activity.ftpWatts)
    activity.analysis = formulas.analyze(
      ActivityStreams(power: power), activity.measuredPower == true, rider)
    let rate: ActivityStream<BeatsPerMinute> = slice.stream(of: { $0.heartRate }, from: start)
    activity.averageHeartRate = (session.averageHeartRate ?? rate.mean).map(tenths)
    activity.maxHeartRate = session.maxHeartRate ?? rate.maximum
    let zones = formulas.analyze(ActivityStreams(heartRate: rate), false, rider)
    if let zones = zones?.heartRateZoneSeconds {
      var analysis = activity.analysis ?? RideAnalysis()
      analysis.heartRateZoneSeconds = zones
      activity.analysis = analysis
    }
    activity.averageCadence = summed(session.averageCadence, slice.mean(of: { $0.cadence }))
      .map(tenths)
    activity.device = content.device
    activity.from = place
    return ImportedRide(
      activity,
      quality: RecordingQuality(
        quantities: slice.quantities, format: content.format, isCut: content.isDamaged))
  }
}

extension RideContent {
  /// The sessions with their samples; one without a summary if the file has none.
  var parts: [(RideSession, ArraySlice<RideSample>)] {
    let samples = self.samples.list
    guard self.sessions.count > 1 else {
      return [(self.sessions.first ?? RideSession(), samples[...])]
    }
    var sessions = self.sessions.filter { $0.start != nil }
    sessions.sort { ($0.start ?? 0) < ($1.start ?? 0) }
    var rest = samples[...]
    return sessions.indices.map { index in
      let isLast = index + 1 == sessions.count
      let end = isLast ? nil : sessions[index + 1].start
      let own = end.map { end in rest.prefix { $0.time < end } } ?? rest
      rest = rest[own.endIndex...]
      return (sessions[index], own)
    }
  }
}

/// What a summary says, or the records where it says nothing or 0: recorders do not sum up what
/// developer fields hold.
private func summed(_ said: Double?, _ recorded: Double?) -> Double? {
  said.flatMap { $0 > 0 ? $0 : nil } ?? recorded ?? said
}

/// Figures are stored with one decimal: no sensor is more exact.
func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

extension ActivityStream {
  fileprivate var mean: Double? {
    let sum = runs.reduce(0) { $0 + $1.values.reduce(0, +) }
    return isEmpty ? nil : sum / Double(seconds)
  }

  fileprivate var maximum: Double? { runs.compactMap { $0.values.max() }.max() }
}

extension ActivityStream<Watts> {
  /// Mechanical work in kilojoules.
  fileprivate var work: Double? { mean.map { $0 * Double(seconds) / 1000 } }
}

extension ActivityID {
  /// The id of a ride from a file: its start in UTC, `20260314T071502Z`. The summary in an archive
  /// and the ride's own file have the same.
  init(_ source: Source, startingAt start: Timestamp) {
    self.init(source: source, sourceID: String("\(start)".filter { $0 != "-" && $0 != ":" }))
  }
}
