// The values of a chart in as many places as there are columns to draw them in.

import Model

/// How the places of a chart share the columns of a plot.
///
/// When there are more places than columns, each column shows the mean of the known values of
/// `group` neighbouring places. Groups end at the last place; the first may have fewer places. In a
/// trace, where places are seconds, groups begin at the first, and 0 counts like any value.
struct ChartColumns: Sendable {
  /// Places in a column; 1 when all have a column of their own.
  let group: Int
  /// Columns; for durations 0, because their points lie anywhere.
  let count: Int
  private let data: ChartData
  /// Places that the first group lacks.
  private let lack: Int

  /// - Parameter limit: the largest number of columns.
  init(_ data: ChartData, limit: Int) {
    self.data = data
    let limit = max(1, limit)
    switch data.places {
    case .durations: (group, count, lack) = (1, 0, 0)
    case .days(_, _, let places):
      group = (places + limit - 1) / limit
      count = (places + group - 1) / group
      lack = count * group - places
    case .time(let last):
      let least = last / limit + 1
      let round = least > 120 ? 60 : least > 60 ? 30 : least > 10 ? 5 : 1
      group = (least + round - 1) / round * round
      (count, lack) = (last / group + 1, 0)
    }
  }

  /// The points of a row from left to right.
  func points(_ row: ChartData.Row) -> [PlotPoint] {
    guard case .durations(let range) = data.places else {
      return means(row).enumerated().map { PlotPoint(x: center($0), value: $1) }
    }
    return zip(row.seconds, row.values).map { seconds, value in
      PlotPoint(x: DurationTicks.place(seconds, in: range), value: value)
    }
  }

  /// The mean of the values of each column; NaN where no place has one. In a trace each lasts until
  /// the next one, or until the gap after it.
  func means(_ row: ChartData.Row) -> [Double] {
    var sums = Array(repeating: 0.0, count: count)
    var known = Array(repeating: 0, count: count)
    let places = row.seconds.isEmpty ? Array(row.values.indices) : row.seconds
    for (index, value) in row.values.enumerated() where !value.isNaN {
      var place = places[index] + lack
      let end = index + 1 < places.count ? places[index + 1] + lack : place + 1
      while place < end {
        let column = place / group
        let share = min(end, (column + 1) * group) - place
        sums[column] += value * Double(share)
        known[column] += share
        place += share
      }
    }
    return zip(sums, known).map { $1 > 0 ? $0 / Double($1) : .nan }
  }

  /// Where a second of a ride is, from 0 to 1.
  func place(ofSecond second: Int) -> Double { Double(second) / Double(max(1, count * group)) }

  /// Where the column of a day has its centre, from 0 to 1.
  func place(of day: Day) -> Double {
    guard case .days(let first, let step, let places) = data.places else { return 0 }
    let place = min(max(0, first.distance(to: day) / step), places - 1)
    return center((place + lack) / group)
  }

  private func center(_ column: Int) -> Double { (Double(column) + 0.5) / Double(max(1, count)) }
}
