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
      if series.allSatisfy({ !$0.hasFigures }) {
        let rides = try await store.rides(since: nil)
        let first = chart.firstDay(since: options.since, today: last)
        // Where rides within the window have nothing to draw, they lack something else.
        let window = first...max(first, last)
        if !rides.contains(where: { window ~= $0.day && !$0.isExcluded }),
          let latest = rides.filter(chart.shows).map(\.day).max()
        {
          events.post(.notice(.rideList(.noneToDraw(chart, latest: latest))))
        } else if rides.isEmpty, chart != .scores {
          let isConnected = try await session.awaitsSync(of: store)
          events.post(.notice(.rideList(.nothingStored(isConnected: isConnected))))
        }
      }
      for series in series { events.post(.chart(series)) }
      try table?.write(ChartCSV.bytes(chart, series), events)
      guard let output else { return .ok }
      guard let picture = ChartSVG(chart, series, session.pictureMessages, today: today)
      else {
        events.post(.warning(.nothingDrawn(file: path.map { DisplayText($0) })))
        return .ok
      }
      try output.write(picture.bytes, events)
      return .ok
    }
  }
}

extension ChartSeries {
  /// Whether there is anything but the zeros of days without rides.
  fileprivate var hasFigures: Bool {
    if case .days(let points) = self.points { points.contains { $0.value ?? 0 != 0 } } else { true }
  }
}

extension Chart {
  /// Whether a ride has something to draw.
  fileprivate func shows(_ ride: Activity) -> Bool {
    switch self {
    case .fitness, .load: ride.load != nil && !ride.isExcluded
    case .hours: !ride.isExcluded
    case .power: ride.analysis?.bestPowers.isEmpty == false
    case .zones: ride.analysis?.powerZoneSeconds != nil
    case .scores, .trace: true
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
