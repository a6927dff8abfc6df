// `velo-sync chart`: the stored data as a chart, from stored data alone.

import Flags
import Model
import Reporting
import Storage
import Training

struct ChartCommand {
  let session: Session
  let chart: Chart

  private var world: World { session.world }

  /// Draws a chart. Contacts no service, takes no lock, and writes nothing but the picture of
  /// `--svg`.
  func run(_ loop: inout Loop) -> ExitStatus {
    let (events, options, today) = (loop.events, session.options, world.time.localDay())
    let output = options.svg.map { NamedOutput($0, world) }
    let table = options.csv ? NamedOutput("-", world) : nil
    if table != nil, output?.name == "-" {
      return loop.fail(.usage(.conflictingOptions("--csv", "--svg -")))
    }
    return session.showStore(&loop, namesSources: false, outputs: [output, table]) {
      (store, _) async throws(SyncFailure) in
      let path = try output?.path()
      let last = options.until ?? today
      let series = try await chart.series(in: store, since: options.since, through: last)
      if series.allSatisfy({ !$0.hasFigures }),
        let reason = try await reason(in: store, until: last, today: today)
      {
        events.post(.notice(.rideList(reason)))
      }
      for series in series { events.post(.chart(series)) }
      try table?.write(ChartCSV.bytes(chart, series), events)
      guard let output else { return .ok }
      guard let picture = ChartSVG(chart, series, session.pictureMessages, today: today) else {
        events.post(.warning(.nothingDrawn(file: path.map { DisplayText($0) })))
        return .ok
      }
      try output.write(picture.bytes, events)
      return .ok
    }
  }
}

extension ChartCommand {
  /// Why there is nothing to draw, where the rides tell.
  ///
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  private func reason(
    in store: Store, until last: Day, today: Day
  ) async throws(SyncFailure) -> RideListNote? {
    let rides = try await store.rides(since: nil)
    let counted = rides.filter { !$0.isExcluded }
    if chart == .scores, rides.isEmpty || !counted.isEmpty,
      let latest = try await store.savedScores()?.date, latest > last
    {
      return noneToDraw(latest: latest, today: today)
    }
    if rides.isEmpty {
      if chart == .scores { return nil }
      return .nothingStored(isConnected: try await session.awaitsSync(of: store))
    }
    if let ride = rides.leftOut { return .nothingCounts(ride.id) }
    let drawable = rides.filter(chart.shows)
    if let latest = drawable.last, drawable.allSatisfy(\.isExcluded) {
      return .nothingCounts(latest.id, of: chart)
    }
    let first = chart.firstDay(since: session.options.since, today: last)
    let needsPower = [.power, .zones].contains(chart)
    let shown = counted.filter {
      (first...max(first, last)).contains($0.day) && !(needsPower && $0.averagePowerWatts == nil)
    }
    // Where rides within the usual window have nothing to draw, they lack something else.
    let isAsked = session.options.since != nil || session.options.until != nil
    if shown.isEmpty || isAsked, let latest = counted.filter(chart.shows).map(\.day).max() {
      return noneToDraw(latest: latest, today: today)
    }
    if needsPower, counted.allSatisfy({ $0.averagePowerWatts == nil }) {
      return .powerMissing
    }
    let stored = try await store.thresholds()?.inUse ?? RiderProfile()
    let suggestion = { PowerReport.suggestion(of: counted.map { RideSummary($0) }, on: today) }
    switch chart {
    case .fitness, .load:
      let without = (shown.isEmpty ? counted : shown).filter { $0.load == nil }
      return MissingLoads(of: without, session.options.rider, stored)
        .shortage(isFTPAlone: false, power: suggestion).map { .loadsMissing($0) }
    case .zones:
      let areOfFiles = shown.allSatisfy(\.id.source.isFiles)
      // An FTP of another run is of no use where the files are to be read again.
      let known = areOfFiles ? DatedSetting() : stored.ftp
      let ftp = session.options.rider.ftp.completed(by: known).value(on: today)
      guard ftp == nil, shown.contains(where: \.hasMeasuredPower) else { return nil }
      return .zonesMissing(suggestion(), areOfFiles: areOfFiles)
    case .hours, .scores, .power, .trace: return nil
    }
  }

  /// The chart that has the latest ride ends with it, unless today's has it, too.
  private func noneToDraw(latest: Day, today: Day) -> RideListNote {
    let isRecent = latest >= chart.firstDay(since: nil, today: today)
    return .noneToDraw(chart, latest: latest, until: isRecent ? nil : latest)
  }
}

extension MissingLoads {
  /// What rides lack for a load, which itself is of no interest; `stored` is of the last run.
  fileprivate init(of rides: [Activity], _ own: RiderProfile, _ stored: RiderProfile) {
    self.init()
    for ride in rides {
      let own = own.settings(on: ride.day).completed(by: RiderSettings(ftpWatts: ride.ftpWatts))
      let rider = own.completed(by: stored.settings(on: ride.day))
      do { _ = try Load.best(for: ride, rider: rider) } catch { add(error, rider: rider) }
    }
  }
}

extension ChartSeries {
  /// Whether there is anything but the zeros of days without rides.
  fileprivate var hasFigures: Bool {
    points.contains { if case .day = $0.place { $0.value ?? 0 != 0 } else { true } }
  }
}

extension Chart {
  /// Whether a ride has something to draw.
  fileprivate func shows(_ ride: Activity) -> Bool {
    switch self {
    case .fitness, .load: ride.load != nil
    case .hours, .trace: true
    case .power: ride.analysis?.bestPowers.isEmpty == false
    case .zones: ride.analysis?.powerZoneSeconds != nil
    case .scores: false
    }
  }

  /// The series from what is stored.
  ///
  /// - Parameters:
  ///   - since: the first day asked for.
  ///   - last: the last day.
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  fileprivate func series(
    in store: Store, since: Day?, through last: Day
  ) async throws(SyncFailure) -> [ChartSeries] {
    let first = firstDay(since: since, today: last)
    if isOfDays {
      return series(of: try await store.savedRows(since: first), from: first, through: last)
    }
    // The best powers of six weeks stand beside those of all rides.
    let begin = self == .power ? since : first
    let weight = self == .power ? try await store.savedWeight(on: last) : nil
    return series(
      of: try await store.rides(since: begin).filter { !$0.isExcluded }.map { RideSummary($0) },
      from: begin, through: last, weight: weight)
  }
}
