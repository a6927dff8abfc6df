// The intervals between heart beats, without what is no heartbeat.

package import Model

/// Intervals between successive beats, in runs of adjacent ones; artefacts and gaps end a run, and no
/// difference is ever taken across its end.
package struct BeatIntervals: Hashable, Sendable {
  /// Milliseconds; no run is empty.
  private var runs: [[Double]] = []

  /// Intervals of a heart that beats 25 to 250 times a minute, in milliseconds.
  private static let believable = 240.0...2_400.0
  /// How far an interval may be from those around it, and one measure of it from the other.
  private static let tolerance = (neighbours: 0.20, rate: 0.15)

  /// Intervals as a chest strap sends them.
  ///
  /// An interval is an artefact outside 240…2400 ms, and when it is more than 20 % (Malik's share)
  /// from the median of the five around it, itself among them: a beat that was missed, doubled or
  /// ectopic. The median is a choice of this project; a comparison with the one before would condemn
  /// the good interval after a bad one.
  ///
  /// - Parameter milliseconds: Successive intervals, in order.
  package init(milliseconds: [Double]) {
    let isBelievable = milliseconds.map(Self.believable.contains)
    build(milliseconds.indices) { index in
      guard isBelievable[index] else { return nil }
      let around = max(0, index - 2)..<min(milliseconds.count, index.advanced(by: 3))
      let usual = Statistics.median(around.filter { isBelievable[$0] }.map { milliseconds[$0] })
      guard let usual, abs(milliseconds[index] - usual) <= Self.tolerance.neighbours * usual else {
        return nil
      }
      return milliseconds[index]
    }
  }

  /// Beats as Apple's watch writes them, with their times to a hundredth of a second.
  ///
  /// An interval is the difference of successive times; it counts when it agrees with 60 over the
  /// second beat's rate within 15 %. So a beat that is missing from the list, and midnight on a clock
  /// without dates, end a run.
  package init(beats: [HeartBeat]) {
    build(beats.indices.dropFirst()) { index in
      let interval = beats[index].seconds - beats[index - 1].seconds
      let told = 60 / beats[index].beatsPerMinute
      guard told > 0, told.isFinite, abs(interval - told) <= Self.tolerance.rate * told else {
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

  /// Intervals that count.
  package var count: Int { runs.reduce(0) { $0 + $1.count } }

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

  /// The sample standard deviation of all intervals.
  ///
  /// - Throws: `tooFewBeats` with fewer than two intervals, `unbelievableResult` for no heart's.
  package func sdnn() throws(TrainingGap) -> SDNN {
    guard let deviation = Statistics.deviation(Array(runs.joined())) else { throw .tooFewBeats }
    guard let sdnn = SDNN(milliseconds: deviation) else { throw .unbelievableResult }
    return sdnn
  }
}
