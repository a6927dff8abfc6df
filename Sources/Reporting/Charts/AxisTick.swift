// A label below the horizontal axis, and how labels are kept apart.

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
