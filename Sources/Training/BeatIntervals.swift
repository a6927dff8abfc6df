// The intervals between heart beats, without what is no heartbeat.

package import Model

/// Intervals between successive beats, in runs of adjacent ones; artefacts and gaps end a run, and no
/// difference is ever taken across its end.
package struct BeatIntervals: Hashable, Sendable {
  /// Milliseconds; no run is empty.
  private(set) var runs: [[Double]] = []

  /// How far an interval may differ from the one that the beat's own rate gives.
  private static let tolerance = 0.15

  /// Beats as Apple's watch writes them, with their times to a hundredth of a second.
  ///
  /// An interval is the difference of successive times; it counts when it agrees with 60 over the
  /// second beat's rate within 15 %. So a beat that is missing from the list, and midnight on a clock
  /// without dates, end a run.
  package init(beats: [HeartBeat]) {
    build(beats.indices.dropFirst()) { index in
      let interval = beats[index].seconds - beats[index - 1].seconds
      let told = 60 / beats[index].beatsPerMinute
      guard told > 0, told.isFinite, abs(interval - told) <= Self.tolerance * told else {
        return nil
      }
      return interval * 1000
    }
  }

  private mutating func build(_ indices: some Sequence<Int>, _ interval: (Int) -> Double?) {
    var run: [Double] = []
    for index in indices {
      if let interval = interval(index) {
        run.append(interval)
      } else if !run.isEmpty {
        runs.append(run)
        run = []
      }
    }
    if !run.isEmpty { runs.append(run) }
  }

  /// `sqrt(mean(difference²))` over the adjacent intervals.
  ///
  /// - Throws: `tooFewBeats` without two adjacent intervals, `unbelievableResult` for no heart's.
  package func rmssd() throws(TrainingGap) -> RMSSD {
    let squares = runs.flatMap { run in
      zip(run, run.dropFirst()).map { ($1 - $0) * ($1 - $0) }
    }
    guard let mean = Statistics.mean(squares) else { throw .tooFewBeats }
    guard let rmssd = RMSSD(milliseconds: mean.squareRoot()) else { throw .unbelievableResult }
    return rmssd
  }
}
