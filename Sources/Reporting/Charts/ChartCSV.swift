// A chart as comma-separated values, for spreadsheets.

import Codec
package import Model

/// Makes CSV (RFC 4180 with LF): a header line, then a line for each day, week or duration.
package enum ChartCSV {
  /// What the chart's events say, in rows: `date` or `seconds`, then a column for each series of
  /// the chart with its unit in the name, empty where there is no value.
  ///
  /// - Parameter series: of one chart; a series that is missing has an empty column.
  package static func bytes(_ chart: Chart, _ series: [ChartSeries]) -> [UInt8] {
    let names = chart.panels.flatMap(\.names)
    var rows: [Int: [String]] = [:]
    for (column, name) in names.enumerated() {
      for point in series.first(where: { $0.name == name })?.points ?? [] {
        rows[point.place.number, default: Array(repeating: "", count: names.count)][column] =
          point.value.flatMap { ScaledDecimal($0, decimals: 2)?.text } ?? ""
      }
    }
    var text =
      ([chart.isOfDays ? "date" : "seconds"] + names.map(\.column)).joined(separator: ",") + "\n"
    for (place, cells) in rows.sorted(by: { $0.key < $1.key }) {
      let label = chart.isOfDays ? Day(number: place).description : "\(place)"
      text += ([label] + cells).joined(separator: ",") + "\n"
    }
    return Array(text.utf8)
  }
}

extension ChartSeries.Name {
  /// The name of its column: the word of the events, with the unit that it does not say itself.
  fileprivate var column: String {
    switch self {
    case .fitness, .fatigue, .form, .load, .recovery, .sleep, .strain, .hours: rawValue
    case .distance: rawValue + "_km"
    case .sixWeeks, .allTime, .power: rawValue + "_w"
    case .zone1, .zone2, .zone3, .zone4, .zone5, .zone6, .zone7: rawValue + "_h"
    case .heartRate: rawValue + "_bpm"
    case .altitude: rawValue + "_m"
    }
  }
}
