// chart: one series of what is made of many rides, or of the trace of one.

import Codec
package import Model

extension Events {
  package static let chart = EventTable<ChartSeries>(
    "chart", "One series of a chart.",
    from: ChartSeries(chart: .fitness, name: .fitness, unit: .load, points: .days([])),
    [
      .init("chart", "Which chart.", .word().at(\.chart), isRequired: true),
      .init("series", "Which series of the chart.", .word().at(\.name), isRequired: true),
      .init("unit", "Unit of the values.", .word().at(\.unit), isRequired: true),
      .init(
        "points",
        "Pairs: a date, seconds in the chart power, or seconds since the start in a trace; and a value, null in a gap.",
        .elements(of: .point, read: ChartPoint.read, write: { $0.write(to: &$1) })
          .at({ $0.points.list }, { $0.points = ChartSeries.Points($1 ?? []) }), isAlways: true),
      .init(
        "dates", "Days of the rides that have the values, in the chart power; null if unknown.",
        .elements(
          of: .orNull(.date),
          read: { $0.isNull ? .value(nil) : Decoded.day($0, in: EventRange.days).map { $0 } },
          write: { day, json in
            if let day { json.value(day.description) } else { json.value(nil, decimals: 0) }
          }
        ).at({ $0.points.dates }, { $0.points.setDates($1 ?? []) })),
      .init(
        "weight_kg", "Weight of the rider in the chart power, in kilograms.",
        .eventFigure.at(\.weight)),
    ]
  ) { series, _ in .chart(series) }
}

/// A pair: a date or seconds, and a value or null.
private struct ChartPoint: Equatable {
  enum Place: Equatable {
    case day(Day)
    case seconds(Int)
  }

  let place: Place
  let value: Double?

  static func read(_ view: JSONView) -> Decoded<ChartPoint> {
    var place = Decoded<Place>.wrong
    var value = Decoded<Double?>.wrong
    var count = 0
    let isList = view.forEachElement { element in
      count += 1
      if count == 1 {
        place =
          element.kind == .string
          ? Decoded.day(element, in: EventRange.days).map { .day($0) }
          : Decoded.integer(element, in: EventRange.count).map { .seconds($0) }
      } else {
        value =
          element.isNull ? .value(nil) : Decoded.number(element, in: EventRange.figure).map { $0 }
      }
    }
    guard isList, count == 2 else { return .wrong }
    if let place = place.value, let value = value.value {
      return .value(ChartPoint(place: place, value: value))
    }
    return place.flaw == .outOfRange || value.flaw == .outOfRange ? .outOfRange : .wrong
  }

  func write(to json: inout JSONWriter) {
    json.array { json in
      switch place {
      case .day(let day): json.value(day.description)
      case .seconds(let seconds): json.value(Double(seconds), decimals: 0)
      }
      json.value(value, decimals: 2)
    }
  }
}

extension ChartSeries.Points {
  /// The first point decides what the places are.
  fileprivate init(_ points: [ChartPoint]) {
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

  /// The day of each value; nil without any.
  fileprivate var dates: [Day?]? {
    guard case .durations(let points) = self, points.contains(where: { $0.day != nil }) else {
      return nil
    }
    return points.map(\.day)
  }

  fileprivate mutating func setDates(_ dates: [Day?]) {
    guard case .durations(var points) = self else { return }
    for (index, day) in zip(points.indices, dates) { points[index].day = day }
    self = .durations(points)
  }

  fileprivate var list: [ChartPoint] {
    switch self {
    case .days(let points): points.map { ChartPoint(place: .day($0.day), value: $0.value) }
    case .durations(let points):
      points.map { ChartPoint(place: .seconds($0.seconds), value: $0.value) }
    }
  }
}
