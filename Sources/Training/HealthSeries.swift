// Health records as series, each of one device and one measure, so that they are never mixed; heart
// rate variability, and the beat intervals it is computed from.

package import Model
import Platform

/// All health data of a history. Every series belongs to one source; the first source that has an
/// answer gives it alone.
struct HealthSeries: Sendable {
  /// One series for each source, in order; variability as logarithms.
  private var rmssd: [DailyValues]
  private var sdnn: [DailyValues]
  private var restingHeartRates: [DailyValues] = []
  private var nights: [Nights] = []

  private struct Nights: Sendable {
    var secondsAsleep: DailyValues
    var onset: DailyValues
    var secondsAwake: DailyValues
  }

  init(_ days: [WellnessDay], span: ClosedRange<Day>) {
    let bySource = Dictionary(grouping: days, by: \.source).sorted { $0.key < $1.key }.map(\.value)
    func series(_ days: [WellnessDay], _ value: (WellnessDay) -> Double?) -> DailyValues {
      var series = DailyValues(span)
      for day in days {
        // Devices write 0 for values they did not measure.
        if let value = value(day), value > 0, value < 1e6 { series[day.date] = value }
      }
      return series
    }
    func logarithms(_ days: [WellnessDay], _ value: (WellnessDay) -> Double?) -> DailyValues {
      var series = DailyValues(span)
      for day in days {
        series[day.date] = value(day).flatMap(Variability.logarithm) ?? series[day.date]
      }
      return series
    }
    rmssd = bySource.map { logarithms($0, \.hrvRMSSD) }
    sdnn = bySource.map { logarithms($0, \.hrvSDNN) }
    restingHeartRates = bySource.map { series($0, \.restingHeartRate) }
    nights = bySource.map { days in
      var nights = Nights(
        secondsAsleep: series(days) { $0.sleepSeconds.map(Double.init) },
        onset: DailyValues(span), secondsAwake: DailyValues(span))
      for day in days {
        nights.onset[day.date] = day.sleepStart.flatMap { start in
          (0..<86_400).contains(start.second) ? Double(start.second) : nil
        }
        nights.secondsAwake[day.date] = day.awakeSeconds.flatMap { $0 >= 0 ? Double($0) : nil }
      }
      return nights
    }
    rmssd.removeAll(where: \.isEmpty)
    sdnn.removeAll(where: \.isEmpty)
    restingHeartRates.removeAll(where: \.isEmpty)
    nights.removeAll(where: \.secondsAsleep.isEmpty)
  }

  /// Whether there is no HRV, no resting heart rate and no sleep at all.
  var isEmpty: Bool { rmssd.isEmpty && sdnn.isEmpty && restingHeartRates.isEmpty && nights.isEmpty }

  /// The main night that ended on a day.
  func night(endingOn day: Day) -> Night? {
    guard let nights = nights.first(where: { $0.secondsAsleep[day] != nil }),
      let asleep = nights.secondsAsleep[day]
    else { return nil }
    let earlier = nights.onset[day.advanced(by: -Bedtime.nights)...day.advanced(by: -1)]
    return Night(
      hoursAsleep: asleep / 3600,
      onsetDeviationMinutes: nights.onset[day].flatMap { onset in
        Bedtime.deviationMinutes(of: Int(onset), earlier: earlier.map { Int($0) })
      }, minutesAwake: nights.secondsAwake[day].map { $0 / 60 })
  }

  /// The day's HRV against its baseline: rMSSD if there is any, otherwise SDNN.
  func variability(on day: Day) -> Baseline.Result {
    Self.best(
      (rmssd + sdnn).map { Baseline.compare($0, on: day, floor: Recovery.variabilityFloor) })
  }

  func restingHeartRate(on day: Day) -> Baseline.Result {
    Self.best(
      restingHeartRates.map { Baseline.compare($0, on: day, floor: Recovery.restingHeartRateFloor) }
    )
  }

  /// The first result with a deviation; otherwise the one closest to having one.
  private static func best(_ results: [Baseline.Result]) -> Baseline.Result {
    results.first { $0.deviations != nil }
      ?? results.max { $0.shortage?.days ?? -1 < $1.shortage?.days ?? -1 } ?? .noReading
  }
}

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
