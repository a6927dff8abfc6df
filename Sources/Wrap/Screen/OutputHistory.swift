// The last lines of a command's output, which a movement up can reach again.

import Model

/// The last lines that were passed on, at most `most` of them.
struct OutputHistory: Sendable {
  /// The most lines that are kept.
  static let most = 50
  /// The longest line that is kept, in bytes; no program redraws longer ones.
  static let longest = 1 << 13

  /// A line as it was passed on.
  enum Line: Sendable {
    case plain(DisplayText)
    case row(OutputRow)

    fileprivate var size: Int {
      switch self {
      case .plain(let text): text.description.utf8.count
      case .row(let row): row.size
      }
    }
  }

  private var lines: [Line] = []

  mutating func append(_ line: Line) {
    guard line.size <= Self.longest else { return forget() }
    if lines.count == Self.most { lines.removeFirst() }
    lines.append(line)
  }

  /// Takes the last line as a row that shows it again; nil if none is kept.
  mutating func takeLast() -> OutputRow? {
    switch lines.popLast() {
    case .plain(let text)?:
      return OutputRow(text)
    case .row(var row)?:
      row.past = .line(row.text())
      return row
    case nil:
      return nil
    }
  }

  /// Forgets all lines: others follow that are not kept.
  mutating func forget() { lines.removeAll(keepingCapacity: true) }
}
