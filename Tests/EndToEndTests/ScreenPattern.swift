// What a person should see on a terminal, in a notation for text files.

import Support

/// Lines of a screen: `…` stands for any text, a line `⋮` for any lines, and `▏` for the cursor.
struct ScreenPattern: Sendable, CustomStringConvertible {
  private let lines: [String]

  private static let cursor: Character = "▏"

  var description: String { lines.joined(separator: "\n") }

  init(_ lines: [String]) {
    self.lines = Array(lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1))
  }

  func describes(_ screen: TestScreen) -> Bool {
    let shown =
      lines.contains { $0.contains(Self.cursor) } ? Self.marked(screen) : screen.visibleLines
    return Self.matches(lines[...], shown[...], gap: "⋮") { line, shown in
      Self.matches(Array(line)[...], Array(shown)[...], gap: "…", ==)
    }
  }

  /// The lines with the cursor, which may be below or behind them all.
  private static func marked(_ screen: TestScreen) -> [String] {
    var lines = screen.visibleLines
    while lines.count <= screen.cursor.row { lines.append("") }
    let line = lines[screen.cursor.row]
    let padding = String(repeating: " ", count: max(0, screen.cursor.column - line.count))
    lines[screen.cursor.row] =
      line.prefix(screen.cursor.column) + padding + String(cursor)
      + line.dropFirst(screen.cursor.column)
    return lines
  }

  /// Whether a pattern fits; its gaps stand for any number of elements.
  private static func matches<Element: Equatable>(
    _ pattern: ArraySlice<Element>, _ shown: ArraySlice<Element>, gap: Element,
    _ fits: (Element, Element) -> Bool
  ) -> Bool {
    guard let first = pattern.first else { return shown.isEmpty }
    if first == gap {
      return (shown.startIndex...shown.endIndex).contains {
        matches(pattern.dropFirst(), shown[$0...], gap: gap, fits)
      }
    }
    guard let next = shown.first, fits(first, next) else { return false }
    return matches(pattern.dropFirst(), shown.dropFirst(), gap: gap, fits)
  }
}
