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
    let printed = Delivery<[UInt8]>()
    let exit = session.showStore(&loop, namesSources: false) {
      (store, _) async throws(SyncFailure) in
      let destination = try pictureDestination()
      let series = try await chart.series(in: store, since: since, today: today)
      for series in series { events.post(.chart(series)) }
      guard let destination else { return .ok }
      let picture = ChartSVG(chart, series, pictureMessages, today: today)
      switch (destination, picture) {
      case (.standardOutput, nil): events.post(.warning(.nothingDrawn(file: nil)))
      case (.file(let path), nil): events.post(.warning(.nothingDrawn(file: DisplayText(path))))
      case (.standardOutput, let picture?): printed.put(picture.bytes)
      case (.file(let path), let picture?):
        try fileWork { () throws(FileError) in
          try world.files.write(picture.bytes, toNamed: path)
        }
      }
      return .ok
    }
    guard let picture = printed.take() else { return exit }
    loop.write([Chunk(.standardOutput, picture)])
    return loop.stop?.exit ?? exit
  }

  /// Where the picture goes; nil without `--svg`.
  ///
  /// - Throws: `config` for a relative path where the current folder is gone.
  private func pictureDestination() throws(SyncFailure) -> PictureDestination? {
    if session.options.printsPicture { return .standardOutput }
    guard let path = session.options.svg else { return nil }
    return .file(try Folders.absolute(path, from: world.currentFolder))
  }

  private var pictureMessages: Messages {
    let time = world.time
    return Messages(clock: .local, home: nil) { time.localOffset(at: $0) }
  }
}

/// Where the picture of `--svg` goes.
private enum PictureDestination {
  case standardOutput
  /// An absolute path.
  case file(String)
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
