// Health records as series, each of one device and one measure, so that they are never mixed.

import Model

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
