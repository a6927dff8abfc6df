// A season to draw: a build-up, rest weeks, and a gap from illness.

import Model
import Reporting
import Support
import Terminal

/// Made-up values that look like those of a rider; the same in every run.
enum Season {
  /// Wednesday, 25 November 2026.
  static let today = Day(number: 20_782)

  /// All series of a chart.
  ///
  /// - Parameters:
  ///   - days: days up to today; the default of the chart when nil.
  ///   - weight: kilograms, for power.
  static func series(_ chart: Chart, days: Int? = nil, weight: Double? = 72) -> [ChartSeries] {
    switch chart {
    case .fitness: fitness(days ?? 84)
    case .load: [weekly(.load, .load, weeks: (days ?? 364) / 7) { loadOfWeek($0) }]
    case .hours:
      [(.hours, .hours, 1), (.distance, .kilometres, 27.4)].map { name, unit, factor in
        weekly(name, unit, weeks: (days ?? 364) / 7) { loadOfWeek($0).map { $0 / 58 * factor } }
      }
    case .scores: scores(days ?? 42)
    case .power: power(weight)
    case .zones: zones(weeks: (days ?? 84) / 7)
    case .trace: trace()
    }
  }

  static func day(
    _ chart: Chart, _ name: ChartSeries.Name, _ unit: ChartSeries.Unit,
    _ values: [Double?], step: Int = 1
  ) -> ChartSeries {
    let start = step == 1 ? today.number : today.number - (today.number + 3) % 7
    let points = values.enumerated().map { index, value in
      ChartSeries.Point(.day(Day(number: start - (values.count - 1 - index) * step)), value)
    }
    return ChartSeries(chart: chart, name: name, unit: unit, points: points)
  }

  /// A value from 0 to 1 that looks random, for any number.
  static func noise(_ number: Int) -> Double {
    var bits = UInt64(bitPattern: Int64(number)) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 31) &* 0xBF58_476D_1CE4_E5B9
    return Double((bits ^ bits >> 29) >> 11) / 9_007_199_254_740_992
  }

  /// The load of a day: three hard weeks and an easy one, rest on Mondays, longer rides on Sundays.
  static func load(daysAgo: Int) -> Double {
    let day = today.number - daysAgo
    let weekday = (day + 3) % 7
    let week = (day + 3) / 7
    let base = [0.0, 62, 95, 48, 0, 120, 155][weekday] * (week % 4 == 3 ? 0.5 : 1)
    // The build-up of the last eight weeks.
    let season = 0.85 + 0.07 * Double(max(0, 8 - daysAgo / 7))
    return base == 0 ? 0 : base * season * (0.8 + 0.4 * noise(day))
  }

  /// The days of an illness, as days ago.
  static let illness = 30..<39

  /// - Parameter illness: days ago without a value.
  static func fitness(_ days: Int, illness: Range<Int> = illness) -> [ChartSeries] {
    var (fitness, fatigue) = (46.0, 46.0)
    var rows: [(fitness: Double?, fatigue: Double?, form: Double?, load: Double?)] = []
    for ago in (0..<days + 60).reversed() {
      let load = illness.contains(ago) ? 0 : load(daysAgo: ago)
      let form = fitness - fatigue
      fitness += (load - fitness) / 42
      fatigue += (load - fatigue) / 7
      guard ago < days else { continue }
      rows.append(illness.contains(ago) ? (nil, nil, nil, nil) : (fitness, fatigue, form, load))
    }
    return [
      day(.fitness, .fitness, .load, rows.map(\.fitness)),
      day(.fitness, .fatigue, .load, rows.map(\.fatigue)),
      day(.fitness, .form, .load, rows.map(\.form)),
      day(.fitness, .load, .load, rows.map(\.load)),
    ]
  }

  private static func loadOfWeek(_ ago: Int) -> Double? {
    if ago == 5 || ago == 30 { return nil }
    return (0..<7).reduce(0) { $0 + load(daysAgo: ago * 7 + $1) }
  }

  private static func weekly(
    _ name: ChartSeries.Name, _ unit: ChartSeries.Unit, weeks: Int, _ value: (Int) -> Double?
  ) -> ChartSeries {
    day(name == .load ? .load : .hours, name, unit, (0..<weeks).reversed().map(value), step: 7)
  }

  private static func scores(_ days: Int) -> [ChartSeries] {
    func values(_ seed: Int, _ low: Double, _ high: Double) -> [Double?] {
      (0..<days).reversed().map { ago in
        if ago == 12 || ago == 13 || (seed == 2 && ago == 27) { return nil }
        let slow = noise((today.number - ago) / 5 + seed * 1000)
        let fast = noise((today.number - ago) * 3 + seed)
        return (low + (high - low) * (0.6 * slow + 0.4 * fast)).rounded()
      }
    }
    return [
      day(.scores, .recovery, .score, values(1, 30, 97)),
      day(.scores, .sleep, .score, values(2, 45, 96)),
      day(.scores, .strain, .score, values(3, 2, 85)),
    ]
  }

  private static func power(_ weight: Double?) -> [ChartSeries] {
    let seconds = [
      1, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1200, 1800,
      2700, 3600, 5400, 7200, 10_800, 14_400,
    ]
    let allTime = [
      1012.0, 988, 962, 911, 842, 806, 731, 668, 577, 489, 441, 398, 371, 342, 327, 316, 303, 291,
      279, 270, 259, 249, 241, 228, 219, 206, 196,
    ]
    let shares = [
      0.91, 0.92, 0.93, 0.93, 0.92, 0.91, 0.90, 0.89, 0.88, 0.9, 0.93, 0.95, 0.97, 1, 1, 0.99, 0.98,
      0.97, 0.97, 0.96, 0.95, 0.95, 0.94, 0.93, 0.92,
    ]
    // The six weeks' bests are up to 30 days old, those of all time up to two years.
    func series(_ name: ChartSeries.Name, _ values: [Double?], age: Int) -> ChartSeries {
      let points = zip(seconds, values).enumerated().map { index, point in
        let day = today.advanced(by: -Int(noise(index) * Double(age)))
        return ChartSeries.Point(.seconds(point.0), point.1, rideDay: day)
      }
      return ChartSeries(
        chart: .power, name: name, unit: .watts, points: points, weight: weight)
    }
    return [
      series(.sixWeeks, zip(allTime, shares).map { $0 * $1 }, age: 30),
      series(.allTime, allTime, age: 730),
    ]
  }

  private static func zones(weeks: Int) -> [ChartSeries] {
    let shares = [0.24, 0.38, 0.17, 0.11, 0.06, 0.03, 0.01]
    return ChartSeries.Name.zones.enumerated().map { index, zone in
      let values: [Double?] = (0..<weeks).reversed().map { ago in
        loadOfWeek(ago).map { $0 / 58 * shares[index] * (0.7 + 0.6 * noise(ago * 10 + index)) }
      }
      return day(.zones, zone, .hours, values, step: 7)
    }
  }
}

extension Season {
  /// A ride of 3 h 40 min over two hills, with a stop of ten minutes at 1:50. Every fifth minute is
  /// coasted; the strap for the heart rate is put on after five minutes.
  private static func trace() -> [ChartSeries] {
    let seconds = (0...13_200).filter { !(6_600..<7_200).contains($0) }
    func series(
      _ name: ChartSeries.Name, _ unit: ChartSeries.Unit, _ value: (Int) -> Double?
    ) -> ChartSeries {
      var points: [ChartSeries.Point] = []
      for second in seconds {
        guard let value = value(second) else { continue }
        if second == 7_200 { points.append(.init(.seconds(6_600), nil)) }
        points.append(.init(.seconds(second), value))
      }
      return ChartSeries(chart: .trace, name: name, unit: unit, points: points)
    }
    // From 0 to 1 and back, twice.
    func height(_ second: Int) -> Double { 1 - abs(Double(second % 6_600) / 3_300 - 1) }
    return [
      series(.power, .watts) { second in
        second / 60 % 5 == 4 ? 0 : 140 + 90 * height(second) + 40 * noise(second / 20)
      },
      series(.heartRate, .beatsPerMinute) { second in
        second < 300 ? nil : 112 + 42 * height(second) + 8 * noise(second / 90)
      },
      series(.altitude, .metres) { 210 + 640 * height($0) },
    ]
  }
}

/// The texts of charts in tests.
let chartMessages = Messages(clock: .utc, home: nil)

/// The lines of a chart of the season.
func chartLines(
  _ chart: Chart, width: Int, _ glyphs: Glyphs = .unicode, days: Int? = nil
) -> [String] {
  lines(chart, Season.series(chart, days: days), width: width, glyphs)
}

/// The lines of a chart of any series.
func lines(
  _ chart: Chart, _ series: [ChartSeries], width: Int = 80, _ glyphs: Glyphs = .unicode
) -> [String] {
  ChartText(chart, series, chartMessages, glyphs, today: Season.today, width: width).lines
    .map { $0.spans.map(\.text.description).joined() }
}

/// The picture of any series; nil if there is nothing to draw.
func chartPicture(_ chart: Chart, _ series: [ChartSeries]) -> [UInt8]? {
  ChartSVG(chart, series, chartMessages, today: Season.today)?.bytes
}
