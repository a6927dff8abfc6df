// Lines that wait to be written above the live block.

import Model
import Terminal

/// Lines for the next output, so that those that arrive together are written with one repaint.
struct PendingLines: Sendable {
  /// Many plain lines, before the others.
  private var many: PlainLines?
  private var lines: [LineAbove] = []
  /// What a command has not finished, below its lines: as it is, and as it fits the window.
  private var followed = OpenRows()
  private var rows: [LineAbove] = []
  private var fitted = 0
  /// Whether a frame is due at once to write them.
  var areDue = false

  /// Adds lines that no command has written.
  mutating func add(_ lines: [Line]) { self.lines += lines.map { LineAbove($0) } }

  /// Adds a command's line.
  mutating func add(own line: Line, number: Int?) { lines.append(LineAbove(line, number: number)) }

  /// Adds many lines; nothing else may be pending.
  mutating func add(_ many: PlainLines) {
    self.many = many
    areDue = true
  }

  /// Whether the lines above the block are to be written as a command has them now.
  func isBehind(_ view: RunView) -> Bool { view.state.child.rows != followed && view.mayWrite }

  /// Follows what a command has not finished. A row that does not fit the window loses its end and
  /// its colours.
  mutating func follow(_ view: RunView, _ glyphs: Glyphs) {
    let width = view.columns
    guard isBehind(view) || width != fitted else { return }
    (areDue, fitted) = (view.mayWrite, width)
    followed = view.state.child.rows
    rows = followed.lines.map { line in
      let fits = line.text.cells <= width
      let text = fits ? line.text : line.text.truncated(to: width, ellipsis: glyphs.fit("…"))
      let span = Span(glyphs.fit(text), styled: fits ? line.styled : nil)
      return LineAbove(Line([span]), number: line.number, isOpen: true)
    }
  }

  /// The bytes that write them above the block.
  mutating func release(_ painter: inout Painter) -> [UInt8] {
    defer { (many, lines, areDue) = (nil, [], false) }
    return painter.insert(
      lines + rows, after: many, open: followed.first, cursor: followed.cursor)
  }

  /// The bytes that write them in place of the block, followed by `result`.
  mutating func leave(_ painter: inout Painter, with result: [Line]) -> [UInt8] {
    if many != nil || painter.isRedrawing || lines.contains(where: { $0.number != nil }) {
      return release(&painter) + painter.leave(result)
    }
    defer { (lines, areDue) = ([], false) }
    return painter.leave(lines.map(\.line) + result)
  }
}
