// chart: one series of what is made of many rides, or of the trace of one.

import Codec
package import Model

extension Events {
  package static let chart = EventTable<ChartSeries>(
    "chart", "One series of a chart.",
    from: ChartSeries(chart: .fitness, name: .fitness, unit: .load, points: []),
    [
      .init("chart", "Which chart.", .word().at(\.chart), isRequired: true),
      .init("series", "Which series of the chart.", .word().at(\.name), isRequired: true),
      .init("unit", "Unit of the values.", .word().at(\.unit), isRequired: true),
      .init(
        "points",
        "Pairs: a date, seconds in the chart power, or seconds since the start in a trace; and a value, null in a gap.",
        .elements(of: .point, read: ChartSeries.Point.read, write: { $0.write(to: &$1) })
          .at(\.points), isAlways: true),
      .init(
        "dates", "Days of the rides that have the values, in the chart power; null if unknown.",
        .elements(
          of: .orNull(.date),
          read: { $0.isNull ? .value(nil) : Decoded.day($0, in: EventRange.days).map { $0 } },
          write: { day, json in
            if let day { json.value(day.description) } else { json.value(nil, decimals: 0) }
          }
        ).at(
          { series in
            let days = series.points.map(\.rideDay)
            return days.contains { $0 != nil } ? days : nil
          },
          { series, days in
            for (index, day) in zip(series.points.indices, days ?? []) {
              series.points[index].rideDay = day
            }
          })),
      .init(
        "weight_kg", "Weight of the rider in the chart power, in kilograms.",
        .eventFigure.at(\.weight)),
    ]
  ) { series, _ in .chart(series) }
}

extension ChartSeries.Point {
  /// Reads a pair: a date or seconds, and a value or null.
  fileprivate static func read(_ view: JSONView) -> Decoded<Self> {
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
    if let place = place.value, let value = value.value { return .value(Self(place, value)) }
    return place.flaw == .outOfRange || value.flaw == .outOfRange ? .outOfRange : .wrong
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.array { json in
      switch place {
      case .day(let day): json.value(day.description)
      case .seconds(let seconds): json.value(Double(seconds), decimals: 0)
      }
      json.value(value, decimals: 2)
    }
  }
}
