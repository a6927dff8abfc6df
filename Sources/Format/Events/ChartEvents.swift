// chart and power: what is made of many rides.

import Codec
package import Model

extension Chart: EventWord {
  static let list = EventWordList<Chart>.growing("chart")
}

extension ChartSeries.Name: EventWord {
  static let list = EventWordList<ChartSeries.Name>.growing("series")
}

extension ChartSeries.Unit: EventWord {
  static let list = EventWordList<ChartSeries.Unit>.growing("unit_of_series")
}

/// A pair: a date or seconds, and a value or null.
enum ChartPoint: EventListElement {
  enum Place: Hashable, Sendable {
    case day(Day)
    case seconds(Int)
  }

  typealias Model = (place: Place, value: Double?)

  static var kind: EventValueKind { .point }
  static var expected: EventError.Expected { .list }

  static func read(_ view: JSONView) -> EventReading<Model> {
    var place: EventReading<Place> = .wrong
    var value: EventReading<Double?> = .wrong
    var count = 0
    let isList = view.forEachElement { element in
      count += 1
      if count == 1 {
        place =
          element.kind == .string
          ? Day.read(element).map { .day($0) } : Int.read(element).map { .seconds($0) }
      } else {
        value = element.isNull ? .value(nil) : Figure.read(element).map { $0 }
      }
    }
    guard isList, count == 2 else { return .wrong }
    return switch (place, value) {
    case (.value(let place), .value(let value)): .value((place, value))
    case (.outOfRange, _), (_, .outOfRange): .outOfRange
    default: .wrong
    }
  }

  static func write(_ point: Model, as key: StaticString, to json: inout JSONWriter) {
    json.array(key) { members(of: point, to: &$0) }
  }

  static func writeElement(_ point: Model, to json: inout JSONWriter) {
    json.array { members(of: point, to: &$0) }
  }

  private static func members(of point: Model, to json: inout JSONWriter) {
    switch point.place {
    case .day(let day): json.value(day.description)
    case .seconds(let seconds): json.value(Double(seconds), decimals: 0)
    }
    json.value(point.value, decimals: 2)
  }
}

enum ChartEvent {
  static let chart = EventRow<Chart>(required: "chart", "Which chart.")
  static let series = EventRow<ChartSeries.Name>(required: "series", "Which series of the chart.")
  static let unit = EventRow<ChartSeries.Unit>(required: "unit", "Unit of the values.")
  static let points = EventRow<[ChartPoint]>(
    required: "points", "Pairs: a date, or seconds in the chart power; and a value, null in a gap.")
  static let weight = EventRow<Figure>(
    "weight_kg", "Weight of the rider in the chart power, in kilograms.")

  static let type = EventType(
    "chart", "One series of a chart.", entries(chart, series, unit, points, weight)
  ) { fields throws(EventError) in
    let chart = try fields.required(chart)
    let name = try fields.required(series)
    let unit = try fields.required(unit)
    let points = try fields.read(points) ?? []
    let weight = try fields.read(weight)
    guard let chart, let name, let unit else { return fields.foreign }
    return .chart(
      ChartSeries(chart: chart, name: name, unit: unit, points: .init(points), weight: weight))
  }
}

extension ChartSeries.Points {
  /// The first point decides what the places are.
  fileprivate init(_ points: [ChartPoint.Model]) {
    if case .seconds? = points.first?.place {
      self = .durations(
        points.compactMap { point in
          if case .seconds(let seconds) = point.place { .init(seconds, point.value) } else { nil }
        })
    } else {
      self = .days(
        points.compactMap { point in
          if case .day(let day) = point.place { .init(day, point.value) } else { nil }
        })
    }
  }

  fileprivate var list: [ChartPoint.Model] {
    switch self {
    case .days(let points): points.map { (.day($0.day), $0.value) }
    case .durations(let points): points.map { (.seconds($0.seconds), $0.value) }
    }
  }
}

enum PowerEvent {
  static let best = EventRow<Int>(
    required: "best_20_min_w", "Best mean power over 20 minutes of the last six weeks, in watts.")
  static let date = EventRow<Day>(required: "date", "Day of that ride.")
  static let threshold = EventRow<Int>(
    required: "threshold_w", "Threshold power that it suggests: 95 percent.")
  static let ftp = EventRow<Int>("ftp_w", "Functional threshold power in use, in watts.")
  static let weight = EventRow<Figure>("weight_kg", "Weight of the rider in kilograms.")

  static let type = EventType(
    "power", "The best power of the last weeks, and the threshold that it suggests.",
    entries(best, date, threshold, ftp, weight)
  ) { fields throws(EventError) in
    .power(
      PowerReport(
        bestWatts: try fields.required(best), date: try fields.required(date),
        ftpWatts: try fields.read(ftp), weightKilograms: try fields.read(weight)))
  }
}

// MARK: Writing

extension JSONWriter {
  /// Writes the members of `chart`.
  package mutating func members(of series: ChartSeries) {
    put(ChartEvent.chart, series.chart)
    put(ChartEvent.series, series.name)
    put(ChartEvent.unit, series.unit)
    put(ChartEvent.points, series.points.list)
    put(ChartEvent.weight, series.weight)
  }

  /// Writes the members of `power`.
  package mutating func members(of report: PowerReport) {
    put(PowerEvent.best, report.bestWatts)
    put(PowerEvent.date, report.date)
    put(PowerEvent.threshold, report.thresholdWatts)
    put(PowerEvent.ftp, report.ftpWatts)
    put(PowerEvent.weight, report.weightKilograms)
  }
}
