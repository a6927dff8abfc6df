// Lines that wait to be written above the live block.

import Model
import Terminal

/// Lines for the next output, so that those that arrive together are written with one repaint.
struct PendingLines: Sendable {
  /// Many plain lines, before the others.
  private var many: PlainLines?
  private var lines: [Line] = []
  /// How many of the newest lines, pending or written, are a command's own and can be retracted.
  private var own = 0
  /// Lines already written that are retracted with the next output.
  private var retracted = 0
  /// What a command has not finished, below its lines: as it is, and as it fits the window.
  private var followed = OpenRows()
  private var rows: [Line] = []
  private var fitted = 0
  /// Whether a frame is due at once to write them.
  var areDue = false

  var isEmpty: Bool { lines.isEmpty && many == nil }

  /// Adds lines that no command has written.
  mutating func add(_ lines: [Line]) {
    self.lines += lines
    own = 0
  }

  /// Adds a command's line.
  mutating func add(own line: Line) {
    lines.append(line)
    own += 1
  }

  /// Adds many lines; nothing else may be pending.
  mutating func add(_ many: PlainLines) {
    self.many = many
    own = 0
    areDue = true
  }

  /// Retracts the newest lines, as far as nothing else stands between them.
  mutating func retractLines(_ count: Int) {
    let count = min(count, own)
    own -= count
    let unwritten = min(count, lines.count)
    lines.removeLast(unwritten)
    retracted += count - unwritten
  }

  /// Whether the lines above the block are to be written as a command has them now.
  func isBehind(_ view: RunView) -> Bool {
    (retracted > 0 || view.state.child.rows != followed) && view.mayWrite
  }

  /// Follows what a command has not finished. A row that does not fit the window loses its end and its
  /// colours.
  mutating func follow(_ view: RunView, _ glyphs: Glyphs) {
    let width = view.columns
    guard isBehind(view) || width != fitted else { return }
    (areDue, fitted) = (view.mayWrite, width)
    followed = view.state.child.rows
    rows = followed.lines.map { line in
      let fits = line.text.cells <= width
      let text = fits ? line.text : line.text.truncated(to: width, ellipsis: glyphs.fit("…"))
      return Line([Span(glyphs.fit(text), styled: fits ? line.styled : nil)])
    }
  }

  /// The bytes that write them above the block.
  mutating func release(_ painter: inout Painter) -> [UInt8] {
    defer { (many, lines, retracted, areDue) = (nil, [], 0, false) }
    return painter.insert(
      lines, after: many, retracting: retracted, redrawn: rows, cursor: followed.cursor)
  }

  /// The bytes that write them in place of the block, followed by `result`.
  mutating func leave(_ painter: inout Painter, with result: [Line]) -> [UInt8] {
    if retracted > 0 || many != nil || painter.isRedrawing {
      return release(&painter) + painter.leave(result)
    }
    defer { (lines, areDue) = ([], false) }
    return painter.leave(lines + result)
  }
}
