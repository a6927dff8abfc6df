// Heart rate variability, and the beat intervals it is computed from.

package import Model
import Platform

/// Heart rate variability in milliseconds: the root mean square of successive differences between
/// beats (rMSSD, Task Force 1996), or the standard deviation of the intervals (SDNN). The values of
/// the two differ widely: a baseline is of one measure.
enum Variability {
  /// Zero for perfectly even beats.
  static let plausible = 0.0...2_000.0

  /// The natural logarithm of a reading, which is about normally distributed over a rider's days;
  /// nil for an implausible reading, and for the 0 of a device that did not measure.
  static func logarithm(_ milliseconds: Double) -> Double? {
    guard milliseconds > 0, plausible.contains(milliseconds) else { return nil }
    return Mathematics.logarithm(milliseconds)
  }
}

/// Intervals between successive beats, in runs of adjacent ones. Artefacts and gaps end a run; no
/// difference is taken across the end of a run.
package struct BeatIntervals: Hashable, Sendable {
  /// In milliseconds; no run is empty.
  private(set) var runs: [[Double]] = []

  /// How far an interval may differ, as a share, from the one given by the beat's own rate.
  private static let tolerance = 0.15

  /// Beats recorded by Apple Watch, with times to a hundredth of a second.
  ///
  /// An interval is the difference of successive times. It counts when it is within 15 % of 60
  /// divided by the second beat's rate. A beat missing from the list, and midnight on a clock
  /// without dates, therefore end a run.
  package init(beats: [HeartBeat]) {
    var run: [Double] = []
    for (before, beat) in zip(beats, beats.dropFirst()) {
      let interval = beat.seconds - before.seconds
      let expected = 60 / beat.beatsPerMinute
      if expected > 0, expected.isFinite, abs(interval - expected) <= Self.tolerance * expected {
        run.append(interval * 1000)
      } else if !run.isEmpty {
        runs.append(run)
        run = []
      }
    }
    if !run.isEmpty { runs.append(run) }
  }

  /// `sqrt(mean(difference²))` over adjacent intervals, in milliseconds; nil without two adjacent
  /// intervals, and for an impossible value.
  package func rmssd() -> Double? {
    let squares = runs.flatMap { run in zip(run, run.dropFirst()).map { ($1 - $0) * ($1 - $0) } }
    let rmssd = Statistics.mean(squares)?.squareRoot()
    return rmssd.flatMap { Variability.plausible.contains($0) ? $0 : nil }
  }
}
