// `velo-sync chart`: the stored data as a chart, from stored data alone.

import Flags
import Model
import Reporting
import Storage
import Training

extension Session {
  /// Draws a chart. Contacts no service, takes no lock, and writes nothing but the file of `--svg`.
  func draw(_ chart: Chart, _ loop: inout Loop) -> ExitStatus {
    let (events, since, today) = (loop.events, options.since, world.time.localDay())
    return showStore(&loop, namesSources: false) { (store, _) async throws(SyncFailure) in
      let picture = try picture(of: chart)
      let series = try await chart.series(in: store, since: since, today: today)
      for series in series { events.post(.chart(series)) }
      if let warning = try picture?.save(series, today: today) { events.post(.warning(warning)) }
      return .ok
    }
  }

  /// - Throws: `config` for a relative path where the current folder is gone.
  private func picture(of chart: Chart) throws(SyncFailure) -> ChartFile? {
    guard let path = options.svg else { return nil }
    let time = world.time
    return ChartFile(
      chart: chart, path: try Folders.absolute(path, from: world.currentFolder), disk: world.files,
      messages: Messages(clock: .local, home: nil) { time.localOffset(at: $0) })
  }
}

extension Chart {
  /// The series from what is stored.
  ///
  /// - Throws: `storage`, `badInput`, and what keeps a store from being used.
  fileprivate func series(
    in store: Store, since: Day?, today: Day
  ) async throws(SyncFailure) -> [ChartSeries] {
    let first = since ?? today.advanced(by: 1 - lookBack)
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

/// The file of `--svg`.
private struct ChartFile: Sendable {
  let chart: Chart
  let path: String
  let disk: any FileSystem
  let messages: Messages

  /// Writes the picture; a warning instead when there is nothing to draw.
  ///
  /// - Throws: `storage`.
  func save(_ series: [ChartSeries], today: Day) throws(SyncFailure) -> Warning? {
    guard let picture = ChartSVG(chart, series, messages, today: today) else {
      return .nothingDrawn(file: DisplayText(path))
    }
    try fileWork { () throws(FileError) in
      try disk.replace(path, with: picture.bytes, mode: 0o644)
    }
    return nil
  }
}
