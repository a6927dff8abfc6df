// The series of a chart made safe to draw: bounded, in order, with a place for every day or week.

import Model

/// A value at its place on the horizontal axis.
struct PlotPoint: Sendable {
  /// From 0, the left edge, to 1.
  let x: Double
  /// NaN is a gap.
  let value: Double

  var isKnown: Bool { !value.isNaN }
}

/// What a chart draws: rows of values over days, weeks, durations or the time of a ride.
///
/// Values are clamped to ±10⁹, negative bars to 0. Infinite values and NaN are gaps. Days after
/// today, days outside the calendar and days more than 100 years before the last are left out.
/// Nothing but zeros is nothing to draw, except for scores and a trace.
struct ChartData: Sendable {
  static let largest = 1e9
  private static let longest = 36_524
  private static let longestDuration = 10_000_000

  struct Row: Sendable {
    let name: ChartSeries.Name
    let unit: ChartSeries.Unit
    let weight: Double?
    /// A value for each place of the chart; NaN is a gap.
    fileprivate(set) var values: [Double]
    /// The durations of the values in seconds, or when in a ride; empty for days.
    fileprivate(set) var seconds: [Int] = []
    /// The days of the rides that have those values.
    fileprivate(set) var days: [Day?] = []

    fileprivate init(_ series: ChartSeries, count: Int) {
      (name, unit, weight) = (series.name, series.unit, series.weight)
      values = Array(repeating: .nan, count: count)
    }

    var known: Int { values.reduce(0) { $1.isNaN ? $0 : $0 + 1 } }
    var lastKnown: Int? { values.lastIndex { !$0.isNaN } }
  }

  /// The horizontal axis.
  enum Places: Sendable {
    /// `count` days or weeks from `first` on, `step` days apart.
    case days(first: Day, step: Int, count: Int)
    /// Durations in seconds, on a logarithmic scale.
    case durations(ClosedRange<Int>)
    /// The seconds of a ride from 0 through this one.
    case time(through: Int)
  }

  let chart: Chart
  let today: Day
  let places: Places
  /// The series that have a value, in the order of the panels.
  let rows: [Row]
  /// The lines that a trace may have; nil for as many as it needs.
  var mostLines: Int?

  /// nil when there is no value at all.
  init?(_ chart: Chart, _ series: [ChartSeries], today: Day) {
    let wanted = chart.panels.flatMap(\.names).compactMap { name in
      series.first { $0.chart == chart && $0.name == name }
    }
    self.chart = chart
    self.today = min(max(today, Day.range.lowerBound), Day.range.upperBound)
    let made = chart.isOfDays ? Self.days(wanted, chart, self.today) : Self.durations(wanted, chart)
    guard let (places, rows) = made else { return nil }
    self.places = places
    self.rows = rows.filter { $0.known > 0 }
    let isEmpty = self.rows.allSatisfy { $0.values.allSatisfy { $0.isNaN || $0 == 0 } }
    if self.rows.isEmpty || isEmpty && chart != .scores && chart != .trace { return nil }
  }

  /// Whether a line or a bar can be drawn.
  var isPicture: Bool {
    let isOfBars = chart == .load || chart == .hours || chart == .zones
    return rows.contains { $0.known > (isOfBars ? 0 : 1) }
  }

  func row(_ name: ChartSeries.Name) -> Row? { rows.first { $0.name == name } }

  /// The panels that have values. The first gets the rows of those that have none; those of a trace
  /// get lower where the window is.
  var panels: [ChartPanel] {
    var panels = chart.panels.filter { panel in panel.names.contains { row($0) != nil } }
    if chart == .trace {
      // Besides the plots a trace has a title, a rule below each, and the times.
      let most = mostLines.map { ($0 - 2 - panels.count) / max(1, panels.count) }
      for index in panels.indices {
        panels[index].rows = max(3, min(panels[index].rows, most ?? .max))
      }
      return panels
    }
    let rows = panels.reduce(0) { $0 + $1.rows }
    if !panels.isEmpty { panels[0].rows += ChartPanel.rowsInAll - rows }
    return panels
  }

  /// The rider's weight, if a row has one that makes sense.
  var weight: Double? { rows.lazy.compactMap(\.weight).first { $0 >= 20 && $0 <= 500 } }

  /// The last place where a series has a value.
  var lastPlace: Int? { rows.compactMap(\.lastKnown).max() }

  /// The first and the last day; nil for durations.
  var days: ClosedRange<Day>? {
    guard case .days(let first, let step, let count) = places else { return nil }
    return first...max(first, min(today, first.advanced(by: count * step - 1)))
  }

  /// The day of a place; nil for durations.
  func day(at place: Int) -> Day? {
    guard case .days(let first, let step, _) = places else { return nil }
    return first.advanced(by: place * step)
  }

  // MARK: Reading

  private static func days(
    _ series: [ChartSeries], _ chart: Chart, _ today: Day
  ) -> (Places, [Row])? {
    let step = chart.step
    /// The place of a day: itself, or the Monday of its week.
    func place(_ point: ChartSeries.Point) -> Int? {
      guard case .day(let day) = point.place, Day.range.contains(day), day <= today else {
        return nil
      }
      return step == 1 ? day.number : day.number - ((day.number + 3) % 7 + 7) % 7
    }
    let places = series.flatMap { $0.points.compactMap(place) }
    guard let earliest = places.min(), let last = places.max() else { return nil }
    let first = max(earliest, last - longest / step * step)
    let count = (last - first) / step + 1
    let rows = series.map { series in
      var row = Row(series, count: count)
      let canFall = series.name == .form
      for point in series.points {
        guard let place = place(point), place >= first else { continue }
        row.values[(place - first) / step] = clean(point.value, canFall: canFall)
      }
      return row
    }
    return (.days(first: Day(number: first), step: step, count: count), rows)
  }

  private static func durations(_ series: [ChartSeries], _ chart: Chart) -> (Places, [Row])? {
    let first = chart == .trace ? 0 : 1
    let rows = series.map { series in
      var row = Row(series, count: 0)
      for point in series.points {
        // Points that are not in order are left out.
        guard case .seconds(let seconds) = point.place, seconds <= longestDuration,
          seconds > row.seconds.last ?? first - 1
        else { continue }
        row.seconds.append(seconds)
        row.days.append(point.rideDay.flatMap { Day.range.contains($0) ? $0 : nil })
        row.values.append(clean(point.value, canFall: series.name == .altitude))
      }
      return row
    }
    let seconds = rows.flatMap(\.seconds)
    guard let least = seconds.min(), let most = seconds.max() else { return nil }
    return (chart == .trace ? .time(through: most) : .durations(least...most), rows)
  }

  private static func clean(_ value: Double?, canFall: Bool) -> Double {
    guard let value, value.isFinite else { return .nan }
    return min(max(value, canFall ? -largest : 0), largest)
  }
}

extension Sequence<Double> {
  /// The mean of the known values; nil for none.
  var knownMean: Double? {
    let known = filter { !$0.isNaN }
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
  }
}
