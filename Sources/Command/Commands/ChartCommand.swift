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
    let (events, since, today) = (loop.events, session.options.since, world.time.localDay())
    let output = session.options.svg.map { NamedOutput($0, world) }
    let exit = session.showStore(&loop, namesSources: false) {
      (store, _) async throws(SyncFailure) in
      let path = try output?.path()
      let series = try await chart.series(in: store, since: since, today: today)
      for series in series { events.post(.chart(series)) }
      guard let output else { return .ok }
      guard let picture = ChartSVG(chart, series, session.world.pictureMessages, today: today)
      else {
        events.post(.warning(.nothingDrawn(file: path.map { DisplayText($0) })))
        return .ok
      }
      try output.write(picture.bytes, events)
      return .ok
    }
    return output?.end(exit, &loop) ?? exit
  }
}

extension Chart {
  /// The series from what is stored.
  ///
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  fileprivate func series(
    in store: Store, since: Day?, today: Day
  ) async throws(SyncFailure) -> [ChartSeries] {
    let first = firstDay(since: since, today: today)
    if isOfDays {
      return series(of: try await store.savedRows(since: first), from: first, through: today)
    }
    // The best powers of six weeks stand beside those of all rides.
    let begin = self == .power ? since : first
    let weight = self == .power ? try await store.savedWeight(on: today) : nil
    return series(
      of: try await store.savedRides(since: begin), from: begin, through: today, weight: weight)
  }
}
