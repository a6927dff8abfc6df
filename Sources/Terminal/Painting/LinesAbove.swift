// What is known of the lines above the block, so that a program can change its own.

import Model

/// A line above the block.
package struct LineAbove: Hashable, Sendable {
  package let line: Line
  /// The number of its first row among all that a program has written; nil for another line.
  package let number: Int?
  /// Whether the program has not finished it: it is one row, which may change at any moment.
  package let isOpen: Bool

  package init(_ line: Line, number: Int? = nil, isOpen: Bool = false) {
    (self.line, self.number, self.isOpen) = (line, number, isOpen)
  }
}

/// The last lines above the block, as far as nothing else was written between them and below.
struct LinesAbove {
  private(set) var lines: [LineAbove] = []

  var count: Int { lines.count }
  var hasOpen: Bool { lines.last?.isOpen ?? false }

  /// Adds lines below the finished ones. A numbered line takes the place of all that a program has
  /// written from that number on; lines of others stay.
  ///
  /// - Parameter open: the number of the first row that is open.
  mutating func add(_ new: some Collection<LineAbove>, open: Int) {
    lines.removeAll(where: \.isOpen)
    var last = lines.last { $0.number != nil }?.number ?? -1
    func drop(from number: Int) {
      if last >= number { lines.removeAll { $0.number ?? -1 >= number } }
    }
    for line in new.prefix(while: { !$0.isOpen }) {
      if let number = line.number {
        drop(from: number)
        last = number
      }
      lines.append(line)
    }
    drop(from: open)
    lines += new.drop { !$0.isOpen }
  }

  /// The first row that is open; the end if none is.
  var firstOpen: Int { lines.firstIndex(where: \.isOpen) ?? lines.count }

  mutating func keep(first count: Int) { lines.removeLast(lines.count - max(0, count)) }

  /// Forgets all but the last lines.
  mutating func keep(_ count: Int) { lines.removeFirst(max(0, lines.count - count)) }

  /// The rows that the lines from `start` on take.
  func height(from start: Int, columns: Int) -> Int {
    lines[start...].reduce(0) { $0 + $1.height(columns: columns) }
  }

  /// The first line that is on the screen as a whole if these are its last rows.
  func first(within rows: Int, columns: Int) -> Int {
    var (index, left) = (lines.count, rows)
    while index > 0 {
      left -= lines[index - 1].height(columns: columns)
      if left < 0 { break }
      index -= 1
    }
    return index
  }

  /// The first line that differs from the one in the other list.
  func firstDifference(from other: LinesAbove) -> Int {
    zip(lines, other.lines).prefix { $0.line == $1.line }.reduce(0) { count, _ in count + 1 }
  }

  /// Keeps the lines that take one row in windows of either width; others may have been wrapped
  /// anew.
  mutating func resize(from old: Int, to new: Int) {
    let kept = lines.reversed().prefix { $0.line.cells <= min(old, new) }.count
    keep(hasOpen && kept < lines.count(where: \.isOpen) ? 0 : kept)
  }
}

extension LineAbove {
  /// The rows that it takes, with the cells that stay blank where a wide glyph does not fit the end
  /// of one.
  func height(columns: Int) -> Int {
    let cells = line.cells
    if isOpen || cells <= columns { return 1 }
    var width = 0
    for glyph in line.spans.lazy.flatMap({ $0.text.description }) {
      let cells = DisplayWidth.cells(of: glyph)
      let left = columns - width % columns
      width += cells > left ? left + cells : cells
    }
    return (width + columns - 1) / columns
  }
}
