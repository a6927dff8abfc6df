// Heart rate variability: its two measures, and the beat intervals it is computed from.

package import Model
import Platform

/// A measure of heart rate variability. The measures are separate types because their values differ
/// widely: a baseline is of one measure, and the compiler enforces that.
package protocol VariabilityMeasure: Hashable, Sendable {
  /// Zero for perfectly even beats.
  var milliseconds: Double { get }

  /// nil for an implausible value.
  init?(milliseconds: Double)

  /// The value of a day's record; devices write 0 when they did not measure.
  init?(of day: WellnessDay)
}

extension VariabilityMeasure {
  /// The natural logarithm of the milliseconds, which is about normally distributed over a rider's
  /// days; nil for zero.
  package var logarithm: Double? { milliseconds > 0 ? Mathematics.logarithm(milliseconds) : nil }

  /// The plausible values, in milliseconds.
  fileprivate static var plausible: ClosedRange<Double> { 0...2_000 }
}

/// The root mean square of successive differences between beats (Task Force 1996).
package struct RMSSD: VariabilityMeasure {
  package let milliseconds: Double

  package init?(milliseconds: Double) {
    guard Self.plausible.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  package init?(of day: WellnessDay) {
    guard let value = day.hrvRMSSD, value > 0 else { return nil }
    self.init(milliseconds: value)
  }
}

/// The standard deviation of the intervals between beats, as recorded by Apple Watch.
package struct SDNN: VariabilityMeasure {
  package let milliseconds: Double

  package init?(milliseconds: Double) {
    guard Self.plausible.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  package init?(of day: WellnessDay) {
    guard let value = day.hrvSDNN, value > 0 else { return nil }
    self.init(milliseconds: value)
  }
}

/// The daily readings of one measure from one device, as logarithms.
package struct VariabilitySeries<Measure: VariabilityMeasure>: Sendable {
  let values: DailyValues

  /// - Parameter days: the records of one source.
  package init(_ days: some Sequence<WellnessDay>, span: ClosedRange<Day>) {
    var values = DailyValues(span)
    for day in days {
      if let reading = Measure(of: day) { values[day.date] = reading.logarithm }
    }
    self.values = values
  }

  /// The day's reading against the rider's own last two months.
  package func compared(on day: Day) -> Baseline.Result {
    Baseline.compare(values, on: day, floor: Recovery.variabilityFloor)
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
    build(beats.indices.dropFirst()) { index in
      let interval = beats[index].seconds - beats[index - 1].seconds
      let expected = 60 / beats[index].beatsPerMinute
      guard expected > 0, expected.isFinite, abs(interval - expected) <= Self.tolerance * expected
      else {
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

  /// `sqrt(mean(difference²))` over adjacent intervals.
  ///
  /// - Throws: `tooFewBeats` without two adjacent intervals, `implausibleResult` for an impossible
  ///   value.
  package func rmssd() throws(TrainingGap) -> RMSSD {
    let squares = runs.flatMap { run in
      zip(run, run.dropFirst()).map { ($1 - $0) * ($1 - $0) }
    }
    guard let mean = Statistics.mean(squares) else { throw .tooFewBeats }
    guard let rmssd = RMSSD(milliseconds: mean.squareRoot()) else { throw .implausibleResult }
    return rmssd
  }
}
