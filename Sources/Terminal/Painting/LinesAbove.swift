// What is known of the lines above the block, so that a program can redraw them.

import Model

/// The last lines above the block: finished ones, and below them those that are being redrawn.
struct LinesAbove {
  /// The most finished lines that are remembered.
  static let most = 50

  /// The widths of the finished lines in cells, oldest first.
  private var widths: [Int] = []
  /// What is being redrawn, one row each.
  private(set) var redrawn: [Line] = []
  /// The rows above the block that are on the screen for certain, if so many fit: those written since
  /// its place was last unknown.
  private var rows = 0

  /// Adds a finished line.
  mutating func add(_ line: Line, columns: Int) {
    let cells = line.cells
    let width = cells > columns ? line.cells(wrappedAt: columns) : cells
    if widths.count == 2 * Self.most { widths.removeFirst(Self.most) }
    widths.append(width)
    rows += Self.height(width, columns: columns)
  }

  /// Sets the lines that are being redrawn, below all others.
  mutating func set(redrawn lines: [Line]) {
    rows += lines.count - redrawn.count
    redrawn = lines
  }

  /// Forgets what is redrawn and the last finished lines.
  ///
  /// - Parameter most: the rows of the screen above the block, if that is at the bottom.
  /// - Returns: how many rows they take, so far as these can be reached.
  mutating func retract(_ count: Int, columns: Int, within most: Int) -> Int {
    rows = min(rows, max(0, most))
    var taken = min(redrawn.count, rows)
    let isReached = taken == redrawn.count
    redrawn = []
    for _ in 0..<min(count, widths.count) {
      let height = Self.height(widths.removeLast(), columns: columns)
      guard isReached, taken + height <= rows else { break }
      taken += height
    }
    rows -= taken
    return taken
  }

  private static func height(_ width: Int, columns: Int) -> Int {
    max(1, (width + columns - 1) / columns)
  }

  /// Keeps the lines that take one row in windows of either width; others may have been wrapped anew.
  mutating func resize(from old: Int, to new: Int) {
    let shortest = min(old, new)
    guard redrawn.allSatisfy({ $0.cells <= shortest }) else { return forget() }
    let kept = widths.reversed().prefix { $0 <= shortest }.count
    widths.removeFirst(widths.count - kept)
    rows = min(rows, kept + redrawn.count)
  }

  /// Records that something else was written below them.
  mutating func forget() {
    self = LinesAbove()
  }
}

extension Line {
  /// Its width, with the cells that stay blank where a wide glyph does not fit the end of a row.
  fileprivate func cells(wrappedAt columns: Int) -> Int {
    var width = 0
    for glyph in spans.lazy.flatMap({ $0.text.description }) {
      let cells = DisplayWidth.cells(of: glyph)
      let left = columns - width % columns
      width += cells > left ? left + cells : cells
    }
    return width
  }
}
