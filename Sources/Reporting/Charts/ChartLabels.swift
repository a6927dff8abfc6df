// The labels of a chart, below its horizontal axis and at the ends of its lines, and how they are
// kept apart.

/// A mark of the horizontal axis with its label.
struct AxisTick: Sendable {
  let label: String
  /// From 0, the left edge, to 1.
  let x: Double

  /// The column of the mark in a plot of `width` columns.
  func column(in width: Int) -> Int {
    min(max(0, Int(x * Double(width))), max(0, width - 1))
  }

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
  private static let wanted: [(seconds: Int, label: String)] = [
    (60, "1 min"), (3600, "1 h"), (300, "5 min"), (1200, "20 min"), (5, "5 s"), (1, "1 s"),
    (15, "15 s"), (10_800, "3 h"), (30, "30 s"), (600, "10 min"), (7200, "2 h"), (120, "2 min"),
    (18_000, "5 h"), (86_400, "24 h"), (604_800, "7 d"),
  ]

  /// As many as have room, from left to right.
  ///
  /// - Parameter width: columns of the plot.
  static func ticks(in range: ClosedRange<Int>, width: Int) -> [AxisTick] {
    var ticks: [AxisTick] = []
    for (seconds, label) in wanted where range.contains(seconds) {
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
