// The visible content of the test screen.

extension TestScreen {
  /// The rows as text, without blanks at their ends; as many as the screen has.
  package var lines: [String] { grid.map(Self.text) }

  /// The rows as text down to the last that is not blank.
  package var visibleLines: [String] { Self.withoutBlankEnd(lines) }

  /// `visibleLines`, one a line.
  package var text: String { visibleLines.joined(separator: "\n") }
  package var scrollback: [String] { history.map(Self.text) }

  /// Everything ever shown, scroll-back first, down to the last row that is not blank.
  package var transcript: [String] { Self.withoutBlankEnd(scrollback + lines) }

  private static func withoutBlankEnd(_ lines: [String]) -> [String] {
    lines.lastIndex { $0 != "" }.map { Array(lines[...$0]) } ?? []
  }

  /// The taskbar's progress, "1;22" for 22 percent; nil when there is none.
  package var taskbar: String? { taskbarHistory.last.flatMap { $0.hasPrefix("0;") ? nil : $0 } }

  /// One cell, both numbers from 0; a blank beyond the edges.
  package func cell(row: Int, column: Int) -> ScreenCell {
    guard grid.indices.contains(row), grid[row].cells.indices.contains(column) else {
      return ScreenCell()
    }
    return grid[row].cells[column]
  }

  /// The runs of equal style in a row, without trailing blanks: `[("✓", [32]), (" Done", [])]`.
  package func runs(inRow row: Int) -> [(text: String, style: [Int])] {
    guard grid.indices.contains(row) else { return [] }
    var cells = grid[row].cells
    while let last = cells.last, last.text == " ", !last.style.hasBackground {
      cells.removeLast()
    }
    var runs: [(text: String, style: [Int])] = []
    for cell in cells {
      let style = cell.style.parameters
      if let last = runs.last, last.style == style {
        runs[runs.count - 1].text += cell.text
      } else {
        runs.append((cell.text, style))
      }
    }
    return runs
  }

  private static func text(of row: Row) -> String {
    let text = row.cells.map(\.text).joined()
    return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
  }
}
