// Dates below an axis: days, Mondays, months or years, as many as have room.

import Model

/// Chooses the dates that are written below an axis.
enum DateTicks {
  /// The distances between labels, the finest first.
  private enum Distance {
    case days
    /// Mondays, all or every second.
    case weeks(Int)
    /// The first day of every month of which the number, from 0, is a multiple.
    case months(Int)
    /// The first of January of years that are multiples.
    case years(Int)
  }

  private static let distances: [Distance] = [
    .days, .weeks(1), .weeks(2), .months(1), .months(2),
    .months(3), .months(6), .years(1), .years(2), .years(5), .years(10), .years(20), .years(50),
  ]

  /// The finest ticks that have room.
  ///
  /// - Parameters:
  ///   - step: days from one value to the next.
  ///   - width: columns of the plot.
  ///   - name: the short name of a month, 1…12.
  ///   - place: where a day is, from 0 to 1.
  static func ticks(
    from first: Day, to last: Day, step: Int, width: Int, name: (Int) -> String,
    place: (Day) -> Double
  ) -> [AxisTick] {
    for distance in distances {
      if step > 1, case .days = distance { continue }
      // Labels take three columns or more each.
      let days = days(distance, first, last, limit: width / 3 + 1)
      guard days.count > 1 else { continue }
      var month = 0
      let ticks = days.map { day in
        let label = label(day, distance, after: month, name)
        month = day.calendar.month
        return AxisTick(label: label, x: place(day))
      }
      if ticks.fits(width) { return ticks }
    }
    let ends = (first == last ? [last] : [first, last]).map {
      AxisTick(label: label($0, .days, after: 0, name), x: place($0))
    }
    return ends.fits(width) ? ends : Array(ends.suffix(1)).filter { [$0].fits(width) }
  }

  private static func label(
    _ day: Day, _ distance: Distance, after previous: Int, _ name: (Int) -> String
  ) -> String {
    let (year, month, number) = day.calendar
    switch distance {
    case .days, .weeks: return month == previous ? "\(number)" : "\(number) \(name(month))"
    case .months: return month == 1 ? "\(year)" : name(month)
    case .years: return "\(year)"
    }
  }

  /// The days at a distance; empty when there are more than `limit`.
  private static func days(_ distance: Distance, _ first: Day, _ last: Day, limit: Int) -> [Day] {
    var days: [Day] = []
    for number in first.number..<max(first.number, last.number + 1) {
      let day = Day(number: number)
      guard isMarked(day, distance) else { continue }
      days.append(day)
      if days.count > limit { return [] }
    }
    return days
  }

  private static func isMarked(_ day: Day, _ distance: Distance) -> Bool {
    let (year, month, number) = day.calendar
    switch distance {
    case .days: return true
    case .weeks(let count): return day.weekday == .mon && (day.number + 3) / 7 % count == 0
    case .months(let count): return number == 1 && (month - 1) % count == 0
    case .years(let count): return number == 1 && month == 1 && year % count == 0
    }
  }
}
