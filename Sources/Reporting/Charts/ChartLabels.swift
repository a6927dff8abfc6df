// The labels of a chart, below its horizontal axis and at the ends of its lines, and how they are
// kept apart.

import Model

/// A mark of the horizontal axis with its label.
struct AxisTick: Sendable {
  let label: String
  /// From 0, the left edge, to 1.
  let x: Double

  /// The column of the mark in a plot of `width` columns.
  func column(in width: Int) -> Int { min(max(0, Int(x * Double(width))), max(0, width - 1)) }

  /// The first column of the label: centred below its mark, moved into the plot at its edges.
  func start(in width: Int) -> Int {
    max(0, min(column(in: width) - (label.utf8.count - 1) / 2, width - label.utf8.count))
  }

  func end(in width: Int) -> Int { start(in: width) + label.utf8.count }
}

extension [AxisTick] {
  /// Whether all labels have room, with two blanks between them.
  func fits(_ width: Int) -> Bool {
    var end = -2
    for tick in self {
      guard tick.start(in: width) >= end + 2, tick.end(in: width) <= width else { return false }
      end = tick.end(in: width)
    }
    return true
  }
}

/// Chooses the durations that are written below a logarithmic axis, and places durations on it.
enum DurationTicks {
  /// Durations that a rider knows, the most wanted first.
  private static let wanted = [
    60, 3600, 300, 1200, 5, 1, 15, 10_800, 30, 600, 7200, 120, 18_000, 86_400, 604_800,
  ]

  /// As many as have room, from left to right.
  ///
  /// - Parameter width: columns of the plot.
  static func ticks(in range: ClosedRange<Int>, width: Int) -> [AxisTick] {
    var ticks: [AxisTick] = []
    for seconds in wanted where range.contains(seconds) {
      let label = DurationText.whole(Int64(seconds) * 1000)
      let tick = AxisTick(label: label, x: place(seconds, in: range))
      let place = ticks.firstIndex { $0.x > tick.x } ?? ticks.count
      ticks.insert(tick, at: place)
      if !ticks.fits(width) { ticks.remove(at: place) }
    }
    return ticks
  }

  /// Where a duration is, from 0 to 1.
  static func place(_ seconds: Int, in range: ClosedRange<Int>) -> Double {
    let low = logarithm(range.lowerBound)
    let span = logarithm(range.upperBound) - low
    guard span > 0 else { return 0.5 }
    return min(max(0, (logarithm(seconds) - low) / span), 1)
  }

  /// The binary logarithm, exact to nine digits: the series of the area tangent. This room has no C
  /// library.
  private static func logarithm(_ number: Int) -> Double {
    let number = Double(max(1, number))
    let ratio = (number.significand - 1) / (number.significand + 1)
    let square = ratio * ratio
    var (sum, power) = (0.0, ratio)
    for odd in stride(from: 1.0, through: 17, by: 2) {
      sum += power / odd
      power *= square
    }
    return Double(number.exponent) + 2 * sum / 0.693_147_180_559_945_3
  }
}

/// Chooses the times that are written below the trace of a ride: hours and minutes since its start.
enum TimeTicks {
  private static let minutes = [1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 360, 720, 1440, 14_400]

  /// The finest ticks that have room.
  ///
  /// - Parameters:
  ///   - width: columns of the plot.
  ///   - place: where a second is, from 0 to 1.
  static func ticks(
    through last: Int, width: Int, label: (Int) -> String, place: (Int) -> Double
  ) -> [AxisTick] {
    // Labels take four columns or more each.
    for step in minutes.map({ $0 * 60 }) where last / step <= width / 4 {
      let ticks = stride(from: 0, through: last, by: step).map { second in
        AxisTick(label: label(second), x: place(second))
      }
      if ticks.fits(width) { return ticks }
    }
    return []
  }
}

/// Moves the labels at the ends of lines apart.
enum EndLabels {
  /// The places nearest to the wanted ones where labels do not overlap.
  ///
  /// - Parameter limit: the highest place; all labels have room between it and 0.
  static func spread(_ wanted: [Int], size: Int = 1, limit: Int) -> [Int] {
    let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
    var places = wanted
    var floor = 0
    for index in order {
      places[index] = max(floor, wanted[index])
      floor = places[index] + size
    }
    var ceiling = limit
    for index in order.reversed() {
      places[index] = max(0, min(ceiling, places[index]))
      ceiling = places[index] - size
    }
    return places
  }
}

/// Chooses the dates that are written below an axis.
enum DateTicks {
  /// The distances between labels, the finest first.
  private enum Distance {
    /// Every day, Monday, or second Monday.
    case days(Int)
    /// The first day of every month of which the number, from the year 0 on, is a multiple.
    case months(Int)
  }

  private static let distances: [Distance] =
    [1, 7, 14].map { .days($0) } + [1, 2, 3, 6, 12, 24, 60, 120, 240, 600].map { .months($0) }

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
      if step > 1, case .days(1) = distance { continue }
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
      AxisTick(label: label($0, .days(1), after: 0, name), x: place($0))
    }
    return ends.fits(width) ? ends : Array(ends.suffix(1)).filter { [$0].fits(width) }
  }

  private static func label(
    _ day: Day, _ distance: Distance, after previous: Int, _ name: (Int) -> String
  ) -> String {
    let (year, month, number) = day.calendar
    switch distance {
    case .days: return month == previous ? "\(number)" : "\(number) \(name(month))"
    case .months: return month == 1 ? "\(year)" : name(month)
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
    return switch distance {
    // Day 4 was a Monday.
    case .days(let count): (day.number + 3) % count == 0
    case .months(let count): number == 1 && (year * 12 + month - 1) % count == 0
    }
  }
}
