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
    /// A row with the styles that its cells refer to.
    case row(OutputRow, OutputStyles)

    fileprivate var size: Int {
      switch self {
      case .plain(let text): text.description.utf8.count
      case .row(let row, _): row.size
      }
    }
  }

  /// A ring once it is full.
  private var lines: [Line] = []
  /// Where the next line goes.
  private var next = 0
  private var count = 0

  mutating func append(_ line: Line) {
    guard line.size <= Self.longest else { return forget() }
    if next < lines.count { lines[next] = line } else { lines.append(line) }
    next = (next + 1) % Self.most
    count = min(count + 1, Self.most)
  }

  /// Takes the last line as a row that shows it again, with its styles in `styles`; nil if none is
  /// kept.
  mutating func takeLast(_ styles: inout OutputStyles) -> OutputRow? {
    guard count > 0 else { return nil }
    next = (next + Self.most - 1) % Self.most
    count -= 1
    switch lines[next] {
    case .plain(let text):
      return OutputRow(text)
    case .row(var row, let old):
      row.past = .line(row.text())
      row.changeStyles { styles.index(of: old[$0]) }
      return row
    }
  }

  /// Forgets all lines: others follow that are not kept.
  mutating func forget() {
    (next, count) = (0, 0)
  }
}
